/** Addresses of the shoppers' pages: the browser's own history, one page at a time. */
const listeners = new Set<() => void>();
const tell = (): void => {
  for (const listener of listeners) listener();
};
/** Path and query, as pages are chosen by. */
export const addressNow = (): string => `${location.pathname}${location.search}`;
/** The query of the address, for a page to read. */
export const queryNow = (): URLSearchParams => new URLSearchParams(location.search);

export const listenToAddress = (listener: () => void): (() => void) => {
  listeners.add(listener);
  addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('popstate', listener);
  };
};

/** Opens a page of ours; the way back leads here. */
export const goTo = (path: string): void => {
  history.pushState(null, '', path);
  scrollTo(0, 0);
  tell();
};
/** The same without a way back: nobody wants to return to what passed by. */
export const turnTo = (path: string): void => {
  history.replaceState(null, '', path);
  scrollTo(0, 0);
  tell();
};
/** Leaves for an address that is not ours, or loads one of ours anew. */
export const leaveFor = (url: string): void => location.replace(url);
