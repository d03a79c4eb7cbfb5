/** From where on something wants attention (as /readyz does of the place), and from where on it does not hold. */
import { TIGHT } from '../platform/runtime/place-watch.ts';

const GB = 1024 ** 3;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export type Threshold = { readonly attention: number; readonly bad: number };
export const THRESHOLDS = {
  /** Bytes that are free where the data lies: less, on a disk that is tight. */
  freeBytes: { attention: TIGHT.freeBytes, bad: GB / 4 },
  /** Connections that the database still takes: fewer. */
  connectionsLeft: { attention: TIGHT.connections, bad: 1 },
  /** Milliseconds between this machine's clock and the database's: more. Authenticators bear half a minute. */
  clockMs: { attention: TIGHT.clockMs, bad: 30 * SECOND_MS },
  /** Milliseconds that a read model has been behind without moving: more. */
  behindMs: { attention: 30 * SECOND_MS, bad: 10 * MINUTE_MS },
  /** Milliseconds until a certificate ends: fewer. */
  certificateMs: { attention: 21 * DAY_MS, bad: 3 * DAY_MS },
  /** Milliseconds since pictures were looked for: more. */
  picturesAgeMs: { attention: 3 * DAY_MS, bad: 30 * DAY_MS },
  /** Milliseconds since the last back-up: more. One a night leaves two hours for being late. */
  backupAgeMs: { attention: 26 * HOUR_MS, bad: 7 * DAY_MS },
} as const satisfies Readonly<Record<string, Threshold>>;
