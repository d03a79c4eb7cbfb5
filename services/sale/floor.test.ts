/** What a piece may be sold for at least (R132): honest days, and the scheme that each limit let pass. */
import { describe, expect, test } from 'vitest';
import { floorBpOf, floorRuleOf } from '../contracts/sell-floor.ts';
import { floorFen, fullPriceFen, type LineMeasures } from './floor.ts';

const PIECE: LineMeasures = {
  tagPriceFen: 300_000,
  metalCostFen: 50_000,
  priceMode: '2',
  hasStone: false,
  gramShare: 0,
  boardFen: 60_000,
};
const LINE = {
  quantity: 1,
  netWeightMg: 5_000,
  sellWeightMg: 5_000,
  originalLabourFeeFen: 1_000,
  originalFineWorkFeeFen: 500,
  originalPieceWorkFeeFen: 2_000,
  unitCostFen: 200_000,
};

test('the full price is the board’s with the piece’s own fees; a fixed one is its tag', () => {
  expect(fullPriceFen(LINE, PIECE)).toBe(300_000 + 5 * 1_500 + 2_000);
  expect(fullPriceFen(LINE, { ...PIECE, priceMode: '1' })).toBe(300_000);
  expect(fullPriceFen({ ...LINE, quantity: 2 }, { ...PIECE, priceMode: '1' })).toBe(600_000);
});
describe('what the board does not quote', () => {
  test('goes by its tag, else by what its gold cost, and else asks', () => {
    const unquoted = { ...PIECE, boardFen: 0 };
    expect(fullPriceFen(LINE, unquoted)).toBe(300_000);
    expect(fullPriceFen(LINE, { ...unquoted, tagPriceFen: 0 })).toBe(250_000 + 9_500);
    expect(fullPriceFen(LINE, { ...unquoted, tagPriceFen: 0, metalCostFen: 0 })).toBeNull();
    expect(floorFen(LINE, { ...unquoted, tagPriceFen: 0, metalCostFen: 0 }, 8_000)).toBeNull();
  });
  test('by its tag gold that is cut off or added counts by its weight', () => {
    const unquoted = { ...PIECE, boardFen: 0 };
    expect(fullPriceFen({ ...LINE, sellWeightMg: 4_000 }, unquoted)).toBe(240_000);
    expect(fullPriceFen({ ...LINE, sellWeightMg: 6_000 }, unquoted)).toBe(360_000);
  });
});
test('the floor is so much of it, and the cost, never more than the full price; a cost of 0 sets none', () => {
  const full = 309_500;
  expect(floorFen(LINE, PIECE, 8_000)).toBe(full * 0.8);
  expect(floorFen({ ...LINE, unitCostFen: 280_000 }, PIECE, 8_000)).toBe(280_000);
  expect(floorFen({ ...LINE, unitCostFen: 400_000 }, PIECE, 8_000)).toBe(full);
  expect(floorFen({ ...LINE, unitCostFen: 0 }, PIECE, 8_000)).toBe(full * 0.8);
  expect(floorFen({ ...LINE, unitCostFen: 280_000, cutCostFen: -30_000 }, PIECE, 8_000)).toBe(250_000);
});
test('the setting is one number or a table of categories', () => {
  const table = floorRuleOf('{"戒指":85,"*":70}', 8_000);
  expect(table && [floorBpOf(table, '戒指'), floorBpOf(table, '项链')]).toEqual([8_500, 7_000]);
  const one = floorRuleOf('75.5', 8_000);
  expect(one && floorBpOf(one, '戒指')).toBe(7_550);
  const none = floorRuleOf('', 8_000);
  expect(none && floorBpOf(none, '戒指')).toBe(8_000);
  for (const wrong of ['-1', '101', '[1]', '{"戒指":"x"}', 'x']) expect(floorRuleOf(wrong, 8_000)).toBeNull();
});
