import { expect, test } from 'vitest';
import type { SellSumRow } from 'projections/reports/sell-sum/contract';
import { pivotOf } from './pivot.ts';

const row = (change: Partial<SellSumRow>): SellSumRow => ({
  key: '',
  shopId: 1,
  shopName: '罗湖店',
  billType: '销售',
  style: '光圈',
  type: '戒指',
  num: 1,
  goldWeight: 3.215,
  factFee: 2238.1,
  ...change,
});

test('a line per shop, style and kind of movement; returns lessen the totals and no other line (S1§5/12)', () => {
  const pivot = pivotOf([
    row({}),
    row({ type: '手链', factFee: 5000, goldWeight: 10.1 }),
    row({ billType: '退货', num: -1, goldWeight: -3.215, factFee: -2238.1 }),
    row({ shopId: 2, shopName: '南山店' }),
  ]);
  expect(pivot.categories).toEqual(['手链', '戒指']);
  expect(pivot.lines.map(({ shopName, billType, total }) => [shopName, billType, total.factFee])).toEqual([
    ['罗湖店', '销售', 7238.1],
    ['罗湖店', '退货', -2238.1],
    ['南山店', '销售', 2238.1],
  ]);
  expect(pivot.lines[0]?.cells.get('戒指')).toEqual({ num: 1, goldWeight: 3.215, factFee: 2238.1 });
  expect(pivot.totals.get('戒指')).toEqual({ num: 1, goldWeight: 3.215, factFee: 2238.1 });
  expect(pivot.total).toEqual({ num: 2, goldWeight: 13.315, factFee: 7238.1 });
});

test('no rows, no categories, and nothing in total', () => {
  expect(pivotOf([])).toEqual({
    categories: [],
    lines: [],
    totals: new Map(),
    total: { num: 0, goldWeight: 0, factFee: 0 },
  });
});
