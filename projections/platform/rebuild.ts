/** Fills an empty table from the whole log: folds in memory, one hash range of keys at a time, and COPYs. */
import type { EventStore, Position, Recorded } from 'services/event-store/port';
import type pg from 'pg';
import { copyRows } from './copy.ts';
import { ProjectionFailed } from './failures.ts';
import { ledgerRows, type Key, type RowsByKey } from './fold.ts';
import { Inbox } from './inbox.ts';
import type { KeyedProjection, LedgerProjection, Row } from './projection.ts';
import type { Table } from './table.ts';

/**
 * A faster way to read history than `subscribe`: yields, in log order, every event of `types` (all when undefined)
 * after `after` up to at least the head at the time of the call, and ends.
 */
export type ReadLog = (after: Position, types: readonly string[] | undefined) => AsyncIterable<readonly Recorded[]>;

export type Loading = {
  readonly store: EventStore;
  readonly readLog?: ReadLog | undefined;
  readonly db: pg.Pool;
  readonly table: Table;
  /** Position the table shall be filled to. */
  readonly until: Position;
  /** Rows folded at a time; more rows take more passes over the log. */
  readonly maxRowsInMemory: number;
  readonly signal: AbortSignal;
};

const READ_BATCH = 5_000;
const LEDGER_ROWS = 50_000;
const NO_ROWS: readonly Row[] = [];

/**
 * @throws {ProjectionFailed} on a fold that throws.
 * @throws AbortError when `signal` aborts.
 */
export async function load(loading: Loading): Promise<void> {
  const { projection } = loading.table;
  if (loading.until < 0) return;
  if (projection.kind === 'ledger') await loadLedger(loading, projection);
  else await loadKeyed(loading, projection);
}

async function loadLedger(loading: Loading, projection: LedgerProjection): Promise<void> {
  let rows: Row[] = [];
  let last: Row | null = null;
  let copying: Promise<void> = Promise.resolve();
  for await (const events of history(loading)) {
    const made = ledgerRows(projection, events, last);
    if (made.error !== null) {
      await copying;
      throw new ProjectionFailed(projection.name, made.error.event, made.error.cause);
    }
    last = made.last;
    for (const row of made.rows) rows.push(row);
    if (rows.length < LEDGER_ROWS) continue;
    await copying;
    copying = copyRows(loading.db, loading.table, rows);
    copying.catch(() => undefined);
    rows = [];
  }
  await copying;
  await copyRows(loading.db, loading.table, rows);
}

/** Keys whose hash leaves `remainder` when divided by `modulus`. */
type Range = { readonly remainder: number; readonly modulus: number };
const NARROWEST = 65_536;

async function loadKeyed(loading: Loading, projection: KeyedProjection): Promise<void> {
  const ranges: Range[] = [{ remainder: 0, modulus: 1 }];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const rows = await foldRange(loading, projection, { range, ranges });
    await copyRows(loading.db, loading.table, allOf(rows));
  }
}

/** Folds one range; when it grows too large it is halved, and the other half is left for a later pass. */
async function foldRange(
  loading: Loading,
  projection: KeyedProjection,
  { range, ranges }: { range: Range; ranges: Range[] },
): Promise<RowsByKey> {
  const { remainder } = range;
  let { modulus } = range;
  const rows: RowsByKey = new Map();
  let count = 0;
  for await (const events of history(loading)) {
    for (const event of events) count += foldOne(projection, rows, event, { remainder, modulus });
    while (count > loading.maxRowsInMemory && modulus < NARROWEST) {
      ranges.push({ remainder: remainder + modulus, modulus: modulus * 2 });
      modulus *= 2;
      count = keepOnly(rows, { remainder, modulus });
    }
  }
  return rows;
}

/** Rows added (or, when negative, fallen away). */
function foldOne(projection: KeyedProjection, rows: RowsByKey, event: Recorded, range: Range): number {
  try {
    const key = projection.keyOf(event);
    if (key === null || !isInside(range, key)) return 0;
    const before = rows.get(key) ?? NO_ROWS;
    const after = projection.fold(before, event);
    if (after !== before) rows.set(key, after);
    return after.length - before.length;
  } catch (cause) {
    throw new ProjectionFailed(projection.name, event, cause);
  }
}

function keepOnly(rows: RowsByKey, range: Range): number {
  let count = 0;
  for (const [key, found] of rows) {
    if (isInside(range, key)) count += found.length;
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

function* allOf(rows: RowsByKey): Generator<Row> {
  for (const found of rows.values()) yield* found;
}

/** The events up to `until`; the next batch is read while one is folded. */
async function* history(loading: Loading): AsyncGenerator<readonly Recorded[]> {
  const { until, signal } = loading;
  for await (const events of loading.readLog === undefined
    ? subscribed(loading)
    : readAhead(loading.readLog, loading)) {
    signal.throwIfAborted();
    const last = events.at(-1);
    if (last === undefined) continue;
    yield last.position <= until ? events : events.filter((event) => event.position <= until);
    if (last.position >= until) return;
  }
}

async function* subscribed({ store, table, until, signal }: Loading): AsyncGenerator<readonly Recorded[]> {
  const ended = new AbortController();
  const { events } = table.projection;
  const inbox = new Inbox(store, { after: -1, events, signal: AbortSignal.any([signal, ended.signal]) });
  try {
    for (;;) {
      const batch = await inbox.take(READ_BATCH);
      if (batch === null) break;
      yield batch.events;
      if (batch.to >= until || batch.caughtUp) break;
    }
  } finally {
    ended.abort();
  }
}

async function* readAhead(readLog: ReadLog, { table }: Loading): AsyncGenerator<readonly Recorded[]> {
  const { events } = table.projection;
  const batches = readLog(-1, events.includes('*') ? undefined : events)[Symbol.asyncIterator]();
  try {
    let next = batches.next();
    for (let now = await next; now.done !== true; now = await next) {
      next = batches.next();
      next.catch(() => undefined);
      yield now.value;
    }
  } finally {
    await batches.return?.();
  }
}
