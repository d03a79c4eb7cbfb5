import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPool } from 'services/platform/base/database';
import { openPostgresEventStore } from '../services/platform/event-store/postgres/index.ts';
import { testDatabase, type TestDatabase } from '../tests/support/database.ts';
import { startProjections } from './platform/daemon/daemon.ts';
import { silent } from './platform/testing/samples.ts';
import { memoryStore } from './platform/testing/memory-store.ts';
import { projections, queries } from './registry.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.drop());

test('every projection has tables that Postgres takes, goes live, and can be rebuilt', async () => {
  const daemon = await startProjections({ store: memoryStore(), url: database.url, projections, log: silent });
  await daemon.caughtUp();
  expect(daemon.health().filter(({ state }) => state !== 'live')).toEqual([]);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  for (const { name, table } of projections) {
    await daemon.rebuild(name);
    await client.query(`select * from live.${table}`);
  }
  await client.end();
  await daemon.stop();
});

test('no two queries answer the same path', async () => {
  const db = await openPool(database.url, { applicationName: 'test' });
  const routes = queries({ db, now: () => new Date(0), store: memoryStore(), parked: async () => [] });
  const seen = routes.map(({ method, path }) => `${method} ${path}`);
  expect(seen.filter((one, index) => seen.indexOf(one) !== index)).toEqual([]);
  await db.end();
});

test('an event of the real store is passed by every read model within moments of its append', async () => {
  const store = await openPostgresEventStore({ url: database.url });
  const daemon = await startProjections({ store, url: database.url, projections, log: silent });
  await daemon.caughtUp();
  const views = projections.map(({ name }) => name);
  const meta = {
    key: 'k',
    correlationId: 'c',
    causationId: 'c',
    userId: 1,
    userName: 'admin',
    shopId: null,
    schema: 1,
  };
  for (let i = 0; i < 20; i += 1) {
    const at = new Date(Date.UTC(2026, 10, 1) + i).toISOString();
    const event = { id: randomUUID(), type: 'SomethingElse', data: {}, meta: { ...meta, at } };
    const { position } = await store.append(`other-${i}`, 'none', [event]);
    expect(await daemon.waitFor(views, position, 5_000)).toBe(true);
  }
  // Who waits may hear of the commit before the runner that made it does.
  await expect
    .poll(() => daemon.health().map(({ name, lag }) => ({ name, lag })))
    .toEqual(views.map((name) => ({ name, lag: 0 })));
  await daemon.stop();
  await store.close();
});
