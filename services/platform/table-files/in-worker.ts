/** One job in a thread of its own, with its own bounds of memory and time. */
import { Worker } from 'node:worker_threads';

const LIMIT_MS = 30_000;
const MEMORY_MB = 640;
const YOUNG_MB = 64;

/** What the worker says first; null when its time or memory ran out. */
export const inWorker = <Job, Result>(file: URL, job: Job): Promise<Result | null> =>
  new Promise((resolve) => {
    const worker = new Worker(file, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: 8 },
    });
    const tooLong = setTimeout(() => finish(null), LIMIT_MS);
    const finish = (result: Result | null): void => {
      clearTimeout(tooLong);
      resolve(result);
      void worker.terminate();
    };
    worker.once('message', finish);
    worker.once('error', () => finish(null));
    worker.once('exit', () => finish(null));
  });
