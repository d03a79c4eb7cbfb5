/** When a projection is filled anew instead of followed. */
import type { Position } from 'services/event-store/port';
import type { Checkpoint } from '../projection/checkpoint.ts';
import type { Projection } from '../projection/projection.ts';

type Log = {
  readonly head: Position;
  readonly settings: { readonly rebuildAbove: number; readonly longLog: number };
};
/** Of a long log: to follow more than this share of it takes longer, on the thread that answers requests. */
const FAR_BEHIND = 0.2;

/**
 * 'unfilled': another version is live, or of this one nothing is there yet and the log is long. 'behind': it is live, but
 * the house was away for long, or its read models come from an old back-up.
 */
export const reasonToRebuild = (
  { version }: Projection,
  live: Checkpoint | undefined,
  { head, settings }: Log,
): 'unfilled' | 'behind' | null => {
  if (live !== undefined && live.version !== version) return 'unfilled';
  if (live === undefined || live.position < 0) return head > settings.rebuildAbove ? 'unfilled' : null;
  return head >= settings.longLog && head - live.position > head * FAR_BEHIND ? 'behind' : null;
};
