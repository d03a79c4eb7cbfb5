/** Rules of points, and what holds whatever documents do: the balance is the sum of the ledger, and only returns make it negative. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { sumsOf, type PointsCommand } from './commands.ts';
import { pointsDecider } from './decider.ts';
import type { PointsEvent, PostedLine } from './events.ts';
import { freePoints, heldPoints, type PointsState } from './state.ts';

const customerId = 12;
const { decide, evolve, initial } = pointsDecider;
type Log = { readonly state: PointsState; readonly events: readonly PointsEvent[] };
const NOTHING: Log = { state: initial, events: [] };
const run = ({ state, events }: Log, command: PointsCommand): Log => {
  const verdict = decide(command, state);
  if (isRefusal(verdict)) throw new Error(verdict.message);
  return { state: verdict.reduce(evolve, state), events: [...events, ...verdict] as PointsEvent[] };
};
const document = (id: number) => ({ kind: 'sale', id, no: `XS${id}`, businessDate: '2026-11-10' });
const holder = (id: number) => ({ kind: 'sale', id, no: `XS${id}` });
const line = (purpose: PostedLine['purpose'], points: number): PostedLine => ({
  list: purpose,
  lineId: '0',
  purpose,
  points: purpose === 'earn' ? points : -points,
});
const linesOf = (earned: number, spent: number, takenBack: number): readonly PostedLine[] =>
  [line('earn', earned), line('spend', spent), line('take-back', takenBack)].filter(({ points }) => points !== 0);

const hold = (id: number, lines: readonly PostedLine[], key = `sale-${id}/v1`, replaces: string | null = null) =>
  ({ type: 'HoldPoints', customerId, key, ...sumsOf(lines), holder: holder(id), replaces }) as const;
const post = (id: number, lines: readonly PostedLine[], key = `sale-${id}/v1`) =>
  ({ type: 'PostPoints', customerId, key, document: document(id), lines }) as const;
const claim = (id: number) =>
  ({
    type: 'ClaimPoints',
    customerId,
    claimKey: `sale-${id}/u2`,
    postedKey: `sale-${id}/v1`,
    holder: holder(id),
  }) as const;
const reverse = (id: number) =>
  ({
    type: 'ReversePoints',
    customerId,
    claimKey: `sale-${id}/u2`,
    postedKey: `sale-${id}/v1`,
    holdKey: `sale-${id}/v2`,
    document: document(id),
  }) as const;
const correct = (points: number) => ({ type: 'CorrectPoints', customerId, points, reason: '补录' }) as const;
const refusedWith = (log: Log, command: PointsCommand): unknown => {
  const verdict = decide(command, log.state);
  return isRefusal(verdict) ? verdict.message : 'accepted';
};

test('what a sale earns is there once it is posted, not before', () => {
  const pending = run(NOTHING, hold(1, linesOf(30, 0, 0)));
  expect([freePoints(pending.state), heldPoints(pending.state), pending.state.balance]).toEqual([0, 0, 0]);
  expect(freePoints(run(pending, post(1, linesOf(30, 0, 0))).state)).toBe(30);
});

test('a gift holds its points while its order is pending, and two orders cannot spend the same (S1§3/5)', () => {
  const first = run(run(NOTHING, correct(50)), hold(1, linesOf(0, 40, 0)));
  expect([first.state.balance, heldPoints(first.state), freePoints(first.state)]).toEqual([50, 40, 10]);
  expect(refusedWith(first, hold(2, linesOf(0, 20, 0)))).toBe('可用积分不足：可用10，需要20，部分积分已被XS1占用');
  const edited = run(first, hold(1, linesOf(0, 50, 0), 'sale-1/v2', 'sale-1/v1'));
  expect([heldPoints(edited.state), freePoints(edited.state)]).toEqual([50, 0]);
  const settled = run(edited, { type: 'ReleasePoints', customerId, key: 'sale-1/v1' });
  expect(heldPoints(settled.state)).toBe(50);
});

test('a pending return holds the points that it will take back, and lets them go when it is deleted (R169)', () => {
  const pending = run(run(NOTHING, correct(50)), hold(1, linesOf(0, 0, 30)));
  expect([pending.state.balance, heldPoints(pending.state), freePoints(pending.state)]).toEqual([50, 30, 20]);
  expect(refusedWith(pending, hold(2, linesOf(0, 21, 0)))).toBe('可用积分不足：可用20，需要21，部分积分已被XS1占用');
  const gone = run(pending, { type: 'ReleasePoints', customerId, key: 'sale-1/v1' });
  expect([heldPoints(gone.state), freePoints(gone.state)]).toEqual([0, 50]);
});

test('a return takes its points back below zero, and then nothing can be spent (S1§4/18)', () => {
  const spent = run(run(run(NOTHING, correct(50)), hold(1, linesOf(0, 50, 0))), post(1, linesOf(0, 50, 0)));
  const back = run(run(spent, hold(2, linesOf(0, 0, 30))), post(2, linesOf(0, 0, 30)));
  expect(freePoints(back.state)).toBe(-30);
  expect(refusedWith(back, hold(3, linesOf(0, 1, 0)))).toBe('可用积分不足：可用-30，需要1');
  expect(refusedWith(back, correct(-1))).toBe('可用积分不足：可用-30，需要1');
  expect(freePoints(run(back, correct(31)).state)).toBe(1);
});

test('a sale whose points were spent since is not reversed; one that took back as many is', () => {
  const earned = run(run(NOTHING, hold(1, linesOf(30, 0, 0))), post(1, linesOf(30, 0, 0)));
  const gone = run(earned, hold(2, linesOf(0, 20, 0)));
  expect(refusedWith(gone, claim(1))).toBe('本单积分已被使用：可用10，需要30，部分积分已被XS2占用');
  const both = run(run(gone, hold(3, linesOf(30, 0, 30), 'sale-3/v1')), post(3, linesOf(30, 0, 30), 'sale-3/v1'));
  expect(refusedWith(both, claim(3))).toBe('accepted');
});

test('reversed, the earned points are gone and the spent ones held again', () => {
  const start = run(NOTHING, correct(20));
  const posted = run(run(start, hold(1, linesOf(30, 20, 0))), post(1, linesOf(30, 20, 0)));
  expect(posted.state.balance).toBe(30);
  const back = run(run(posted, claim(1)), reverse(1));
  expect([back.state.balance, heldPoints(back.state), freePoints(back.state)]).toEqual([20, 20, 0]);
});

const amount = fc.integer({ min: 0, max: 40 });
const deed = fc.record({ id: fc.integer({ min: 1, max: 4 }), earned: amount, spent: amount, takenBack: amount });
const step = fc.oneof(
  deed.map((one) => ({ what: 'save', ...one }) as const),
  deed.map((one) => ({ what: 'post', ...one }) as const),
  deed.map((one) => ({ what: 'reverse', ...one }) as const),
  deed.map((one) => ({ what: 'correct', ...one }) as const),
);
/** What an event does to the ledger. */
const movedBy = (event: PointsEvent): number => {
  switch (event.type) {
    case 'PointsPosted':
      return event.data.lines.reduce((sum, { points }) => sum + points, 0);
    case 'PointsPostingReversed':
      return event.data.spent + event.data.takenBack - event.data.earned;
    case 'PointsCorrected':
      return event.data.points;
    default:
      return 0;
  }
};

/** Documents of the property: each is saved, posted and reversed at most once; after that its points are held anew. */
class Documents {
  log = NOTHING;
  tookBack = 0;
  readonly #saved = new Map<number, readonly PostedLine[]>();
  readonly #posted = new Set<number>();

  #attempt(...commands: readonly PointsCommand[]): boolean {
    const [first] = commands;
    if (first === undefined || isRefusal(decide(first, this.log.state))) return false;
    this.log = commands.reduce(run, this.log);
    return true;
  }
  save(id: number, lines: readonly PostedLine[]): void {
    if (this.#saved.has(id) || !this.#attempt(hold(id, lines))) return;
    this.#saved.set(id, lines);
    this.tookBack += sumsOf(lines).takenBack;
  }
  post(id: number): void {
    const lines = this.#saved.get(id);
    if (lines !== undefined && !this.#posted.has(id) && this.#attempt(post(id, lines))) this.#posted.add(id);
  }
  reverse(id: number): void {
    if (this.#posted.has(id)) this.#attempt(claim(id), reverse(id));
  }
  correct(points: number): void {
    this.#attempt(correct(points));
  }
}

test('whatever documents do, the balance is the sum of the ledger, and only returns bring it below zero (S1§4/18)', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const documents = new Documents();
      for (const { what, id, earned, spent, takenBack } of steps) {
        if (what === 'save') documents.save(id, linesOf(earned, spent, takenBack));
        else if (what === 'correct') documents.correct(earned - spent);
        else documents[what](id);
        const { state, events } = documents.log;
        expect(state.balance).toBe(events.reduce((sum, event) => sum + movedBy(event), 0));
        expect(freePoints(state)).toBeGreaterThanOrEqual(-documents.tookBack);
      }
    }),
    { numRuns: 300 },
  );
});

describe('a record that was merged', () => {
  const over = { type: 'HandOverPoints', customerId, otherId: 99, mergeId: 7, doing: 'merge', points: null } as const;
  const away = (before: Log): Log => run(before, over);
  const MERGED = '该客户已合并到其他客户，积分已转走，请先撤销合并';

  test('gets no points by hand: nobody would find them', () => {
    const gone = away(run(NOTHING, correct(50)));
    expect([refusedWith(gone, correct(5)), refusedWith(gone, correct(-5))]).toEqual([MERGED, MERGED]);
  });
  test.each([
    ['spent', linesOf(0, 30, 0)],
    ['took back', linesOf(0, 0, 30)],
  ])('gets none back of an order that %s some', (_name, lines) => {
    const posted = run(run(run(NOTHING, correct(50)), hold(1, lines)), post(1, lines));
    expect(refusedWith(away(posted), claim(1))).toBe(MERGED);
  });
  test('is not merged while a reversal is under way', () => {
    const earned = run(run(NOTHING, hold(1, linesOf(30, 0, 0))), post(1, linesOf(30, 0, 0)));
    expect(refusedWith(run(earned, claim(1)), over)).toBe('还有单据占用积分：XS1');
  });
});
