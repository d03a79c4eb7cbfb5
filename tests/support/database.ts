import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import './global-database.ts';

export type TestDatabase = {
  /** Connection string of a fresh, empty database. */
  readonly url: string;
  /** Drops it, cutting connections that are still open. */
  drop(): Promise<void>;
};

/** A fresh database in the run's Postgres; the vitest project needs `globalSetup: tests/support/global-database.ts`. */
export async function testDatabase(template = 'template0'): Promise<TestDatabase> {
  const base = new URL(inject('databaseUrl'));
  const name = `t_${randomBytes(6).toString('hex')}`;
  await asAdmin(base, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return {
    url: urlOf(base, name),
    drop: () => asAdmin(base, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

/** Of every process of the run: one fills the template, the others wait for it. */
const TEMPLATE_LOCK = 5_250_926;

/** A copy of the database `template`, which `fill` makes once for the whole run, given its address. */
export async function copyOf(template: string, fill: (url: string) => Promise<void>): Promise<TestDatabase> {
  const base = new URL(inject('databaseUrl'));
  await asAdmin(base, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const found = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (found.rowCount !== 0) return;
    const draft = await testDatabase();
    await fill(draft.url);
    // Only a whole one gets the name the others ask for.
    await client.query(`alter database ${new URL(draft.url).pathname.slice(1)} rename to ${template}`);
  });
  return testDatabase(template);
}

const urlOf = (base: URL, name: string): string => Object.assign(new URL(base), { pathname: `/${name}` }).href;

async function asAdmin(base: URL, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: base.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
