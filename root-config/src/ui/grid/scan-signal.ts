/** Tells open grids that fast keys were a barcode, so that the cell the first of them opened is closed unchanged. */
const listeners = new Set<() => void>();
export const onScanned = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const announceScan = (): void => {
  for (const listener of listeners) listener();
};
