/** Cut anywhere, however often: a count that goes on comes to what the whole log comes to, and a thirtieth finds what it missed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from 'services/contracts/refusal';
import type { EventStore, History, JsonObject, Recorded } from 'services/event-store/port';
import { THIRTIETHS, thirtiethOf } from 'services/contracts/thirtieths';
import { goodsDecider } from '../../services/goods/decider.ts';
import { aimed } from '../../services/goods/testing/aims.ts';
import { life } from '../../services/goods/testing/lives.ts';
import { goldCounter } from '../gold-recount/counter.ts';
import { countOn } from './day-count.ts';
import { ThirtiethSums } from './thirtieth-sums.ts';
import { countWhole, LogCount } from './run.ts';

type Said = { readonly stream: string; readonly type: string; readonly data: unknown };
const recorded = (events: readonly Said[]): readonly Recorded[] => {
  const revisions = new Map<string, number>();
  return events.map(({ stream, type, data }, position) => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const meta = { key: 'k', correlationId: 'c', causationId: 'c', userId: 1, userName: '张三', shopId: null };
    const id = `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`;
    const at = '2026-11-01T18:30:00.000+08:00';
    return { stream, type, data: data as JsonObject, position, revision, id, meta: { ...meta, at, schema: 1 } };
  });
};
const isChosen = (only: History['only'], stream: string): boolean =>
  only === undefined || ('streams' in only ? only.streams.includes(stream) : thirtiethOf(stream) === only.thirtieth);
const storeOf = (log: readonly Recorded[]): EventStore => {
  const history = async function* ({ types, after = -1, until, only }: History) {
    const wanted = log.filter(
      ({ stream, type, position }) =>
        position > after && position <= until && types?.includes(type) !== false && isChosen(only, stream),
    );
    const sorted = wanted.toSorted((a, b) =>
      a.stream < b.stream ? -1 : a.stream > b.stream ? 1 : a.revision - b.revision,
    );
    for (let from = 0; from < sorted.length; from += 3) yield sorted.slice(from, from + 3);
  };
  return { history, readsParts: true } as unknown as EventStore;
};

/** What happens to one piece, as far as its decider lets it. */
const pieceEvents = (commands: typeof life extends fc.Arbitrary<infer Life> ? Life : never): readonly Said[] => {
  let state = goodsDecider.initial;
  return commands.flatMap(([random, aim]) => {
    const aiming = aimed(random, state, aim);
    const command = aiming.type === 'TransferGoods' ? { ...aiming, rowId: 30_000 + state.transfers.size } : aiming;
    const verdict = goodsDecider.decide(command, state);
    if (isRefusal(verdict)) return [];
    for (const event of verdict) state = goodsDecider.evolve(state, event);
    return verdict.map(({ type, data }) => ({ stream: '', type, data }));
  });
};
const few = fc.integer({ min: 1, max: 9 });
const gift = fc
  .record({
    type: fc.constantFrom('GiftReceived', 'GiftHeld', 'GiftIssued', 'GiftHoldReleased'),
    key: few,
    quantity: few,
  })
  .map(({ type, key, quantity }) => {
    const data = { shopId: 1, barcode: 'LP1', key: `h${key}`, holdKey: `h${key}`, quantity, costFen: quantity * 7 };
    return { stream: 'gift-1', type, data };
  });
const points = fc.record({ customerId: few, earned: few, spent: few }).map(({ customerId, ...moved }) => ({
  stream: `points-${customerId}`,
  type: 'PointsPosted',
  data: { customerId, takenBack: 0, ...moved },
}));
const log = fc
  .record({
    lives: fc.array(life, { minLength: 1, maxLength: 5 }),
    others: fc.array(fc.oneof(gift, points), { maxLength: 30 }),
    order: fc.infiniteStream(fc.nat({ max: 999 })),
  })
  .map(({ lives, others, order }) => {
    const waiting = [
      ...lives.map((commands, n) => pieceEvents(commands).map((event) => ({ ...event, stream: `goods-${n}` }))),
      [...others],
    ];
    const all: Said[] = [];
    for (
      let left = waiting.filter(({ length }) => length > 0);
      left.length > 0;
      left = left.filter((l) => l.length > 0)
    ) {
      const queue = left[Number(order.next().value) % left.length] ?? [];
      all.push(...queue.splice(0, 1));
    }
    return recorded(all);
  });

const OTHERS = [goldCounter];
const { signal } = new AbortController();
const watch = { signal, onEntries: async () => undefined };
const textsOf = (sums: ThirtiethSums): readonly string[] =>
  Array.from({ length: THIRTIETHS }, (_, thirtieth) => sums.textOf(thirtieth));
const whole = async (events: readonly Recorded[], until: number): Promise<ThirtiethSums> => {
  const log = new LogCount(storeOf(events), until, { signal, onProgress: async () => undefined });
  const { sums } = await countWhole(log, OTHERS);
  if (log.unread.size > 0) throw new RangeError(`unread: ${[...log.unread].join()}`);
  return sums;
};

test('for any cuts and any thirtieth, going on comes to the whole (R167)', { timeout: 60_000 }, async () => {
  const figures = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      log,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: THIRTIETHS - 1 })), { minLength: 1, maxLength: 4 }),
      async (events, cuts) => {
        const end = events.length - 1;
        const places = cuts.map(([at]) => (end < 0 ? -1 : at % (end + 1))).toSorted((a, b) => a - b);
        let sums = await whole(events, places[0] ?? -1);
        let after = places[0] ?? -1;
        for (const [index, [, thirtieth]] of cuts.entries()) {
          const until = places[index + 1] ?? end;
          // As it is kept between two nights.
          sums = ThirtiethSums.ofTexts(textsOf(sums));
          const result = await countOn(storeOf(events), sums, { after, until, thirtieth, others: OTHERS }, watch);
          expect(result).toMatchObject({ apart: [], unread: [], booksMoved: false });
          expect(result.events).toBeLessThanOrEqual(until - after);
          expect(textsOf(sums)).toEqual(textsOf(await whole(events, until)));
          after = until;
        }
        for (const { report, field } of sums.all()) figures.add(`${report}/${field}`);
      },
    ),
    { numRuns: 150, seed: 20_261_129 },
  );
  expect(figures.size).toBeGreaterThan(25);
  expect([...figures]).toContain('gift-turnover/held');
});

const received = (customerId: number, earned: number): Said => ({
  stream: `points-${customerId}`,
  type: 'PointsPosted',
  data: { customerId, earned, spent: 0, takenBack: 0 },
});
test('the thirtieth names both figures where what was kept is something else, and puts its own in the place', async () => {
  const events = recorded([received(1, 5), received(2, 7)]);
  const thirtieth = thirtiethOf('points-1');
  const kept = await whole(recorded([received(1, 4), received(2, 7)]), 1);
  const going = { after: 1, until: 1, others: OTHERS };
  const elsewhere = { ...going, thirtieth: (thirtieth + 1) % THIRTIETHS };
  expect(thirtiethOf('points-2')).not.toBe(elsewhere.thirtieth);
  expect((await countOn(storeOf(events), kept, elsewhere, watch)).apart).toEqual([]);
  const { apart, recounted } = await countOn(storeOf(events), kept, { ...going, thirtieth }, watch);
  expect(apart).toEqual(
    ['points', 'balance'].map((field) => ({ report: 'points', shop: 0, field, counted: 5n, kept: 4n })),
  );
  expect(recounted).toBeGreaterThan(0);
  expect(textsOf(kept)).toEqual(textsOf(await whole(events, 1)));
});

test('a check that is audited moves books, and a stream that no fold takes is named', async () => {
  const header = { shopId: 1, category: '戒指', style: '' };
  const check = (type: string, data: object = {}): Said => ({
    stream: 'check-1',
    type,
    data: { documentId: 1, ...data },
  });
  const broken = { stream: 'points-3', type: 'PointsPosted', data: null };
  const events = recorded([
    check('StockCheckOpened', { header, bookPosition: 0 }),
    check('StockCounted', { barcode: 'A', scans: 2, bookNum: 3 }),
    check('StockCheckAudited'),
    broken,
  ]);
  const going = { thirtieth: 3, others: OTHERS };
  const sums = await whole(events, 0);
  expect((await countOn(storeOf(events), sums, { ...going, after: 0, until: 1 }, watch)).booksMoved).toBe(false);
  expect((await countOn(storeOf(events), sums, { ...going, after: 1, until: 2 }, watch)).booksMoved).toBe(true);
  expect((await countOn(storeOf(events), sums, { ...going, after: 2, until: 3 }, watch)).unread).toEqual(['points-3']);
});

test('what is none of these texts is no sums', () => {
  const texts = textsOf(new ThirtiethSums());
  expect(textsOf(ThirtiethSums.ofTexts(texts))).toEqual(texts);
  expect(() => ThirtiethSums.ofTexts(texts.slice(1))).toThrow(RangeError);
  for (const text of ['', '{}', '[["points/0/points",5]]', '[["points/0/points","0"]]', '[["points","1"]]'])
    expect(() => ThirtiethSums.ofTexts([text, ...texts.slice(1)])).toThrow();
});
