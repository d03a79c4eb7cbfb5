import { expect, test } from 'vitest';
import { goodsFieldIn } from './goods-fields.ts';

test('a stone is priced per carat, and per stone where stones are counted', () => {
  const field = goodsFieldIn('add');
  for (const [wire, measure] of [
    ['stoneCost', 'stoneMeasure'],
    ['secondCost', 'secondMeasure'],
  ] as const) {
    const { unitBy } = field(wire) as { unitBy?: (values: object) => string };
    expect(unitBy?.({ [measure]: '数量' }), wire).toBe('元/粒');
    expect(unitBy?.({ [measure]: '重量' }), wire).toBe('元/克拉');
    expect(unitBy?.({}), wire).toBe('元/克拉');
  }
});

test('gold and fees are per gram or per piece', () => {
  const wires = ['goldCost', 'partCost', 'workFee', 'fineWorkFee', 'piceWorkFee', 'cerifCost'] as const;
  const field = goodsFieldIn('add');
  expect(wires.map((wire) => (field(wire) as { unit?: string }).unit)).toEqual([
    '元/g',
    '元/g',
    '元/g',
    '元/g',
    '元/件',
    undefined,
  ]);
});
