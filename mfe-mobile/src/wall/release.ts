/** A page that stands for months: which release it is, and a worker that opens it while the house is away. */

const SCRIPT = /\/mfe-mobile\/wall-\w+\.js/;
/** Whether the house has another release of this page than the one that runs. */
export const isOtherRelease = (html: string, ownScript: string): boolean => {
  const found = SCRIPT.exec(html);
  return found !== null && found[0] !== ownScript;
};

/** Behind the prices. */
const LATER_MS = 2_000;
export const keepWithoutHouse = (): void => {
  if (!('serviceWorker' in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register('/wall-worker.js', { scope: '/report-price' }).catch(() => undefined);
  }, LATER_MS);
};
