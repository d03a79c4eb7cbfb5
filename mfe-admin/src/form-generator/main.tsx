/** The form builder as a page of its own, /form-generator/index.html: it may stand in a frame of the house (R104). */
import { AppProviders, startTheme } from 'root-config/api';
import { createRoot } from 'react-dom/client';
import { Builder } from './builder.tsx';

startTheme();
const container = document.querySelector('#shell');
if (container === null) throw new Error('#shell is missing in the page');
createRoot(container).render(
  <AppProviders>
    <Builder />
  </AppProviders>,
);
