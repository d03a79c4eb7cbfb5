/** EventStoreDB drops connections, loses answers and goes away under load: a 503 in Chinese or success, and each effect once. */
import grpc from '@grpc/grpc-js';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';
import {
  count,
  differences,
  impossible,
  miscounted,
  orphanHolds,
  underWay,
  type Audit,
  type Stored,
} from './support/audit-log.ts';
import { openPlace, receiptBody, work, type Place, type Shelf } from './support/shift.ts';
import { Till } from './support/till.ts';

const SETTLED = { timeout: 30_000, interval: 100 };
const UNAVAILABLE = { code: grpc.status.UNAVAILABLE, details: 'gone' };

let server: FakeEventStoreDb;
let database: TestDatabase;
let app: App;
let place: Place;
const tills = Array.from({ length: 4 }, () => new Till(() => app.url));
const shelf: Shelf = { pieces: [], mobiles: 0 };

beforeAll(async () => {
  server = await startFakeEventStoreDb();
  database = await testDatabase();
  app = await startApp({ env: { EVENT_STORE_URL: server.url, DATABASE_URL: database.url } });
  place = await openPlace(new Till(() => app.url));
  for (const till of tills) await till.signIn();
});
afterAll(async () => {
  await app.stop();
  await server.stop();
  await database.drop();
});

const logOf = (): Audit =>
  count(
    server.events.map(({ position, stream, meta, data }) => ({
      position,
      stream,
      type: meta['type'] ?? '',
      data: JSON.parse(Buffer.from(data, 'base64').toString()) as Stored['data'],
    })),
  );

const check = async (): Promise<void> => {
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  try {
    await vi.waitFor(async () => {
      expect(underWay(logOf())).toEqual([]);
      expect(orphanHolds(logOf())).toEqual([]);
      expect(await differences(db, logOf())).toEqual([]);
    }, SETTLED);
  } finally {
    await db.end();
  }
  expect(impossible(logOf())).toEqual([]);
  const told = tills.flatMap((till) => till.told);
  expect(miscounted(logOf(), told)).toEqual([]);
  expect(tills.flatMap((till) => till.faults)).toEqual([]);
};

const under = async (trouble: () => Promise<void>): Promise<void> => {
  const closing = new AbortController();
  const working = Promise.all(tills.map((till) => work(till, place, shelf, closing.signal)));
  await pause(300);
  await trouble();
  await pause(300);
  closing.abort();
  await working;
  await check();
};

test('connections drop while things are saved', async () => {
  await under(async () => {
    for (let times = 0; times < 5; times += 1) {
      await server.dropConnections();
      await pause(150 + Math.random() * 200);
    }
  });
}, 90_000);

test('answers get lost and appends are refused for a moment', async () => {
  await under(async () => {
    for (let times = 0; times < 15; times += 1) {
      server.fail({ method: 'append', moment: times % 3 === 0 ? 'before' : 'after', error: UNAVAILABLE, times: 2 });
      await pause(60);
    }
  });
}, 90_000);

test('the server is away for two seconds and comes back', async () => {
  await under(async () => {
    server.kill();
    await pause(2_000);
    await server.restart();
  });
}, 90_000);

test('away for longer, a save answers 503 with the words of a store that is away, and its key makes one record later', async () => {
  const [till] = tills;
  if (till === undefined) throw new Error('no till');
  server.kill();
  const body = receiptBody(place);
  const refused = await till.once('POST', '/biz-goods-in', { body, key: 'while-away' });
  expect([refused.status, refused.msg]).toEqual([503, '存储暂时不可用，输入已保留，请稍后重试']);
  await server.restart();
  const saved = await till.send('POST', '/biz-goods-in', body, 'while-away');
  const again = await till.once('POST', '/biz-goods-in', { body, key: 'while-away' });
  expect([saved.status, again.status, again.data]).toEqual([200, 200, saved.data]);
  await check();
}, 90_000);
