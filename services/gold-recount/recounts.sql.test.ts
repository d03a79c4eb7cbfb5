/** Recounts that are asked for in one moment. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { NOBODY } from '../contracts/user.ts';
import { openPool } from '../platform/base/database.ts';
import { migrate } from '../platform/base/migrate.ts';
import { ask } from './recounts.ts';
import { recountMigration } from './table.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

test('of many clicks in one moment one stands, and the same click again finds its own', async () => {
  const pool = await openPool(database.url, { applicationName: 'recounts', size: 8 });
  try {
    await migrate(database.url, [recountMigration]);
    const by = { user: { ...NOBODY, id: 1, nickName: '张三' }, now: new Date() };
    const clicks = await Promise.all(
      Array.from({ length: 16 }, (_, index) => ask(pool, { id: index + 1, shopId: undefined, fineness: '足金' }, by)),
    );
    const stands = clicks.findIndex((said) => said === null);
    expect(clicks.filter((said) => said === null)).toHaveLength(1);
    expect(clicks.filter((said) => said?.code === 'recount.under_way')).toHaveLength(15);
    expect(await ask(pool, { id: stands + 1, shopId: undefined, fineness: '足金' }, by)).toBeNull();
    expect(await ask(pool, { id: 99, shopId: undefined, fineness: '18K金' }, by)).toBeNull();
  } finally {
    await pool.end();
  }
});
