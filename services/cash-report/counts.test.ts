/** Cash of a person's day counted by day of the documents and by day of entry (R139). */
import { expect, test } from 'vitest';
import { countsAtLimit, countsOf } from './counts.ts';
import type { CashBeside, CashSums } from './live-checks.ts';

const LIMIT = 100_000_00;
const PART = 99_999_00;
const [TODAY, EARLIER, BEFORE] = ['2026-11-25', '2026-11-24', '2026-11-23'];
const sums = (inFen = 0, outFen = 0): CashSums => ({ inFen, outFen });
const NOTHING: CashBeside = { dated: sums(), entered: { ...sums(), days: [] }, earlier: sums() };
/** Entered today before, by the days that is dated. */
const entered = (...parts: readonly (readonly [day: string, inFen: number, outFen?: number])[]) => ({
  inFen: parts.reduce((sum, [, inFen]) => sum + inFen, 0),
  outFen: parts.reduce((sum, [, , outFen = 0]) => sum + outFen, 0),
  days: parts.map(([day, inFen, outFen = 0]) => ({ day, isIn: inFen > 0, isOut: outFen > 0 })),
});
const told = (moved: CashSums, day: string, beside: Partial<CashBeside>) =>
  countsAtLimit(countsOf(moved, day, { ...NOTHING, ...beside }), moved, LIMIT);

test('three times 99,999 entered in one second are one day’s cash, whatever days they are dated', () => {
  expect(told(sums(PART), TODAY, {})).toEqual([]);
  expect(told(sums(PART), EARLIER, { entered: entered([TODAY, PART]) })).toEqual([
    { direction: '1', fen: 2 * PART, isEntered: true },
  ]);
  expect(told(sums(PART), BEFORE, { entered: entered([TODAY, PART], [EARLIER, PART]) })).toEqual([
    { direction: '1', fen: 3 * PART, isEntered: true },
  ]);
});
test('what was entered on three days and is dated alike is that day’s', () => {
  expect(told(sums(PART), EARLIER, { dated: sums(PART) })).toEqual([
    { direction: '1', fen: 2 * PART, isEntered: false },
  ]);
});
test('yesterday’s orders entered this morning are yesterday’s alone, and are not told twice', () => {
  const beside = { dated: sums(PART), entered: entered([EARLIER, PART]) };
  expect(told(sums(PART), EARLIER, beside)).toEqual([{ direction: '1', fen: 2 * PART, isEntered: false }]);
  expect(countsOf(sums(PART), EARLIER, { ...NOTHING, ...beside }).entered).toEqual(sums());
});
test('of two counts that both reach the limit the larger is told', () => {
  const beside = { dated: sums(PART), entered: entered([TODAY, PART], [EARLIER, PART]) };
  expect(told(sums(PART), EARLIER, beside)).toEqual([{ direction: '1', fen: 3 * PART, isEntered: true }]);
});
test('an edit enters today what it adds, no more', () => {
  const beside = { earlier: sums(60_000_00), entered: entered([EARLIER, PART]) };
  expect(told(sums(60_001_00), TODAY, beside)).toEqual([{ direction: '1', fen: LIMIT, isEntered: true }]);
  expect(told(sums(60_000_99), TODAY, beside)).toEqual([]);
  expect(told(sums(60_000_00), TODAY, beside)).toEqual([]);
});
test('in and out stand apart, also the days that they are dated', () => {
  const beside = { entered: entered([TODAY, 0, PART], [EARLIER, PART]) };
  expect(told(sums(1_00), EARLIER, beside)).toEqual([]);
  expect(told(sums(0, 1_00), EARLIER, beside)).toEqual([{ direction: '2', fen: LIMIT, isEntered: true }]);
});
