/** A house that starts again reads its long streams from their snapshots, on both stores, and knows what it was told before. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { goodsStream } from '../../services/goods/contract.ts';
import { checkStream } from '../../services/stock-check/contract.ts';
import { startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';
import { interpose } from '../support/interposed.ts';
import { startChain, type Chain } from './shops.ts';

const LINES = 450;
const SALES = 105;
let database: TestDatabase;
let double: FakeEventStoreDb | null;
let db: pg.Client;
let chain: Chain;
let app: App;
/** Of a lot. */
let barcode: string;
const env = (): Record<string, string> => ({
  DATABASE_URL: database.url,
  ...(double !== null && { EVENT_STORE_URL: double.url }),
});
beforeAll(async () => {
  database = await testDatabase();
  double = process.env['TEST_EVENT_STORE'] === 'eventstoredb' ? await startFakeEventStoreDb() : null;
  chain = await startChain({ env: env() });
  ({ app } = chain);
  barcode = await chain.stock({ num: 500, batchNum: 500 });
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
}, 120_000);
afterAll(async () => {
  await db.end();
  await app.stop();
  await double?.stop();
  await database.drop();
});

const restart = async (): Promise<void> => {
  await app.stop();
  app = await startApp({ env: env() });
};
const keptAt = async (stream: string): Promise<number | undefined> =>
  (
    await db.query<{ revision: string }>('select revision from master.stream_snapshot where stream = $1', [stream])
  ).rows.map(({ revision }) => Number(revision))[0];
/** The largest number of events of the stream that one read of the log hands over while `work` runs. */
const largestRead = async (stream: string, work: () => Promise<unknown>): Promise<number> => {
  let largest = 0;
  interpose(app.house.deps.store, 'read', async (read, asked) => {
    const events = await read(...asked);
    if (asked[0] === stream) largest = Math.max(largest, events.length);
    return events;
  });
  await work();
  vi.restoreAllMocks();
  return largest;
};

test('a stock check: its scans go on and its repeats are silent', { timeout: 120_000 }, async () => {
  const bizGoodsList = Array.from({ length: LINES }, (_, n) => ({
    barcode: `B${1_000_000 + n}`,
    factNum: 1,
    scanNum: 1,
  }));
  const body = { shopId: chain.home, checkAt: chain.today, type: '戒指', bizGoodsList };
  const create = () => app.post('/biz-check', body, { key: 'long-check' });
  const created = await create();
  expect(created, created.text).toMatchObject({ status: 200 });
  const id = Number(created.body.data);
  const stream = checkStream(id);
  await vi.waitFor(async () => expect(await keptAt(stream)).toBeGreaterThanOrEqual(LINES - 200), { timeout: 30_000 });
  const scan = (key: string) => app.post(`/biz-check/${id}/scan`, { barcode: 'NOSUCH' }, { key });
  const first = await scan('long-scan');
  expect(first).toMatchObject({ status: 200, body: { data: [{ barcode: 'NOSUCH', found: false }] } });
  await restart();
  // Answered by the row of the command; without it the stream tells.
  await db.query(`update master.command set claimed = false where key in ('long-check', 'long-scan')`);
  const events = (await app.house.deps.store.read(stream)).length;
  expect(await largestRead(stream, () => scan('long-scan'))).toBeLessThanOrEqual(200);
  expect((await app.house.deps.store.read(stream)).length).toBe(events);
  expect(await scan('another-scan')).toMatchObject({ status: 200, body: { data: [{ found: false }] } });
  const audited = await app.put(`/biz-check/audit/${id}`, { ids: [id] });
  expect(audited, audited.text).toMatchObject({ status: 200 });
});

test('a lot that is sold piece by piece: what is free, held and sold is as it was', { timeout: 180_000 }, async () => {
  const sell = async (): Promise<number> => {
    const reply = await app.post('/biz-sell', chain.sale([{ barcode }]));
    expect(reply, reply.text).toMatchObject({ status: 200 });
    return Number(reply.body.data);
  };
  const free = async (): Promise<number> => {
    const reply = await app.get(`/biz-goods-in/lookup?shopId=${chain.home}&barcode=${barcode}`);
    return Number((reply.body.data as { num: number }).num);
  };
  const stock = await free();
  let last = 0;
  for (let n = 0; n < SALES; n += 1) {
    last = await sell();
    if (n % 3 < 2) await app.put(`/biz-sell/audit/${last}`, { ids: [last] });
    if (n % 3 === 0) await app.put(`/biz-sell/unaudit/${last}`, { ids: [last], reason: '录错' });
  }
  const stream = goodsStream(barcode);
  await vi.waitFor(async () => expect(await keptAt(stream)).toBeGreaterThanOrEqual(199), { timeout: 30_000 });
  const before = await free();
  expect(before).toBe(stock - SALES);
  await restart();
  expect(await free()).toBe(before);
  expect(await largestRead(stream, sell)).toBeLessThanOrEqual(200);
  expect(await free()).toBe(before - 1);
  expect(await app.del('/biz-sell', { ids: [last] })).toMatchObject({ status: 200 });
  expect(await free()).toBe(before);
});
