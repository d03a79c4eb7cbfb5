/** Labels in millimetres out of a print template's elements. Pure. */
import { z } from 'zod';
import { QUIET, code128 } from './code128.ts';

const Place = { x: z.number(), y: z.number(), width: z.number(), height: z.number().default(5) };
const Text = z.object({
  type: z.literal('text'),
  ...Place,
  text: z.string(),
  /** mm */
  fontSize: z.number().default(3),
  bold: z.boolean().default(false),
  align: z.enum(['left', 'center', 'right']).default('left'),
});
const Barcode = z.object({
  type: z.literal('barcode'),
  ...Place,
  field: z.string(),
  showText: z.boolean().default(true),
});
/** Elements of later kinds are left to the designer's own print. */
const Other = z.object({ type: z.string() });
export const LabelTemplate = z.object({
  page: z.object({ width: z.number().positive(), height: z.number().positive() }),
  elements: z.array(z.union([Text, Barcode, Other])),
});
export type LabelTemplate = z.infer<typeof LabelTemplate>;
/** Values of one label by wire name. */
export type LabelData = Readonly<Record<string, unknown>>;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const WEIGHTS = ['goldWeight', 'partWeight', 'weight', 'overlayWeight', 'stoneCt', 'secondCt'];
const valueOf = (data: LabelData, field: string): string => {
  const value = data[field];
  if (typeof value === 'number') return WEIGHTS.includes(field) ? value.toFixed(3) : String(value);
  return typeof value === 'string' ? value : '';
};
const isBlank = (data: LabelData, field: string): boolean => {
  const value = data[field];
  return value === undefined || value === null || value === '' || (value === 0 && WEIGHTS.includes(field));
};
const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** A part whose placeholders are all empty is left out: no 「圈口：」 on a necklace. Two spaces part a line. */
const filled = (text: string, data: LabelData): string =>
  text
    .split(/ {2,}/)
    .filter((part) => {
      const fields = [...part.matchAll(PLACEHOLDER)].map(([, field]) => field ?? '');
      return fields.length === 0 || !fields.every((field) => isBlank(data, field));
    })
    .join('\u3000')
    .replace(PLACEHOLDER, (_, field: string) => valueOf(data, field));
const mm = (value: number): string => `${Math.round(value * 100) / 100}mm`;
const placed = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): string =>
  `left:${mm(x)};top:${mm(y)};width:${mm(width)};height:${mm(height)}`;

const bars = (text: string, height: number): string => {
  const widths = code128(text);
  const total = widths.reduce((sum, width) => sum + width, 0) + 2 * QUIET;
  let at = QUIET;
  const rects = widths.map((width, index) => {
    const rect = index % 2 === 0 ? `<rect x="${at}" y="0" width="${width}" height="1"/>` : '';
    at += width;
    return rect;
  });
  return `<svg viewBox="0 0 ${total} 1" preserveAspectRatio="none" style="height:${mm(height)}" shape-rendering="crispEdges">${rects.join('')}</svg>`;
};
const TEXT_MM = 2.2;
const barcode = (element: z.infer<typeof Barcode>, data: LabelData): string => {
  const text = valueOf(data, element.field);
  if (text === '') return '';
  const height = element.height - (element.showText ? TEXT_MM : 0);
  const words = element.showText ? `<span class="code">${escaped(text)}</span>` : '';
  return `<div style="${placed(element)}">${bars(text, height)}${words}</div>`;
};
const element = (one: LabelTemplate['elements'][number], data: LabelData): string => {
  if ('text' in one) {
    const text = filled(one.text, data);
    const look = `font-size:${mm(one.fontSize)};text-align:${one.align}${one.bold ? ';font-weight:700' : ''}`;
    return text === '' ? '' : `<div style="${placed(one)};${look}">${escaped(text)}</div>`;
  }
  return 'field' in one ? barcode(one, data) : '';
};

export type LabelSheets = { readonly markup: string; readonly css: string; readonly page: string };
/** One sheet per label: markup, its style, and the size of the paper. */
export const labelSheets = ({ page, elements }: LabelTemplate, labels: readonly LabelData[]): LabelSheets => ({
  page: `${mm(page.width)} ${mm(page.height)}`,
  css: `section{position:relative;width:${mm(page.width)};height:${mm(page.height)};overflow:hidden;break-after:page}
section:last-child{break-after:auto}
div{position:absolute;overflow:hidden;white-space:nowrap;line-height:1.15}
svg{display:block;width:100%}
.code{display:block;text-align:center;font-size:${mm(TEXT_MM)};line-height:1;font-variant-numeric:tabular-nums}`,
  markup: labels.map((data) => `<section>${elements.map((one) => element(one, data)).join('')}</section>`).join(''),
});
