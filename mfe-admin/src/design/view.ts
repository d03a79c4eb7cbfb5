/** How the board is looked at: zoom, raster, and the data that stands in the fields. */
import type { PrintData } from 'root-config/print';

/** Pixels of a millimetre at 100 %. */
export const PX_PER_MM = 96 / 25.4;
export const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8] as const;
/** Room around the page, mm at 100 %: what lies half outside can still be caught. */
export const EDGE_PX = 24;

export type View = {
  readonly kind: string;
  readonly zoom: number;
  readonly snap: boolean;
  readonly data: PrintData;
};
export const scaleOf = ({ zoom }: Pick<View, 'zoom'>): number => zoom * PX_PER_MM;

/** The nearest step above or below. */
export const zoomed = (zoom: number, direction: 1 | -1): number => {
  const next = direction > 0 ? ZOOMS.find((each) => each > zoom + 0.01) : ZOOMS.findLast((each) => each < zoom - 0.01);
  return next ?? zoom;
};
/** The page fills the room it has; labels are not blown up beyond four times. */
export const fitting = (page: { width: number; height: number }, room: { width: number; height: number }): number => {
  const free = (px: number): number => Math.max(px - 2 * EDGE_PX - 40, 80);
  const zoom = Math.min(free(room.width) / page.width, free(room.height) / page.height) / PX_PER_MM;
  return Math.min(Math.max(Math.round(zoom * 20) / 20, 0.25), 8);
};
