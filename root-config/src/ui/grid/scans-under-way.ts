/** Scans that are being looked up, and whether one of them was not taken. */
type UnderWay = { readonly count: number; readonly missed: boolean };
let underWay: UnderWay = { count: 0, missed: false };
const watchers = new Set<(now: UnderWay) => void>();
const tell = (now: UnderWay): void => {
  underWay = now;
  for (const watcher of watchers) watcher(now);
};
export const scansUnderWay = (): number => underWay.count;
/** Hears where it stands at once, and every change. */
export const watchScans = (watcher: (now: UnderWay) => void): (() => void) => {
  watchers.add(watcher);
  watcher(underWay);
  return () => void watchers.delete(watcher);
};
export const scanBegins = (): void =>
  tell({ count: underWay.count + 1, missed: underWay.count > 0 && underWay.missed });
export const scanEnds = (taken: boolean): void =>
  tell({ count: underWay.count - 1, missed: underWay.missed || !taken });
