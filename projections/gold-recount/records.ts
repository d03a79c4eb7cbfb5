/** What is written of the gold while it is counted: how far it is and how it ended; and the recount of a night. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from 'services/contracts/dates';
import type { Scope } from './count.ts';
import { recounted, thingsIn, type Outcome, type RecountDeps } from './run.ts';

type RecordedRecount = {
  /** The row that tells of it. */
  readonly id: number;
  readonly scope: Scope;
  readonly now: () => Date;
};
type Watch = Parameters<typeof recounted>[2];
const end = async (
  db: CommonQueryMethods,
  id: number,
  { found, done, differences, now }: Outcome & { readonly now: Date },
): Promise<void> => {
  await db.query(sql.unsafe`
    UPDATE master.gold_recount SET state = 'done', ended_at = ${now.toISOString()}::timestamptz, done = ${done},
      total = ${done}, found = ${found}, differences = ${JSON.stringify(differences)}::jsonb WHERE id = ${id}`);
};
/** Counts, and tells the row how far it is and what was found. */
export const recountedInto = async (
  deps: RecountDeps,
  { id, scope, now }: RecordedRecount,
  { signal, onDone }: Watch,
): Promise<Outcome> => {
  const { db } = deps;
  await db.query(sql.unsafe`UPDATE master.gold_recount SET total = ${await thingsIn(db, scope)} WHERE id = ${id}`);
  const tell: Watch['onDone'] = async (soFar, share) => {
    await db.query(sql.unsafe`
      UPDATE master.gold_recount SET done = ${soFar}, total = greatest(total, ${soFar}) WHERE id = ${id}`);
    await onDone(soFar, share);
  };
  const outcome = await recounted(deps, scope, { signal, onDone: tell });
  await end(db, id, { ...outcome, now: now() });
  return outcome;
};
/** What a row becomes whose count is given up. */
export const failedAt = (now: Date) => sql.fragment`
  state = 'failed', ended_at = ${now.toISOString()}::timestamptz, problem = '核对未能完成，请稍后重算'`;

/** 02:30 of a shop's night. */
const NIGHT_MS = 2.5 * 3_600_000;
const NIGHTLY = '系统';
/** The night that has begun last. Pure. */
const nightOf = (now: Date): string => {
  const today = dayOf(now);
  const begun = Date.parse(`${today}T00:00:00+08:00`) + NIGHT_MS;
  return now.getTime() >= begun ? today : addDays(today, -1);
};

const Id = z.object({ id: z.int() });
/** The recount of a night is of all shops and one row: counted again it is the same one. A night before that was cut off has failed. */
export const beginNight = async (
  db: CommonQueryMethods,
  { id, now }: { readonly id: number; readonly now: Date },
): Promise<number> => {
  const [night, at] = [nightOf(now), now.toISOString()];
  await db.query(sql.unsafe`
    UPDATE master.gold_recount SET ${failedAt(now)} WHERE state IN ('asked', 'running') AND day < ${night}::date`);
  return db.oneFirst(sql.type(Id)`
    INSERT INTO master.gold_recount (id, day, by_name, state, asked_at, started_at, tries)
    VALUES (${id}, ${night}::date, ${NIGHTLY}, 'running', ${at}::timestamptz, ${at}::timestamptz, 1)
    ON CONFLICT (day) DO UPDATE SET state = 'running', started_at = excluded.started_at, ended_at = null,
      tries = gold_recount.tries + 1, done = 0, found = 0, differences = '[]', problem = ''
    RETURNING id`);
};

/** A night that went on from the one before and found nothing. */
export const endSoundNight = (
  db: CommonQueryMethods,
  id: number,
  { done, now }: { readonly done: number; readonly now: Date },
): Promise<void> => end(db, id, { done, now, found: 0, differences: [] });
