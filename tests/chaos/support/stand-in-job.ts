/** The process of one run, with functions that misbehave. */
import { setTimeout as pause } from 'node:timers/promises';
import { JobFailed, type JobFunction } from '../../../services/platform/jobs/job-function.ts';
import { runHere } from '../../../services/jobs/run-here.ts';

const FUNCTIONS: Readonly<Record<string, JobFunction>> = {
  throws: async ({ say }) => {
    say('before');
    throw new TypeError('planned');
  },
  full: async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  },
  // Gives way to nobody: no signal of its own process would be heard.
  hangs: async ({ say }) => {
    say('before');
    for (;;);
  },
  dies: async ({ say }) => {
    say('before');
    process.kill(process.pid, 'SIGKILL');
    await pause(60_000);
  },
  tells: async ({ args, say }) => {
    say(String(process.pid));
    await pause(Number(args));
  },
  lasts: async ({ args }) => {
    await pause(Number(args));
  },
};
const nowhere = async (): Promise<never> => {
  throw new JobFailed('no store here');
};
runHere({
  functionNamed: async (name) => FUNCTIONS[name] ?? null,
  openStore: nowhere,
  openRawStore: nowhere,
});
