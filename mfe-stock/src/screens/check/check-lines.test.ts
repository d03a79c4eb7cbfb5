import { expect, test } from 'vitest';
import { changeCount, checkColumns, editedLines, fitsFilter, piecesOf, recounted, type Line } from './check-lines.ts';

const line: Line = {
  goodsId: 7,
  barcode: '202600000017',
  type: '戒指',
  name: '足金戒指',
  bookNum: 2,
  factNum: 0,
  scanNum: 0,
  goldWeight: 3.215,
  sellPrice: 2238,
  pictures: '[]',
  remark: '',
  state: 'missing',
  missing: 2,
  gone: 0,
  explain: '',
  by: '',
};
const toneOf = (one: Line) =>
  checkColumns(false, false)
    .find(({ field }) => field === 'bookNum')
    ?.tone?.(one);

test('book quantity: red at 0, green when equal, amber when less than actual, a colour of its own when missing (S0§4/11)', () => {
  expect(toneOf(recounted({ ...line, bookNum: 0 }, { factNum: 1 }))).toBe('danger');
  expect(toneOf(recounted(line, { factNum: 2 }))).toBe('success');
  expect(toneOf(recounted(line, { factNum: 3 }))).toBe('attention');
  expect(toneOf(recounted(line, { factNum: 1 }, true))).toBe('severe');
  expect(toneOf(recounted(line, { factNum: 1 }))).toBe('neutral');
  expect(toneOf(recounted({ ...line, gone: 2 }, { factNum: 0 }))).toBe('done');
});
test('the actual quantity is a whole number and is saved once typed (S0§5/14)', () => {
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
test('the weight below the lines is that of the pieces counted, and says so', () => {
  const sum = checkColumns(false, false).find(({ field }) => field === 'goldWeight')?.sum;
  if (typeof sum !== 'object') throw new Error('the weight has no sum of its own');
  const counted = [
    { ...line, barcode: 'LOT', goldWeight: 2, factNum: 5 },
    { ...line, barcode: 'RING', goldWeight: 0.001, factNum: 1 },
    { ...line, barcode: 'GONE', goldWeight: 7, factNum: 0 },
  ];
  expect(counted.map(sum.of)).toEqual([10, 0.001, 0]);
  expect(sum.counts).toBe('实盘');
});
test('while the count goes on what lacks is left to count, no difference', () => {
  const open = recounted(line, { factNum: 1 });
  expect(open).toMatchObject({ state: 'uncounted', missing: 0 });
  expect(fitsFilter(open, 'different')).toBe(false);
  expect(fitsFilter(open, 'uncounted')).toBe(true);
  const figures = (one: Line) => Object.fromEntries(Object.entries(piecesOf).map(([name, of]) => [name, of(one)]));
  expect(figures(open)).toEqual({ booked: 2, done: 1, left: 1, missing: 0, counted: 1 });
  expect(figures(recounted(line, { factNum: 1 }, true))).toMatchObject({ left: 0, missing: 1 });
  expect(figures(recounted({ ...line, gone: 1 }, { factNum: 0 }))).toMatchObject({ left: 1 });
});
test('a blind count has no columns of the books, and a count changes nothing it does not know', () => {
  const fields = checkColumns(true, true).map(({ field }) => field);
  for (const field of ['bookNum', 'state', 'explain']) expect(fields).not.toContain(field);
  const { bookNum: _, state: __, missing: ___, gone: ____, explain: _____, ...blind } = line;
  expect(recounted(blind, { factNum: 3 })).toEqual({ ...blind, factNum: 3 });
});
