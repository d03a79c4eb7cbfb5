import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { openPostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';
import { promiseSigns } from 'services/platform/base/signs-of-life';
import { expect, test } from 'vitest';
import { StoreUnavailable } from 'services/event-store/port';
import { migrateBy } from '../projection/checkpoint.ts';
import { leaseOf } from '../daemon/leases.ts';
import { ElsewhereGroup, type RebuildProcess } from './rebuild-elsewhere.ts';
import { daemonsPerTest, healthOf, until } from '../testing/daemons.ts';
import { movements, stock } from '../testing/samples.ts';
import { createBuilding } from '../tables/versions.ts';
const { at, start, rowsOf } = daemonsPerTest();

const META = { key: 'k', correlationId: 'c', causationId: 'r', userId: 1, userName: '张三', shopId: null, schema: 1 };
const fact = (code: string, num: number) => ({
  id: randomUUID(),
  type: 'Received',
  data: { code, num, shop: 1 },
  meta: { ...META, at: '2026-11-01T09:00:00+08:00' },
});
const elsewhere = (settings: RebuildProcess['settings'] = {}): RebuildProcess => ({
  module: new URL('../testing/rebuild-child.ts', import.meta.url),
  url: at.database.url,
  settings,
});
const settings = { longLog: 0, rebuildAbove: 1_000 };
const inPostgres = async () => {
  const store = await openPostgresEventStore({ url: at.database.url });
  for (const code of ['A', 'B', 'C']) await store.append(`goods-${code}`, 'none', [fact(code, 2), fact(code, 1)]);
  return store;
};

test('a table filled in a process of its own has the rows that following made, and parks what it cannot take', async () => {
  const store = await inPostgres();
  const daemon = await start([stock(), movements], { store, settings, elsewhere: elsewhere() });
  await daemon.caughtUp();
  const before = [await rowsOf('sample_stock'), await rowsOf('sample_movements')];
  expect(before[0]).toHaveLength(3);
  await Promise.all([daemon.rebuild('sample-stock'), daemon.rebuild('sample-movements')]);
  expect([await rowsOf('sample_stock'), await rowsOf('sample_movements')]).toEqual(before);
  await store.append('goods-A', 1, [fact('A', 4)]);
  await daemon.caughtUp();
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 7 }, {}, {}]);
  await store.append('goods-broken', 'none', [{ ...fact('Z', 1), type: 'Exploded' }]);
  await daemon.caughtUp();
  expect(healthOf(daemon).parked).toMatchObject([{ stream: 'goods-broken' }]);
  await daemon.rebuild('sample-stock');
  await daemon.caughtUp();
  expect(healthOf(daemon).parked).toMatchObject([{ stream: 'goods-broken' }]);
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 7 }, {}, {}]);
  await daemon.stop();
  await store.close();
});

test('a process that ends before its time leaves what is live, and is started again', async () => {
  const store = await inPostgres();
  const daemon = await start([stock()], { store, settings, elsewhere: elsewhere({ ends: 'yes' }) });
  await daemon.caughtUp();
  void daemon.rebuild('sample-stock').catch(() => undefined);
  const builds = async () =>
    (await at.db.query(`select nspname from pg_namespace where nspname like 'p_sample_stock%'`)).rowCount ?? 0;
  await until(async () => (await builds()) > 1);
  await until(() => healthOf(daemon).state !== 'failed');
  expect(await rowsOf('sample_stock')).toHaveLength(3);
  await daemon.stop();
  await store.close();
});

test('a log whose end cannot be asked for fails the rebuild, not the house', async () => {
  const away = new StoreUnavailable('head');
  const group = new ElsewhereGroup(elsewhere(), { order: 'log', head: Promise.reject(away), readers: 1 });
  const fill = { name: 'sample-stock', schema: 'p_sample_stock_v1', expected: [] };
  const failed = await group.fill(fill, new AbortController().signal).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(StoreUnavailable);
  expect((failed as StoreUnavailable).cause).toBe(away);
});

test('one that hangs in the middle of a table is ended with the process that started it: the next one makes the table anew', async () => {
  const store = await inPostgres();
  await migrateBy(at.db);
  const projection = stock();
  const process = randomUUID();
  // It gives no sign of life: it hangs as well.
  const hung = new pg.Client({
    connectionString: at.database.url,
    application_name: `projection leases ${process}`,
  });
  hung.on('error', () => undefined);
  await hung.connect();
  await promiseSigns(hung);
  await hung.query('select pg_advisory_lock(hashtextextended($1, 0))', [`projection ${leaseOf(projection)}`]);
  const { schema } = await createBuilding(at.db, projection);
  const group = new ElsewhereGroup(
    { ...elsewhere({ hangs: 'yes' }), process },
    { order: 'stream', head: store.head(), readers: 1 },
  );
  const given = new AbortController();
  const filling = group.fill({ name: projection.name, schema, expected: [] }, given.signal);
  const copies = async () =>
    (
      await at.db.query(`select from pg_stat_activity where datname = current_database()
        and application_name like 'projection rebuilds%' and query ilike 'copy%'`)
    ).rowCount ?? 0;
  await until(async () => (await copies()) > 0);
  const next = { ...settings, rebuildAbove: 0 };
  const daemon = await start([projection], { store, settings: next, elsewhere: elsewhere() });
  await until(() => healthOf(daemon).state === 'live');
  expect(await rowsOf('sample_stock')).toHaveLength(3);
  given.abort();
  await expect(filling).rejects.toBe(given.signal.reason);
  await daemon.stop();
  await store.close();
});

test('a read model that is made ahead of a switch, by who hangs, keeps nobody: the live one is made, made anew and followed', async () => {
  const store = await inPostgres();
  await migrateBy(at.db);
  const { schema } = await createBuilding(at.db, stock(), 'ahead');
  const hung = await at.db.connect();
  await hung.query(`begin; truncate ${schema}.sample_stock`);
  const daemon = await start([stock()], { store, settings, elsewhere: elsewhere() });
  await daemon.caughtUp();
  await daemon.rebuild('sample-stock');
  await store.append('goods-A', 1, [fact('A', 4)]);
  await daemon.caughtUp();
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 7 }, {}, {}]);
  await hung.query('rollback');
  hung.release();
  await daemon.stop();
  await store.close();
});
