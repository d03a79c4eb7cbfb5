/** Work that nobody waits for lets the tills go first: where the processors are busy it gets what they leave. */
import os from 'node:os';

/** For this process and what it starts from now on; never before a database is started, which would keep it. */
export const giveWay = (): void => os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
