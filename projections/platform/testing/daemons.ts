/** Daemons over a log in memory and a database of their own, a fresh one for each test. */
import type pg from 'pg';
import { openPgPool } from 'services/platform/base/pg-pool';
import { afterEach, beforeEach } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startProjections, type Daemon, type DaemonOptions } from '../daemon/daemon.ts';
import { readTypes } from '../projection/pg-values.ts';
import type { Projection } from '../projection/projection.ts';
import { memoryStore, type Fact, type MemoryStore } from './memory-store.ts';
import { silent } from './samples.ts';

export const received = (code: string, num = 1, shop = 1): Fact => ({ type: 'Received', data: { code, num, shop } });
/** Polls until it holds. @throws after 30 s. */
export const until = async (holds: () => boolean | Promise<boolean>) => {
  for (const end = Date.now() + 30_000; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('did not come true');
};
export const healthOf = (daemon: Daemon, name = 'sample-stock') => daemon.health().find((one) => one.name === name)!;

type Place = { database: TestDatabase; db: pg.Pool; store: MemoryStore };
/** `at` holds what the running test has; daemons it starts are stopped after it. */
export const daemonsPerTest = () => {
  const at = {} as Place;
  let daemons: Daemon[] = [];
  beforeEach(async () => {
    at.database = await testDatabase();
    at.db = openPgPool({ connectionString: at.database.url, max: 2, types: readTypes });
    at.store = memoryStore();
  });
  afterEach(async () => {
    await Promise.all(daemons.map((daemon) => daemon.stop()));
    daemons = [];
    await at.db.end();
    await at.database.drop();
  });
  const start = async (projections: Projection[], more: Partial<DaemonOptions> = {}): Promise<Daemon> => {
    const { store, database } = at;
    const settings = { standbyMs: 20, ...more.settings };
    const daemon = await startProjections({ store, url: database.url, projections, log: silent, ...more, settings });
    daemons.push(daemon);
    return daemon;
  };
  const rowsOf = async (table: string) =>
    (await at.db.query(`select * from live.${table} order by 1, 2`)).rows as unknown[];
  const checkpoint = async (name: string) => {
    const { rows } = await at.db.query(
      `select position, version, run from projection.checkpoint where name = $1 and state = 'live'`,
      [name],
    );
    return rows[0] as { position: number; version: number; run: number } | undefined;
  };
  return { at, start, rowsOf, checkpoint };
};
