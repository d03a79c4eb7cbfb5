/** How the process of a run is known to whoever keeps the schedule. */

/** Told when the schedule passes to another process. */
export const TAKEN_CHANNEL = 'job_taken';
/** Of its connection and of its lock. */
export const watchName = (runId: number): string => `job run ${runId}`;
