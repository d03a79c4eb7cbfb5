/** What a function of a job is handed, in the process that its run has to itself. */
import type { DatabasePool } from 'slonik';
import type { EventStore } from '../event-store/port.ts';

/** What the process that runs jobs tells the one of a run, once. */
export type RunRequest = {
  /** Of the run, in master.job_run. */
  readonly runId: number;
  readonly jobType: string;
  readonly target: string;
  readonly args: string;
  /** Whose rights it reads with. */
  readonly ownerId: number;
  readonly databaseUrl: string;
  readonly eventStoreUrl: string | undefined;
  readonly dataDir: string;
  /** SECRETS_KEY, where the installation has its key from there. */
  readonly secretsKey: string | undefined;
  readonly httpHosts: readonly string[];
  /** Hosts inside the house that addresses of settings may lead to. */
  readonly outboundHosts?: readonly string[];
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
};
export type JobRun = RunRequest & {
  /** A line of its output. */
  readonly say: (line: string) => void;
  /** Opened when it is asked for, closed when the run ends. */
  readonly db: () => Promise<DatabasePool>;
  readonly store: () => Promise<EventStore>;
  /** The same log, its events in the shapes that they were written in. */
  readonly rawStore: () => Promise<EventStore>;
};
/** @throws {JobFailed} what its history shows; anything else with its stack. */
export type JobFunction = (run: JobRun) => Promise<void>;

/** A run that could not do its work, and why, fit to show. */
export class JobFailed extends Error {
  constructor(why: string, options?: ErrorOptions) {
    super(why, options);
    this.name = 'JobFailed';
  }
}
