/** A run that begins while the schedule passes to another process: it works, or it is made up for, never both. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { migrate } from '../platform/base/migrate.ts';
import { jobMigration } from './tables.ts';

const [HERE, ELSEWHERE] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
let database: TestDatabase;
let db: pg.Client;
let run: ChildProcess;
let watch: Worker;
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url, [jobMigration]);
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await database.drop();
});
afterEach(async () => {
  await watch.terminate();
  if (run.exitCode === null && run.signalCode === null) run.kill('SIGKILL');
});

/** A run that `HERE` began, and what ends its process once it is watched: it is asked to end itself then. */
const endOfRun = async (holder: string): Promise<NodeJS.Signals | null> => {
  await db.query(
    `INSERT INTO master.job_holder (name, holder) VALUES ('jobs', $1)
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder`,
    [holder],
  );
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO master.job_run (job_id, job_name, invoke_target, due_at, holder, start_at)
     VALUES (1, '备份', 'Backup', now(), $1, now()) RETURNING id`,
    [HERE],
  );
  run = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)']);
  await once(run, 'spawn');
  watch = new Worker(new URL('run-watch.ts', import.meta.url), { workerData: { parent: process.ppid, self: run.pid } });
  watch.postMessage({ runId: Number(rows[0]?.id), databaseUrl: database.url });
  expect(await once(watch, 'message')).toEqual([null]);
  const ended = once(run, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  run.kill('SIGTERM');
  return (await ended)[1];
};

test('whose starter keeps the schedule works', async () => {
  expect(await endOfRun(HERE)).toBe('SIGTERM');
});

test('whose starter keeps it no more ends before it does anything, though nobody has cut it off yet', async () => {
  expect(await endOfRun(ELSEWHERE)).toBe('SIGKILL');
});
