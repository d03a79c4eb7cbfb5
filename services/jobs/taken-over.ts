/** The schedule passes to another process: what the former one left running ends first, also where that one hangs (ADR 0067). */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { TAKEN_CHANNEL } from './run-name.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';

/** A run that has not ended by then hangs, too: its connection is ended, and it ends by itself as soon as it goes on. */
const PATIENCE_MS = 3_000;
const LOOK_MS = 50;

const Watch = z.object({ name: z.string() });
/** Names of those of other holders whose process lives. */
const living = async (db: CommonQueryMethods, holder: string): Promise<readonly string[]> => {
  const rows = await db.any(sql.type(Watch)`
    WITH open AS MATERIALIZED (
      SELECT ${LOCKS.jobRun.name}::text || id AS name FROM master.job_run WHERE status = '0' AND holder <> ${holder}::uuid)
    SELECT name FROM open WHERE NOT pg_try_advisory_xact_lock(hashtextextended(name, ${LOCKS.jobRun.seed}))`);
  return rows.map(({ name }) => name);
};

/** Resolves when no run of another holder is at work. */
export const untilEnded = async (db: CommonQueryMethods, holder: string): Promise<void> => {
  await db.query(sql.unsafe`SELECT pg_notify(${TAKEN_CHANNEL}, ${holder})`);
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const names = await living(db, holder);
    if (names.length === 0) return;
    if (performance.now() > until) {
      await db.query(sql.unsafe`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = ANY (${sql.array([...names], 'text')})`);
      return;
    }
    await pause(LOOK_MS);
  }
};
