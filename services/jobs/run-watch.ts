/**
 * Beside a run, on a thread of its own: ends the process when the one that started it is gone, or when another one keeps the schedule. A
 * function that never gives way would hear of neither. As long as its lock is held the run lives, and nobody makes up for it.
 */
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { TAKEN_CHANNEL, watchName } from './run-name.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';

const LOOK_MS = 500;
const { parent, self } = workerData as { readonly parent: number; readonly self: number };
const end = (): void => void process.kill(self, 'SIGKILL');
setInterval(() => process.ppid !== parent && end(), LOOK_MS);

type Run = { readonly databaseUrl: string; readonly runId: number };
const hold = async ({ databaseUrl, runId }: Run): Promise<void> => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: watchName(runId),
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  await client.connect();
  client.on('error', end);
  client.on('end', end);
  client.on('notification', end);
  await client.query(`listen ${TAKEN_CHANNEL}`);
  await client.query('select pg_advisory_lock(hashtextextended($1, $2))', [watchName(runId), LOCKS.jobRun.seed]);
  // Behind the lock: who takes the schedule over says so first and looks at the locks then, so one of both sees the other.
  const { rows } = await client.query(
    `select from master.job_run r join master.job_holder h on h.name = 'jobs' and h.holder = r.holder
     where r.id = $1 and r.status = '0'`,
    [runId],
  );
  if (rows.length === 0) end();
};
parentPort?.once('message', (run: Run) => {
  hold(run).then(
    () => parentPort?.postMessage(null),
    (error: unknown) => parentPort?.postMessage(String(error)),
  );
});
