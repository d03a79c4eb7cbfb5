import { sql } from 'slonik';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { loanManifest } from '../../tests/support/loan/manifest.ts';
import { MANIFESTS } from '../contracts/manifests.ts';
import { openPool } from '../platform/base/database.ts';
import { firstReason, usageChecks } from './usage.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

test('a kind of document keeps the master rows that its read model names, under its own name', async () => {
  const pool = await openPool(database.url, { applicationName: 'usage', size: 1 });
  try {
    await pool.query(sql.unsafe`CREATE SCHEMA live`);
    await pool.query(sql.unsafe`CREATE TABLE live.loans (id bigint, shop_id bigint, borrower_id bigint)`);
    await pool.query(sql.unsafe`INSERT INTO live.loans VALUES (7, 3, 12)`);
    const why = (kind: 'shop' | 'customer', id: number, manifests = [...MANIFESTS, loanManifest]) =>
      firstReason(usageChecks(pool, manifests), { kind, id, name: '' });
    expect(await why('customer', 12)).toBe('该客户已有借出单，不能删除');
    expect(await why('customer', 13)).toBeNull();
    expect(await why('shop', 3)).toBe('该分店已有借出单，不能删除');
    expect(await why('shop', 3, MANIFESTS.slice())).toBe('该分店已有业务单据，不能删除');
    expect(await why('customer', 12, MANIFESTS.slice())).toBeNull();
  } finally {
    await pool.end();
  }
});
