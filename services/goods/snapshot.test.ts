/** A piece out of a snapshot is the piece: nothing its decider or its fold looks at is lost or changed. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { REPEAT_DAYS } from '../contracts/repeats.ts';
import { stateOfText, textOfState } from '../platform/streams/plain-state.ts';
import { goodsDecider } from './decider.ts';
import { GOODS_STATE } from './pieces.ts';
import type { GoodsFact, GoodsState } from './state.ts';
import { aimed } from './testing/aims.ts';
import { BARCODE, META, life } from './testing/lives.ts';

const at = (day: number): string => new Date(Date.UTC(2026, 10, 1 + day)).toISOString();
/** What happened in a life, some days apart. */
const historyOf = (
  commands: typeof life extends fc.Arbitrary<infer Life> ? Life : never,
  daysApart: number,
): GoodsFact[] => {
  let state = goodsDecider.initial;
  let day = 0;
  return commands.flatMap(([random, aim]) => {
    const verdict = goodsDecider.decide(aimed(random, state, aim), state);
    if (isRefusal(verdict)) return [];
    day += daysApart;
    const facts = verdict.map((event) => ({ ...event, meta: { ...META, at: at(day) } }));
    state = facts.reduce(goodsDecider.evolve, state);
    return facts;
  });
};
const fold = (facts: readonly GoodsFact[], from: GoodsState): GoodsState => facts.reduce(goodsDecider.evolve, from);

test('at any cut', () => {
  let released = 0;
  fc.assert(
    fc.property(life, fc.nat(9), fc.nat(), (commands, daysApart, random) => {
      const history = historyOf(commands, daysApart);
      const cut = random % (history.length + 1);
      const before = fold(history.slice(0, cut), goodsDecider.initial);
      const whole = fold(history, goodsDecider.initial);
      expect(fold(history.slice(cut), stateOfText(textOfState(before)) as GoodsState)).toStrictEqual(whole);
      released += before.released.size;
    }),
    { numRuns: 500, seed: 20_261_123 },
  );
  expect(released).toBeGreaterThan(100);
});

test(`a key that was let go is known for ${REPEAT_DAYS} days, and its pieces stay free`, () => {
  const release = (key: string, day: number): GoodsFact => ({
    type: 'GoodsHoldReleased',
    data: { barcode: BARCODE, key, shopId: null, quantity: 0 },
    meta: { ...META, at: at(day) },
  });
  const known = (...facts: readonly GoodsFact[]): string[] => [...fold(facts, goodsDecider.initial).released.keys()];
  expect(known(release('a', 0), release('b', REPEAT_DAYS))).toEqual(['a', 'b']);
  expect(known(release('a', 0), release('b', 1), release('c', REPEAT_DAYS + 1))).toEqual(['b', 'c']);
  const years = Array.from({ length: 700 }, (_, day) => release(`k${day}`, day));
  expect(known(...years)).toHaveLength(REPEAT_DAYS + 1);
  const late = {
    type: 'HoldGoods',
    barcode: BARCODE,
    key: 'k699',
    shopId: 1,
    quantity: 1,
    holder: { kind: 'sale', id: 1, no: 'XS1' },
  } as const;
  expect(goodsDecider.decide(late, fold(years, goodsDecider.initial))).toMatchObject({ code: 'goods.hold_released' });
});

/** Whoever changes the state or its fold changes this digest: raise GOODS_STATE with it, or old snapshots are taken for new. */
const MADE = { state: 4, digest: 'bb08d7be36023738' };
test('snapshots of another fold are not read', () => {
  const histories = fc.sample(life, { numRuns: 60, seed: 7 }).map((commands) => historyOf(commands, 3));
  const text = textOfState(histories.map((history) => fold(history, goodsDecider.initial)));
  const message = 'the state of a piece changed: raise GOODS_STATE (pieces.ts) and note both in MADE';
  expect({ state: GOODS_STATE, digest: createHash('sha256').update(text).digest('hex').slice(0, 16) }, message).toEqual(
    MADE,
  );
});
