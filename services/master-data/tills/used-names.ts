/** Once, when a house begins to register tills: names that its devices used of late are registered (R138). */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from '../../contracts/dates.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { isNotMadeYet } from '../../platform/base/faults.ts';
import type { Log } from '../../platform/base/log.ts';
import { registerTillsUsedSince } from '../live-checks.ts';

const MARK = 'tills/registered';
const DAYS = 90;
const LOOK_MS = 1_000;
const Found = z.object({ found: z.boolean() });
export const tillsAreRegistered = (db: CommonQueryMethods): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`SELECT EXISTS (SELECT FROM master.seed_mark WHERE key = ${MARK}) AS found`);
const mark = (db: CommonQueryMethods): Promise<unknown> =>
  db.query(sql.unsafe`INSERT INTO master.seed_mark (key) VALUES (${MARK}) ON CONFLICT DO NOTHING`);

/** A house in which nothing was written yet has no names to look for. */
export const markNewHouse = async (db: CommonQueryMethods, store: Pick<EventStore, 'head'>): Promise<void> => {
  if ((await store.head()) < 0) await mark(db);
};

const register = (pool: DatabasePool, now: Date): Promise<void> =>
  pool.transaction(async (tx) => {
    await registerTillsUsedSince(tx, addDays(dayOf(now), -DAYS));
    await mark(tx);
  });

type Deps = {
  /** Reads what read models show now. */
  readonly quick: DatabasePool;
  readonly clock: () => Date;
  readonly log: Pick<Log, 'warn'>;
  readonly changed: () => void;
};
/** Ends once it is done; waits for a read model that is being made. */
export const registerUsedTills = async ({ quick, clock, log, changed }: Deps, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      if (await tillsAreRegistered(quick)) return;
      await register(quick, clock());
      changed();
      return;
    } catch (error) {
      if (!isNotMadeYet(error)) log.warn('tills in use were not registered yet', { error });
    }
    await pause(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
};
