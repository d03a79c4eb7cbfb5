/** One recount from its beginning to its end. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { EventStore } from 'services/event-store/port';
import { MOST_DIFFERENCES, type StoredDifference } from 'services/gold-recount/contract';
import type { WorkDeps } from '../platform/routes/read-slice.ts';
import { RECOUNT_EVENTS, Recount, type CountResult, type Scope, type Thing } from './count.ts';
import { compared, unknownThere, type Sums } from './compare.ts';

export type RecountDeps = {
  readonly db: CommonQueryMethods;
  readonly store: EventStore;
  /** Once the read models that are compared have seen the position. */
  readonly caughtUp: (position: number) => Promise<void>;
  /** The place to count up to; absent: the present end of the log. */
  readonly until?: number | undefined;
};
export type Outcome = {
  readonly found: number;
  readonly differences: readonly StoredDifference[];
  readonly done: number;
};

const COMPARED = ['goods-turnover', 'gold-moves', 'old-material-lots', 'old-material-moves'];
const SEEN_MS = 60_000;
/** @throws {RangeError} when the read models that are compared do not get there. */
export const untilSeen = async (waitFor: WorkDeps['waitFor'], position: number): Promise<void> => {
  if (!(await waitFor(COMPARED, position, SEEN_MS))) throw new RangeError('the read models are behind the log');
};

/** So many things are compared with one question. */
const AT_ONCE = 500;
const Count = z.object({ count: z.int() });
/** About how many things there are to count. */
export const thingsIn = (db: CommonQueryMethods, { shops }: Scope): Promise<number> => {
  const own = shops === null ? sql.fragment`true` : sql.fragment`x.shop_id = ANY(${sql.array([...shops], 'int8')})`;
  return db.oneFirst(sql.type(Count)`
    SELECT ((SELECT count(*) FROM live.goods_turnover x WHERE x.to_position IS NULL AND ${own})
      + (SELECT count(*) FROM live.old_material_lots x WHERE x.to_position IS NULL AND ${own}))::int AS count`);
};

class Differences {
  found = 0;
  readonly list: StoredDifference[] = [];
  add(differences: readonly StoredDifference[]): void {
    this.found += differences.length;
    this.list.push(...differences.slice(0, Math.max(0, MOST_DIFFERENCES - this.list.length)));
  }
}
const unreadOf = ({ unread }: CountResult): StoredDifference[] =>
  unread.map((stream) => ({
    kind: 'unread',
    shop_id: 0,
    fineness: '',
    thing: stream.replace(/^goods-/, ''),
    documents: [],
    counted_mg: '0',
    shown_mg: '0',
  }));
const apartOf = (recount: Recount): StoredDifference[] =>
  recount.apart.map(({ shopId, fineness, document, thing, mg }) => ({
    kind: 'document',
    shop_id: shopId,
    fineness,
    thing,
    documents: [document],
    counted_mg: '0',
    shown_mg: String(mg),
  }));

type RecountWatch = {
  readonly signal: AbortSignal;
  /** Things that were looked at, and the share of the log that is behind at least. */
  readonly onDone: (done: number, share: number) => Promise<void>;
};
/**
 * Reads the log up to its present end and compares.
 * @throws {RangeError} on a store without a past to read; what the store and the database throw.
 */
export const recounted = async (
  { db, store, caughtUp, until: end }: RecountDeps,
  scope: Scope,
  { signal, onDone }: RecountWatch,
): Promise<Outcome> => {
  if (store.history === undefined) throw new RangeError('a recount reads the past of the store');
  const until = end ?? (await store.head());
  await caughtUp(until);
  const recount = new Recount(scope);
  const differences = new Differences();
  const seen: Sums = new Map();
  let waiting: Thing[] = [];
  let done = 0;
  let passed = 0;
  const compare = async (): Promise<void> => {
    differences.add(await compared(db, waiting, { until, scope, seen }));
    done += waiting.length;
    waiting = [];
    // Of an empty log all is behind.
    await onDone(done, passed / Math.max(1, until + 1));
  };
  const take = async (counted: CountResult): Promise<void> => {
    differences.add(unreadOf(counted));
    waiting.push(...counted.things);
    if (waiting.length >= AT_ONCE) await compare();
  };
  if (until >= 0) {
    for await (const events of store.history({ order: 'stream', types: RECOUNT_EVENTS, until, signal })) {
      passed += events.length;
      await take(recount.add(events));
    }
  }
  signal.throwIfAborted();
  await take(recount.end());
  await compare();
  differences.add(apartOf(recount));
  differences.add(await unknownThere(db, { until, scope, seen }));
  return { found: differences.found, differences: differences.list, done };
};
