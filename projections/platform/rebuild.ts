/**
 * Fills an empty table from the whole log by COPY. Where each key lies in one stream and the store can read stream
 * after stream, rows go out as their stream ends; else keys are folded in memory, one hash range at a time.
 */
import type { EventStore, History, Position, Recorded } from 'services/event-store/port';
import type pg from 'pg';
import { copyRows } from './copy.ts';
import { quoted } from './ddl.ts';
import { ProjectionFailed } from './failures.ts';
import { ledgerRows, setAside, type Key, type RowsByKey } from './fold.ts';
import { Inbox } from './inbox.ts';
import type { Parking } from './parking.ts';
import type { KeyedProjection, LedgerProjection, Projection, Row } from './projection.ts';
import type { Table } from './table.ts';
import { inTransaction } from './transaction.ts';

export type Loading = {
  readonly store: EventStore;
  readonly db: pg.Pool;
  readonly table: Table;
  /** Position the table shall be filled to. */
  readonly until: Position;
  /** A share in a reading of the log up to there, in the order of {@link orderOf}; undefined from the second time on. */
  readonly read: (wanted: Pick<History, 'types' | 'signal'>) => AsyncIterable<readonly Recorded[]> | undefined;
  /** Rows folded at a time; more rows take more passes over the log. */
  readonly maxRowsInMemory: number;
  /** Takes the keys whose fold throws. */
  readonly parking: Parking;
  readonly signal: AbortSignal;
};

const READ_BATCH = 5_000;
const NO_ROWS: readonly Row[] = [];

const byStream = (projection: KeyedProjection | LedgerProjection): projection is KeyedProjection =>
  projection.kind === 'keyed' && projection.oneStream === true;
/** The order in which a rebuild reads the log, where the store can. */
export const orderOf = (declared: Projection): History['order'] =>
  byStream(declared as unknown as KeyedProjection | LedgerProjection) ? 'stream' : 'log';

/**
 * @throws {ProjectionFailed} on a key that lies in two streams against its word, or when too many keys are parked.
 * @throws the server's refusal of a row (SQLSTATE 22, 23): the table is empty then.
 * @throws AbortError when `signal` aborts.
 */
export async function load(loading: Loading): Promise<void> {
  const { projection } = loading.table;
  if (loading.until < 0) return;
  if (projection.kind === 'ledger') await copyAll(loading, addedRows(loading, projection));
  else if (byStream(projection) && loading.store.history !== undefined)
    await copyAll(loading, rowsByStream(loading, projection));
  else await loadRanges(loading);
}

type Batches = AsyncIterable<Iterable<Row>> | Iterable<Iterable<Row>>;
type Copy = (batches: Batches) => Promise<void>;
/** All copies of `work` are one transaction that empties the table first, so their rows go in frozen. */
const copying = ({ db, table }: Loading, work: (copy: Copy) => Promise<void>): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query(`truncate ${quoted(table.schema)}.${quoted(table.projection.table)}`);
    await work((batches) => copyRows(client, table, batches, { frozen: true }));
  });
const copyAll = (loading: Loading, batches: Batches): Promise<void> => copying(loading, (copy) => copy(batches));

async function* addedRows(loading: Loading, projection: LedgerProjection): AsyncGenerator<readonly Row[]> {
  let last: Row | null = null;
  for await (const events of history(loading, 'log')) {
    const made = ledgerRows(projection, events, last, loading.parking);
    last = made.last;
    yield made.rows;
  }
}

async function* rowsByStream(loading: Loading, projection: KeyedProjection): AsyncGenerator<readonly Row[]> {
  const rows: RowsByKey = new Map();
  const done = new Set<Key>();
  const isNew = (key: Key, event: Recorded): boolean => {
    if (!done.has(key)) return true;
    throw new ProjectionFailed(projection.name, event, new Error(`key ${key} lies in more than one stream`));
  };
  let stream: string | undefined;
  for await (const events of history(loading, 'stream')) {
    const finished: Row[] = [];
    for (const event of events) {
      if (event.stream !== stream) finish(rows, done, finished);
      stream = event.stream;
      foldOne(loading, rows, event, isNew);
    }
    yield finished;
  }
  const left: Row[] = [];
  finish(rows, done, left);
  yield left;
}

function finish(rows: RowsByKey, done: Set<Key>, finished: Row[]): void {
  for (const [key, found] of rows) {
    finished.push(...found);
    done.add(key);
  }
  rows.clear();
}

/** Keys whose hash leaves `remainder` when divided by `modulus`. */
type Range = { readonly remainder: number; readonly modulus: number };
const NARROWEST = 65_536;

async function loadRanges(loading: Loading): Promise<void> {
  const ranges: Range[] = [];
  const first = await foldRange(loading, { range: { remainder: 0, modulus: 1 }, ranges });
  await copying(loading, async (copy) => {
    await copy(first.values());
    first.clear();
    for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
      await copy((await foldRange(loading, { range, ranges })).values());
    }
  });
}

/** Folds one range; when it grows too large it is halved, and the other half is left for a later pass. */
async function foldRange(loading: Loading, { range, ranges }: { range: Range; ranges: Range[] }): Promise<RowsByKey> {
  const { remainder } = range;
  let { modulus } = range;
  const rows: RowsByKey = new Map();
  let count = 0;
  const isWanted = (key: Key): boolean => isInside({ remainder, modulus }, key);
  for await (const events of history(loading, 'log')) {
    for (const event of events) count += foldOne(loading, rows, event, isWanted);
    while (count > loading.maxRowsInMemory && modulus < NARROWEST) {
      ranges.push({ remainder: remainder + modulus, modulus: modulus * 2 });
      modulus *= 2;
      count = keepOnly(rows, isWanted);
    }
  }
  return rows;
}

function keepOnly(rows: RowsByKey, isWanted: (key: Key) => boolean): number {
  let count = 0;
  for (const [key, found] of rows) {
    if (isWanted(key)) count += found.length;
    else rows.delete(key);
  }
  return count;
}

const isInside = ({ remainder, modulus }: Range, key: Key): boolean =>
  modulus === 1 || hash(key) % modulus === remainder;
/** FNV-1a over the key's characters. */
function hash(key: Key): number {
  const text = String(key);
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0;
}

/** Rows added (or, when negative, fallen away). */
function foldOne(
  { table, parking }: Loading,
  rows: RowsByKey,
  event: Recorded,
  isWanted: (key: Key, event: Recorded) => boolean,
): number {
  if (parking.skips(event)) return 0;
  const projection = table.projection as KeyedProjection;
  try {
    const key = projection.keyOf(event);
    if (key === null) return 0;
    const known = rows.get(key);
    if (known === undefined && !isWanted(key, event)) return 0;
    const before = known ?? NO_ROWS;
    const after = projection.fold(before, event);
    if (after !== before) rows.set(key, after);
    return after.length - before.length;
  } catch (cause) {
    setAside(parking, event, cause);
    return 0;
  }
}

/** The events up to `until`. */
async function* history(loading: Loading, order: History['order']): AsyncGenerator<readonly Recorded[]> {
  const { store, table, until, read, signal } = loading;
  const { events } = table.projection;
  const types = events.includes('*') ? undefined : events;
  const batches = read({ types, signal }) ?? store.history?.({ order, types, until, signal }) ?? subscribed(loading);
  for await (const batch of batches) {
    signal.throwIfAborted();
    yield batch;
  }
  signal.throwIfAborted();
}

async function* subscribed({ store, table, until, signal }: Loading): AsyncGenerator<readonly Recorded[]> {
  const ended = new AbortController();
  const { events } = table.projection;
  const inbox = new Inbox(store, { after: -1, events, signal: AbortSignal.any([signal, ended.signal]) });
  try {
    for (;;) {
      const batch = await inbox.take(READ_BATCH);
      if (batch === null) break;
      yield batch.to <= until ? batch.events : batch.events.filter((event) => event.position <= until);
      if (batch.to >= until || batch.caughtUp) break;
    }
  } finally {
    ended.abort();
  }
}
