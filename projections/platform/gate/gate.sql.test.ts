/** How the read side paces itself: gathering, waiting, telling others. */
import pg from 'pg';
import { Listener } from 'services/platform/base/listener';
import { openPgPool } from 'services/platform/base/pg-pool';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { startProjections, type Daemon } from '../daemon/daemon.ts';
import { migrateBy } from '../projection/checkpoint.ts';
import { listenForMoves, Positions } from './gate.ts';
import { keyed, type Projection, type Row } from '../projection/projection.ts';
import { memoryStore, type Fact, type MemoryStore } from '../testing/memory-store.ts';
import { ddlFile, silent } from '../testing/samples.ts';

let database: TestDatabase;
let db: pg.Pool;
let store: MemoryStore;
let telling: Listener;
let daemon: Daemon | undefined;
beforeEach(async () => {
  database = await testDatabase();
  db = openPgPool({ connectionString: database.url, max: 1 });
  store = memoryStore();
  telling = new Listener(database.url, 'telling');
});
afterEach(async () => {
  await daemon?.stop();
  daemon = undefined;
  await telling.close();
  await db.end();
  await database.drop();
});

const positionOf = async (name: string): Promise<number> => {
  const { rows } = await db.query<{ position: string }>(
    `select position from projection.checkpoint where name = $1 and state = 'live'`,
    [name],
  );
  return Number(rows[0]?.position);
};
const seen = (code: string): Fact => ({ type: 'Seen', data: { code }, stream: code });
const counted = (): Projection =>
  keyed<Row>({
    name: 'counted',
    version: 1,
    ddl: ddlFile('create table counted (code text primary key, times int not null);'),
    table: 'counted',
    events: ['Seen', 'Noticed', 'Closed'],
    key: 'code',
    identity: ['code'],
    keyOf: ({ type, data }) => (type === 'Closed' ? null : (data['code'] as string)),
    fold: (rows, { type, data }) =>
      type === 'Noticed' ? rows : [{ code: data['code'] as string, times: Number(rows[0]?.['times'] ?? 0) + 1 }],
  });

/** Written then: its time is not up before. */
const IN_A_MINUTE = -60_000;
test('a view nobody waits for gathers, until its time is up or somebody waits', async () => {
  const positions = new Positions(['flow', 'stock'], db, telling);
  const from = performance.now();
  await positions.lull('flow', 70);
  expect(performance.now() - from).toBeGreaterThan(25);
  const endless = positions.lull('flow', IN_A_MINUTE);
  const waiting = positions.waitFor(['flow', 'stock'], 5, 60_000);
  await endless;
  await positions.lull('flow', IN_A_MINUTE);
  positions.moved('flow', 5);
  const again = positions.lull('stock', IN_A_MINUTE);
  positions.moved('stock', 5);
  expect(await waiting).toBe(true);
  await again;
  await positions.close();
});
test('where no other process reads, a view that nobody has waited for of late gathers longer, and nothing is told', async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const heard: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('listen projection_moved');
  let alone = true;
  telling.silentWhile(() => alone);
  const positions = new Positions(['flow', 'stock'], db, telling);
  const took = async (name: string): Promise<number> => {
    const from = performance.now();
    await positions.lull(name, 90);
    return performance.now() - from;
  };
  expect(await took('flow')).toBeGreaterThan(380);
  await positions.waitFor(['stock'], -1, 1_000);
  await positions.lull('stock', 100);
  positions.moved('flow', 3);
  const cold = positions.lull('flow', IN_A_MINUTE);
  const waiting = positions.waitFor(['flow'], 4, 60_000);
  await cold;
  positions.moved('flow', 4);
  expect(await waiting).toBe(true);
  alone = false;
  positions.moved('flow', 5);
  await positions.close();
  await expect.poll(() => heard).toEqual(['flow:5']);
  await listener.end();
});
test('moves of one moment are told to other processes together', async () => {
  const listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  const heard: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => heard.push(payload));
  await listener.query('listen projection_moved');
  const positions = new Positions(['flow', 'stock'], db, telling);
  for (let position = 0; position < 50; position += 1) positions.moved('flow', position);
  positions.moved('stock', 7);
  positions.heard('stock', 9);
  await positions.close();
  await expect.poll(() => new Set(heard)).toEqual(new Set(['flow:49', 'stock:7']));
  await listener.end();
});
test('events that change no row are passed without a write; those without a key move the checkpoint at once', async () => {
  daemon = await startProjections({ store, url: database.url, projections: [counted()], log: silent });
  await daemon.caughtUp();
  const noticed = store.record({ type: 'Noticed', data: { code: 'A' } });
  expect(await daemon.waitFor(['counted'], noticed, 5_000)).toBe(true);
  const closed = store.record({ type: 'Noticed', data: { code: 'A' } }, { type: 'Closed', data: {} });
  expect(await daemon.waitFor(['counted'], closed, 5_000)).toBe(true);
  expect(await positionOf('counted')).toBe(closed);
});
test('rows of keys that stay in their stream count every event', async () => {
  daemon = await startProjections({ store, url: database.url, projections: [counted()], log: silent });
  await daemon.caughtUp();
  for (let times = 1; times <= 5; times += 1) {
    const last = store.record(seen('A'), seen(`B${times}`));
    expect(await daemon.waitFor(['counted'], last, 5_000)).toBe(true);
  }
  const { rows } = await db.query('select code, times from live.counted order by 1');
  expect(rows).toEqual([{ code: 'A', times: 5 }, ...[1, 2, 3, 4, 5].map((n) => ({ code: `B${n}`, times: 1 }))]);
});

test('a crash of the server may take a checkpoint back: what was known of it before is asked for again', async () => {
  await migrateBy(db);
  const place = (position: number) =>
    db.query(
      `insert into projection.checkpoint (schema, name, version, run, position, state) values ('p_flow', 'flow', 1, 0, $1, 'live')
        on conflict (schema) do update set position = excluded.position`,
      [position],
    );
  await place(7);
  const positions = new Positions(['flow'], db, telling);
  listenForMoves(telling, positions);
  const has = (position: number): Promise<boolean> => positions.waitFor(['flow'], position, 50);
  // Told by another process; its commit was not on the disk when the server fell.
  positions.heard('flow', 9);
  expect(await has(9)).toBe(true);
  const cut = async (): Promise<number> =>
    (
      await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'telling'`)
    ).rowCount ?? 0;
  await expect.poll(cut).toBe(1);
  await expect.poll(() => has(9)).toBe(false);
  await place(9);
  await expect.poll(() => has(9)).toBe(true);

  // The same of a runner of this process, which begins anew.
  await place(7);
  telling.silentWhile(() => true);
  positions.setLocal('flow', { passed: 9, seen: 9, behindSince: null });
  positions.began('flow', 9);
  expect(await has(9)).toBe(true);
  positions.setLocal('flow', null);
  expect(await has(9)).toBe(false);
  await positions.close();
});
