/** Cash of 散客 at a till and day of entry: what of it is told, and in which words (R139). */
import { expect, test } from 'vitest';
import type { WalkInDay } from './live-checks.ts';
import { walkInNote, walkInSums } from './walk-in.ts';

const LIMIT = 100_000_00;
const DAY: WalkInDay = {
  shopId: 1,
  till: '一号台',
  day: '2026-11-25',
  document: 'sale-12',
  byId: 7,
  byName: '小李',
  inFen: 198_000_00,
  outFen: 0,
  inCount: 2,
  outCount: 0,
};
const sums = (change: Partial<WalkInDay>) =>
  walkInSums({ ...DAY, ...change }, LIMIT).map(({ direction, fen }) => [direction, fen]);

test('twice 99,000 at a till are told, one fen below the limit is not', () => {
  expect(sums({})).toEqual([['1', 198_000_00]]);
  expect(sums({ inFen: LIMIT - 1 })).toEqual([]);
});
test('one document alone has its own report; in and out stand apart', () => {
  expect(sums({ inCount: 1 })).toEqual([]);
  expect(sums({ inFen: 60_000_00, outFen: 60_000_00, outCount: 2 })).toEqual([]);
  expect(sums({ inFen: 0, inCount: 0, outFen: LIMIT, outCount: 2 })).toEqual([['2', LIMIT]]);
});
test('a row says till, day, number and sum; what was told before is not counted again', () => {
  const [sum] = walkInSums(DAY, LIMIT);
  expect(walkInNote(DAY, sum!, 0)).toEqual({
    kind: 'walk-in-cash',
    shopId: 1,
    who: { id: 7, name: '小李' },
    documentNo: 'XS12',
    amountFen: 198_000_00,
    what: '一号台 2026-11-25 录入的散客收现金共2单，合计198000.00元，达到大额现金限额',
  });
  expect(walkInNote(DAY, sum!, 150_000_00)).toMatchObject({ amountFen: 48_000_00 });
  expect(walkInNote(DAY, sum!, 198_000_00)).toBeNull();
  expect(walkInNote({ ...DAY, till: '' }, sum!, 0)?.what).toContain('未指定收银台 ');
});
