/** Pages open without a network where the browser has a service worker; everything works without one (R161). */

/** Behind what the shopper came for. */
const LATER_MS = 1_500;

export const startOffline = (): void => {
  if (import.meta.env.DEV || !('serviceWorker' in navigator) || !location.pathname.startsWith('/wx')) return;
  const register = (): void => {
    navigator.serviceWorker.register('/wx/worker.js', { scope: '/wx/', updateViaCache: 'none' }).catch(() => undefined);
  };
  const later = (): void => void setTimeout(register, LATER_MS);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
};
