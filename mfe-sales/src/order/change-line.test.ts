import { describe, expect, test } from 'vitest';
import type { CustomerBuyRow } from 'projections/sales/contract';
import {
  changeLineBody,
  changeLineOf,
  savedChangeLine,
  whyNotReturnable,
  withBought,
  withReturnNum,
  withReturnPrice,
  withReturnTo,
} from './change-line.ts';

const lot: CustomerBuyRow = {
  id: 100_070_000,
  rawSellId: 10_007,
  orderNo: 'XS10007',
  customerId: 1,
  customerName: '王女士',
  sellAt: '2026-11-10',
  shopName: '罗湖店',
  barcode: 'LOT3',
  goodsId: 10_001,
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  name: '足金戒指',
  thumb: '',
  num: 3,
  sellGoldWeight: 9.645,
  cutDown: 0,
  factSellFee: 6714,
  refundable: 6713,
  returnPrice: 2237.67,
  returned: 0,
  refunded: 0,
  returnable: 3,
  returnedPoints: 0,
  seller: '张三',
  points: 7,
  pointValue: 0.1,
};

describe('a line that is brought back', () => {
  test('begins with all that may come back, at what was paid in the end', () => {
    expect(changeLineOf(lot)).toMatchObject({
      returnNum: 3,
      returnPrice: 2237.67,
      factReturnAmount: 6713,
      goldWeight: 9.645,
    });
    const rest = { ...lot, returnable: 1, returned: 2, refunded: 4475.33 };
    expect(changeLineOf(rest)).toMatchObject({ returnNum: 1, factReturnAmount: 2237.67, goldWeight: 3.215 });
  });
  test('takes no more pieces than may come back, and one at least', () => {
    const line = changeLineOf(lot);
    expect(withReturnNum(line, 2)).toMatchObject({ line: { returnNum: 2, factReturnAmount: 4475.33 } });
    expect(withReturnNum(line, 4)).toMatchObject({ line: { returnNum: 3 }, message: '最多可退3件' });
    expect(withReturnNum(line, 0)).toMatchObject({ line: { returnNum: 1 }, message: '退货数量不能小于1' });
  });
  test('at another price is that times its pieces; emptied, it is what was paid', () => {
    const cheaper = withReturnPrice(changeLineOf(lot), 2000).line;
    expect(cheaper.factReturnAmount).toBe(6000);
    expect(changeLineBody(cheaper)).toEqual({
      rawSellId: 10_007,
      barcode: 'LOT3',
      returnNum: 3,
      returnPrice: 2000,
      factReturnAmount: 6000,
      returnTo: '1',
      remark: '',
    });
    expect(withReturnPrice(cheaper, null).line.factReturnAmount).toBe(6713);
  });
  test('goes on the shelf unless said otherwise; what was cut needs a new label, and of several can only be melted', () => {
    expect(changeLineBody(withReturnTo(changeLineOf(lot), '2').line)).toMatchObject({ returnTo: '2' });
    const cut = changeLineOf({ ...lot, cutDown: -0.3 });
    expect(cut.returnTo).toBe('2');
    expect(withReturnTo(cut, '1')).toMatchObject({ line: { returnTo: '2' }, message: '截过金的多件首饰只能转旧料' });
    const one = changeLineOf({ ...lot, num: 1, returnable: 1, cutDown: -0.3 });
    expect(withReturnTo(one, '1')).toMatchObject({
      line: { returnTo: '1' },
      message: expect.stringContaining('新标签'),
    });
  });
  test('is not offered when it came back, or is about to', () => {
    expect(whyNotReturnable(lot)).toBeNull();
    expect(whyNotReturnable({ ...lot, returnable: 0, returned: 3 })).toBe('已退货');
    expect(whyNotReturnable({ ...lot, returnable: 0, returned: 1 })).toBe('退货待审');
  });
});

test('a saved return of a lot reckons with what others brought back, once that is known', () => {
  const saved = savedChangeLine({
    ...changeLineOf(lot),
    id: 100_080_000,
    goodsId: 1,
    type: '戒指',
    style: '光圈',
    fineness: '足金',
    sellNum: 3,
    refundable: 6713,
    returnNum: 1,
    factReturnAmount: 2237.66,
    goldWeight: 3.215,
    returnWeight: 3.215,
    soldCutDown: 0,
    needsLabel: false,
    labelId: 0,
    inspection: '',
    inspectionNo: '',
    points: 0,
    sellerPoints: 0,
  });
  // Another order brought one back for 2,237.67.
  const known = withBought(saved, { ...lot, returned: 1, refunded: 2237.67, returnable: 2 });
  expect(withReturnNum(known, 3)).toMatchObject({
    line: { returnNum: 2, factReturnAmount: 4475.33 },
    message: '最多可退2件',
  });
});
