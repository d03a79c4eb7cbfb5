/** What `asOf` means: a moment becomes a position of the log (projection `moments`). */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Position } from 'services/event-store/port';
import type { ReadModelGate } from '../gate/gate.ts';
import type { Health } from '../daemon/health.ts';

const Answer = z.object({ next: z.int().nullable(), any_before: z.boolean(), position: z.int().nullable() });

/**
 * The last position whose event, like all before it, was entered at or before `moment` (ISO 8601 with offset);
 * -1 when that lies before the first event. `passed`: where `moments` is known to be, when its checkpoint is not written yet.
 * Read models show that moment by `position <= positionAsOf`.
 * @throws {RangeError} when `moment` is no moment.
 */
export async function positionAsOf(db: CommonQueryMethods, moment: string, passed: Position = -1): Promise<number> {
  const at = Date.parse(moment);
  if (Number.isNaN(at)) throw new RangeError(`no moment: ${moment}`);
  const { next, any_before, position } = await db.one(sql.type(Answer)`
    select (select position from live.moments where at_ms > ${at} order by at_ms, position limit 1) as next,
           exists (select from live.moments where at_ms <= ${at}) as any_before,
           (select position from projection.checkpoint where name = 'moments' and state = 'live') as position`);
  if (!any_before) return -1;
  return next === null ? Math.max(position ?? -1, passed) : next - 1;
}

const WAIT_MS = 2_000;
const MOMENTS = 'moments';
type ReadSide = {
  /** Last position of the log. */
  readonly head: () => Promise<Position>;
  readonly gate: Pick<ReadModelGate, 'waitFor'>;
  readonly health: () => readonly Pick<Health, 'name' | 'state'>[];
  readonly views: readonly string[];
};
/**
 * {@link positionAsOf} of all that was entered before it was asked, so `moments` must have passed the log's end first;
 * like a write, it then waits until every read model that runs has passed the position (≤ 2 s each).
 */
export const momentReader =
  (db: CommonQueryMethods, { head, gate, health, views }: ReadSide) =>
  async (moment: Date): Promise<number> => {
    const stopped = health().flatMap(({ name, state }) => (state === 'failed' ? [name] : []));
    const running = views.filter((view) => !stopped.includes(view));
    // While the store is away nothing new is entered either.
    const last = await head().catch(() => -1);
    const isPassed = running.includes(MOMENTS) && (await gate.waitFor([MOMENTS], last, WAIT_MS));
    const position = await positionAsOf(db, moment.toISOString(), isPassed ? last : -1);
    await gate.waitFor(running, position, WAIT_MS);
    return position;
  };
