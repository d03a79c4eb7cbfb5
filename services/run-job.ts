/** Where the runs of jobs do their work: a process each, started by the one that keeps the schedule. */
import { isJobFunction, type JobFunctionName } from './jobs/contract.ts';
import type { JobFunction } from './platform/job-function.ts';
import { runHere } from './jobs/run-here.ts';
import { giveWay } from './platform/give-way.ts';

/** Loaded where it is called: a run that needs no database is there in a moment. */
const FUNCTIONS: Readonly<Record<JobFunctionName, () => Promise<JobFunction>>> = {
  NightlyRecount: async () => (await import('./nightly-recount.ts')).nightlyRecount,
  Backup: async () => (await import('./backup/job.ts')).backup,
  QuoteFeed: async () => (await import('./jewel-price/quote-feed.ts')).quoteFeed,
  CheckPictures: async () => (await import('./picture-check/job.ts')).checkPictures,
  Reminders: async () => (await import('./jobs/functions/reminders.ts')).reminders,
  TrimLogs: async () => (await import('./jobs/functions/trim-logs.ts')).trimLogs,
  MailReport: async () => (await import('./mail-report.ts')).mailReport,
  ExamplesNoParam: async () => (await import('./jobs/functions/examples.ts')).examplesNoParam,
};

giveWay();
runHere({
  functionNamed: async (name) => (isJobFunction(name) ? FUNCTIONS[name]() : null),
  openStore: async ({ databaseUrl, eventStoreUrl, oneAppend }) =>
    (await import('./open-store.ts')).openStore({ eventStoreUrl, oneAppend }, databaseUrl),
  openRawStore: async ({ databaseUrl, eventStoreUrl }) =>
    (await import('./open-store.ts')).openRawStore({ eventStoreUrl }, databaseUrl),
});
