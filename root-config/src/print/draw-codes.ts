/** Barcodes and QR codes as vectors, quiet zones inside their boxes. Pure. */
import { encodeQR } from 'qr';
import { QUIET, code128 } from './code128.ts';
import { drawText, type Box } from './draw-text.ts';
import { num } from './svg.ts';

/** Figures below the bars, mm. */
const FIGURES_MM = 2.2;
const FIGURES_PT = 6.2;

/** Modules of a code with its quiet zones. @throws {RangeError} for signs Code 128 has not. */
export const modulesOf = (code: string): number => code128(code).reduce((sum, width) => sum + width, 0) + 2 * QUIET;
/**
 * Width of one module in mm: what the box gives, on a printer with known dots a whole number of them, so that
 * bars of one width are equally wide on paper.
 */
const moduleIn = (width: number, modules: number, dotsPerMm: number | undefined): number => {
  const module = width / modules;
  if (dotsPerMm === undefined || module * dotsPerMm < 1) return module;
  return Math.floor(module * dotsPerMm + 1e-6) / dotsPerMm;
};

type Barcode = { readonly showText: boolean; readonly dotsPerMm: number | undefined };
/** A code that has signs Code 128 cannot show is written in words instead. */
export const drawBarcode = (code: string, box: Box, { showText, dotsPerMm }: Barcode): string => {
  const words = (place: Box): string =>
    drawText(code, place, { fontSize: FIGURES_PT, align: 'center', weight: 'normal', fit: 'shrink' });
  let widths: readonly number[];
  try {
    widths = code128(code);
  } catch {
    return words(box);
  }
  const modules = widths.reduce((sum, width) => sum + width, 0) + 2 * QUIET;
  const module = moduleIn(box.width, modules, dotsPerMm);
  const height = Math.max(box.height - (showText ? FIGURES_MM : 0), 0);
  let at = box.x + (box.width - modules * module) / 2 + QUIET * module;
  const bars: string[] = [];
  widths.forEach((width, index) => {
    if (index % 2 === 0)
      bars.push(`M${num(at)} ${num(box.y)}h${num(width * module)}v${num(height)}h${num(-width * module)}z`);
    at += width * module;
  });
  const path = `<path d="${bars.join('')}" shape-rendering="crispEdges"/>`;
  const below = { ...box, y: box.y + box.height - FIGURES_MM, height: FIGURES_MM };
  return showText ? `${path}${words(below)}` : path;
};

const LEVELS = { L: 'low', M: 'medium', Q: 'quartile', H: 'high' } as const;
/** Free modules around a QR code (ISO 18004). */
const QR_QUIET = 4;
/** A text that is too long for a QR code is written in words instead. */
export const drawQr = (text: string, box: Box, level: keyof typeof LEVELS): string => {
  let rows: boolean[][];
  try {
    rows = encodeQR(text, 'raw', { ecc: LEVELS[level], border: QR_QUIET });
  } catch {
    return drawText(text, box, { fontSize: FIGURES_PT, align: 'left', weight: 'normal', fit: 'wrap' });
  }
  const side = Math.min(box.width, box.height);
  const [left, top] = [box.x + (box.width - side) / 2, box.y + (box.height - side) / 2];
  const module = side / rows.length;
  const dark: string[] = [];
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (row[x] !== true) continue;
      const from = x;
      while (row[x + 1] === true) x += 1;
      const length = (x - from + 1) * module;
      dark.push(
        `M${num(left + from * module)} ${num(top + y * module)}h${num(length)}v${num(module)}h${num(-length)}z`,
      );
    }
  });
  return `<path d="${dark.join('')}" shape-rendering="crispEdges"/>`;
};
