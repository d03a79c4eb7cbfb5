/** How this machine's printer differs from the drawing board; kept per machine, not per user. */
import { readStored, writeStored } from '../api/storage.ts';
import { createStore } from '../api/store.ts';
import type { PrinterFit } from './render.ts';

const KEY = 'jewel:printer';
/** mm, percent and dots per inch, as people type them. */
export type PrinterSettings = {
  readonly offsetX: number;
  readonly offsetY: number;
  readonly scale: number;
  /** 0: not known. */
  readonly dpi: number;
};
export const TRUE_PRINTER: PrinterSettings = { offsetX: 0, offsetY: 0, scale: 100, dpi: 0 };
export const PRINTER_LIMITS = { offset: 20, scale: [80, 120] } as const;
export const DPIS = [0, 203, 300, 600] as const;

const within = (value: unknown, [least, most]: readonly [number, number], fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : fallback;
/** Whatever lies in the browser's store, inside the limits. */
export const printerFrom = (kept: Partial<Record<keyof PrinterSettings, unknown>> | null): PrinterSettings => {
  const { offset, scale } = PRINTER_LIMITS;
  return {
    offsetX: within(kept?.offsetX, [-offset, offset], 0),
    offsetY: within(kept?.offsetY, [-offset, offset], 0),
    scale: within(kept?.scale, scale, 100),
    dpi: DPIS.find((dpi) => dpi === kept?.dpi) ?? 0,
  };
};
export const printerStore = createStore<PrinterSettings>(printerFrom(readStored('local', KEY, null)));
export const savePrinter = (settings: PrinterSettings): void => {
  const kept = printerFrom(settings);
  writeStored('local', KEY, kept);
  printerStore.set(kept);
};
const MM_PER_INCH = 25.4;
export const fitOf = ({ offsetX, offsetY, scale, dpi }: PrinterSettings): PrinterFit => ({
  offsetX,
  offsetY,
  scale: scale / 100,
  dotsPerMm: dpi === 0 ? undefined : Math.round((dpi / MM_PER_INCH) * 1000) / 1000,
});
export const readPrinter = (): PrinterFit => fitOf(printerFrom(readStored('local', KEY, null)));
