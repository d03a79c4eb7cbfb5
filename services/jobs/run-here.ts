/** The process of one run: does what it is told, says what it does, and never outlives who started it. */
import { Worker } from 'node:worker_threads';
import type { EventStore } from '../platform/event-store/port.ts';
import { openPool } from '../platform/database.ts';
import { getOverHttp } from './functions/http-get.ts';
import { JobFailed, type JobFunction, type JobRun, type RunRequest } from '../platform/job-function.ts';

type House = {
  /** By the name that jobs call it by; loaded when it is called. */
  readonly functionNamed: (name: string) => Promise<JobFunction | null>;
  readonly openStore: (run: RunRequest) => Promise<EventStore>;
  readonly openRawStore: (run: RunRequest) => Promise<EventStore>;
};

/** Its own thread: a function that never gives way would not hear that its house is gone. */
const WATCH = `
  const { workerData: { parent, self } } = require('node:worker_threads');
  setInterval(() => { if (process.ppid !== parent) process.kill(self, 'SIGKILL'); }, 500);`;
const dieWithParent = (): void => {
  new Worker(WATCH, { eval: true, workerData: { parent: process.ppid, self: process.pid } }).unref();
  process.once('disconnect', () => process.exit(1));
};

const once = <Value>(open: () => Promise<Value>): (() => Promise<Value>) => {
  let opened: Promise<Value> | undefined;
  return () => (opened ??= open());
};
const runOf = (request: RunRequest, { openStore, openRawStore }: House): JobRun => ({
  ...request,
  say: (line) => void process.stdout.write(`${line}\n`),
  db: once(() => openPool(request.databaseUrl, { applicationName: 'job', size: 4 })),
  store: once(() => openStore(request)),
  rawStore: once(() => openRawStore(request)),
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

/** Serves the process that started this one: one run. Ends with 0 when it is done. */
export const runHere = (house: House): void => {
  dieWithParent();
  process.once('message', (message) => {
    doIt(house, message as RunRequest).then(
      () => end(0),
      (error: unknown) => {
        process.stderr.write(
          `${error instanceof JobFailed ? error.message : String((error as Error).stack ?? error)}\n`,
        );
        end(1);
      },
    );
  });
};
