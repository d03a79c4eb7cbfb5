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
export async function testDatabase(): Promise<TestDatabase> {
  const base = new URL(inject('databaseUrl'));
  const name = `t_${randomBytes(6).toString('hex')}`;
  await asAdmin(base, `create database ${name} template template0`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(base, `drop database if exists ${name} with (force)`) };
}

async function asAdmin(base: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: base.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
