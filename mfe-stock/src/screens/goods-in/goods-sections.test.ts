/** An attribute of a piece that no tab has can be typed by nobody. */
import { expect, test, vi } from 'vitest';
import { GOODS_FIELDS } from 'services/goods/contract';
import { goodsSections } from './goods-sections.ts';

vi.mock('root-config/api', () => ({ can: () => true }));
// What is drawn beside the fields brings stylesheets along.
vi.mock('./receipt-words.tsx', () => ({ ReceiptWords: () => null }));
vi.mock('./scale.tsx', () => ({ Scale: () => null }));

test('the dialog of a piece has every attribute once', () => {
  const shown = goodsSections('add', false).flatMap(({ fields = [] }) => fields.map(({ name }) => String(name)));
  const wires = Object.values(GOODS_FIELDS).map(({ wire }) => wire as string);
  expect(shown.filter((name) => wires.includes(name)).toSorted()).toEqual(wires.toSorted());
});
