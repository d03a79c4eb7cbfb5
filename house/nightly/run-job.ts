/** Where the runs of jobs do their work: a process each, started by the one that keeps the schedule. */
import { isJobFunction, type JobFunctionName } from '../../services/jobs/contract.ts';
import type { JobFunction } from '../../services/platform/jobs/job-function.ts';
import { runHere } from '../../services/jobs/run-here.ts';
import { giveWay } from '../../services/platform/process/give-way.ts';

/** Loaded where it is called: a run that needs no database is there in a moment. */
const FUNCTIONS: Readonly<Record<JobFunctionName, () => Promise<JobFunction>>> = {
  NightlyRecount: async () => (await import('./nightly-recount.ts')).nightlyRecount,
  Backup: async () => (await import('../../services/backup/job.ts')).backup,
  QuoteFeed: async () => (await import('../../services/jewel-price/quote-feed.ts')).quoteFeed,
  CheckPictures: async () => (await import('../../services/picture-check/job.ts')).checkPictures,
  Reminders: async () => (await import('../../services/jobs/functions/reminders.ts')).reminders,
  TrimLogs: async () => (await import('../../services/jobs/functions/trim-logs.ts')).trimLogs,
  MailReport: async () => (await import('./mail-report.ts')).mailReport,
  ExamplesNoParam: async () => (await import('../../services/jobs/functions/examples.ts')).examplesNoParam,
};

giveWay();
runHere({
  functionNamed: async (name) => (isJobFunction(name) ? FUNCTIONS[name]() : null),
  openStore: async ({ databaseUrl, eventStoreUrl }) =>
    (await import('../log/open-store.ts')).openStore({ eventStoreUrl }, databaseUrl),
  openRawStore: async ({ databaseUrl, eventStoreUrl }) =>
    (await import('../log/open-store.ts')).openRawStore({ eventStoreUrl }, databaseUrl),
});
