/** What is under way in several processes, as a closing sees it (R141). */
import { sql, type DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { openPool } from '../platform/base/database.ts';
import { migrate } from '../platform/base/migrate.ts';
import { DAY_CLAIMS_SQL, DayClaims } from './day-claims.ts';

const HERE = { shopId: 1, day: '2026-11-26' };
let database: TestDatabase;
let pool: DatabasePool;
let [one, other]: DayClaims[] = [];
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url, [{ id: 'close-002-claims', sql: DAY_CLAIMS_SQL }]);
  pool = await openPool(database.url, { applicationName: 'claims' });
  [one, other] = [new DayClaims(pool), new DayClaims(pool)];
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('a closing waits for the save of another process, of its shop, that day or before it', async () => {
  const save = await other!.enter([HERE, HERE, { ...HERE, shopId: 2 }]);
  expect(await one!.settled({ ...HERE, shopId: 3 })).toBe(true);
  expect(await one!.settled({ ...HERE, day: '2026-11-25' })).toBe(true);
  let settled: boolean | null = null;
  const waiting = one!.settled({ ...HERE, day: '2026-11-27' }).then((quiet) => {
    settled = quiet;
  });
  // Whoever comes later reads the closed day: nobody waits for him.
  const later = await other!.enter([HERE]);
  expect(settled).toBeNull();
  await save.end();
  await waiting;
  expect(settled).toBe(true);
  await later.end();
  expect(await one!.settled({ shopId: 2, day: HERE.day })).toBe(true);
});
test('a save whose outcome nobody knows counts for ten minutes', async () => {
  (await other!.enter([HERE])).lapse();
  const age = (minutes: number) =>
    pool.query(sql.unsafe`UPDATE master.day_claim SET signed_at = now() - ${minutes}::int * interval '1 minute'`);
  await age(9);
  const early = await Promise.race([one!.settled(HERE), Promise.resolve('still waiting')]);
  expect(early).toBe('still waiting');
  await age(11);
  expect(await one!.settled(HERE)).toBe(true);
});
