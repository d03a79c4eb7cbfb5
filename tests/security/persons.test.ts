/** R114: how customers and shoppers are reached leaves the server only with the right, whatever is asked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'slonik';
import * as xlsx from 'xlsx';
import { z } from 'zod';
import { startChain, type Chain } from '../flow/shops.ts';

const PRIVATE = { mobile: '13912345678', addr: '银杏路七号', qq: '778899001', weichat: 'wx-secret-name' };
const MASKED = { mobile: '139••••5678', addr: '••••', qq: '••••', weichat: '••••' };
const PII_MENU = sql.type(z.object({ id: z.int() }))`
  SELECT id FROM master.sys_menu WHERE permission = 'base:baseCustomer:pii'`;
let chain: Chain;
let clerk: string;
let manager: string;
let customerId: number;
let writeOffId: number;
const created = async (path: string, body: unknown): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
beforeAll(async () => {
  chain = await startChain();
  customerId = await created('/base-customer', { name: '黄蓉', status: '2', ...PRIVATE });
  writeOffId = await created('/mall-write-off', {
    name: '黄蓉',
    mobile: PRIVATE.mobile,
    openId: 'open-secret',
    limitNum: 1,
  });
  await chain.app.addUser({ username: 'clerk', roleIds: [4] });
  await chain.app.addUser({ username: 'manager', roleIds: [3] });
  [clerk, manager] = [await chain.app.signIn('clerk'), await chain.app.signIn('manager')];
});
afterAll(() => chain.app.stop());

const list = async (query: string, token: string): Promise<readonly unknown[]> =>
  ((await chain.app.get(`/base-customer?${query}`, { token })).body.data as { list: unknown[] }).list;

test('lists and records are masked without the right, and whole with it (S2§6/8)', async () => {
  expect(await list('name=黄蓉', clerk)).toMatchObject([MASKED]);
  expect(await list('name=黄蓉', manager)).toMatchObject([PRIVATE]);
  expect((await chain.app.get(`/base-customer/${customerId}`, { token: clerk })).body.data).toMatchObject(MASKED);
  const writeOff = (token: string) => chain.app.get(`/mall-write-off/${writeOffId}`, { token });
  expect((await writeOff(clerk)).body.data).toMatchObject({ mobile: MASKED.mobile, openId: '••••' });
  expect((await writeOff(manager)).body.data).toMatchObject({ mobile: PRIVATE.mobile, openId: 'open-secret' });
});
test('a whole number is found without the right, a part of one is not (S2§6/8)', async () => {
  for (const field of ['mobile', 'nameOrMobile']) {
    expect(await list(`${field}=${PRIVATE.mobile}`, clerk)).toHaveLength(1);
    expect(await list(`${field}=912345`, clerk)).toEqual([]);
    expect(await list(`${field}=912345`, manager)).toHaveLength(1);
  }
  const writeOffs = async (mobile: string) =>
    ((await chain.app.get(`/mall-write-off?mobile=${mobile}`, { token: clerk })).body.data as { count: number }).count;
  expect([await writeOffs(PRIVATE.mobile), await writeOffs('912345')]).toEqual([1, 0]);
});
test('a mask that comes back leaves what is stored; what is typed anew is kept (S2§6/8)', async () => {
  const echoed = { name: '黄蓉蓉', status: '2', ...MASKED, addr: '桃花岛' };
  const saved = await chain.app.put(`/base-customer/${customerId}`, echoed, { token: clerk });
  expect(saved.status, saved.text).toBe(200);
  const after = await list(`mobile=${PRIVATE.mobile}`, manager);
  expect(after).toMatchObject([{ ...PRIVATE, name: '黄蓉蓉', addr: '桃花岛' }]);
  await chain.app.put(`/base-customer/${customerId}`, { name: '黄蓉', status: '2', ...PRIVATE });
});
test('a mask stands for nothing in a new record, and for one number alone in an old one', async () => {
  const body = { name: '郭靖', mobile: '13700000001', status: '2', addr: '••••', qq: '••••', weichat: 'wx••••' };
  const refused = await chain.app.post('/base-customer', body);
  expect(refused.status).toBe(422);
  expect((refused.body.data as { path: string }[]).map(({ path }) => path)).toEqual(['addr', 'qq', 'weichat']);
  const claim = { name: '黄蓉', mobile: PRIVATE.mobile, openId: '••••', limitNum: 1 };
  expect((await chain.app.post('/mall-write-off', claim)).body.data).toMatchObject([{ path: 'openId' }]);
  for (const wrong of [{ mobile: '139••••0000' }, { addr: '桃花岛••••' }]) {
    const echoed = { name: '黄蓉', status: '2', ...MASKED, ...wrong };
    const reply = await chain.app.put(`/base-customer/${customerId}`, echoed, { token: clerk });
    expect(reply.body.data, reply.text).toMatchObject([{ path: Object.keys(wrong)[0] }]);
  }
  expect(await list(`mobile=${PRIVATE.mobile}`, manager)).toMatchObject([PRIVATE]);
});
test('the operation log tells none of it', async () => {
  const logged = await chain.app.house.deps.master.oneFirst(sql.type(z.object({ all: z.string() }))`
    SELECT string_agg(oper_param, '') AS all FROM master.command WHERE route = 'POST /base-customer'`);
  for (const value of Object.values(PRIVATE)) expect(logged).not.toContain(value);
});
test('papers have the number masked without the right, and whole with it', async () => {
  const { home: shopId, today } = chain;
  const till = { customerId, shopId, seller: 'admin' };
  const sale = await created('/biz-sell', chain.sale([{ barcode: await chain.stock() }], { customerId }));
  const deposit = await created('/biz-deposit', {
    ...till,
    depositAt: today,
    account: '定金',
    kind: '1',
    amount: 100,
    balanceList: [{ balance: '现金', amount: 100 }],
  });
  const line = { type: '戒指', style: '光圈', fineness: '足金', weight: 8, lossRatio: 100, cost: 600, remark: '旧' };
  const recycle = await created('/biz-alone-recycle', { ...till, recycleAt: today, recycleList: [line] });
  const papers = '/base-print-template/print-data';
  for (const path of [`/biz-sell/print/${sale}`, `${papers}/deposit/${deposit}`, `${papers}/recycle/${recycle}`]) {
    const [hidden, seen] = [await chain.app.get(path, { token: clerk }), await chain.app.get(path, { token: manager })];
    expect([hidden.status, seen.status], path).toEqual([200, 200]);
    // A bill lies in a bag: its number is masked for everybody.
    expect(seen.text, path).toContain(path.startsWith('/biz-sell') ? MASKED.mobile : PRIVATE.mobile);
    expect(hidden.text, path).toContain(MASKED.mobile);
    for (const value of Object.values(PRIVATE)) expect(hidden.text, path).not.toContain(value);
  }
});
test('sheets of whoever may export and not see are masked (S2§6/8)', async () => {
  const role = await chain.app.post('/role/copy', { roleId: 3, roleName: '导出', roleKey: 'exporter' });
  const roleId = Number(role.body.data);
  const { menuIds } = (await chain.app.get(`/role/${roleId}`)).body.data as { menuIds: number[] };
  const pii = await chain.app.house.deps.master.oneFirst(PII_MENU);
  await chain.app.put(`/role/${roleId}`, { menuIds: menuIds.filter((id) => id !== pii && id !== 32) });
  await chain.app.addUser({ username: 'exporter', roleIds: [roleId] });
  const token = await chain.app.signIn('exporter');
  const sheet = async (as: string): Promise<string> => {
    const reply = await fetch(`${chain.app.url}/api/v1/base-customer/export`, {
      headers: { authorization: `Bearer ${as}` },
    });
    const book = xlsx.read(Buffer.from(await reply.arrayBuffer()));
    return JSON.stringify(xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!));
  };
  const [seen, hidden] = [await sheet(manager), await sheet(token)];
  for (const value of Object.values(PRIVATE)) {
    expect(seen).toContain(value);
    expect(hidden).not.toContain(value);
  }
  expect(hidden).toContain(MASKED.mobile);
});
