/** One runner among all processes, by a session advisory lock; the watcher's place in the log beside it. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Migration } from '../platform/migrate.ts';

/** Its place; a house whose kinds had a watcher each goes on from the one that was furthest behind. */
export const watcherMigration: Migration = {
  id: 'documents-001-watcher',
  sql: `
    CREATE TABLE IF NOT EXISTS saga_checkpoint (
      name text PRIMARY KEY, position bigint NOT NULL, moved_at timestamptz NOT NULL DEFAULT now());
    WITH behind AS (DELETE FROM saga_checkpoint RETURNING position)
    INSERT INTO saga_checkpoint (name, position) SELECT 'documents', min(position) FROM behind HAVING count(*) > 0;`,
};

const STAND_BY_MS = 1_000;
const HEARTBEAT_MS = 2_000;
const Locked = z.object({ locked: z.boolean() });
const At = z.object({ position: z.int() });

/** Where everything up to `position` is at rest; losing it only means reading the log again. */
export interface Lease {
  /** Runs `work` while this process is the one that may; its signal aborts when the lock is lost or `signal` does. */
  run(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void>;
  position(): Promise<number>;
  moveTo(position: number): Promise<void>;
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined);

export const postgresLease = (pool: DatabasePool, name: string): Lease => {
  /** true when the lock was ours for a while. */
  const turn = (signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> =>
    pool.connect(async (connection) => {
      const { locked } = await connection.one(sql.type(Locked)`
        SELECT pg_try_advisory_lock(hashtextextended(${`saga ${name}`}, 7041)) AS locked`);
      if (!locked) return;
      const lost = new AbortController();
      const mine = AbortSignal.any([signal, lost.signal]);
      const working = work(mine).finally(() => lost.abort());
      // Awaited below; until then the heartbeat may still be under way.
      working.catch(() => undefined);
      try {
        while (!mine.aborted) {
          await connection.query(sql.unsafe`SELECT 1`);
          await rest(HEARTBEAT_MS, mine);
        }
      } finally {
        lost.abort();
        await working;
        await connection.query(sql.unsafe`SELECT pg_advisory_unlock(hashtextextended(${`saga ${name}`}, 7041))`);
      }
    });
  return {
    run: async (signal, work) => {
      while (!signal.aborted) {
        // A lost connection ends the turn; the lock went with it, and this process queues up again.
        await turn(signal, work).catch(() => undefined);
        await rest(STAND_BY_MS, signal);
      }
    },
    position: async () =>
      (await pool.maybeOneFirst(sql.type(At)`SELECT position FROM master.saga_checkpoint WHERE name = ${name}`)) ?? -1,
    moveTo: async (position) => {
      await pool.query(sql.unsafe`
        INSERT INTO master.saga_checkpoint AS c (name, position) VALUES (${name}, ${position})
        ON CONFLICT (name) DO UPDATE SET position = excluded.position, moved_at = now()
        WHERE c.position < excluded.position`);
    },
  };
};

/** For one process without a database: the lock is always free, the place is kept as long as it runs. */
export const soloLease = (): Lease => {
  let at = -1;
  return {
    run: (signal, work) => work(signal),
    position: async () => at,
    moveTo: async (position) => {
      at = position;
    },
  };
};
