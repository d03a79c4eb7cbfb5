/** Starts the pages of shoppers. */
import './parts/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startOffline } from './offline/start.ts';

const container = document.querySelector('#shopper');
if (!container) throw new Error('#shopper is missing in page.html');
createRoot(container).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
startOffline();
