/** Two processes of one house over EventStoreDB: what one is told the other knows, and what both want one of them gets. */
import { sql } from 'slonik';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';
import { startChain, type Chain } from './shops.ts';

/** Within a second, also where another statement of the database is slow. */
const SOON = { interval: 10, timeout: 1_000 };
const ROUNDS = 8;
let server: FakeEventStoreDb;
let database: TestDatabase;
let chain: Chain;
let other: App;
beforeAll(async () => {
  [server, database] = await Promise.all([startFakeEventStoreDb(), testDatabase()]);
  const env = { DATABASE_URL: database.url, EVENT_STORE_URL: server.url };
  chain = await startChain({ env });
  other = await startApp({ env: { ...env, ROLES: 'api' } });
}, 120_000);
afterAll(async () => {
  await other.stop();
  await chain.app.stop();
  await server.stop();
  await database.drop();
});

test(
  'rights, settings, shops and ended sessions of one are known to the other within a second',
  { retry: 1 },
  async () => {
    const { app, home } = chain;
    const { master } = app.house.deps;
    const menu = await master.oneFirst(sql.type(z.object({ id: z.int() }))`
    SELECT id FROM master.sys_menu WHERE permission = 'base:baseShop:list'`);
    const role = { roleName: '店员甲', roleKey: 'clerk-a', roleSort: 9, menuIds: [menu] };
    const roleId = Number((await app.post('/role', role)).body.data);
    await app.addUser({ username: 'clerk-a', roleIds: [roleId] });
    const token = await app.signIn('clerk-a');
    const seen = async () => (await other.get('/base-shop', { token, waits: false })).status;
    expect(await seen()).toBe(200);

    expect((await app.put(`/role/${roleId}`, { menuIds: [] })).status).toBe(200);
    await expect.poll(seen, SOON).toBe(403);
    expect((await app.put('/role-status', { roleId, status: '1' })).status).toBe(200);
    await expect.poll(seen, SOON).toBe(401);

    await other.house.deps.lookup.setting('sell_min_rebate');
    await app.put('/set-config', [{ configKey: 'sell_min_rebate', configValue: '77' }]);
    await expect.poll(() => other.house.deps.lookup.setting('sell_min_rebate'), SOON).toBe('77');

    const shop = { name: '罗湖旗舰店', status: '2', remark: '' };
    expect((await app.put(`/base-shop/${home}`, shop)).status).toBe(200);
    const names = async () => (await other.get('/base-shop', { waits: false })).text;
    await expect.poll(names, SOON).toContain('罗湖旗舰店');
  },
);

test('each of them may be written to', async () => {
  for (const app of [chain.app, other]) expect((await app.get('/readyz?for=write', { waits: false })).status).toBe(200);
});

test('two tills of two processes want the same two pieces, each the other one first: one of them gets both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, two] = [await chain.stock(), await chain.stock()];
    const replies = await Promise.all([
      chain.app.post('/biz-sell', chain.sale([{ barcode: one }, { barcode: two }])),
      other.post('/biz-sell', chain.sale([{ barcode: two }, { barcode: one }])),
    ]);
    expect(
      replies.map(({ status }) => status).toSorted((a, b) => a - b),
      replies.map(({ text }) => text).join('\n'),
    ).toEqual([200, 409]);
  }
});

test('a day that one closes takes nothing more at the other, however close the moment', async () => {
  const yesterday = addDays(chain.today, -1);
  const shopId = Number((await chain.app.post('/base-shop', { name: '结账店', status: '2', remark: '' })).body.data);
  const old = async () => chain.sale([{ barcode: await chain.stock({ shopId }) }], { shopId, sellAt: yesterday });
  const bodies = [await old(), await old(), await old()];
  const [closing, ...sales] = await Promise.all([
    chain.app.post('/biz-close', { shopId, closedUntil: yesterday }),
    ...bodies.map((body) => other.post('/biz-sell', body)),
  ]);
  const saved = sales.filter(({ status }) => status === 200).length;
  expect(closing.status, closing.text).toBe(saved === 0 ? 200 : 409);
  if (saved > 0) {
    const forced = await chain.app.post('/biz-close', { shopId, closedUntil: yesterday, force: true });
    expect(forced.status, forced.text).toBe(200);
  }
  expect(await other.post('/biz-sell', await old())).toMatchObject({ status: 409 });
});

test('the same click at both is one sale', async () => {
  const barcode = await chain.stock();
  const body = chain.sale([{ barcode }]);
  const clicks = await Promise.all([chain.app, other].map((app) => app.post('/biz-sell', body, { key: 'one-click' })));
  // Who comes while the other is at it is told so, and gets the same answer when he asks again.
  const again = await other.post('/biz-sell', body, { key: 'one-click' });
  const ids = clicks.filter(({ status }) => status === 200).map((reply) => reply.body.data);
  expect(new Set([...ids, again.body.data]).size).toBe(1);
  expect([again.status, clicks.every(({ status }) => status === 200 || status === 409)]).toEqual([200, true]);
});
