import { expect, test } from 'vitest';
import { grossWeight, nameOf, tagPrice, unitCost } from './computed.ts';

const ring = {
  fineness: '18K金',
  stoneName: '钻石',
  style: '六爪',
  goldWeight: 3.215,
  goldCost: 420,
  stoneCt: 0.3,
  stoneCost: 8000,
  stoneMeasure: '重量',
  cerifCost: 60,
  workFee: 30,
  sellRaito: 2,
};

test('an empty form weighs and costs nothing', () => {
  expect([grossWeight({}), unitCost({}), tagPrice({}), nameOf({})]).toEqual([0, 0, 0, '']);
});
test('a ring follows the formulas of S0§5', () => {
  expect(nameOf(ring)).toBe('18K金钻石六爪');
  expect(grossWeight(ring)).toBe(3.275);
  expect(unitCost(ring)).toBe(3810.3);
  expect(tagPrice(ring)).toBe(7814);
});
test('stones priced by count take their number', () => {
  expect(unitCost({ stoneMeasure: '数量', stoneP: 4, stoneCost: 12.5, stoneCt: 9 })).toBe(50);
});
