/**
 * Fresh statistics of a table that took much at once (an import, a batch receipt). Until autovacuum looks, which takes a minute and
 * more, Postgres plans lists for the table of before: 9 to 14 ms instead of 2.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { quoted } from '../tables/ddl.ts';
import { Lanes } from '../tables/lanes.ts';
import type { Log } from './log.ts';
import { inTransaction } from '../projection/transaction.ts';

type TableName = { readonly schema: string; readonly table: string };
/** Fewer rows than this change no plan that matters. */
const LEAST_ROWS = 1_000;
/** Of the rows that the statistics know; autovacuum's own share. */
const SHARE = 0.1;
/** What comes of the same import is waited for: so long after the last rows, but no longer than so long in all. */
const SETTLED_MS = 500;
const AT_MOST_MS = 10_000;
/** Gives way to whoever holds the table (autovacuum, a change of it), sleeps between its pages as autovacuum does, and ends in time. */
const GENTLY = `set local lock_timeout = '1s'; set local statement_timeout = '20s'; set local vacuum_cost_delay = '2ms'`;

type WrittenRows = { rows: number; due: number; at: number; looking: boolean };

/** Of the tables that this process writes. */
export class Statistics {
  readonly #db: pg.Pool;
  readonly #log: Log;
  readonly #stop: AbortSignal;
  readonly #written = new Map<string, WrittenRows>();
  readonly #lane = new Lanes(1);

  /** `db`: of connections that no follower waits for. */
  constructor(db: pg.Pool, log: Log, stop: AbortSignal) {
    this.#db = db;
    this.#log = log;
    this.#stop = stop;
  }

  /** Counts, and returns at once. */
  wrote(of: TableName, rows: number): void {
    const name = `${quoted(of.schema)}.${quoted(of.table)}`;
    const written = this.#written.get(name) ?? { rows: 0, due: LEAST_ROWS, at: 0, looking: false };
    this.#written.set(name, written);
    written.rows += rows;
    written.at = performance.now();
    if (written.looking || written.rows < written.due) return;
    written.looking = true;
    void this.#look(name, written)
      .catch((error: unknown) => this.#stop.aborted || this.#log.warn({ err: error, table: name }, 'not analysed'))
      .finally(() => (written.looking = false));
  }

  async #look(name: string, written: WrittenRows): Promise<void> {
    await this.#settled(written);
    await this.#lane.run(() => this.#analyse(name, written));
  }

  async #settled(written: WrittenRows): Promise<void> {
    const end = performance.now() + AT_MOST_MS;
    for (;;) {
      const quiet = performance.now() - written.at;
      if (quiet >= SETTLED_MS || performance.now() >= end) return;
      await pause(SETTLED_MS - quiet, undefined, { signal: this.#stop });
    }
  }

  async #analyse(name: string, written: WrittenRows): Promise<void> {
    this.#stop.throwIfAborted();
    written.due = await this.#dueAt(name);
    if (written.rows < written.due) return;
    const { rows } = written;
    // Whatever comes of it: it is tried again after as much.
    written.rows = 0;
    await inTransaction(this.#db, async (client) => {
      await client.query(GENTLY);
      await client.query(`analyze ${name}`);
    });
    written.due = await this.#dueAt(name);
    this.#log.info({ table: name, rows }, 'statistics made anew after many rows');
  }

  async #dueAt(name: string): Promise<number> {
    const { rows } = await this.#db.query<{ known: number }>(
      `select reltuples::float8 as known from pg_class where oid = $1::regclass`,
      [name],
    );
    return Math.max(LEAST_ROWS, (rows[0]?.known ?? 0) * SHARE);
  }
}
