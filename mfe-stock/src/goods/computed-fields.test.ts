import { expect, test } from 'vitest';
import { grossWeight, nameOf, tagPrice, unitCost } from './computed-fields.ts';

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
test('a ring follows the formulas of S0§5 (S0§5/5 S0§9/6)', () => {
  expect(nameOf(ring)).toBe('18K金钻石六爪');
  expect(grossWeight(ring)).toBe(3.275);
  expect(unitCost(ring)).toBe(3810.3);
  expect(tagPrice(ring)).toBe(7814);
});
test('stones priced by count take their number (S0§5/5)', () => {
  expect(unitCost({ stoneMeasure: '数量', stoneP: 4, stoneCost: 12.5, stoneCt: 9 })).toBe(50);
});
test('each term of weight, cost and price counts by itself (S0§5/5)', () => {
  const full = {
    ...ring,
    partWeight: 0.5,
    partCost: 300,
    secondCt: 0.2,
    secondCost: 900,
    secondMeasure: '重量',
    secondP: 2,
    stoneWorkfee: 25,
    otherCost: 5,
    fineWorkFee: 12,
    piceWorkFee: 80,
  };
  expect(grossWeight(full)).toBe(3.815);
  expect(unitCost(full)).toBe(4170.3);
  // (4170.30 + 3.215 × (30 + 12) + 80) × 2 = 8770.66
  expect(tagPrice(full)).toBe(8771);
  const without = (change: Partial<typeof full>): readonly number[] => {
    const less = { ...full, ...change };
    return [grossWeight(less), unitCost(less), tagPrice(less)];
  };
  for (const [change, weight, cost, price] of [
    [{ workFee: 0 }, 3.815, 4170.3, 8578],
    [{ fineWorkFee: 0 }, 3.815, 4170.3, 8694],
    [{ piceWorkFee: 0 }, 3.815, 4170.3, 8611],
    [{ cerifCost: 0 }, 3.815, 4110.3, 8651],
    [{ stoneWorkfee: 0 }, 3.815, 4145.3, 8721],
    [{ otherCost: 0 }, 3.815, 4165.3, 8761],
    [{ partWeight: 0 }, 3.315, 4020.3, 8471],
    [{ secondCt: 0 }, 3.775, 3990.3, 8411],
    [{ stoneCt: 0 }, 3.755, 1770.3, 3971],
    [{ sellRaito: 1 }, 3.815, 4170.3, 4385],
    [{ secondMeasure: '数量' }, 3.815, 5790.3, 12011],
  ] as const)
    expect(without(change), JSON.stringify(change)).toEqual([weight, cost, price]);
});
