/**
 * Finds what reached the limit without its save knowing: two tills at once, a crash after the append, customers that were
 * merged. Goes through the log by the read model, from where it stood; also tells what 散客 pay at a till together, moves due
 * days with the calendar, and takes away papers that were kept long enough.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'slonik';
import { z } from 'zod';
import { dayOf } from '../contracts/dates.ts';
import { NOBODY } from '../contracts/user.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { isNotMadeYet } from '../platform/base/faults.ts';
import type { Log } from '../platform/base/log.ts';
import { lockRow, updateLocked, type ChangedBy } from '../platform/rows/master.ts';
import { DUE_DAYS, WORK_CALENDAR, calendarOf, workdayAfter } from './contract.ts';
import { limitFen, writeDue, type DueDeps } from './due.ts';
import { changedUntil, daysChanged, daysOfPerson, walkInDays } from './live-checks.ts';
import { REPORT } from './tables.ts';
import { noteWalkIn, type WalkInDeps } from './walk-in.ts';

export type WatchDeps = DueDeps &
  WalkInDeps & {
    readonly store: Pick<EventStore, 'head'>;
    readonly clock: () => Date;
    readonly log: Pick<Log, 'warn'>;
  };
const LOOK_MS = 5_000;
/** Nobody's command. */
const byItself = (now: Date): ChangedBy => ({
  user: { ...NOBODY, username: '系统', nickName: '系统' },
  now,
  key: 'cash-report',
});

const Position = z.object({ position: z.int() });
const standing = async ({ pool, store }: WatchDeps): Promise<number> => {
  const { position } = await pool.one(sql.type(Position)`SELECT position FROM master.cash_watch`);
  // Another log than the one that was gone through begins anew.
  return position > (await store.head()) ? -1 : position;
};
const lookAtChanges = async (deps: WatchDeps, by: ChangedBy): Promise<void> => {
  for (let from = await standing(deps); ;) {
    const until = await changedUntil(deps.pool, from);
    if (until === null) return;
    await writeDue(deps, await daysChanged(deps.pool, { from, until }), by);
    const walkIn = await walkInDays(deps.pool, { from, until });
    await noteWalkIn(deps, walkIn, { limit: await limitFen(deps), now: by.now });
    await deps.pool.query(sql.unsafe`UPDATE master.cash_watch SET position = ${until}`);
    from = until;
  }
};

const Merge = z.object({ id: z.int(), keepId: z.int() });
/** What two records had apart is one person's now. */
const lookAtMerges = async (deps: WatchDeps, by: ChangedBy): Promise<void> => {
  const merges = await deps.pool.any(sql.type(Merge)`
    SELECT id, keep_id AS "keepId" FROM master.customer_merge WHERE NOT cash_checked AND step = 'merged' ORDER BY id LIMIT 100`);
  for (const { id, keepId } of merges) {
    await writeDue(deps, await daysOfPerson(deps.pool, keepId), by);
    await deps.pool.query(sql.unsafe`UPDATE master.customer_merge SET cash_checked = true WHERE id = ${id}`);
  }
};

const Waiting = z.object({ id: z.int(), day: z.string(), dueOn: z.string() });
const followCalendar = async ({ pool, lookup }: WatchDeps): Promise<void> => {
  const calendar = calendarOf(await lookup.setting(WORK_CALENDAR));
  const waiting = await pool.any(sql.type(Waiting)`
    SELECT id, day::text AS day, due_on::text AS "dueOn" FROM master.cash_report WHERE filled_at IS NULL ORDER BY day DESC LIMIT 1000`);
  for (const { id, day, dueOn } of waiting) {
    const due = workdayAfter(day, DUE_DAYS, calendar);
    if (due === dueOn) continue;
    await pool.query(
      sql.unsafe`UPDATE master.cash_report SET due_on = ${due}::date WHERE id = ${id}::bigint AND filled_at IS NULL`,
    );
  }
};

const Old = z.object({ id: z.int() });
const EMPTY = { name: '', contact: '', id_type: '', id_no: '', id_no_masked: '', id_expiry: '' };
/** After ten years the row says that it was filled in, and by whom, no more. */
const forgetPapers = async ({ pool, clock }: WatchDeps, by: ChangedBy): Promise<void> => {
  const old = await pool.any(sql.type(Old)`
    SELECT id FROM master.cash_report WHERE keep_until < ${dayOf(clock())}::date AND id_no <> '' ORDER BY keep_until LIMIT 100`);
  for (const { id } of old) {
    await pool.transaction(async (tx) => {
      const before = await lockRow(tx, REPORT, id);
      if (before === null) return;
      const row = { id, ...EMPTY, revision: Number(before['revision']) + 1, updated_at: by.now.toISOString() };
      await updateLocked(tx, REPORT, { before, row }, by);
    });
  }
};

/** Once through everything that waits. */
export const lookForCash = async (deps: WatchDeps): Promise<void> => {
  const by = byItself(deps.clock());
  await lookAtChanges(deps, by);
  await lookAtMerges(deps, by);
  await followCalendar(deps);
  await forgetPapers(deps, by);
};
/** Until the house stops. A read model that is being built anew is waited for by the next look. */
export const watchCash = async (deps: WatchDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await lookForCash(deps).catch((error: unknown) => {
      if (!isNotMadeYet(error)) deps.log.warn('cash of the days was not looked at', { error });
    });
    await pause(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
};
