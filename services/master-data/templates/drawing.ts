/** What seeded templates are drawn with: words, bars, lines and sheets in millimetres. */
import type { z } from 'zod';
import { LAYOUT_VERSION, PrintLayout } from '../../contracts/print-layout.ts';

/** Without its defaults, so that a seed reads like the label it draws. */
export type Drawing = z.input<typeof PrintLayout>;
export type Element = Drawing['elements'][number];
export type Words = {
  readonly fontSize?: number;
  readonly weight?: 'bold';
  readonly align?: 'center' | 'right';
  readonly fit?: 'wrap';
};
export type Box = readonly [x: number, y: number, width: number, height: number];
/** One line of text, box in mm. */
export const text = (words: string, [x, y, width, height]: Box, look: Words = {}): Element => ({
  type: 'text',
  text: words,
  x,
  y,
  width,
  height,
  fontSize: 7.5,
  ...look,
});
export const bars = ([x, y, width, height]: Box, field = 'barcode'): Element => ({
  type: 'barcode',
  field,
  x,
  y,
  width,
  height,
});
export const rule = (x: number, y: number, width: number): Element => ({
  type: 'line',
  x,
  y,
  width,
  height: 0,
  thickness: 0.2,
});
export const sheet = (width: number, height: number, elements: readonly Element[]): string =>
  JSON.stringify(PrintLayout.parse({ version: LAYOUT_VERSION, page: { width, height }, elements }));

export const STYLES = {
  count: { align: 'right' },
  percent: { align: 'right', format: 'percent' },
  money: { align: 'right', format: 'money', decimals: 2 },
  weight: { align: 'right', format: 'weight', unit: '' },
} as const;
