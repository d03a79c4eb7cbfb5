/** How the process of a run is known to whoever keeps the schedule. */
import { LOCKS } from '../platform/locks/advisory-locks.ts';

/** Told when the schedule passes to another process. */
export const TAKEN_CHANNEL = 'job_taken';
/** Of its connection and of its lock. */
export const watchName = (runId: number): string => `${LOCKS.jobRun.name}${runId}`;
