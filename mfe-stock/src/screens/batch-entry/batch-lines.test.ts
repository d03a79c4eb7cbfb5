/** Rows of a batch: formulas, copies, messages in their order, what is sent. */
import { expect, test } from 'vitest';
import {
  batchBody,
  changeCell,
  copiesOf,
  headProblems,
  isUntouched,
  newBatchLine,
  totalsOf,
  whyNoCopy,
  whyNoRow,
  whyNoSave,
  type BatchLine,
} from './batch-lines.ts';

const HEAD = { shopId: 1, type: '戒指', printTemplate: '标准标签', inStorageAt: '2026-11-01', batchNo: '' };
const typed = (line: BatchLine, values: Record<string, unknown>): BatchLine =>
  Object.entries(values).reduce((before, [field, value]) => changeCell(field)(before, value).line, line);
const ring = (): BatchLine =>
  typed(newBatchLine(), { fineness: '足金', style: '光圈', goldWeight: 3.215, goldCost: 560, workFee: 20 });

test('name and price follow their formulas until somebody writes over them (S0§5/6)', () => {
  const line = ring();
  expect(line).toMatchObject({ name: '足金光圈', sellPrice: 1865, num: 1, sellRaito: 1 });
  const own = typed(line, { name: '婚戒', sellPrice: 1999, style: '六爪', goldWeight: 5 });
  expect(own).toMatchObject({ name: '婚戒', sellPrice: 1999, style: '六爪' });
});
test('an emptied name or price goes back to its formula', () => {
  const own = typed(ring(), { name: '婚戒', sellPrice: 1999 });
  expect(typed(own, { name: '', sellPrice: null })).toMatchObject({ name: '足金光圈', sellPrice: 1865 });
  expect(typed(own, { name: '', style: '六爪' })).toMatchObject({ name: '足金六爪' });
});
test('a quantity is at least one', () => {
  expect(changeCell('num')(ring(), 0)).toMatchObject({ line: { num: 1 }, message: '数量不能小于1' });
  expect(changeCell('num')(ring(), 3)).toEqual({ line: expect.objectContaining({ num: 3 }) });
});
test('copies are lines of their own (S0§2/8)', () => {
  const line = ring();
  const copies = copiesOf(line, 3);
  expect(new Set([line, ...copies].map(({ row }) => row)).size).toBe(4);
  expect(copies[2]).toMatchObject({ name: '足金光圈', goldWeight: 3.215 });
});
test('the header lacks its fields in the order of the document (S0§5/7)', () => {
  expect(headProblems({ batchNo: '' }).map(({ message }) => message)).toEqual([
    '分店不能为空',
    '入库日期不能为空',
    '请选择首饰类别',
    '请选择标签模板',
  ]);
  expect(headProblems(HEAD)).toEqual([]);
});
test('a row needs shop, category and template, in that order (S0§5/8)', () => {
  expect(whyNoRow({ batchNo: '' })).toBe('请选择分店！');
  expect(whyNoRow({ shopId: 1, batchNo: '' })).toBe('请选择类别！');
  expect(whyNoRow({ shopId: 1, type: '戒指', batchNo: '' })).toBe('请选择打印模板！');
  expect(whyNoRow(HEAD)).toBeUndefined();
});
test('copying needs a row and a count (S0§5/8)', () => {
  expect(whyNoCopy(0, 1)).toBe('请至少先添加一条数据！');
  expect(whyNoCopy(1, 0)).toBe('复制的行数必须大于等于1！');
  expect(whyNoCopy(1, Number.NaN)).toBe('复制的行数必须大于等于1！');
  expect(whyNoCopy(1, 500)).toBe('一次最多批量入库500条');
  expect(whyNoCopy(1, 499)).toBeUndefined();
});
test('saving needs a row, and a name in every row (S0§5/8)', () => {
  expect(whyNoSave([])?.message).toBe('请至少先添加一条数据！');
  expect(whyNoSave([ring(), newBatchLine()])).toEqual({
    path: 'list.1.name',
    message: '请检查第！2 行商品名称不能为空！',
  });
  expect(whyNoSave([ring()])).toBeUndefined();
});
test('what is sent: header once, rows without empty and computed cells', () => {
  const body = batchBody(HEAD, [typed(ring(), { remark: '', cerif: null })]);
  expect(body).toMatchObject({ shopId: 1, type: '戒指', supplierId: null, inStorageAt: '2026-11-01' });
  const [line] = body['list'] as Record<string, unknown>[];
  expect(line).toMatchObject({ num: 1, name: '足金光圈', goldWeight: 3.215, stoneMeasure: '重量' });
  for (const field of ['remark', 'cerif', 'weight', 'piceCost', 'type', 'row']) expect(line).not.toHaveProperty(field);
});
test('totals multiply by quantity', () => {
  expect(totalsOf([ring(), typed(ring(), { num: 3 })])).toEqual({
    rows: 2,
    num: 4,
    goldWeight: 12.86,
    sellPrice: 7460,
  });
});

test('a row is untouched until something is typed into it', () => {
  expect(isUntouched(newBatchLine())).toBe(true);
  expect(isUntouched({ ...newBatchLine(), name: '' })).toBe(true);
  expect(isUntouched({ ...newBatchLine(), name: '戒指' })).toBe(false);
  expect(isUntouched({ ...newBatchLine(), num: 2 })).toBe(false);
});
