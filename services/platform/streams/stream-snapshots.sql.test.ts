/** Snapshots in Postgres: written some time later, found by their key, and never in anybody's way. */
import pg from 'pg';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openPool } from '../base/database.ts';
import { migrate } from '../base/migrate.ts';
import { PastIds } from './past-ids.ts';
import type { Snapshot } from '../event-store/port.ts';
import { StreamSnapshots, snapshotMigration } from './stream-snapshots.ts';

const ID = '6f1c9b1e-8f0a-5a77-9c2d-0123456789ab';
const OTHER = '6f1c9b1e-8f0a-5a77-9c2d-ba9876543210';
const snapshot = (change: Partial<Snapshot> = {}): Snapshot => ({
  tag: '1/1',
  revision: 199,
  lastId: ID,
  state: '{"name":"翡翠","holds":{"$map":[]}}',
  past: PastIds.none
    .with([ID], '2026-11-10T10:00:00.000+08:00')
    .with([OTHER], '2026-11-11T10:00:00.000+08:00')
    .stored(),
  ...change,
});
let database: TestDatabase;
let pool: DatabasePool;
let db: pg.Client;
let warned: string[];
const open = (on = pool): StreamSnapshots => {
  warned = [];
  return new StreamSnapshots(on, { warn: (message) => void warned.push(message) });
};
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url, [snapshotMigration]);
  pool = await openPool(database.url, { applicationName: 'snapshots' });
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await pool.end();
  await database.drop();
});

test('what was kept is found by stream and tag, ids included; the next one takes its place', async () => {
  const snapshots = open();
  let made = 0;
  snapshots.offer('lot-1', () => {
    made += 1;
    return snapshot();
  });
  expect(made).toBe(0);
  await snapshots.settled();
  expect(made).toBe(1);
  const found = await snapshots.find('lot-1', '1/1');
  expect(found).toEqual(snapshot());
  const past = PastIds.from(found?.past ?? { days: [], ids: Buffer.alloc(0) });
  expect([past?.has(ID), past?.has(OTHER), past?.size]).toEqual([true, true, 2]);
  expect(await snapshots.find('lot-1', '1/2')).toBeNull();
  expect(await snapshots.find('lot-2', '1/1')).toBeNull();
  for (const revision of [399, 599]) snapshots.offer('lot-1', () => snapshot({ tag: '1/2', revision }));
  await snapshots.settled();
  expect(await snapshots.find('lot-1', '1/1')).toBeNull();
  expect(await snapshots.find('lot-1', '1/2')).toMatchObject({ revision: 599 });
  expect(warned).toEqual([]);
});

test('one that cannot be made or written is told of and forgotten; those offered later are written', async () => {
  const snapshots = open();
  snapshots.offer('lot-3', () => {
    throw new RangeError('no text');
  });
  snapshots.offer('lot-4', () => snapshot({ lastId: 'no id' }));
  await snapshots.settled();
  snapshots.offer('lot-5', () => snapshot());
  await snapshots.settled();
  expect(warned[0]).toBe('snapshot not written');
  expect(await snapshots.find('lot-5', '1/1')).not.toBeNull();
});

test('a row that is no snapshot is none', async () => {
  const snapshots = open();
  snapshots.offer('lot-6', () => snapshot());
  await snapshots.settled();
  await db.query(`update master.stream_snapshot set days = '{}' where stream = 'lot-6'`);
  expect(await snapshots.find('lot-6', '1/1')).toBeNull();
});

test('where the database is away a read finds nothing, and a write is not missed', async () => {
  const away = await openPool(database.url, { applicationName: 'away' });
  await away.end();
  const snapshots = open(away);
  snapshots.offer('lot-7', () => snapshot());
  await snapshots.settled();
  expect(await snapshots.find('lot-7', '1/1')).toBeNull();
  expect(warned).toEqual(['snapshot not written', 'snapshot not read']);
});

test('streams that had none for a month are forgotten', async () => {
  const snapshots = open();
  for (const stream of ['lot-8', 'lot-9']) snapshots.offer(stream, () => snapshot());
  await snapshots.settled();
  await db.query(`update master.stream_snapshot set kept_at = now() - interval '31 days' where stream = 'lot-8'`);
  await snapshots.prune();
  expect(await snapshots.find('lot-8', '1/1')).toBeNull();
  expect(await snapshots.find('lot-9', '1/1')).not.toBeNull();
});

test('reads and deletions go by an index', async () => {
  await db.query(`insert into master.stream_snapshot
    select 's' || n, '1/1', n, '${ID}', '{}', '[]', '' from generate_series(1, 20000) as n`);
  await db.query('analyze master.stream_snapshot');
  const planOf = async (statement: string): Promise<string> =>
    JSON.stringify((await db.query(`explain (format json) ${statement}`)).rows);
  const read = await planOf(`select state from master.stream_snapshot where stream = 's7' and tag = '1/1'`);
  expect(read).toContain('stream_snapshot_pkey');
  const pruned = await planOf(`delete from master.stream_snapshot where kept_at < now() - '30 days'::interval`);
  expect(pruned).toContain('stream_snapshot_kept');
  for (const plan of [read, pruned]) expect(plan).not.toContain('Seq Scan');
});
