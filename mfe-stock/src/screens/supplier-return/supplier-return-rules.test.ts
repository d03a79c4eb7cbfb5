import { expect, test } from 'vitest';
import { linesElsewhere } from '../../documents/lines.ts';
import { changeQuantity, editBlocked, mixWarning, type Line } from './supplier-return-rules.ts';

const line: Line = {
  goodsId: 7,
  barcode: '202600000017',
  name: '足金戒指',
  type: '戒指',
  num: 3,
  returnNum: 2,
  goldWeight: 3.215,
  supplierId: 1,
  remark: '',
  shopId: 1,
};

test('0 and more than the stock become 1 and say why; a quantity within is taken', () => {
  expect(changeQuantity(line, 0)).toEqual({ line: { ...line, returnNum: 1 }, message: '退货数量不能为0！' });
  expect(changeQuantity(line, 4)).toEqual({ line: { ...line, returnNum: 1 }, message: '退货数量不能大于库存数量！' });
  expect(changeQuantity(line, 3)).toEqual({ line: { ...line, returnNum: 3 } });
});
test('a line of another shop is named', () => {
  expect(linesElsewhere([line], 2).map(({ path }) => path)).toEqual(['bizGoodsList.0.barcode']);
  expect(linesElsewhere([line], 1)).toEqual([]);
});
test('a mix of suppliers warns, pieces without one do not', () => {
  const other = { ...line, supplierId: 2 };
  expect(mixWarning({ supplierId: 1, bizGoodsList: [line] })).toBeNull();
  expect(mixWarning({ bizGoodsList: [line, { ...line, supplierId: null }] })).toBeNull();
  expect(mixWarning({ bizGoodsList: [line, other] })).toBe('明细中有其他供应商的首饰，请核对');
  expect(mixWarning({ supplierId: 2, bizGoodsList: [line] })).not.toBeNull();
});
test('a return of another day opens for whoever may edit on any day: it may have been reversed', () => {
  const of = (returnAt: string, anyDay: boolean) => editBlocked({ returnAt }, { today: '2026-11-27', anyDay });
  expect(of('2026-11-27', false)).toBeUndefined();
  expect(of('2026-11-26', true)).toBeUndefined();
  expect(of('2026-11-26', false)).toBe('只能编辑当天的退货单');
});
