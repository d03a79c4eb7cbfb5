/** Stores over a database of the test's own, and the end of their connections. */
import pg from 'pg';
import {
  openPostgresEventStore,
  type PostgresEventStore,
} from '../../../services/platform/event-store/postgres/index.ts';
import { afterEach, beforeEach } from 'vitest';
import { testDatabase, type TestDatabase } from '../../support/database.ts';

/** Ends the store's connections on the server, as a restart or a network fault would. */
export async function terminate(url: string, name = 'event-%'): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like $1',
    [name],
  );
  await client.end();
  return rowCount ?? 0;
}

/** A database for each test; what was opened over it is closed after it. */
export const postgresPerTest = () => {
  let database: TestDatabase;
  const opened: PostgresEventStore[] = [];
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
    await database.drop();
  });
  return {
    url: (): string => database.url,
    /** `at`: the database, by another address. */
    open: async (patienceMs = 5_000, at = database.url): Promise<PostgresEventStore> => {
      const store = await openPostgresEventStore({ url: at, patienceMs });
      opened.push(store);
      return store;
    },
    /** Those are closed by the test. */
    forget: (): void => void opened.splice(0),
  };
};
