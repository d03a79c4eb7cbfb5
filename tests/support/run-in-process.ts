/** Runs of a job's function in the process of the test: what one says, and why it did not end well. */
import type { JobRun } from '../../services/platform/jobs/job-function.ts';
import type { App } from './app.ts';

type RunInProcess = { readonly said: readonly string[]; readonly failed: string | null };
/** `change`: what the function is handed that is not the house's own. */
export const ranInProcess = async (
  app: App,
  work: (run: JobRun) => Promise<void>,
  change: Partial<JobRun>,
): Promise<RunInProcess> => {
  const said: string[] = [];
  const { master, store, databaseUrl } = app.house.deps;
  const run: JobRun = {
    runId: 0,
    jobType: '2',
    target: '',
    args: '',
    ownerId: 1,
    databaseUrl,
    eventStoreUrl: undefined,
    dataDir: app.dataDir,
    secretsKey: undefined,
    httpHosts: [],
    smtpUrl: undefined,
    mailFrom: 'house@example.com',
    say: (line) => void said.push(line),
    db: async () => master,
    store: async () => store,
    rawStore: async () => store,
    ...change,
  };
  const failed = await work(run).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );
  return { said, failed };
};
/** What one says that ends well. */
export const saidInProcess = async (...asked: Parameters<typeof ranInProcess>): Promise<readonly string[]> => {
  const { said, failed } = await ranInProcess(...asked);
  if (failed !== null) throw new Error(failed);
  return said;
};
