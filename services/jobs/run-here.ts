/** The process of one run: does what it is told, says what it does, and never outlives who started it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { EventStore } from '../platform/event-store/port.ts';
import { openPool } from '../platform/base/database.ts';
import { DISK_FULL, faultOf } from '../platform/base/faults.ts';
import { getOverHttp } from './functions/http-get.ts';
import { JobFailed, type JobFunction, type JobRun, type RunRequest } from '../platform/jobs/job-function.ts';

type House = {
  /** By the name that jobs call it by; loaded when it is called. */
  readonly functionNamed: (name: string) => Promise<JobFunction | null>;
  readonly openStore: (run: RunRequest) => Promise<EventStore>;
  readonly openRawStore: (run: RunRequest) => Promise<EventStore>;
};

/** Answers how to have the run watched, too: one that was asked for and is no job's has no row. */
const watched = (): ((run: RunRequest) => Promise<void>) => {
  const module = new URL('./run-watch.ts', import.meta.url);
  const thread = new Worker(module, { workerData: { parent: process.ppid, self: process.pid } });
  thread.unref();
  process.once('disconnect', () => process.exit(1));
  return async ({ runId, databaseUrl }) => {
    if (runId === 0) return;
    thread.postMessage({ runId, databaseUrl });
    const [failed] = (await once(thread, 'message')) as [string | null];
    if (failed !== null) throw new JobFailed(`运行登记失败：${failed}`);
  };
};

const onlyOnce = <Value>(open: () => Promise<Value>): (() => Promise<Value>) => {
  let opened: Promise<Value> | undefined;
  return () => (opened ??= open());
};
const runOf = (request: RunRequest, { openStore, openRawStore }: House): JobRun => ({
  ...request,
  say: (line) => void process.stdout.write(`${line}\n`),
  db: onlyOnce(() => openPool(request.databaseUrl, { applicationName: 'job', size: 4 })),
  store: onlyOnce(() => openStore(request)),
  rawStore: onlyOnce(() => openRawStore(request)),
});

const doIt = async (house: House, request: RunRequest): Promise<void> => {
  const work = request.jobType === '1' ? getOverHttp : await house.functionNamed(request.target);
  if (work === null) throw new JobFailed(`没有函数 ${request.target}`);
  await work(runOf(request, house));
};
/** What was said is out before the process ends. */
const end = (code: number): void => {
  process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
};

/** For whoever reads a page, its first line; where it was raised is for whoever mends it. */
const failureOf = (error: unknown): string => {
  if (error instanceof JobFailed) return error.message;
  const raised = String((error as Error).stack ?? error);
  return faultOf(error) === 'full' ? `${DISK_FULL}\n${raised}` : raised;
};

/** Serves the process that started this one: one run. Ends with 0 when it is done. */
export const runHere = (house: House): void => {
  const watch = watched();
  process.once('message', (message) => {
    const request = message as RunRequest;
    const done = watch(request).then(() => doIt(house, request));
    done.then(
      () => end(0),
      (error: unknown) => {
        process.stderr.write(`${failureOf(error)}\n`);
        end(1);
      },
    );
  });
};
