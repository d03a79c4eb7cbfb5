/** Orders put aside at one till and taken up at another of the shop (R94). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../support/app.ts';
import { startChainInDatabase, type ChainInDatabase } from './chain-in-database.ts';
import type { Chain } from './shops.ts';

const PATH = '/biz-sell/park';
let house: ChainInDatabase;
let chain: Chain;
/** By how much the house's clock is ahead, ms. */
let later = 0;
/** Two tills of the home shop, one of the other. */
let [one, two, elsewhere] = ['', '', ''];
beforeAll(async () => {
  house = await startChainInDatabase({ clock: () => new Date(Date.now() + later) });
  chain = house.chain;
  const { app, home, away } = chain;
  const tokenOf = async (username: string, shop: number): Promise<string> => {
    await app.addUser({ username, roleIds: [4], lockShops: [shop] });
    return app.signIn(username);
  };
  one = await tokenOf('till1', home);
  two = await tokenOf('till2', home);
  elsewhere = await tokenOf('till3', away);
});
afterAll(() => house.stop());

const CONTENT = {
  values: { customerName: '王女士 💍', remark: '' },
  lines: { sellGoodsList: [{ barcode: 'A1', num: 1 }] },
};
const park = (change: object = {}, token = one): Promise<Reply> =>
  chain.app.post(PATH, { shopId: chain.home, body: CONTENT, note: '试戴', ...change }, { token });
const parked = async (change: object = {}): Promise<number> => {
  const reply = await park(change);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const listed = async (token = one, shopId = chain.home): Promise<readonly Record<string, unknown>[]> =>
  ((await chain.app.get(`${PATH}?shopId=${shopId}`, { token })).body.data as { list: Record<string, unknown>[] }).list;
const take = (id: number, token = two): Promise<Reply> => chain.app.post(`${PATH}/${id}/take`, {}, { token });

test('what was put aside at one till is taken up at another as it was, once; the second hears who has it (S1§2.1/3)', async () => {
  const id = await parked();
  expect(await listed(two)).toMatchObject([{ id, note: '试戴', by: 'till1', shopId: chain.home }]);
  const answers = await Promise.all([take(id, one), take(id, two)]);
  const [won, lost] = answers.toSorted((a, b) => a.status - b.status);
  expect(won).toMatchObject({ status: 200, body: { data: { body: CONTENT } } });
  expect(lost).toMatchObject({ status: 409 });
  expect(lost?.body.msg).toMatch(/^此挂单已被till[12]于\d{4}-\d\d-\d\d \d\d:\d\d取走$/);
  expect(await listed(two)).toEqual([]);
});

test('the answer that was lost is given again to the same click, not to another', async () => {
  const id = await parked();
  const options = { token: two, key: 'take-it' };
  const first = await chain.app.post(`${PATH}/${id}/take`, {}, options);
  expect(first).toMatchObject({ status: 200, body: { data: { body: CONTENT } } });
  expect(await chain.app.post(`${PATH}/${id}/take`, {}, options)).toMatchObject({ status: 200, body: first.body });
  expect((await take(id, two)).status).toBe(409);
});

test('the log of commands keeps nothing of what was put aside', async () => {
  const id = await parked({ body: { ...CONTENT, values: { customerName: '只此一份的名字' } } });
  expect((await take(id, two)).status).toBe(200);
  const kept = async (column: string): Promise<unknown> =>
    (await house.db.query(`SELECT count(*)::int AS n FROM master.command WHERE ${column}::text LIKE '%只此一份%'`))
      .rows;
  expect(await kept('answer')).toEqual([{ n: 0 }]);
});

test('thrown away and taken at once: one of them happens, and the other hears of it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await parked();
    const both = await Promise.all([take(id, two), chain.app.del(PATH, { ids: [id] }, { token: one })]);
    const statuses = both.map(({ status }) => status);
    expect(
      statuses.filter((status) => status === 200),
      String(statuses),
    ).toHaveLength(1);
  }
});

test('another shop neither sees, takes, throws away nor puts aside (S1§2.1/3)', async () => {
  const id = await parked();
  expect(await chain.app.get(`${PATH}?shopId=${chain.home}`, { token: elsewhere })).toMatchObject({ status: 403 });
  expect(await take(id, elsewhere)).toMatchObject({ status: 404, body: { msg: '挂单不存在，或已超过24小时' } });
  expect((await chain.app.del(PATH, { ids: [id] }, { token: elsewhere })).status).toBe(404);
  expect((await park({}, elsewhere)).status).toBe(403);
  expect((await chain.app.del(PATH, { ids: [id] }, { token: two })).status).toBe(200);
  expect((await take(id)).status).toBe(404);
});

test('what is wrong is said at its field, and one that does not exist is not there', async () => {
  expect(await park({ shopId: null })).toMatchObject({ status: 422, body: { data: [{ path: 'shopId' }] } });
  expect(await park({ body: 'text' })).toMatchObject({ status: 422, body: { data: [{ path: 'body' }] } });
  expect(await park({ note: '长'.repeat(101) })).toMatchObject({ status: 422, body: { data: [{ path: 'note' }] } });
  const long = { lines: 'x'.repeat(500_001) };
  expect(await park({ body: long })).toMatchObject({ status: 422, body: { data: [{ path: 'body' }] } });
  expect((await take(999_999_999)).status).toBe(404);
});

test('after 24 hours it is gone (S1§2.1/3)', async () => {
  const id = await parked();
  later = 24 * 3_600_000 + 1;
  // Its session went with the day.
  one = await chain.app.signIn('till1');
  two = await chain.app.signIn('till2');
  expect((await listed()).map((row) => row['id'])).not.toContain(id);
  expect((await take(id)).status).toBe(404);
  await parked();
});
