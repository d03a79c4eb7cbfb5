import type { BoardRecord } from 'projections/quoted-prices/contract';
import { expect, test } from 'vitest';
import { boardBody, boardValues, doubtsOf, momentProblems, newLine, type BoardValues } from './board-values.ts';

const row = (price: number, cost = 0) => ({
  id: 1,
  quotedSort: 1,
  name: '足金',
  goldContent: '999',
  cost,
  price,
  measureUnit: '元/克',
});
const version = (price: number, validFrom: string) => ({
  adPicture: 'a.webp',
  backgroudPicture: '',
  remark: '好',
  details: [row(price)],
  validFrom,
  at: validFrom,
  by: '张三',
});
const record: BoardRecord = {
  id: 1,
  ...version(780, '2026-11-23T09:00:00.000+08:00'),
  next: version(800, '2026-11-24T09:30:00.000+08:00'),
};

test('the board goes out as it came in; a planned version keeps its moment', () => {
  const now = boardBody(boardValues(record, false) as BoardValues);
  expect(now).toMatchObject({ adPicture: 'a.webp', backgroudPicture: '', remark: '好', validFrom: null });
  expect(now.details).toEqual([
    { quotedSort: 1, name: '足金', goldContent: '999', cost: 0, price: 780, measureUnit: '元/克' },
  ]);
  expect(boardBody(boardValues(record, true) as BoardValues)).toMatchObject({
    validFrom: '2026-11-24T09:30:00+08:00',
    details: [{ price: 800 }],
  });
});
test('new rows are rows of their own', () => {
  expect(newLine().key).not.toBe(newLine().key);
  expect(newLine()).toMatchObject({ quotedSort: 0, cost: 0, price: 0, measureUnit: '元/克' });
});
test('a slip of the hand is asked about, a usual change is not', () => {
  const line = (price: number, change: object = {}) => ({ ...newLine(), name: '足金', before: 780, price, ...change });
  expect(doubtsOf([line(790)])).toEqual([]);
  expect(doubtsOf([line(78)])).toEqual(['足金：780.00 → 78.00，变动超过10%']);
  expect(doubtsOf([line(790, { cost: 791 })])).toEqual(['足金：销售金价790.00低于入库金价791.00']);
  expect(doubtsOf([line(0)])).toEqual(['足金：销售金价为0，视为不报价']);
  expect(doubtsOf([line(78, { before: null })])).toEqual([]);
});
test('a moment is a day and a time; a time as it is typed', () => {
  const board = boardValues(record, true) as BoardValues;
  expect(board).toMatchObject({ validFrom: '2026-11-24', validTime: '09:30' });
  const sent = (validTime: string) => boardBody({ ...board, validTime }).validFrom;
  expect([sent('9:05'), sent('1430'), sent('9：30'), sent('')]).toEqual([
    '2026-11-24T09:05:00+08:00',
    '2026-11-24T14:30:00+08:00',
    '2026-11-24T09:30:00+08:00',
    '2026-11-24T00:00:00+08:00',
  ]);
  for (const validTime of ['25:00', '9:60', '早上', '9']) {
    expect(momentProblems({ ...board, validTime })).toEqual([{ path: 'validTime', message: '请输入时间，如 09:30' }]);
  }
  expect(momentProblems({ validFrom: '', validTime: '09:30' })).toEqual([
    { path: 'validFrom', message: '请选择生效日期' },
  ]);
  expect(momentProblems({ validFrom: '', validTime: '' })).toEqual([]);
});
