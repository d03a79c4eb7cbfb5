/** Dialogs that are opened by a call instead of by state: each gets a React root of its own until it closes. */
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { AppProviders } from 'root-config/api';

/** @returns closes the overlay from outside. */
export const openOverlay = (render: (close: () => void) => ReactNode): (() => void) => {
  const home = document.createElement('div');
  document.body.append(home);
  const root = createRoot(home);
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    // React refuses to unmount a root while it renders; the microtask is after that.
    queueMicrotask(() => {
      root.unmount();
      home.remove();
    });
  };
  root.render(<AppProviders>{render(close)}</AppProviders>);
  return close;
};

/**
 * Asks by an overlay. The answer is given when the overlay is gone: a form that closes upon it gives the focus back, and
 * what still lay over it would take that away again.
 */
export const ask = <Answer,>(render: (answer: (given: Answer) => void) => ReactNode): Promise<Answer> =>
  new Promise((resolve) => {
    openOverlay((close) =>
      render((given) => {
        close();
        queueMicrotask(() => resolve(given));
      }),
    );
  });
