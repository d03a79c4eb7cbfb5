/** Follows the log: load the keys of a batch, fold, write with the checkpoint; the next batch is read meanwhile. */
import type { EventStore, Position, Recorded } from 'services/event-store/port';
import { faultOf, isOfPlace } from 'services/platform/faults';
import type pg from 'pg';
import { LostLease, ProjectionFailed } from './failures.ts';
import {
  changesBetween,
  changesNothing,
  foldInto,
  ledgerRows,
  type Changes,
  type Key,
  type RowsByKey,
} from './fold.ts';
import { inHalves } from './halves.ts';
import { Inbox, type Batch } from './inbox.ts';
import type { Parking, ParkedKey } from './parking.ts';
import type { Row } from './projection.ts';
import { NO_KEYS, rowsBefore } from './rows-before.ts';
import { lastRow, moveCheckpoint, writeBatch, type Table } from './table.ts';

const LIVE_BATCH = 1_000;
/** Long, so that what happens to a key within a short time is written once. */
const CATCH_UP_BATCH = 10_000;
/** A checkpoint over nothing is written when the log is quiet this long, or at the latest after SILENT_AT_MOST_MS. */
const QUIET_MS = 50;
const SILENT_AT_MOST_MS = 500;
/** A table nobody waits for is written at most this often. */
const GATHER_MS = 100;

export type Following = {
  readonly store: EventStore;
  readonly db: pg.Pool;
  readonly table: Table;
  readonly from: Position;
  /** Keys set aside in this schema. */
  readonly parking: Parking;
  readonly signal: AbortSignal;
  /** Everything up to `position` is in the table. */
  readonly moved: (position: Position, seen: Position) => void;
  readonly caughtUp: () => void;
  /** Keys were parked, for good. */
  readonly parked?: (keys: readonly ParkedKey[]) => void;
  /** Resolves after `ms`, or at once when somebody waits for the table. */
  readonly lull?: (ms: number) => Promise<void>;
  /** Return once caught up instead of following for ever. */
  readonly onceCaughtUp?: boolean;
};

/** What the next batch may take from the last one, which may still be on its way to the table. */
type Carried = {
  readonly rows: RowsByKey;
  /** Keys of them that were loaded without the columns that the fold does not read. */
  readonly narrow: ReadonlySet<Key>;
  readonly last: Row | null;
  /** How many batches had been refused when it was made: after another it is not what the table has. */
  readonly refusals: number;
};
type Made = Omit<Carried, 'refusals'>;
type Prepared = {
  readonly changes: Changes;
  readonly carried: Made;
  /** Events without a key are wanted for the checkpoint's sake: it moves with them. */
  readonly keyless: boolean;
};

/**
 * Runs until `signal` aborts (the batch at work is finished) or, with `onceCaughtUp`, until caught up; answers the
 * position it wrote.
 * An event that the fold or the table does not take parks its key; everything else goes on.
 * @throws {ProjectionFailed} on a write that no event is to blame for, or when too many keys are parked.
 * @throws {LostLease} when another runner moved the checkpoint.
 * @throws faults of the place ({@link isOfPlace}).
 */
export async function follow(run: Following): Promise<Position> {
  const ended = new AbortController();
  const signal = AbortSignal.any([run.signal, ended.signal]);
  const { projection } = run.table;
  const inbox = new Inbox(run.store, { after: run.from, events: projection.events, signal });
  const writer = new Writer(run, inbox);
  try {
    let carried: Carried = { ...(await nothingCarried(run)), refusals: 0 };
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
    await writer.rest();
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
  #writtenAt = performance.now();
  /** Batches that the table refused. */
  #refusals = 0;
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
    if (quiet || performance.now() - this.#writtenAt > SILENT_AT_MOST_MS) await this.#moveOver();
  }

  /** Gathers a little when nobody waits for this table: one batch then does the work of several. */
  async gather(): Promise<void> {
    const left = GATHER_MS - (performance.now() - this.#writtenAt);
    if (this.live && left > 0) await this.#run.lull?.(left);
  }

  /** Loads and folds while the batch before is still being written, then writes this one. */
  async take(batch: Batch, carried: Carried): Promise<Carried> {
    let prepared = await prepare(this.#run, batch.events, carried).catch(nullIfRefused);
    await this.#writing;
    if (prepared !== null && carried.refusals !== this.#refusals) {
      prepared = await prepare(this.#run, batch.events, await nothingCarried(this.#run)).catch(nullIfRefused);
    }
    if (prepared === null) {
      await this.#writeHalves(batch.events, batch.to);
      return { ...(await nothingCarried(this.#run)), refusals: this.#refusals };
    }
    const made = { ...prepared.carried, refusals: this.#refusals };
    const parks = this.#run.parking.unwritten(batch.to).length > 0;
    if (changesNothing(prepared.changes) && !prepared.keyless && !parks) {
      this.#reached(batch.to);
      await this.#moveInTime(false);
      return made;
    }
    this.#writing = this.#write(batch, prepared.changes);
    this.#writing.catch((error: unknown) => this.#inbox.fail(error));
    return made;
  }

  /** The batch at work is written, or has failed. */
  async rest(): Promise<void> {
    await this.#writing.catch(() => undefined);
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
    this.#writtenAt = performance.now();
  }

  async #write({ events, to }: Batch, changes: Changes): Promise<void> {
    try {
      await this.#store(changes, to);
    } catch (error) {
      if (!isRefusal(error)) throw this.#failure(error, events);
      return this.#writeHalves(events, to);
    }
    this.#writtenAt = performance.now();
    this.#reached(to);
  }

  /** The slow way after a refused batch, to park the keys that the table does not take and write all others. */
  async #writeHalves(events: readonly Recorded[], to: Position): Promise<void> {
    const { parking } = this.#run;
    const write = async (half: readonly Recorded[]) => {
      const { changes } = await prepare(this.#run, half, await nothingCarried(this.#run));
      await this.#store(changes, half.at(-1)!.position);
    };
    const park = async (event: Recorded, error: unknown) => {
      parking.park(event, error);
      await this.#store(NO_CHANGES, event.position);
    };
    try {
      await inHalves(events, { write, park });
    } catch (error) {
      throw this.#failure(error, events);
    }
    this.#refusals += 1;
    this.#writtenAt = performance.now();
    this.#reached(to);
  }

  /** Rows, checkpoint and newly parked keys, all or nothing. */
  async #store(changes: Changes, to: Position): Promise<void> {
    const { db, table, parking } = this.#run;
    const parked = parking.unwritten(to);
    await writeBatch(db, table, changes, { from: this.#durable, to, parked });
    parking.wrote(parked);
    if (parked.length > 0) this.#run.parked?.(parked);
    this.#durable = to;
  }

  #failure(error: unknown, events: readonly Recorded[]): unknown {
    if (error instanceof LostLease || error instanceof ProjectionFailed || isOfPlace(error)) return error;
    return new ProjectionFailed(this.#run.table.projection.name, events[0] ?? null, error);
  }

  #reached(position: Position): void {
    this.#known = Math.max(this.#known, position);
    this.#run.moved(this.#known, Math.max(this.#inbox.seen, this.#known));
  }
}

const NO_CHANGES: Changes = { upserts: [], updates: [], deletes: [] };
/** Some event of the batch is to blame (its rows, or already its key), or it took too long as a whole. */
const isRefusal = (error: unknown): boolean => ['document', 'size', 'timeout'].includes(faultOf(error));
const nullIfRefused = (error: unknown): null => {
  if (!isRefusal(error)) throw error;
  return null;
};

const nothingCarried = async ({ db, table }: Following): Promise<Made> => ({
  rows: new Map(),
  narrow: NO_KEYS,
  last: table.projection.kind === 'ledger' ? await lastRow(db, table) : null,
});

/** Loads what the last batch does not carry and folds. */
async function prepare(run: Following, events: readonly Recorded[], carried: Made): Promise<Prepared> {
  const { parking } = run;
  const { projection } = run.table;
  if (projection.kind === 'ledger') {
    const { rows, last } = ledgerRows(projection, events, carried.last, parking);
    const changes = { upserts: rows, updates: [], deletes: [] };
    return { changes, carried: { ...carried, last }, keyless: false };
  }
  const { before, narrow, keyless } = await rowsBefore(run, projection, { events, carried });
  const after: RowsByKey = new Map(before);
  foldInto(projection, after, events, parking);
  const changes = changesBetween(projection.identity, before, after);
  return { changes, carried: { rows: after, narrow, last: null }, keyless };
}
