/** Work that nobody waits for lets the tills go first: where the processors are busy it gets what they leave. */
import fs from 'node:fs';
import os from 'node:os';

const THREADS = '/proc/self/task';
const { PRIORITY_LOW } = os.constants.priority;
/** On Linux each thread has a priority of its own, and those that compress and collect garbage are there before this is called. */
const threads = (): readonly number[] => (fs.existsSync(THREADS) ? fs.readdirSync(THREADS).map(Number) : [0]);

/** For this process and what it starts from now on; never before a database is started, which would keep it. */
export const giveWay = (): void => {
  for (const thread of threads()) {
    try {
      os.setPriority(thread, PRIORITY_LOW);
    } catch {
      // A thread that has ended meanwhile.
    }
  }
};
