/** A log that a move of before closed by mistake is known as the shops' own, and opened again. */
import { migrateProjections } from 'projections/platform/projection/checkpoint';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { CLOSED_BY_MISTAKE, reopenLog } from './mistaken-closing.ts';
import { movedStores } from './moved-stores.ts';
import { openRawStore } from './open-store.ts';
import { copyEvents } from '../../services/platform/event-store/postgres/bulk.ts';
import { markFilling, moveAlone } from '../../services/platform/event-store/log-move/records.ts';
import { MIGRATION_IDS, prepareMasterAs } from '../start/prepare-master.ts';

const EVENTS = [0, 1, 2].map((n) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  type: 'Probe',
  data: { n },
  meta: {
    key: `k${n}`,
    correlationId: 'c',
    causationId: 'c',
    userId: 1,
    userName: 'a',
    shopId: null,
    at: '2026-11-20T09:00:00.000+08:00',
    schema: 1,
  },
}));
const LAST = EVENTS.length - 1;
const ESDB = 'esdb://127.0.0.1:1?tls=false';
let database: TestDatabase;
let db: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  await prepareMasterAs(database.url, MIGRATION_IDS);
  await copyEvents(
    database.url,
    EVENTS.map((event) => ({ stream: 'probe-1', event })),
  );
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await migrateProjections(db);
});
beforeEach(async () => {
  await db.query('TRUNCATE master.log_place; TRUNCATE projection.checkpoint CASCADE; TRUNCATE projection.log');
  // As the mistake left it.
  await markFilling(db, 'eventstoredb', ESDB);
  await markFilling(db, 'postgres', '本系统的PostgreSQL');
});
afterAll(async () => {
  await db.end();
  await database.drop();
});
const hasRead = (position: number, id: string) =>
  db.query(
    `INSERT INTO projection.checkpoint (schema, name, version, run, position, state, anchor_position, anchor_id)
     VALUES ('p_x_1', 'x', 1, 1, $1, 'live', $1, $2)`,
    [position, id],
  );
const opening = async () => {
  const store = await openRawStore({ eventStoreUrl: undefined }, database.url);
  await store.close();
};
const places = async () => (await db.query('SELECT 1 FROM master.log_place')).rowCount;

test('the log of the read models says what closed it and how it is opened, and is', async () => {
  await hasRead(LAST, EVENTS[LAST]!.id);
  await expect(opening()).rejects.toThrow(CLOSED_BY_MISTAKE);
  const around = { url: database.url, config: {}, say: () => undefined };
  for (const [from, to] of [
    ['postgres', ESDB],
    [ESDB, 'postgres'],
  ] as const)
    await expect(movedStores({ from, to, oneByOne: false }, around)).rejects.toThrow(CLOSED_BY_MISTAKE);
  expect(await reopenLog(database.url)).toBe(true);
  expect(await places()).toBe(0);
  const store = await openRawStore({ eventStoreUrl: undefined }, database.url);
  const [event] = EVENTS;
  const next = { ...event!, id: '00000000-0000-4000-8000-000000000009' };
  expect(await store.append('probe-2', 'none', [next])).toMatchObject({ position: LAST + 1 });
  await store.close();
  expect(await reopenLog(database.url)).toBe(false);
});

test('one that a house over EventStoreDB is moving here, and one that a move is at, stay closed', async () => {
  await hasRead(48_123, EVENTS[LAST]!.id);
  await expect(opening()).rejects.toThrow('正在搬到本系统的PostgreSQL，尚未切换');
  expect([await reopenLog(database.url), await places()]).toEqual([false, 1]);
  await db.query('TRUNCATE projection.checkpoint CASCADE');
  expect([await reopenLog(database.url), await places()]).toEqual([false, 1]);
  await hasRead(LAST, EVENTS[LAST]!.id);
  await moveAlone(db);
  await expect(reopenLog(database.url)).rejects.toThrow('已有一个move-log');
  expect(await places()).toBe(1);
});
