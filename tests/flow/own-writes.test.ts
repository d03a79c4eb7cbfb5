/** A write answers when it is durable, and its user's next GET shows it; in one process, in two, and when it cannot. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type Reply } from '../support/app.ts';
import { startChainInDatabase, type ChainInDatabase } from './chain-in-database.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Chain } from './shops.ts';

const LIST = '/biz-goods-in?pageSize=100';
/** Well below the two seconds that a GET waits at most. */
const AT_ONCE_MS = 1_000;
let house: ChainInDatabase;
let chain: Chain;
let db: pg.Client;
let clerk: string;
let reader: string;

beforeAll(async () => {
  house = await startChainInDatabase();
  ({ chain, db } = house);
  await chain.app.addUser({ username: 'clerk', roleIds: [2] });
  await chain.app.addUser({ username: 'reader', roleIds: [2] });
  clerk = await chain.app.signIn('clerk');
  reader = await chain.app.signIn('reader');
}, 90_000);
afterAll(() => house.stop());

/** The list is read, but nothing new gets into it, until the answer is called. */
const held = async (): Promise<() => Promise<void>> => {
  const found = await db.query<{ schema: string }>(
    `select schema from projection.checkpoint where name = 'goods-in' and state = 'live'`,
  );
  await db.query('begin');
  await db.query(`lock table ${found.rows[0]!.schema}.goods_in in share row exclusive mode`);
  return async () => void (await db.query('rollback'));
};
const receive = async (token = clerk): Promise<number> => {
  const body = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today });
  const reply = await chain.app.post('/biz-goods-in', body, { token });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const idsIn = ({ body }: Reply): number[] => (body.data as { list: { id: number }[] }).list.map(({ id }) => id);
const list = (token: string, headers: Record<string, string> = {}): Promise<Reply> =>
  chain.app.get(LIST, { token, headers, waits: false });
/** A list that came early says so and is asked again: on a slow machine two seconds pass. */
const onceShown = async (ask: () => Promise<Reply>): Promise<Reply> =>
  vi.waitFor(
    async () => {
      const reply = await ask();
      expect(reply.headers.get('x-read-model-lag')).toBeNull();
      return reply;
    },
    { timeout: 20_000 },
  );

test('each of fifty receipts is in the next list', async () => {
  for (let round = 0; round < 50; round += 1) {
    const id = await receive();
    expect(idsIn(await onceShown(() => list(clerk)))).toContain(id);
  }
});
test('a write waits for nothing; the next GET of its user waits, nobody else does', { retry: 1 }, async () => {
  const release = await held();
  const started = performance.now();
  const id = await receive();
  let answered = false;
  const own = list(clerk).finally(() => (answered = true));
  const other = await list(reader);
  expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
  expect([idsIn(other).includes(id), answered]).toEqual([false, false]);
  await release();
  expect(idsIn(await own)).toContain(id);
});
test('a client that names the position of a write waits for it like who wrote it', async () => {
  const body = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today });
  const release = await held();
  const written = await chain.app.post('/biz-goods-in', body, { token: clerk });
  const position = written.headers.get('x-position');
  expect(Number(position)).toBeGreaterThan(0);
  const told = list(reader, { 'x-position': position! });
  expect(idsIn(await list(reader))).not.toContain(written.body.data);
  await release();
  expect(idsIn(await told)).toContain(written.body.data);
});
test('after two seconds the answer comes without it, and says so', async () => {
  const release = await held();
  const id = await receive();
  const late = await list(clerk);
  await release();
  expect(idsIn(late)).not.toContain(id);
  expect([late.headers.get('x-read-model-lag'), late.body.msg]).toEqual(['true', '更新中：刚保存的内容稍后显示']);
  await vi.waitFor(async () => expect((await list(clerk)).headers.get('x-read-model-lag')).toBeNull(), {
    timeout: 30_000,
  });
  expect(idsIn(await list(clerk))).toContain(id);
});
test('who writes on while a list that somebody waits for is far behind is slowed down', async () => {
  const release = await held();
  await receive();
  expect((await list(clerk)).headers.get('x-read-model-lag')).toBe('true');
  const from = performance.now();
  expect(chain.app.house.gate.behindMs()).toBeGreaterThan(1_900);
  await receive();
  expect(performance.now() - from).toBeGreaterThan(80);
  await release();
  await vi.waitFor(() => expect(chain.app.house.gate.behindMs()).toBeLessThan(1_000), { timeout: 30_000 });
});
test('a check of the write side decides on everything that is written: a supplier with goods on the way to the list stays', async () => {
  const supplier = await chain.app.post('/base-supplier', {
    name: '新供应商',
    contract: '陈先生',
    mobile: '13900000001',
    status: '2',
  });
  expect(supplier.status, supplier.text).toBe(200);
  const release = await held();
  const body = sampleBody({ shopId: chain.home, supplierId: Number(supplier.body.data), inStorageAt: chain.today });
  expect((await chain.app.post('/biz-goods-in', body, { token: clerk })).status).toBe(200);
  const deleted = chain.app.del('/base-supplier', { ids: [supplier.body.data] });
  expect((await list(reader)).status).toBe(200);
  await release();
  const reply = await deleted;
  expect(reply.status, reply.text).toBe(409);
});
test('what is written through one process is shown by the other to the same user', async () => {
  const second = await startApp({ env: { DATABASE_URL: house.url } });
  try {
    for (let round = 0; round < 20; round += 1) {
      const id = await receive();
      const reply = await onceShown(() => second.get(LIST, { token: clerk, waits: false }));
      expect(idsIn(reply)).toContain(id);
    }
  } finally {
    await second.stop();
  }
});
