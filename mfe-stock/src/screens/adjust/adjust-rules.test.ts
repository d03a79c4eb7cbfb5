import { expect, test } from 'vitest';
import { checkAdjust, quantityOf, type Line } from './adjust-rules.ts';

const line: Line = {
  goodsId: 7,
  barcode: '202600000017',
  name: '足金戒指',
  type: '戒指',
  stock: 3,
  num: 2,
  goldWeight: 3.215,
  reason: '',
  shopId: 1,
};

test('a loss is at most what is there; a find is not limited; both are at least one', () => {
  expect(quantityOf('1')(line, 4)).toEqual({ line: { ...line, num: 1 }, message: '报损数量不能大于库存数量！' });
  expect(quantityOf('1')(line, 3)).toEqual({ line: { ...line, num: 3 } });
  expect(quantityOf('2')(line, 4)).toEqual({ line: { ...line, num: 4 } });
  for (const kind of ['1', '2'] as const) {
    expect(quantityOf(kind)(line, 0)).toEqual({ line: { ...line, num: 1 }, message: '数量不能为0！' });
  }
});
test('a line of another shop is named', () => {
  expect(checkAdjust({ shopId: 2, bizGoodsList: [line] }).map(({ path }) => path)).toEqual(['bizGoodsList.0.barcode']);
  expect(checkAdjust({ shopId: 1, bizGoodsList: [line] })).toEqual([]);
});
