/**
 * One runner among all processes, by a session advisory lock that moves when its holder dies or hangs; the watcher's place in the log
 * beside it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Migration } from '../platform/base/migrate.ts';
import { SIGN_MS, SignsOfLife, promiseSigns } from '../platform/base/signs-of-life.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';

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

type Candidate = {
  readonly client: pg.Client;
  /** Aborts when the connection is gone. */
  readonly lost: AbortSignal;
  readonly signs: SignsOfLife;
};
const withCandidate = async (url: string, name: string, stand: (one: Candidate) => Promise<void>): Promise<void> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: `lease of ${name}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  const lost = new AbortController();
  const gone = (): void => lost.abort();
  client.on('error', gone);
  client.on('end', gone);
  try {
    await client.connect();
    await promiseSigns(client);
    await stand({ client, lost: lost.signal, signs: new SignsOfLife() });
    // The server notices the end of a connection a moment later: the lock is given back before.
    await client.query('select pg_advisory_unlock_all()');
  } finally {
    client.end().catch(() => undefined);
  }
};

const isMine = async ({ client }: Candidate, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, $2)) as locked',
    [`${LOCKS.saga.name}${name}`, LOCKS.saga.seed],
  );
  return rows[0]?.locked === true;
};
/** Signs are given until the signal aborts; a connection that breaks ends the turn. */
const giveSigns = async ({ client, signs, lost }: Candidate, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await signs.exchange(client);
    lost.throwIfAborted();
    await rest(SIGN_MS, signal);
  }
};
const turn = async (
  one: Candidate,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const over = new AbortController();
  const mine = AbortSignal.any([signal, one.lost, over.signal]);
  const working = work(mine).finally(() => over.abort());
  // Awaited below; until then signs may still be given.
  working.catch(() => undefined);
  try {
    await giveSigns(one, mine);
  } finally {
    over.abort();
    await working;
  }
};

/** `url`: of a connection for the lock alone, kept while this process stands for the lease or has it. */
export const postgresLease = (pool: DatabasePool, name: string, url: string): Lease => ({
  run: async (signal, work) => {
    while (!signal.aborted) {
      // A lost connection ends the turn; the lock went with it, and this process queues up again.
      await withCandidate(url, name, async (one) => {
        while (!signal.aborted && !(await isMine(one, name))) {
          await one.signs.exchange(one.client);
          await rest(SIGN_MS, signal);
        }
        if (!signal.aborted) await turn(one, signal, work);
      }).catch(() => undefined);
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
});

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
