/** Slips on which no amount is a field (R148). */
import { expect, test } from 'vitest';
import { LAYOUT_VERSION } from '../../contracts/print-layout.ts';
import { lacksAmounts } from './amounts.ts';

const box = { x: 0, y: 0, width: 40, height: 8 };
const drawn = (...elements: readonly object[]): string =>
  JSON.stringify({ version: LAYOUT_VERSION, page: { width: 80, height: 120 }, elements });
const typed = { type: 'text', ...box, text: '实付 100.00 元' };

test.each(['invoice', 'recycle', 'deposit'])('a slip %s whose amount is typed lacks its fields', (kind) => {
  expect(lacksAmounts(kind, drawn(typed, { type: 'field', ...box, field: 'shopName' }))).toBe(true);
});
test('one that prints an amount does not, as a field, in words or within a text', () => {
  expect(lacksAmounts('invoice', drawn(typed, { type: 'field', ...box, field: 'factFee' }))).toBe(false);
  expect(lacksAmounts('invoice', drawn({ type: 'field', ...box, field: 'factFeeWords' }))).toBe(false);
  expect(lacksAmounts('invoice', drawn({ type: 'text', ...box, text: '应付 {{payableFee}}' }))).toBe(false);
});
test('a field that is never printed is none', () => {
  expect(lacksAmounts('invoice', drawn({ type: 'field', ...box, field: 'factFee', show: 'never' }))).toBe(true);
});
test('labels, papers that tell no money, and what nobody drew yet are not judged', () => {
  expect(lacksAmounts('label', drawn(typed))).toBe(false);
  expect(lacksAmounts('allocate', drawn(typed))).toBe(false);
  expect(lacksAmounts('invoice', '')).toBe(false);
});
