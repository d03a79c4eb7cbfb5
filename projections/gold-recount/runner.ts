/**
 * Does the recounts that people asked for: in one process at a time, by a lock of its connection. What a stop or a crash cut off is
 * begun anew by whoever runs next. The nights are counted by a job (NightlyRecount).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { isNotMadeYet } from 'services/platform/base/faults';
import { LOCKS } from 'services/platform/locks/advisory-locks';
import { failedAt, recountedInto } from './records.ts';
import type { RecountDeps } from './run.ts';

export type RunnerDeps = Omit<RecountDeps, 'db'> & {
  readonly db: DatabasePool;
  readonly now: () => Date;
  readonly warn: (error: unknown, message: string) => void;
};
const LOOK_MS = 2_000;
const MOST_TRIES = 3;
const Waiting = z.object({
  id: z.int(),
  shop_ids: z.array(z.int()).nullable(),
  fineness: z.string(),
  tries: z.int(),
});
type Waiting = z.infer<typeof Waiting>;
/** Nobody else runs: one that is under way was cut off. */
const nextOne = (db: CommonQueryMethods, now: Date): Promise<Waiting | null> =>
  db.maybeOne(sql.type(Waiting)`
    UPDATE master.gold_recount SET state = 'running', started_at = ${now.toISOString()}::timestamptz, tries = tries + 1,
      done = 0
    WHERE id = (SELECT id FROM master.gold_recount WHERE state IN ('asked', 'running') AND day IS NULL ORDER BY id LIMIT 1)
    RETURNING id, shop_ids, fineness, tries`);
const failed = async (db: CommonQueryMethods, id: number, now: Date): Promise<void> => {
  await db.query(sql.unsafe`UPDATE master.gold_recount SET ${failedAt(now)} WHERE id = ${id}`);
};

const doOne = async (deps: RunnerDeps, one: Waiting, signal: AbortSignal): Promise<void> => {
  const scope = { shops: one.shop_ids, fineness: one.fineness };
  await recountedInto(deps, { id: one.id, scope, now: deps.now }, { signal, onDone: async () => undefined });
};

/** Whatever waits, one after the other. */
const workOff = async (deps: RunnerDeps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const one = await nextOne(deps.db, deps.now());
    if (one === null) return;
    try {
      await doOne(deps, one, signal);
    } catch (error) {
      if (signal.aborted) return;
      deps.warn(error, 'recount of gold failed');
      if (one.tries >= MOST_TRIES) await failed(deps.db, one.id, deps.now());
      else return;
    }
  }
};

const Locked = z.object({ locked: z.boolean() });
const { name: LOCK_NAME, seed: LOCK_SEED } = LOCKS.goldRecount;
const LOCK = sql.fragment`hashtextextended(${LOCK_NAME}, ${LOCK_SEED})`;
/** Runs until `signal` aborts. */
export const keepRecounting = async (deps: RunnerDeps, signal: AbortSignal): Promise<void> => {
  const rest = (): Promise<unknown> => pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  while (!signal.aborted) {
    await deps.db
      .connect(async (connection) => {
        const { locked } = await connection.one(sql.type(Locked)`SELECT pg_try_advisory_lock(${LOCK}) AS locked`);
        if (!locked) return;
        try {
          await workOff(deps, signal);
        } finally {
          await connection.query(sql.unsafe`SELECT pg_advisory_unlock(${LOCK})`);
        }
      })
      // A place that is away is tried again; nothing is lost.
      .catch((error: unknown) => {
        if (!signal.aborted && !isNotMadeYet(error)) deps.warn(error, 'recounts of gold wait');
      });
    await rest();
  }
};
