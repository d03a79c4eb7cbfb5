import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoWithOffset } from '../contracts/dates.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { boardNow, quotedPriceDecider as board, validAt, type BoardState, type QuoteCommand } from './decider.ts';

const NOW = Date.parse('2026-11-23T09:00:00+08:00');
const MINUTE = 60_000;
const HOUR = 3_600_000;
const quote = (priceFen: number, at: number, from: number | null): QuoteCommand => ({
  type: 'Quote',
  now: isoWithOffset(new Date(at)),
  board: {
    boardId: 1,
    validFrom: from === null ? null : isoWithOffset(new Date(from)),
    adPicture: '',
    backgroundPicture: '',
    remark: '',
    details: [{ sort: 1, name: '足金', goldContent: '', costFen: 0, priceFen, measureUnit: '元/克' }],
  },
});
const after = (state: BoardState, command: QuoteCommand): BoardState => {
  const verdict = board.decide(command, state);
  if (isRefusal(verdict)) throw new Error(verdict.message);
  return verdict.reduce((now, event) => board.evolve(now, event), state);
};
const priceAt = ({ versions }: BoardState, moment: number): number | undefined =>
  validAt(versions, moment)?.details[0]?.priceFen;

test('a version is valid from now, or from when it says', () => {
  const first = after(board.initial, quote(78_000, NOW, null));
  const planned = after(first, quote(79_000, NOW + MINUTE, NOW + HOUR));
  expect(planned.version).toBe(2);
  expect(priceAt(planned, NOW - 1)).toBeUndefined();
  expect(priceAt(planned, NOW)).toBe(78_000);
  expect(priceAt(planned, NOW + HOUR - 1)).toBe(78_000);
  expect(priceAt(planned, NOW + HOUR)).toBe(79_000);
});
test('a correction of now leaves what is planned; a plan of the same moment takes its place (S1§7/6)', () => {
  const planned = after(after(board.initial, quote(78_000, NOW, null)), quote(79_000, NOW, NOW + HOUR));
  const mended = after(planned, quote(78_500, NOW + MINUTE, null));
  expect([priceAt(mended, NOW + MINUTE), priceAt(mended, NOW + HOUR)]).toEqual([78_500, 79_000]);
  const replaced = after(mended, quote(80_000, NOW + 2 * MINUTE, NOW + HOUR));
  expect([priceAt(replaced, NOW + 2 * MINUTE), priceAt(replaced, NOW + HOUR)]).toEqual([78_500, 80_000]);
});
test('nothing is quoted for the past, nor for years ahead', () => {
  const why = (from: number) => board.decide(quote(1, NOW, from), board.initial);
  const past = why(NOW - 2 * MINUTE);
  expect(isRefusal(past) && past.fields).toEqual([{ path: 'validFrom', message: '生效时间不能早于现在' }]);
  const far = why(NOW + 400 * 24 * HOUR);
  expect(isRefusal(far) && far.fields).toEqual([{ path: 'validFrom', message: '生效时间不能晚于一年之后' }]);
  // Typed to the minute, a little ago: from now on.
  expect(priceAt(after(board.initial, quote(5, NOW, NOW - MINUTE / 2)), NOW)).toBe(5);
});
test('a command whose moment was taken before the last version was entered has that version before it', () => {
  const first = after(board.initial, quote(78_000, NOW, null));
  const second = after(first, quote(79_000, NOW + MINUTE, null));
  expect(boardNow(board.initial, NOW)).toBeNull();
  expect(boardNow(second, NOW + 1)?.details[0]?.priceFen).toBe(79_000);
  expect(boardNow(second, NOW + HOUR)?.details[0]?.priceFen).toBe(79_000);
});
test('the short state answers from now on as the whole history does', () => {
  const step = fc.record({ wait: fc.integer({ min: 0, max: 3 }), ahead: fc.integer({ min: -1, max: 5 }) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let now = NOW;
      let state: BoardState = board.initial;
      const all: { from: number; price: number }[] = [];
      for (const [index, { wait, ahead }] of steps.entries()) {
        now += wait * MINUTE;
        const from = ahead < 0 ? null : now + ahead * MINUTE;
        state = after(state, quote(index + 1, now, from));
        all.push({ from: from ?? now, price: index + 1 });
      }
      for (let later = now; later <= now + 6 * MINUTE; later += MINUTE) {
        const reached = all.filter(({ from }) => from <= later);
        const latest = Math.max(...reached.map(({ from }) => from));
        expect(priceAt(state, later)).toBe(reached.findLast(({ from }) => from === latest)?.price);
      }
    }),
  );
});
