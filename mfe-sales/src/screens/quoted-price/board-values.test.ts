import type { BoardRecord } from 'projections/quoted-prices/contract';
import { expect, test } from 'vitest';
import { boardBody, boardValues, doubtsOf, newLine, type BoardValues } from './board-values.ts';

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
