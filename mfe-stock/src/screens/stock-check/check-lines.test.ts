import { expect, test } from 'vitest';
import { changeCount, checkColumns, editedLines, fitsFilter, recounted, type Line } from './check-lines.ts';

const line: Line = {
  goodsId: 7,
  barcode: '202600000017',
  type: '戒指',
  name: '足金戒指',
  bookNum: 2,
  factNum: 0,
  scanNum: 0,
  goldWeight: 3.215,
  pictures: '[]',
  remark: '',
  state: 'missing',
  missing: 2,
  gone: 0,
  explain: '',
  by: '',
};
const toneOf = (one: Line) =>
  checkColumns(false)
    .find(({ field }) => field === 'bookNum')
    ?.tone?.(one);

test('book quantity: red at 0, green when equal, amber when less than actual, a colour of its own when missing', () => {
  expect(toneOf(recounted({ ...line, bookNum: 0 }, { factNum: 1 }))).toBe('danger');
  expect(toneOf(recounted(line, { factNum: 2 }))).toBe('success');
  expect(toneOf(recounted(line, { factNum: 3 }))).toBe('attention');
  expect(toneOf(recounted(line, { factNum: 1 }))).toBe('severe');
  expect(toneOf(recounted({ ...line, gone: 2 }, { factNum: 0 }))).toBe('done');
});
test('the actual quantity is a whole number and is saved once typed', () => {
  expect(changeCount(line, 1.5)).toEqual({ line, message: '请输入整数' });
  const { line: typed } = changeCount(line, 2);
  expect(typed).toMatchObject({ factNum: 2, state: 'equal', missing: 0 });
  expect(editedLines([line, typed])).toEqual([
    { goodsId: 7, barcode: '202600000017', factNum: 2, scanNum: 0, remark: '' },
  ]);
});
test('differences can be filtered', () => {
  expect(fitsFilter(line, 'missing')).toBe(true);
  expect(fitsFilter(recounted(line, { factNum: 2 }), 'different')).toBe(false);
  expect(fitsFilter(line, 'unscanned')).toBe(true);
});
