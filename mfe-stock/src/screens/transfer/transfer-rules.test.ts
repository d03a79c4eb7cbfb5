import { expect, test } from 'vitest';
import { changeQuantity, checkTransfer, type Line } from './transfer-rules.ts';

const line: Line = {
  outGoodsId: 7,
  barcode: '202600000017',
  name: '足金戒指',
  type: '戒指',
  outNum: 3,
  inNum: 2,
  workFee: 0,
  fineWorkFee: 0,
  piceWorkFee: 0,
  goldWeight: 3.215,
  remark: '',
  shopId: 1,
};

test('a quantity of 0 becomes 1 and says why (S0§4/12)', () => {
  expect(changeQuantity(line, 0)).toEqual({ line: { ...line, inNum: 1 }, message: '调入数量不能为0！' });
});
test('more than the stock becomes 1 and says why (S0§4/12)', () => {
  expect(changeQuantity(line, 4)).toEqual({ line: { ...line, inNum: 1 }, message: '调入数量不能大于库存数量！' });
});
test('a quantity within the stock is taken', () => {
  expect(changeQuantity(line, 3)).toEqual({ line: { ...line, inNum: 3 } });
});
test('one shop cannot be both', () => {
  expect(checkTransfer({ outShopId: 1, inShopId: 1, bizGoodsList: [line] })).toEqual([
    { path: 'inShopId', message: '调入和调出分店不能一样！' },
  ]);
});
test('a line of another shop is named', () => {
  expect(checkTransfer({ outShopId: 2, inShopId: 3, bizGoodsList: [line] }).map(({ path }) => path)).toEqual([
    'bizGoodsList.0.barcode',
  ]);
});
