import './styles.css';
import { createRoot } from 'react-dom/client';
import { AppProviders, startTheme, takeCardsBy } from 'root-config/api';
import { Shell } from './shell.tsx';
import { startMicroFrontends } from './micro-frontends.ts';
import { startWords } from './words/start.ts';

startTheme();
startWords();
// A shopper's card is scanned now and then: what it does loads when one is.
takeCardsBy(async (code, customer) => (await import('./customer-card.ts')).takeCard(code, customer));
const container = document.querySelector('#shell');
if (!container) throw new Error('#shell is missing in index.html');
createRoot(container).render(
  <AppProviders>
    <Shell />
  </AppProviders>,
);
startMicroFrontends();
