/** A column of prices: name, gold content, price with unit (S1§2.14). */
import type { WallLine } from './board.ts';
import { place } from './dom.ts';
import { contentText, priceText } from './words.ts';

/** Up to so many characters a name stays in one line. */
const ONE_LINE = 8;
const rowOf = (body: Element, { name, goldContent, price, measureUnit }: WallLine): void => {
  const row = place(body, 'tr', '');
  const head = place(row, 'th', name.length > ONE_LINE ? 'wall-long' : '');
  head.scope = 'row';
  head.textContent = name;
  place(row, 'td', 'wall-content').textContent = contentText(goldContent);
  const figure = place(row, 'td', 'wall-figure');
  place(figure, 'b', '').textContent = priceText(price);
  place(figure, 'small', '').textContent = measureUnit;
};
export const tableOf = (lines: readonly WallLine[]): HTMLTableElement => {
  const table = document.createElement('table');
  const heads = place(place(table, 'thead', ''), 'tr', '');
  for (const [text, className] of [
    ['品名', ''],
    ['含金量', 'wall-content'],
    ['价格', 'wall-figure'],
  ] as const) {
    const head = place(heads, 'th', className);
    head.scope = 'col';
    head.textContent = text;
  }
  const body = place(table, 'tbody', '');
  for (const line of lines) rowOf(body, line);
  return table;
};
