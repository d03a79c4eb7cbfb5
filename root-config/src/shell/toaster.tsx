import { useEffect, useState } from 'react';
import { onFirstToast } from 'root-config/api';
import { lazily } from 'root-config/ui';

const Toasts = lazily<object>(
  async () => (await import('./toasts.tsx')).Toasts,
  () => null,
);
const SOON_MS = 15_000;

/** Loads a little after the page, so that a lost connection can still be said; what is said before waits. */
export const Toaster = () => {
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const next = (): void => setAttempt((count) => count + 1);
    const soon = setTimeout(next, SOON_MS);
    const forget = onFirstToast(next);
    return () => {
      clearTimeout(soon);
      forget();
    };
  }, []);
  // A new key tries again what did not load.
  return attempt === 0 ? null : <Toasts key={attempt} />;
};
