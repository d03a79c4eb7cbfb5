/** Writes batch after batch of one table, each while the next is being read and folded, and its checkpoint with them. */
import type { Position, Recorded } from 'services/event-store/port';
import { faultOf, isOfPlace } from 'services/platform/base/faults';
import { LostLease, ProjectionFailed } from '../projection/failures.ts';
import { changesNothing, type Changes } from '../tables/fold.ts';
import type { FollowedTable } from './followed-table.ts';
import { inHalves } from './batch-halves.ts';
import type { Batch, Inbox } from './inbox.ts';
import { nothingCarried, prepare, type CarriedRows, type FoldedBatch } from './batch-rows.ts';
import { moveCheckpoint, writeBatch } from '../tables/table.ts';

/** A checkpoint over nothing is written when the log is quiet this long, or at the latest after SILENT_AT_MOST_MS. */
const QUIET_MS = 50;
const SILENT_AT_MOST_MS = 500;

/** `refusals`: how many batches had been refused when it was made; after another it is not what the table has. */
export type CarriedOn = CarriedRows & { readonly refusals: number };

export class Writer {
  live = false;
  readonly #run: FollowedTable;
  readonly #inbox: Inbox;
  /** Position in the table's checkpoint, once `#writing` is done. */
  #durable: Position;
  /** Position everything is known up to; past `#durable` there was nothing to write. */
  #known: Position;
  #writtenAt = performance.now();
  /** Batches that the table refused. */
  #refusals = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(run: FollowedTable, inbox: Inbox) {
    this.#run = run;
    this.#inbox = inbox;
    this.#durable = run.from;
    this.#known = run.from;
  }

  async nothingCarried(): Promise<CarriedOn> {
    return { ...(await nothingCarried(this.#run)), refusals: this.#refusals };
  }

  patience(): number | undefined {
    return this.#known > this.#durable ? QUIET_MS : undefined;
  }

  async settle(): Promise<void> {
    await this.#writing;
    this.live = true;
  }

  /** Nothing to write up to the batch's end; null: the log is quiet, or it is time to write how far it was seen. */
  async skipTo(batch: Batch | null): Promise<void> {
    await this.#writing;
    this.#reached(batch?.to ?? this.#inbox.passed);
    await this.#moveInTime(batch === null);
  }

  async #moveInTime(quiet: boolean): Promise<void> {
    if (quiet || performance.now() - this.#writtenAt > SILENT_AT_MOST_MS) await this.#moveOver();
  }

  /** Gathers a little when nobody waits for this table: one batch then does the work of several. */
  async gather(): Promise<void> {
    if (this.live) await this.#run.lull?.(performance.now() - this.#writtenAt);
  }

  /** Loads and folds while the batch before is still being written, then writes this one. */
  async take(batch: Batch, carried: CarriedOn): Promise<CarriedOn> {
    const prepared = await this.#prepared(batch, carried);
    if (prepared === null) {
      await this.#writeHalves(batch.events, batch.to);
      return this.nothingCarried();
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

  /** Null: refused. */
  async #prepared({ events }: Batch, carried: CarriedOn): Promise<FoldedBatch | null> {
    const prepared = await prepare(this.#run, events, carried).catch(nullIfRefused);
    await this.#writing;
    if (prepared === null || carried.refusals === this.#refusals) return prepared;
    return prepare(this.#run, events, await this.nothingCarried()).catch(nullIfRefused);
  }

  /** The batch at work is written, or has failed. */
  async rest(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  async finish(): Promise<Position> {
    await this.#writing;
    this.#reached(this.#inbox.passed);
    await this.#moveOver();
    return this.#durable;
  }

  async #moveOver(): Promise<void> {
    if (this.#known <= this.#durable) return;
    const { db, table } = this.#run;
    const step = { from: this.#durable, to: this.#known };
    await moveCheckpoint(db, table, step);
    this.#durable = step.to;
    this.#writtenAt = performance.now();
  }

  async #write({ events, to }: Batch, changes: Changes): Promise<void> {
    try {
      await this.#store(changes, to, events.at(-1));
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
      const last = half.at(-1)!;
      await this.#store(changes, last.position, last);
    };
    const park = async (event: Recorded, error: unknown) => {
      parking.park(event, error);
      await this.#store(NO_CHANGES, event.position, event);
    };
    const tryPlace = () => moveCheckpoint(this.#run.db, this.#run.table, { from: this.#durable, to: this.#durable });
    try {
      await inHalves(events, { write, park, tryPlace });
    } catch (error) {
      throw this.#failure(error, events);
    }
    this.#refusals += 1;
    this.#writtenAt = performance.now();
    this.#reached(to);
  }

  /** Rows, checkpoint and newly parked keys, all or nothing. */
  async #store(changes: Changes, to: Position, last: Recorded | undefined): Promise<void> {
    const { db, table, parking } = this.#run;
    const parked = parking.unwritten(to);
    await writeBatch(db, table, changes, { from: this.#durable, to, last, parked });
    parking.wrote(parked);
    this.#run.wrote?.(rowsIn(changes));
    if (parked.length > 0) this.#run.parked?.(parked);
    this.#durable = to;
  }

  #failure(error: unknown, events: readonly Recorded[]): unknown {
    if (error instanceof LostLease || error instanceof ProjectionFailed || isOfPlace(error)) return error;
    return new ProjectionFailed(this.#run.table.projection.name, events[0] ?? null, error);
  }

  #reached(position: Position): void {
    this.#known = Math.max(this.#known, position);
    this.#inbox.done(this.#known);
    this.#run.moved(this.#known, Math.max(this.#inbox.seen, this.#known));
  }
}

const rowsIn = ({ upserts, updates, deletes }: Changes): number =>
  updates.reduce((rows, update) => rows + update.rows.length, upserts.length + deletes.length);
const NO_CHANGES: Changes = { upserts: [], updates: [], deletes: [] };
/** Some event of the batch is to blame (its rows, or already its key), or it took too long as a whole. */
const isRefusal = (error: unknown): boolean => ['document', 'size', 'timeout'].includes(faultOf(error));
const nullIfRefused = (error: unknown): null => {
  if (!isRefusal(error)) throw error;
  return null;
};
