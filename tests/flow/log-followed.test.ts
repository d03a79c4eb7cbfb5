/** Several processes over a log that is another one (R63): one of them follows it, whatever the others have seen before. */
import pg from 'pg';
import { dayOf } from 'services/contracts/dates';
import { silentLog, type Log } from 'services/platform/base/log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';

let server: FakeEventStoreDb;
let database: TestDatabase;
let db: pg.Client;
const running: App[] = [];
const told: string[] = [];
const log: Log = { ...silentLog, warn: (message) => told.push(message) };
const open = async (env: Readonly<Record<string, string>>): Promise<App> => {
  const app = await startApp({ log, env: { DATABASE_URL: database.url, EVENT_STORE_URL: server.url, ...env } });
  running.push(app);
  return app;
};
const saved = async (app: App, path: string, body: unknown): Promise<number> => {
  const { status, text, body: answer } = await app.post(path, body);
  expect(status, text).toBe(200);
  return Number(answer.data);
};
let shopId: number;
const receive = (app: App): Promise<number> =>
  saved(app, '/biz-goods-in', sampleBody({ shopId, supplierId: null, inStorageAt: dayOf(new Date()) }));
const countOf = async (app: App, path: string): Promise<number> => {
  const { status, text, body } = await app.get(path);
  expect(status, text).toBe(200);
  return (body.data as { count: number }).count;
};

/** As if all of it had been saved in another store, before the log was moved here: far from where it lies now. */
const FAR = 1_000_000;
const AS_MOVED = `
  INSERT INTO master.log_place (store, place, answer_mark, answers_followed) VALUES ('eventstoredb', '', 'a1b2c3d4', false);
  INSERT INTO master.log_moving
    SELECT DISTINCT ${FAR} + (answer ->> 'position')::bigint, (answer ->> 'position')::bigint FROM master.command
    WHERE answer ->> 'position' IS NOT NULL;
  UPDATE master.command SET answer = jsonb_set(answer::jsonb, '{position}', to_jsonb(${FAR} + (answer ->> 'position')::bigint))::json
    WHERE answer ->> 'position' IS NOT NULL`;
let held: App;
beforeAll(async () => {
  [server, database] = await Promise.all([startFakeEventStoreDb(), testDatabase()]);
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  const before = await open({});
  shopId = await saved(before, '/base-shop', { name: '罗湖店', status: '2', remark: '' });
  await receive(before);
  const cut = server.events.length;
  await receive(before);
  expect(await countOf(before, '/biz-goods-in')).toBe(2);
  await before.stop();
  await db.query(AS_MOVED);
  server.cutTo(cut);
  held = await open({});
});
afterAll(async () => {
  await Promise.all(running.map((app) => app.stop()));
  await Promise.all([db.end(), server.stop()]);
  await database.drop();
});

test('two that start in the same moment: one follows the log, the other finds it done', async () => {
  const holding = new pg.Client({ connectionString: database.url });
  await holding.connect();
  await holding.query('BEGIN; LOCK TABLE master.command IN ACCESS EXCLUSIVE MODE');
  const starting = Promise.all([open({ ON_OTHER_LOG: 'rebuild' }), open({ ON_OTHER_LOG: 'rebuild' })]);
  const waiting = async (): Promise<number | null> =>
    (
      await db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND application_name IN ('log check', 'log followed')`)
    ).rowCount;
  await expect.poll(waiting).toBe(2);
  await holding.end();
  for (const app of await starting) await expect.poll(() => countOf(app, '/biz-goods-in')).toBe(1);
  expect(told.filter((line) => line.includes('按现在的日志重建读模型'))).toHaveLength(1);
  expect(told.filter((line) => line.includes('已确认的保存不在现在的日志中'))).toHaveLength(1);
});

test('by the button of a process that waits since before: what was saved meanwhile is not lost', async () => {
  const app = running.at(-1)!;
  await receive(app);
  await expect.poll(() => countOf(app, '/biz-goods-in')).toBe(2);
  expect((await held.post('/sys-log-state/rebuild', {})).status).toBe(200);
  expect(await countOf(app, '/biz-goods-in')).toBe(2);
  expect(await countOf(app, '/lost-save')).toBe(1);
});
