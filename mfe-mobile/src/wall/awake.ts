/** Keeps the screen on where the browser can (Screen Wake Lock), and full when it is asked to be; quietly nothing elsewhere. */

type Lock = { readonly addEventListener: (type: 'release', listener: () => void) => void };
type Waker = { readonly request: (kind: 'screen') => Promise<Lock> };
const wakerOf = (): Waker | undefined => (navigator as { readonly wakeLock?: Waker }).wakeLock;

/** Asks again whenever the page is seen again: the browser takes the lock away from a hidden one. */
export const stayAwake = (): void => {
  let held = false;
  const ask = (): void => {
    const waker = wakerOf();
    if (waker === undefined || held || document.visibilityState !== 'visible') return;
    held = true;
    const released = (): void => {
      held = false;
    };
    waker.request('screen').then((lock) => {
      lock.addEventListener('release', () => {
        released();
        ask();
      });
    }, released);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
};

type OldDocument = Document & {
  readonly webkitFullscreenElement?: Element | null;
  readonly webkitExitFullscreen?: () => void;
};
type OldElement = HTMLElement & { readonly webkitRequestFullscreen?: () => void };
const page = document as OldDocument;
const root = document.documentElement as OldElement;

export const mayFill = (): boolean =>
  typeof root.requestFullscreen === 'function' || typeof root.webkitRequestFullscreen === 'function';
export const isFull = (): boolean => Boolean(page.fullscreenElement || page.webkitFullscreenElement);
/** A browser may refuse: the page then stays as it is. */
const quietly = (done: Promise<void> | void): void => {
  if (done) done.catch(() => undefined);
};
const fill = (): void => {
  if (typeof root.requestFullscreen === 'function') quietly(root.requestFullscreen());
  else if (root.webkitRequestFullscreen) root.webkitRequestFullscreen();
};
const leave = (): void => {
  if (typeof page.exitFullscreen === 'function') quietly(page.exitFullscreen());
  else if (page.webkitExitFullscreen) page.webkitExitFullscreen();
};
export const toggleFull = (): void => (isFull() ? leave() : fill());
export const onFullChange = (changed: () => void): void => {
  document.addEventListener('fullscreenchange', changed);
  document.addEventListener('webkitfullscreenchange', changed);
};
