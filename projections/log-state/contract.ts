/** GET /sys-log-state: whether the log is the one that the read models were made of (R63). */
import { z } from 'zod';

export const LogState = z.object({
  same: z.boolean(),
  /** Which log it is, since when and how much is missing; '' while it is the same. */
  reason: z.string(),
});
export type LogState = z.infer<typeof LogState>;
export const logState = { path: '/sys-log-state', row: LogState };
