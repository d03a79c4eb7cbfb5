/** Schemes with metal that leaves, and an honest day beside them (R134, R135). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'slonik';
import { noteNotBack } from '../../services/recycle-out/not-back.ts';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { startChain, type Chain } from '../flow/shops.ts';

const PATH = '/biz-recycle-out';
const SUPPLIER = {
  name: '水贝一厂',
  contract: '陈',
  mobile: '13700000000',
  grade: 'A',
  status: '2',
  addr: '',
  qq: '',
  weichat: '',
  remark: '',
};
let chain: Chain;
let ahead = 0;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  chain = await startChain();
  const { app, home } = chain;
  const people = { keeper: [3], second: [3], clerk: [4], alone: [2] } as const;
  for (const [username, roleIds] of Object.entries(people)) {
    await app.addUser({
      username,
      roleIds: [...roleIds],
      lockShops: username === 'alone' ? [chain.away] : username === 'clerk' ? [] : [home],
    });
    tokens[username] = await app.signIn(username);
  }
  const details = [{ name: '足金', cost: 546, price: 600 }];
  expect((await app.post('/base-quoted-price', { details })).status).toBe(200);
}, 60_000);
afterAll(() => chain.app.stop());

const as = (name: string) => ({ token: tokens[name] ?? '' });
/** Old gold in the shop, bought and audited. */
const lot = async (grams: number, change: object = {}, shopId = chain.home): Promise<number> => {
  const line = { type: '戒指', style: '光圈', fineness: '足金', weight: grams, lossRatio: 100, cost: 400, workFee: 0 };
  const made = await chain.app.post('/biz-alone-recycle', {
    customerId: chain.customerId,
    shopId,
    recycleAt: chain.today,
    seller: 'clerk',
    recycleList: [{ ...line, remark: '旧', ...change }],
  });
  expect(made.status, made.text).toBe(200);
  const id = Number(made.body.data);
  expect((await chain.app.put(`/biz-alone-recycle/audit/${id}`, { ids: [id] })).status).toBe(200);
  const found = await chain.app.get(`${PATH}/lots?shopId=${shopId}`);
  const lots = found.body.data as readonly { lotId: number; free: number }[];
  return Math.max(...lots.map(({ lotId }) => lotId));
};
const send = (lotId: number, weightOut: number, name: string, change: object = {}): Promise<Reply> =>
  chain.app.post(
    PATH,
    { shopId: chain.home, outAt: chain.today, kind: '2', party: '熔料厂', lotList: [{ lotId, weightOut }], ...change },
    as(name),
  );
const sent = async (...of: Parameters<typeof send>): Promise<number> => {
  const reply = await send(...of);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const audit = (id: number, name: string, more: object = {}): Promise<Reply> =>
  chain.app.put(`${PATH}/audit/${id}`, { ids: [id], ...more }, as(name));
const back = (id: number, weightBack: number, name: string, more: object = {}): Promise<Reply> =>
  chain.app.put(`${PATH}/back/${id}`, { backAt: chain.today, fineness: '足金', weightBack, ...more }, as(name));
const exceptions = async (kind: string) =>
  (
    (await chain.app.get(`/report-exception?kind=${kind}&pageSize=100`)).body.data as {
      list: readonly Record<string, unknown>[];
    }
  ).list;
const wordOf = (reply: Reply, username: string) => {
  expect(reply.status, reply.text).toBe(409);
  const marks = (reply.body.data as readonly { mark: string }[]).map(({ mark }) => mark);
  return { approval: { username, password: USER_PASSWORD, reason: '核对过', marks } };
};

describe('refused or asked', () => {
  test('whoever made an exit audits it himself', async () => {
    const id = await sent(await lot(5), 5, 'keeper');
    expect(await audit(id, 'keeper')).toMatchObject({
      status: 409,
      body: { msg: expect.stringContaining('制单人不能审核自己的单据') as string },
    });
    expect((await audit(id, 'second')).status).toBe(200);
    expect((await back(id, 4.95, 'keeper')).status).toBe(409);
    expect((await chain.app.put(`${PATH}/unaudit/${id}`, { ids: [id], reason: '错' }, as('second'))).status).toBe(403);
    expect((await back(id, 4.95, 'second')).status).toBe(200);
  });
  test('12.85 g are sent to be melted and 0.001 g comes back', async () => {
    const id = await sent(await lot(12.85), 12.85, 'keeper');
    expect((await audit(id, 'second')).status).toBe(200);
    const asked = await back(id, 0.001, 'second');
    // Who may approve gives his own word by saving: it is kept, and a row.
    expect(asked.status, asked.text).toBe(200);
    expect(await exceptions('metal-loss')).toContainEqual(
      expect.objectContaining({ what: expect.stringContaining('损耗纯重') as string, level: '1' }),
    );
  });
  test('转成品 without a piece, with a supplier’s piece, with one of before, and with one twice', async () => {
    const id = await sent(await lot(3), 3, 'keeper', { kind: '3', party: '' });
    const { body } = await audit(id, 'second');
    expect(body.code, JSON.stringify(body)).toBe(200);
    expect(await exceptions('word')).toContainEqual(
      expect.objectContaining({ what: expect.stringContaining('100.00%') as string }),
    );
    const supplied = await chain.stock();
    const lotId = await lot(3);
    const become = (barcode: string) => send(lotId, 3, 'keeper', { kind: '3', party: '', goodsList: [barcode] });
    const supplierId = (await chain.app.post('/base-supplier', SUPPLIER)).body.data;
    const bought = await chain.stock({ supplierId });
    expect((await become(bought)).body.msg).toContain('有供应商');
    const own = await sent(lotId, 3, 'keeper', { kind: '3', party: '', goodsList: [supplied] });
    expect(own).toBeGreaterThan(0);
    const other = await lot(3);
    const again = await send(other, 3, 'keeper', { kind: '3', party: '', goodsList: [supplied] });
    expect(again.body.msg).toContain('已在旧料出库单');
  });
  test('1.662 g of 18K are sold for 0.01', async () => {
    const lotId = await lot(1.662, { fineness: '18K金' });
    const id = await sent(lotId, 1.662, 'keeper', { kind: '4', price: 0.01 });
    // Without the right to approve it waits for a word.
    const db = chain.app.house.deps.master;
    const menu = await db.oneFirst(
      sql.unsafe`SELECT id FROM master.sys_menu WHERE permission = 'biz:bizRecycleOut:audit'`,
    );
    const role = (
      await chain.app.post('/role', {
        roleName: '审核员',
        roleKey: 'auditing',
        roleSort: 9,
        status: '2',
        dataScope: '1',
        menuIds: [Number(menu)],
      })
    ).body.data;
    await chain.app.addUser({ username: 'auditing', roleIds: [Number(role)], lockShops: [chain.home] });
    tokens['auditing'] = await chain.app.signIn('auditing');
    const asked = await audit(id, 'auditing');
    expect(asked.body.msg).toContain('出售金额0.01元，最低');
    expect((await audit(id, 'auditing', wordOf(asked, 'second'))).status).toBe(200);
  });
  test('what does not come back is a row each week', async () => {
    const id = await sent(await lot(4), 4, 'keeper');
    expect((await audit(id, 'second')).status).toBe(200);
    const { deps } = chain.app.house;
    const clocked = { ...deps, clock: () => new Date(Date.now() + ahead) };
    const rows = async () =>
      (await exceptions('metal-not-back'))
        .flatMap(({ details }) => details as { documentNo: string }[])
        .filter(({ documentNo }) => documentNo === `JC${id}`);
    await noteNotBack(clocked);
    expect(await rows()).toEqual([]);
    ahead = 11 * 86_400_000;
    await noteNotBack(clocked);
    await expect.poll(async () => (await rows()).length).toBe(1);
    await noteNotBack(clocked);
    ahead = 15 * 86_400_000;
    await noteNotBack(clocked);
    expect(await rows()).toHaveLength(1);
    ahead = 19 * 86_400_000;
    await noteNotBack(clocked);
    await expect.poll(async () => (await rows()).length).toBe(2);
    ahead = 0;
  });
});

test('an honest day: a boss alone in his shop, a loss of one per cent, a sale at the board', async () => {
  const lotId = await lot(10, {}, chain.away);
  const own = await sent(lotId, 10, 'alone', { shopId: chain.away });
  expect((await audit(own, 'alone')).status).toBe(200);
  expect(await exceptions('own-audit')).toContainEqual(expect.objectContaining({ who: 'alone' }));
  const back10 = await back(own, 9.9, 'alone');
  expect(back10.status, back10.text).toBe(200);
  const sold = await sent(await lot(2), 2, 'keeper', { kind: '4', price: 2 * 546 });
  expect((await audit(sold, 'second')).status).toBe(200);
});
