/** Keeps the schedule of a database with functions that misbehave; run by itself it is a process to be killed. */
import { openPool } from 'services/platform/base/database';
import { postgresLease } from '../../../services/documents/lease.ts';
import { bareRequest } from '../../support/job-request.ts';
import { keepSchedule } from '../../../services/jobs/schedule.ts';

const MODULE = new URL('./stand-in-job.ts', import.meta.url);
/** Until `signal` aborts; `began` hears when this one keeps it. */
export const keepHere = async (databaseUrl: string, signal: AbortSignal, began: () => void): Promise<void> => {
  const db = await openPool(databaseUrl, { applicationName: 'jobs', size: 1 });
  await keepSchedule(
    {
      db,
      lease: postgresLease(db, 'jobs', databaseUrl),
      module: MODULE,
      request: bareRequest(databaseUrl),
      now: () => new Date(),
      told: (message) => message.includes('from now on') && began(),
      warn: () => undefined,
    },
    signal,
  );
  await db.end();
};

if (import.meta.main) {
  process.once('message', (databaseUrl) => {
    void keepHere(databaseUrl as string, new AbortController().signal, () => process.send?.('keeps'));
  });
}
