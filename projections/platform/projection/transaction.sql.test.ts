import { isOfPlace } from 'services/platform/base/faults';
import { openPgPool } from 'services/platform/base/pg-pool';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { inTransaction } from './transaction.ts';

test('a connection cut between two statements fails the transaction as a passing fault, and nothing else', async () => {
  const database = await testDatabase();
  const db = openPgPool({ connectionString: database.url, max: 2 });
  const failed = inTransaction(db, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cut = new Promise<void>((resolve) => client.once('end', () => resolve()));
    await db.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await cut;
    await client.query('select 1');
  });
  const error: unknown = await failed.catch((cause: unknown) => cause);
  expect(isOfPlace(error)).toBe(true);
  expect((await db.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await db.end();
  await database.drop();
});
