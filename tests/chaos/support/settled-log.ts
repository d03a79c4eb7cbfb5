/** What everybody was told is in the log, once, nothing is under way any more, and the read models say the same. */
import type pg from 'pg';
import { expect, vi } from 'vitest';
import { differences, impossible, miscounted, orphanHolds, readLog, underWay } from './audit-log.ts';
import type { Outcome } from './till.ts';

const SETTLED = { timeout: 30_000, interval: 100 };

export const expectSettled = async (db: pg.Client, told: readonly Outcome[]): Promise<void> => {
  await vi.waitFor(async () => {
    const audit = await readLog(db);
    expect(underWay(audit)).toEqual([]);
    expect(orphanHolds(audit)).toEqual([]);
    expect(await differences(db, audit)).toEqual([]);
  }, SETTLED);
  const audit = await readLog(db);
  expect(impossible(audit)).toEqual([]);
  expect(miscounted(audit, told)).toEqual([]);
  const ids = await db.query<{ twice: number }>('select count(*) - count(distinct id) as twice from es.events');
  expect(Number(ids.rows[0]?.twice)).toBe(0);
};
