/** A tag below what the gold alone is sold at (R148). */
import { expect, test } from 'vitest';
import { lacksFen } from './low-tag.ts';

const BOARD = 60_000;
const FLOOR = 8_000;
/** Three grams of 足金 at 600, of which 80 % are 1,440 yuan. */
const piece = { priceMode: '1', mainStoneCaratMilli: 0, tagPriceFen: 143_999, netWeightMg: 3_000 };

test('a fixed price below so much of its gold lacks the difference, one at it lacks nothing', () => {
  expect(lacksFen(piece, BOARD, FLOOR)).toBe(1);
  expect(lacksFen({ ...piece, tagPriceFen: 144_000 }, BOARD, FLOOR)).toBe(0);
});
test('a piece with a stone goes by its tag, too; one of gold alone by the board', () => {
  expect(lacksFen({ ...piece, priceMode: '', mainStoneCaratMilli: 300 }, BOARD, FLOOR)).toBe(1);
  expect(lacksFen({ ...piece, priceMode: '' }, BOARD, FLOOR)).toBe(0);
  expect(lacksFen({ ...piece, priceMode: '2', tagPriceFen: 1 }, BOARD, FLOOR)).toBe(0);
});
test('gold that is not quoted bounds nothing, and no tag is no low tag: it asks at the till', () => {
  expect(lacksFen(piece, 0, FLOOR)).toBe(0);
  expect(lacksFen({ ...piece, tagPriceFen: 0 }, BOARD, FLOOR)).toBe(0);
});
