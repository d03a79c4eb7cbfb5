import { expect, test } from 'vitest';
import { openPgPool } from 'services/platform/base/pg-pool';
import { testDatabase } from '../../../tests/support/database.ts';
import { openLeases } from './leases.ts';

test('a lease that is taken again at once after its connection was cut is held by the session that is remembered', async () => {
  const database = await testDatabase();
  const db = openPgPool({ connectionString: database.url, max: 1 });
  const leases = openLeases(database.url);
  const sessions = async (): Promise<number> => {
    const { rows } = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'projection leases' and datname = current_database()`,
    );
    return rows.length;
  };
  for (let cut = 0; cut < 20; cut += 1) {
    const lost = await leases.acquire('one');
    const again = new Promise<AbortSignal | null>((resolve) =>
      lost?.addEventListener('abort', () => resolve(leases.acquire('one').catch(() => null))),
    );
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'projection leases' and datname = current_database()`,
    );
    await again;
    await expect.poll(() => leases.acquire('one')).not.toBeNull();
    await expect.poll(sessions).toBe(1);
  }
  await leases.close();
  await db.end();
  await database.drop();
});
