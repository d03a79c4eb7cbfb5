/** Schema `master`: rows that are truth (users, shops, settings, command log). Read models migrate by themselves. */
import pg from 'pg';
import { LOCKS } from '../locks/advisory-locks.ts';

/** Plain SQL for schema `master` (on the search path); `id` is stable and unique, for example `system-001-users`. */
export type Migration = {
  readonly id: string;
  readonly sql: string;
  /** For large tables: run after `sql` until it touches no row, each time a transaction of its own. Both may run again. */
  readonly repeat?: string;
};

/** The sequence of wire ids (R40); seeds keep the numbers below its start for themselves. */
export const WIRE_IDS: Migration = {
  id: 'platform-001-wire-ids',
  sql: `CREATE SEQUENCE wire_id AS bigint START WITH 10001 MAXVALUE 9007199254740991 CACHE 1;`,
};

const DONE = 'INSERT INTO master.migration (id) VALUES ($1)';
const repeated = async (client: pg.Client, { id, sql, repeat = '' }: Migration): Promise<void> => {
  await client.query(sql);
  while (((await client.query(repeat)).rowCount ?? 0) > 0);
  await client.query(DONE, [id]);
};
const atOnce = async (client: pg.Client, { id, sql }: Migration): Promise<void> => {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query(DONE, [id]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
};
const applyOne = async (client: pg.Client, migration: Migration): Promise<void> => {
  try {
    await (migration.repeat === undefined ? atOnce : repeated)(client, migration);
  } catch (cause) {
    throw new Error(`migration ${migration.id} failed`, { cause });
  }
};

/**
 * Runs every migration that this database has not seen, once and in order, one process at a time.
 * @throws {Error} naming the migration that failed; those before it stay.
 */
export const migrate = async (databaseUrl: string, migrations: readonly Migration[]): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'migrate' });
  client.on('error', () => undefined); // the statement it spoils tells of it
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCKS.migrations.number]);
    await client.query('CREATE SCHEMA IF NOT EXISTS master');
    await client.query('SET search_path = master');
    await client.query(
      'CREATE TABLE IF NOT EXISTS master.migration (id text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())',
    );
    const { rows } = await client.query<{ id: string }>('SELECT id FROM master.migration');
    const done = new Set(rows.map((row) => row.id));
    for (const migration of [WIRE_IDS, ...migrations]) {
      if (!done.has(migration.id)) await applyOne(client, migration);
    }
  } finally {
    await client.end();
  }
};
