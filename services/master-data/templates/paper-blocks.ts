/** Parts that the papers of the counter are put together from: half a sheet, 210 × 140 mm. */
import { STYLES, rule, text, type Box, type Element, type Words } from './drawing.ts';

export const [WIDTH, HEIGHT, LEFT, INNER] = [210, 140, 10, 190];
const FONT = 9.5;
export const last = (element: Element): Element => ({ ...element, sheets: 'last' });
export const line = (words: string, box: Box, look: Words = {}): Element =>
  text(words, box, { fontSize: FONT, ...look });
/** What is said once, below all lines. */
export const foot = (words: string, box: Box, look: Words = {}): Element => last(line(words, box, look));
export const amount = (field: string, prefix: string, [x, y, width, height]: Box, fontSize = 13): Element => ({
  type: 'field',
  field,
  prefix: `${prefix}：￥`,
  format: 'money',
  decimals: 2,
  x,
  y,
  width,
  height,
  fontSize,
  weight: 'bold',
  align: 'right',
  sheets: 'last',
});
/** Somebody's name before a line to write on. */
export const signature = (
  words: string,
  [x, y, width]: readonly [x: number, y: number, width: number],
  name: number,
): Element[] => [foot(words, [x, y, name, 5]), last(rule(x + name + 1, y + 4.8, width - name - 3))];
export type Column = readonly [
  field: string,
  title: string,
  width: number,
  style?: keyof typeof STYLES | `sum-${keyof typeof STYLES}`,
];
const styleOf = (style: Column[3]): object => {
  if (style === undefined) return {};
  const [sum, plain] = style.startsWith('sum-') ? [true, style.slice(4)] : [false, style];
  return { ...STYLES[plain as keyof typeof STYLES], sum };
};
/** A list of the document: it follows the one above it, and is not there without lines. */
export const list = (
  field: string,
  title: string,
  [y, height]: readonly [number, number],
  columns: readonly Column[],
): Element => ({
  type: 'table',
  field,
  title,
  flow: true,
  x: LEFT,
  y,
  width: columns.reduce((sum, [, , wide]) => sum + wide, 0),
  height,
  rowHeight: 5,
  fontSize: 8.5,
  columns: columns.map(([name, words, width, style]) => ({ field: name, title: words, width, ...styleOf(style) })),
});
export const heading = (title: string): Element[] => [
  text('{{pending}}', [LEFT, 7, 40, 5], { fontSize: 10 }),
  text(`{{shopName}} ${title}`, [LEFT + 44, 6, INNER - 88, 8], { fontSize: 16, weight: 'bold', align: 'center' }),
  text('{{reprint}}', [WIDTH - LEFT - 44, 7, 44, 5], { fontSize: 10, weight: 'bold', align: 'right' }),
];
export const pages = (height = HEIGHT): Element[] => [
  text('打印：{{printedBy}} {{printedAt}}', [LEFT, height - 7, 95, 4]),
  text('第{{sheet}}页 共{{sheetCount}}页', [WIDTH - LEFT - 95, height - 7, 95, 4], { align: 'right' }),
];
