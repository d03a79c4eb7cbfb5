/** What a schedule without settings of its own tells a run. */
import type { ScheduleDeps } from '../../services/jobs/schedule.ts';

export const bareRequest =
  (databaseUrl: string): ScheduleDeps['request'] =>
  ({ type, target, args, owner }, runId) => ({
    runId,
    jobType: type,
    target,
    args,
    ownerId: owner,
    databaseUrl,
    eventStoreUrl: undefined,
    dataDir: '',
    secretsKey: undefined,
    httpHosts: [],
    smtpUrl: undefined,
    mailFrom: undefined,
  });
