/** Follows the log: load the keys of a batch, fold, write with the checkpoint; the next batch is read meanwhile. */
import type { EventStore, Position, Recorded } from 'services/event-store/port';
import type pg from 'pg';
import { isPassing, LostLease, ProjectionFailed } from './failures.ts';
import {
  changesBetween,
  changesNothing,
  foldInto,
  keysOf,
  ledgerRows,
  type Changes,
  type FoldError,
  type Key,
  type RowsByKey,
} from './fold.ts';
import { Inbox, type Batch } from './inbox.ts';
import type { Row } from './projection.ts';
import { lastRow, loadKeys, moveCheckpoint, writeBatch, type Table } from './table.ts';

const LIVE_BATCH = 1_000;
/** Long, so that what happens to a key within a short time is written once. */
const CATCH_UP_BATCH = 10_000;
/** A checkpoint over nothing is written when the log is quiet this long, or at the latest after SILENT_AT_MOST_MS. */
const QUIET_MS = 50;
const SILENT_AT_MOST_MS = 500;
/** A table nobody waits for is written at most this often. */
const GATHER_MS = 20;

export type Following = {
  readonly store: EventStore;
  readonly db: pg.Pool;
  readonly table: Table;
  readonly from: Position;
  readonly signal: AbortSignal;
  /** Everything up to `position` is in the table. */
  readonly moved: (position: Position, seen: Position) => void;
  readonly caughtUp: () => void;
  /** Resolves after `ms`, or at once when somebody waits for the table. */
  readonly lull?: (ms: number) => Promise<void>;
  /** Return once caught up instead of following for ever. */
  readonly onceCaughtUp?: boolean;
};

/** What the next batch may take from the last one, which may still be on its way to the table. */
type Carried = { readonly rows: RowsByKey; readonly last: Row | null };
type Prepared = {
  readonly changes: Changes;
  readonly carried: Carried;
  readonly error: FoldError | null;
  /** Events without a key are wanted for the checkpoint's sake: it moves with them. */
  readonly keyless: boolean;
};

/**
 * Runs until `signal` aborts (the batch at work is finished) or, with `onceCaughtUp`, until caught up; answers the
 * position it wrote.
 * @throws {ProjectionFailed} on a fold or a write that cannot succeed: everything before that event is written.
 * @throws {LostLease} when another runner moved the checkpoint.
 * @throws passing errors of the database or the store ({@link isPassing}).
 */
export async function follow(run: Following): Promise<Position> {
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  const { projection } = run.table;
  const inbox = new Inbox(run.store, { after: run.from, events: projection.events, signal });
  const writer = new Writer(run, inbox);
  try {
    let carried: Carried = {
      rows: new Map(),
      last: projection.kind === 'ledger' ? await lastRow(run.db, run.table) : null,
    };
    for (;;) {
      await writer.gather();
      const batch = await (writer.live ? inbox.take(LIVE_BATCH, writer.patience()) : inbox.takeMany(CATCH_UP_BATCH));
      if (batch === null && run.signal.aborted) break;
      if (batch === null || batch.events.length === 0) await writer.skipTo(batch);
      else carried = await writer.take(batch, carried);
      if (batch?.caughtUp === true && !writer.live) {
        await writer.settle();
        run.caughtUp();
        if (run.onceCaughtUp === true) break;
      }
    }
    return await writer.finish();
  } finally {
    ended.abort();
  }
}

class Writer {
  live = false;
  readonly #run: Following;
  readonly #inbox: Inbox;
  /** Position in the table's checkpoint, once `#writing` is done. */
  #durable: Position;
  /** Position everything is known up to; past `#durable` there was nothing to write. */
  #known: Position;
  #writtenAt = Date.now();
  #writing: Promise<void> = Promise.resolve();

  constructor(run: Following, inbox: Inbox) {
    this.#run = run;
    this.#inbox = inbox;
    this.#durable = run.from;
    this.#known = run.from;
  }

  patience(): number | undefined {
    return this.#known > this.#durable ? QUIET_MS : undefined;
  }

  async settle(): Promise<void> {
    await this.#writing;
    this.live = true;
  }

  /** Nothing to write up to the batch's end; null: the log is quiet. */
  async skipTo(batch: Batch | null): Promise<void> {
    await this.#writing;
    if (batch !== null) this.#reached(batch.to);
    await this.#moveInTime(batch === null);
  }

  async #moveInTime(quiet: boolean): Promise<void> {
    if (quiet || Date.now() - this.#writtenAt > SILENT_AT_MOST_MS) await this.#moveOver();
  }

  /** Gathers a little when nobody waits for this table: one batch then does the work of several. */
  async gather(): Promise<void> {
    const left = GATHER_MS - (Date.now() - this.#writtenAt);
    if (this.live && left > 0) await this.#run.lull?.(left);
  }

  /** Loads and folds while the batch before is still being written, then writes this one. */
  async take(batch: Batch, carried: Carried): Promise<Carried> {
    const prepared = await prepare(this.#run, batch.events, carried);
    await this.#writing;
    if (prepared.error !== null) {
      const good = batch.events.slice(0, batch.events.indexOf(prepared.error.event));
      if (good.length > 0) await this.#write(good, prepared.changes, { to: good.at(-1)!.position, last: carried.last });
      throw new ProjectionFailed(this.#run.table.projection.name, prepared.error.event, prepared.error.cause);
    }
    if (changesNothing(prepared.changes) && !prepared.keyless) {
      this.#reached(batch.to);
      await this.#moveInTime(false);
      return prepared.carried;
    }
    this.#writing = this.#write(batch.events, prepared.changes, { to: batch.to, last: carried.last });
    this.#writing.catch((error: unknown) => this.#inbox.fail(error));
    return prepared.carried;
  }

  async finish(): Promise<Position> {
    await this.#writing;
    await this.#moveOver();
    return this.#durable;
  }

  async #moveOver(): Promise<void> {
    if (this.#known <= this.#durable) return;
    const { db, table } = this.#run;
    await moveCheckpoint(db, table, { from: this.#durable, to: this.#known });
    this.#durable = this.#known;
    this.#writtenAt = Date.now();
  }

  async #write(events: readonly Recorded[], changes: Changes, at: { to: Position; last: Row | null }): Promise<void> {
    const { db, table } = this.#run;
    try {
      await writeBatch(db, table, changes, { from: this.#durable, to: at.to });
      this.#durable = at.to;
    } catch (error) {
      if (error instanceof LostLease || isPassing(error)) throw error;
      await this.#writeOneByOne(events, at.last);
    }
    this.#writtenAt = Date.now();
    this.#reached(Math.max(this.#durable, at.to));
  }

  /** The slow way after a refused batch, to name the event that the table does not take. */
  async #writeOneByOne(events: readonly Recorded[], last: Row | null): Promise<void> {
    const { db, table } = this.#run;
    for (const event of events) {
      try {
        const prepared = await prepare(this.#run, [event], { rows: new Map(), last });
        if (prepared.error !== null) throw prepared.error.cause;
        await writeBatch(db, table, prepared.changes, { from: this.#durable, to: event.position });
        last = prepared.carried.last;
      } catch (error) {
        if (error instanceof LostLease || isPassing(error)) throw error;
        throw new ProjectionFailed(table.projection.name, event, error);
      }
      this.#durable = event.position;
      this.#reached(event.position);
    }
  }

  #reached(position: Position): void {
    this.#known = Math.max(this.#known, position);
    this.#run.moved(this.#known, Math.max(this.#inbox.seen, this.#known));
  }
}

const NO_KEYS: ReadonlySet<Key> = new Set();
const opensStream = ({ revision }: Recorded): boolean => revision === 0;

/** Loads what the last batch does not carry and folds. */
async function prepare(run: Following, events: readonly Recorded[], carried: Carried): Promise<Prepared> {
  const { projection } = run.table;
  if (projection.kind === 'ledger') {
    const { rows, last, error } = ledgerRows(projection, events, carried.last);
    const changes = { upserts: rows, updates: [], deletes: [] };
    return { changes, carried: { rows: carried.rows, last }, error, keyless: false };
  }
  const { keys, keyless } = keysOf(projection, events);
  const opened = projection.oneStream === true ? keysOf(projection, events.filter(opensStream)).keys : NO_KEYS;
  const missing = [...keys].filter((key) => !carried.rows.has(key) && !opened.has(key));
  const before = await loadKeys(run.db, run.table, missing);
  for (const key of keys) {
    const rows = carried.rows.get(key);
    if (rows !== undefined) before.set(key, rows);
  }
  const after: RowsByKey = new Map(before);
  const error = foldInto(projection, after, events);
  const changes = changesBetween(projection.identity, before, after);
  return { changes, carried: { rows: after, last: null }, error, keyless };
}
