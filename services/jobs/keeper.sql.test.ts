/** A job whose look failed because the database was at fault is looked at again soon, not at its next alarm. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DatabasePool } from 'slonik';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { bareRequest } from '../../tests/support/job-request.ts';
import { soloLease } from '../documents/lease.ts';
import { openPool } from '../platform/base/database.ts';
import { migrate } from '../platform/base/migrate.ts';
import { openPgPool } from '../platform/base/pg-pool.ts';
import { keepSchedule } from './schedule.ts';
import { jobMigration } from './tables.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-keeper-'));
/** A run that does nothing, and ends well. */
const NOTHING = pathToFileURL(path.join(folder, 'nothing.mjs'));
fs.writeFileSync(NOTHING, 'process.once("message", () => process.exit());');
let database: TestDatabase;
let db: pg.Pool;
let slonik: DatabasePool;
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url, [jobMigration]);
  db = openPgPool({ connectionString: database.url, max: 1 });
  slonik = await openPool(database.url, { applicationName: 'jobs', size: 2 });
  await db.query(`
    CREATE TABLE disk (is_full boolean);
    INSERT INTO disk VALUES (false);
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT is_full FROM public.disk) THEN RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refused BEFORE INSERT ON master.job_run FOR EACH ROW EXECUTE FUNCTION refuse()`);
});
afterAll(async () => {
  await Promise.all([db.end(), slonik.end()]);
  await database.drop();
  fs.rmSync(folder, { recursive: true });
});
/** Rings once a year, half a year from now, and was missed for long: it is made up for at the first look. */
const LINE = `0 0 0 1 ${((new Date().getUTCMonth() + 6) % 12) + 1} *`;
beforeEach(async () => {
  await db.query(`
    DELETE FROM master.job_run; DELETE FROM master.sys_job;
    INSERT INTO master.sys_job (id, job_name, job_group, job_type, cron_expression, invoke_target, misfire_policy, concurrent, timeout,
      status, scheduled, owner_id) VALUES (1, '备份', 'TEST', '2', '${LINE}', 'nothing', '2', '1', 60, '2', true, 7);
    INSERT INTO master.job_clock (job_id, seen_at) VALUES (1, now() - interval '3 years')`);
});

const statesOf = async (): Promise<readonly string[]> =>
  (await db.query<{ status: string }>('SELECT status FROM master.job_run ORDER BY id')).rows.map(
    ({ status }) => status,
  );
/** Keeps the schedule while `work` goes on, which is told what it warns of. */
const keeping = async (
  over: DatabasePool,
  work: (warned: readonly string[]) => Promise<void>,
  owners: number[] = [],
): Promise<void> => {
  const stop = new AbortController();
  const warned: string[] = [];
  const kept = keepSchedule(
    {
      db: over,
      lease: soloLease(),
      module: NOTHING,
      request: (job, runId) => {
        owners.push(job.owner);
        return bareRequest('')(job, runId);
      },
      now: () => new Date(),
      told: () => undefined,
      warn: (_, message) => void warned.push(message),
    },
    stop.signal,
  );
  try {
    await work(warned);
  } finally {
    stop.abort();
    await kept;
  }
};

test('what a full disk refused begins once there is room', async () => {
  await db.query('UPDATE disk SET is_full = true');
  await keeping(slonik, async (warned) => {
    await expect.poll(() => warned).toContain('a job waits');
    await db.query('UPDATE disk SET is_full = false');
    await expect.poll(statesOf).toEqual(['2']);
  });
});

/** As a connection that is lost behind a commit: what was asked is done, and the answer lost, once. */
const losing = (name: 'maybeOneFirst' | 'maybeOne'): DatabasePool => {
  let isLost = false;
  return new Proxy(slonik, {
    get: (target, property) => {
      const part: unknown = Reflect.get(target, property);
      if (property !== name || isLost) return typeof part === 'function' ? (part.bind(target) as unknown) : part;
      return async (statement: Parameters<DatabasePool['maybeOne']>[0]) => {
        isLost = true;
        await target.query(statement);
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      };
    },
  });
};

test('a run whose beginning was committed and never heard of is one run', async () => {
  await keeping(losing('maybeOneFirst'), async () => {
    await expect.poll(statesOf).toEqual(['2']);
  });
  expect(await statesOf()).toEqual(['2']);
});

test('a run that somebody asked for runs, whatever else fails behind its being taken', async () => {
  await db.query(`
    UPDATE master.sys_job SET scheduled = false;
    INSERT INTO master.job_run (job_id, job_name, invoke_target, due_at, start_at) VALUES (1, '备份', 'nothing', now(), now())`);
  const owners: number[] = [];
  await keeping(losing('maybeOne'), async () => expect.poll(statesOf).toEqual(['2']), owners);
  expect(owners).toEqual([7]);
});
