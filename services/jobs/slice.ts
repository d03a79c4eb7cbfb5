/** Scheduled jobs: maintained here, run by the process that holds the schedule. */
import { postgresLease } from '../documents/lease.ts';
import { openPool } from '../platform/base/database.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { jobAdminRoutes } from './job-admin.ts';
import { keepSchedule } from './schedule.ts';
import { seedJobs } from './seed.ts';
import { jobMigration } from './tables.ts';

/** A connection of its own to write by, so that jobs take none from requests. */
const keepHere = async (deps: SliceDeps, signal: AbortSignal): Promise<void> => {
  const { databaseUrl, dataDir, config, installation, log } = deps;
  const { eventStoreUrl, jobHttpHosts: httpHosts, outboundHosts, smtpUrl, mailFrom, secretsKey } = config;
  const db = await openPool(databaseUrl, { applicationName: 'jobs', size: 1 });
  const place = { databaseUrl, eventStoreUrl, dataDir, secretsKey };
  const surroundings = { ...place, httpHosts, outboundHosts, smtpUrl, mailFrom };
  try {
    await keepSchedule(
      {
        db,
        lease: postgresLease(db, 'jobs', databaseUrl),
        module: installation.jobModule,
        request: ({ type, target, args, owner }, runId) => ({
          runId,
          jobType: type,
          target,
          args,
          ownerId: owner,
          ...surroundings,
        }),
        // Alarms ring by the clock of the machine.
        now: () => new Date(),
        told: (message, fields) => log.info(message, fields),
        warn: (error, message) => log.warn(message, { error }),
      },
      signal,
    );
  } finally {
    await db.end();
  }
};

export const jobSlice: SliceModule = {
  migrations: [jobMigration],
  create: (deps) => ({
    name: 'jobs',
    routes: jobAdminRoutes({ db: deps.master, httpHosts: deps.config.jobHttpHosts }),
    seed: () => seedJobs(deps.master),
    start: async (signal) => {
      if (deps.config.roles.has('scheduler')) await keepHere(deps, signal);
    },
  }),
};
