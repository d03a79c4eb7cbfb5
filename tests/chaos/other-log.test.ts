/** The log is not the one that the read models were made of (R63): it is said, nothing wrong is served, and it can be mended. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { silentLog, type Log } from 'services/platform/base/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type App, type Reply } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';
import { databaseUrlOf, houseProcess } from './support/house-process.ts';
import { openPlace, receiptBody, type Place } from './support/shift.ts';
import { Till } from './support/till.ts';

const KEPT = 3;
const LOST = 4;

const countOf = ({ body }: Reply): number => (body.data as { count: number }).count;
const saveAll = async (app: App, place: Place, count: number): Promise<number[]> => {
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { status, body } = await app.post('/biz-goods-in', receiptBody(place));
    expect(status).toBe(200);
    ids.push(body.data as number);
  }
  return ids;
};

let server: FakeEventStoreDb;
let another: FakeEventStoreDb;
let database: TestDatabase;
let place: Place;
let app: App;
const told: string[] = [];
const log: Log = { ...silentLog, error: (message) => told.push(message) };
const open = (env: Readonly<Record<string, string>>): Promise<App> =>
  startApp({ log, env: { DATABASE_URL: database.url, ...env } });
let highest = 0;
let cut = 0;
beforeAll(async () => {
  [server, another, database] = await Promise.all([startFakeEventStoreDb(), startFakeEventStoreDb(), testDatabase()]);
  app = await open({ EVENT_STORE_URL: server.url });
  place = await openPlace(new Till(() => app.url));
  await saveAll(app, place, KEPT);
  cut = server.events.length;
  highest = Math.max(...(await saveAll(app, place, LOST)));
  expect(countOf(await app.get('/biz-goods-in'))).toBe(KEPT + LOST);
  await app.stop();
}, 120_000);
afterAll(async () => {
  await Promise.all([server.stop(), another.stop(), database.drop()]);
});

/** Whoever asks is told, nothing is listed or written, and people can still sign in. */
const expectHeld = async (says: RegExp): Promise<void> => {
  const ready = await app.get('/readyz', { token: null });
  expect(ready.status).toBe(503);
  expect(ready.body.msg).toMatch(says);
  const list = await app.get('/biz-goods-in');
  expect([list.status, list.body.data]).toEqual([503, null]);
  expect(list.body.msg).toMatch(says);
  const save = await app.post('/biz-goods-in', receiptBody(place));
  expect([save.status, save.body.msg]).toEqual([503, list.body.msg]);
  expect((await app.get('/getinfo')).status).toBe(200);
  const state = await app.get('/sys-log-state');
  expect(state.body.data).toEqual({ same: false, reason: list.body.msg });
};

test('another log is told at the start, and nothing of it is served', async () => {
  app = await open({ EVENT_STORE_URL: another.url });
  await expectHeld(/^.*事件日志是空的，读模型已有的至少\d+个事件不在其中/);
  expect(another.events).toEqual([]);
  await app.stop();
});

test('the right one again: everything is there', async () => {
  app = await open({ EVENT_STORE_URL: server.url });
  expect(countOf(await app.get('/biz-goods-in'))).toBe(KEPT + LOST);
  const state = await app.get('/sys-log-state');
  expect(state.body.data).toEqual({ same: true, reason: '' });
  expect((await app.post('/sys-log-state/rebuild', {})).status).toBe(409);
});

test('a log that is replaced by an older copy while the house runs is not written to', async () => {
  server.kill();
  server.cutTo(cut);
  await server.restart();
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { status } = await app.post('/biz-goods-in', receiptBody(place));
    expect(status).toBe(503);
    if (Date.now() > deadline || server.events.length > cut) break;
    if (told.some((line) => line.includes('比读模型旧'))) break;
    await pause(100);
  }
  expect(told.filter((line) => line.includes('比读模型旧'))).toHaveLength(1);
  expect(server.events).toHaveLength(cut);
  await app.stop();
});

test('an older copy is told with its end; by button the read models are made anew, ids go on above both', async () => {
  app = await open({ EVENT_STORE_URL: server.url });
  await expectHeld(/事件日志比读模型旧，止于\d{4}-\d\d-\d\d \d\d:\d\d:\d\d，之后的至少\d+个事件不在其中/);
  const rebuilt = await app.post('/sys-log-state/rebuild', {});
  expect([rebuilt.status, rebuilt.body.msg]).toEqual([200, expect.stringContaining('已开始重建')]);
  await app.stop();

  app = await open({ EVENT_STORE_URL: server.url });
  expect((await app.get('/readyz', { token: null })).status).toBe(200);
  expect(countOf(await app.get('/biz-goods-in'))).toBe(KEPT);
  const [id = 0] = await saveAll(app, place, 1);
  expect(id).toBeGreaterThan(highest);
  expect(countOf(await app.get('/biz-goods-in'))).toBe(KEPT + 1);
  await app.stop();
});

test('ON_OTHER_LOG=rebuild makes them anew at the start; a repeat of what was lost is done and not remembered', async () => {
  app = await open({ EVENT_STORE_URL: server.url });
  const key = 'lost and sent again';
  const body = receiptBody(place);
  const before = server.events.length;
  const first = await app.post('/biz-goods-in', body, { key });
  expect(first.status).toBe(200);
  // The read models know of it: what none of them has read, none of them can miss.
  expect(countOf(await app.get('/biz-goods-in'))).toBe(KEPT + 2);
  await app.stop();
  server.cutTo(before);
  app = await open({ EVENT_STORE_URL: server.url, ON_OTHER_LOG: 'rebuild' });
  expect(countOf(await app.get('/biz-goods-in'))).toBe(KEPT + 1);
  const again = await app.post('/biz-goods-in', body, { key });
  expect(again.status).toBe(200);
  expect(again.body.data).not.toBe(first.body.data);
  expect(countOf(await app.get('/biz-goods-in'))).toBe(KEPT + 2);
  await app.stop();
});

test('a copy of the Postgres log that lost its end: the process says so, and the button starts it anew', async () => {
  const house = houseProcess();
  const till = new Till(() => house.url);
  try {
    await house.start();
    const shop = await openPlace(till);
    for (let n = 0; n < KEPT + LOST; n += 1)
      await till.once('POST', '/biz-goods-in', { body: receiptBody(shop), key: `${n}` });
    const db = new pg.Client({ connectionString: databaseUrlOf(house) });
    await db.connect();
    await db.query('alter table es.events disable trigger all');
    const { rowCount } = await db.query(
      `delete from es.events where position > (select max(position) from es.events) - 2`,
    );
    await db.query('alter table es.events enable trigger all');
    await db.end();
    await house.terminate();
    await house.start();
    const list = await till.once('GET', '/biz-goods-in');
    expect(list.status).toBe(503);
    expect(list.msg).toContain(`之后的${rowCount}个事件不在其中`);
    const before = house.url;
    expect((await till.once('POST', '/sys-log-state/rebuild', { body: {} })).status).toBe(200);
    await house.startedAgain(before);
    const after = await till.once('GET', '/biz-goods-in');
    expect(after.status).toBe(200);
  } finally {
    await house.remove();
  }
}, 120_000);
