/**
 * Who did what: every write that was asked for, every export, and every denied call. The row of a write is that of its
 * command (ADR 0021), so nothing is accepted without it; that of a refused one is inserted before the answer. What it came
 * to follows behind the answer. Clearing hides (R30).
 */
import { InvalidInputError, sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { faultOf } from '../base/faults.ts';
import type { Log } from '../base/log.ts';
import { batched } from '../base/batches.ts';
import { outcomeEntry, stubOf, type Entry, type RequestOutcome } from './entry.ts';
import { LogValues } from './log-values.ts';
import { completeEntries, insertEntries, settleAbandoned } from './table.ts';

const MAX_QUEUE = 10_000;
const MAX_BATCH = 500;
const FLUSH_MS = 200;
const WATCH_MS = 5_000;

const Written = z.object({ id: z.int(), request_id: z.string() });
const Nothing = z.object({});

/** The row of one request: `id` once it is in the table. */
export type Trace = {
  readonly entry: Entry;
  /** When its request came, by the clock of `performance.now()`. */
  readonly since?: number | undefined;
  id?: number | undefined;
  /** Its outcome is written with the answer, that of one append with the events; fails where it could not be. */
  completed?: Promise<void>;
};

export const latencySince = ({ since }: Trace): number =>
  since === undefined ? 0 : Math.round(performance.now() - since);

/** slonik keeps the code of one such refusal to itself. */
const isRefusedData = (error: unknown): boolean =>
  error instanceof InvalidInputError || ['document', 'size'].includes(faultOf(error));

/** Calls `write` with all of `rows`; where Postgres cannot take what is in one, one by one, that one as a stub. */
export const withStubs = async <Row, Written>(
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<Written>,
  stub: (row: Row) => Row,
): Promise<readonly Written[]> => {
  try {
    return [await write(rows)];
  } catch (error) {
    if (!isRefusedData(error)) throw error;
  }
  const written: Written[] = [];
  for (const row of rows) {
    written.push(
      await write([row]).catch((error: unknown) => {
        if (!isRefusedData(error)) throw error;
        return write([stub(row)]);
      }),
    );
  }
  return written;
};

export class OperationLog {
  readonly #db: DatabasePool;
  readonly #log: Log;
  readonly #values: LogValues;
  /** Outcomes of rows that are in the table (they carry its id), and whole rows that could not be written before the answer. */
  readonly #queue: Entry[] = [];
  readonly #insert = batched((entries: readonly Entry[]) => this.#insertAll(entries));
  #timer: NodeJS.Timeout | undefined;
  #watching: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #isRefused = false;

  constructor(db: DatabasePool, log: Log) {
    this.#db = db;
    this.#log = log;
    this.#values = new LogValues(db, log);
  }

  /** Rows of processes that died get their outcome, now and every few seconds. */
  watch(): void {
    const settle = (): void => void this.settle().catch((error: unknown) => this.#log.warn('operation log', { error }));
    settle();
    void this.#values.keepRecent().catch((error: unknown) => this.#log.warn('operation log', { error }));
    this.#watching = setInterval(settle, WATCH_MS).unref();
  }

  async settle(): Promise<void> {
    await this.#db.query(sql.unsafe`${settleAbandoned}`);
  }

  /** Writes the row as it is, before its work begins. */
  async open(trace: Trace): Promise<void> {
    await this.#values.keep(trace.entry);
    trace.id = await this.#insert(trace.entry);
  }

  /** What a request came to: durable at once when nothing of it was in the table yet, else soon. */
  async finish(trace: Trace, finished: RequestOutcome): Promise<void> {
    await this.#values.keep(trace.entry);
    const { id, completed } = trace;
    if (completed !== undefined) {
      void completed.catch(() => this.#later({ id: id ?? 0, ...outcomeEntry(finished) }));
      return;
    }
    const outcome = outcomeEntry(finished);
    if (id !== undefined) return this.#later({ id, ...outcome });
    const entry = { ...trace.entry, ...outcome };
    // A store that is away refused the write itself: the answer does not wait for it once more.
    if (finished.status >= 500) return this.#later(entry);
    try {
      trace.id = await this.#insert(entry);
    } catch (error) {
      this.#refused(error);
      this.#later(entry);
    }
  }

  /** Told once until something is written again: a disk may be full for a day, and what is queued is tried every two seconds. */
  #refused(error: unknown): void {
    if (!this.#isRefused) this.#log.error('operation log could not be written', { error });
    this.#isRefused = true;
  }

  #later(entry: Entry): void {
    if (this.#queue.length >= MAX_QUEUE) {
      // The row stays and reads 中断 until the watcher finds the command's answer.
      this.#log.error('operation log queue is full, an outcome is dropped', {
        row: entry['id'] ?? entry['request_id'],
      });
      return;
    }
    this.#queue.push(entry);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes what is queued; called on stop so that outcomes need not be found again. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#watching);
    await this.flush();
  }

  async #insertAll(entries: readonly Entry[]): Promise<readonly number[]> {
    const insert = (some: readonly Entry[]) =>
      this.#db.any(sql.prepared('log operations', Written)`${insertEntries(some)}`);
    const written = (await withStubs(entries, insert, stubOf)).flat();
    const ids = new Map(written.map((row) => [row.request_id, row.id]));
    return entries.map((entry) => ids.get(String(entry['request_id'])) ?? 0);
  }

  async #write(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, MAX_BATCH);
      try {
        await this.#complete(batch.filter((entry) => 'id' in entry));
        const missed = batch.filter((entry) => !('id' in entry));
        if (missed.length > 0) await this.#insertAll(missed);
        this.#queue.splice(0, batch.length);
        this.#isRefused = false;
      } catch (error) {
        this.#refused(error);
        this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS * 10).unref();
        return;
      }
    }
  }

  async #complete(outcomes: readonly Entry[]): Promise<void> {
    if (outcomes.length === 0) return;
    const complete = (some: readonly Entry[]) =>
      this.#db.query(sql.prepared('complete operations', Nothing)`${completeEntries(some)}`);
    await withStubs(outcomes, complete, stubOf);
  }
}
