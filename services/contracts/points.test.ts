import { expect, test } from 'vitest';
import { bestRule, pointsOf, type PointsRule } from './points.ts';

const rule = (id: number, keys: Partial<PointsRule>): PointsRule => ({
  id,
  revision: 0,
  pointSort: 0,
  type: '戒指',
  style: '',
  fineness: '',
  amountFen: 100_00,
  customerPoint: 10,
  sellerPoint: 3,
  discount: 100,
  ...keys,
});
const ring = { type: '戒指', style: '四爪', fineness: '足金' };

test('the rule with the most keys wins, then the smallest place, then the smallest id', () => {
  const byStyle = rule(5, { style: '四爪' });
  const byFineness = rule(4, { fineness: '足金' });
  const both = rule(9, { style: '四爪', fineness: '足金', pointSort: 7 });
  expect(bestRule([byStyle, byFineness, both], ring)?.id).toBe(9);
  expect(bestRule([byStyle, byFineness], ring)?.id).toBe(4);
  expect(bestRule([byStyle, { ...byFineness, pointSort: 1 }], ring)?.id).toBe(5);
  expect(bestRule([byStyle, byFineness, both], { ...ring, type: '项链' })).toBeNull();
  expect(bestRule([rule(1, { style: '群镶' })], ring)).toBeNull();
});

test('points are rounded half up, once', () => {
  expect(pointsOf(rule(1, {}), { amountFen: 1234_56, rebateBp: 10_000 })).toEqual({ points: 123, sellerPoints: 37 });
  expect(pointsOf(rule(1, { customerPoint: 1 }), { amountFen: 150_00, rebateBp: 10_000 }).points).toBe(2);
});

test('a rebate below the discount gives none, nor does a rule without an amount, nor no rule', () => {
  const none = { points: 0, sellerPoints: 0 };
  const sold = { amountFen: 5000_00, rebateBp: 9_499 };
  expect(pointsOf(rule(1, { discount: 95 }), sold)).toEqual(none);
  expect(pointsOf(rule(1, { discount: 95 }), { ...sold, rebateBp: 9_500 }).points).toBe(500);
  expect(pointsOf(rule(1, { amountFen: 0, discount: 0 }), sold)).toEqual(none);
  expect(pointsOf(null, sold)).toEqual(none);
});
