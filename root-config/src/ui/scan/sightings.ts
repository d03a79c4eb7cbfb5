/** What the camera sees, made into scans: a code that stays in the picture is one scan. Pure. */

/** Read so often before it counts: a misreading does not come twice. */
const TIMES = 2;
/** ms out of the picture after which the same code is a new scan. */
const AWAY_MS = 1_500;
type Sighting = { readonly times: number; readonly at: number };

/** Takes what a picture shows (null: nothing) at a time in ms; answers the code when it becomes a scan. */
export const createSightings = (): ((code: string | null, now: number) => string | null) => {
  const seen = new Map<string, Sighting>();
  return (code, now) => {
    for (const [old, { at }] of seen) if (now - at >= AWAY_MS) seen.delete(old);
    if (code === null || code === '') return null;
    const times = (seen.get(code)?.times ?? 0) + 1;
    seen.set(code, { times, at: now });
    return times === TIMES ? code : null;
  };
};
