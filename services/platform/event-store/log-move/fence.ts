/** Nobody writes to the source while the last events are copied; whoever is killed meanwhile leaves no fence behind. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { sqlStateOf } from '../../base/faults.ts';
import { HOLD_CHANNEL, onConnection, WRITERS_LOCK, type StoreKind } from './log-place.ts';

/** The log was not moved; the shop goes on where it was. */
export class NotSwitched extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options);
    this.name = 'NotSwitched';
  }
}

/** Saves that come while the fence is waited for wait behind it: at most so long, and not longer than they may be stopped at all. */
const FENCE_MS = 5_000;
type Fence = { readonly url: string; readonly patienceMs: number };
const waiting = ({ patienceMs }: Fence): number => Math.min(FENCE_MS, patienceMs);
const HOLD_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';
const fenced = async (ms: number, locking: () => Promise<unknown>): Promise<void> => {
  try {
    await locking();
  } catch (error) {
    if (sqlStateOf(error) !== LOCK_NOT_AVAILABLE) throw error;
    throw new NotSwitched(`${ms / 1_000} 秒内没有挡住写入：有进程或长事务没有让开`, { cause: error });
  }
};
type Work = (db: pg.Client) => Promise<void>;
/** Appends that come wait for the table; at the commit they are refused, else they go on. */
const byTable = (fence: Fence, work: Work): Promise<void> =>
  onConnection(fence.url, 'move log', async (db) => {
    const ms = waiting(fence);
    await db.query(`begin; set local lock_timeout = ${ms}`);
    await fenced(ms, () => db.query('lock table es.events in share row exclusive mode'));
    await work(db);
    await db.query('commit');
  });
/** EventStoreDB has no lock: the processes that write to it share one in the database, and let go of it when they are told. */
const byWriters = (fence: Fence, work: Work): Promise<void> =>
  onConnection(fence.url, 'move log', (db) =>
    onConnection(fence.url, 'move log', async (telling) => {
      const ms = waiting(fence);
      await db.query(`set lock_timeout = ${ms}`);
      let locked = false;
      // Queued up first: who lets go and comes again stands behind it.
      const lock = `select pg_advisory_lock(${WRITERS_LOCK})`;
      const locking = fenced(ms, () => db.query(lock)).finally(() => (locked = true));
      locking.catch(() => undefined);
      while (!locked) {
        await telling.query('select pg_notify($1, $2)', [HOLD_CHANNEL, '']);
        await Promise.race([pause(HOLD_MS), locking.catch(() => undefined)]);
      }
      await locking;
      await db.query('begin');
      await work(db);
      await db.query('commit');
    }),
  );

/** Runs `work` in a transaction of the house's database while nobody writes to the log of `from`. */
export const whileFenced = (from: StoreKind, fence: Fence, work: Work): Promise<void> =>
  from === 'postgres' ? byTable(fence, work) : byWriters(fence, work);
