/** Starts the pages of shoppers. */
import './parts/base.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { readPage } from './client/page-file.ts';
import { startOffline } from './offline/start.ts';

const container = document.querySelector('#shopper');
if (!container) throw new Error('#shopper is missing in page.html');
const start = (): void => {
  container.replaceChildren();
  render(<App />, container);
};
// The file of the page is on its way already; until it is there, the grey card of the HTML file stays.
void readPage(location.pathname).then(start, start);
startOffline();
