import { expect, test } from 'vitest';
import {
  earnedPoints,
  heldPoints,
  kindOf,
  kindsIn,
  marginFen,
  pointsTakenBack,
  spentPoints,
  withoutCost,
} from './earning.ts';
import { PieceMatch, lineOf, withCutDown } from './line.ts';

const found = PieceMatch.parse({
  id: 7,
  barcode: 'A1',
  num: 3,
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  goldWeight: 3.215,
  sellPrice: 2238,
  piceCost: 1800.4,
  goldCost: 560,
});
const ring = lineOf(found);
const rule = { amountFen: 10_000, customerPoint: 1, sellerPoint: 2, discount: 80 };

test('a rule is asked for each kind once; points follow amount and rebate, and wait until all rules are known', () => {
  const lines = [ring, { ...ring, barcode: 'A2' }];
  expect(kindsIn(lines)).toEqual([{ type: '戒指', style: '光圈', fineness: '足金' }]);
  expect(earnedPoints(lines, (kind) => (kind === kindOf(ring) ? rule : undefined))).toBe(44);
  expect(earnedPoints(lines, () => undefined)).toBeUndefined();
  expect(earnedPoints(lines, () => null)).toBe(0);
  expect(earnedPoints([{ ...ring, rebate: 79 }], () => rule)).toBe(0);
  expect([spentPoints([{ rebateInte: 121 }, { rebateInte: 0 }]), pointsTakenBack([{ points: 3 }])]).toEqual([121, 3]);
});
test('a saved order keeps the points of its gifts, and those that what comes back had earned', () => {
  const sellGiftList = [{ rebateInte: 20 }, { rebateInte: 0 }];
  expect(heldPoints({ sellGiftList, sellChangeList: [{ points: 30 }] })).toBe(50);
});
test('the margin is price less cost, less what cut gold takes along; unknown where any cost is', () => {
  expect(marginFen([ring])).toBe(43_760);
  const cut = withCutDown(ring, -0.6);
  expect('line' in cut && marginFen([cut.line])).toBe(43_760 + 33_600);
  const added = withCutDown(ring, 0.3);
  expect('line' in added && marginFen([added.line])).toBeUndefined();
  const { piceCost: _cost, ...unseen } = found;
  expect(marginFen([ring, lineOf(unseen)])).toBeUndefined();
});
test('what is put aside for others holds no cost', () => {
  expect(JSON.stringify(withoutCost({ ...ring }))).not.toMatch(/costFen|goldCostFen/i);
  expect(withoutCost({ barcode: 'ZP' })).toEqual({ barcode: 'ZP' });
});
