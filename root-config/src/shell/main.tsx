import './styles.css';
import { createRoot } from 'react-dom/client';
import { AppProviders, startTheme } from 'root-config/api';
import { startCards } from './customer-card.ts';
import { Shell } from './shell.tsx';
import { startMicroFrontends } from './micro-frontends.ts';
import { startWords } from './words/start.ts';

startTheme();
startWords();
startCards();
const container = document.querySelector('#shell');
if (!container) throw new Error('#shell is missing in index.html');
createRoot(container).render(
  <AppProviders>
    <Shell />
  </AppProviders>,
);
startMicroFrontends();
