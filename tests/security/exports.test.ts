/** Taking a list out of the house is a right of its own, and leaves its row: who, which rows, how many. */
import http from 'node:http';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from 'services/contracts/route';
import { nextId } from '../../services/platform/streams/wire-ids.ts';

import { seedSystem } from '../../services/system/seeds/seed.ts';
import { startChain, type Chain } from '../flow/shops.ts';

const Row = z.object({
  status: z.string(),
  http_status: z.int(),
  oper_param: z.string(),
  message: z.string(),
});
let chain: Chain;
let exports: readonly Route[];
beforeAll(async () => {
  chain = await startChain();
  await chain.stock();
  await chain.app.house.caughtUp();
  exports = chain.app.house.routes.filter(({ path }) => path.endsWith('/export'));
});
afterAll(() => chain.app.stop());

/** A user who has these keys and no others. */
let made = 0;
const signInWith = async (keys: readonly string[]): Promise<string> => {
  made += 1;
  const { master } = chain.app.house.deps;
  const id = await nextId(master);
  await master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids)
    SELECT ${id}, ${`试${id}`}, ${`try${id}`}, coalesce(array_agg(m.id), '{}') FROM master.sys_menu AS m
    WHERE m.permission = ANY (${sql.array([...keys], 'text')})`);
  await chain.app.addUser({ username: `taker${made}`, roleIds: [id] });
  return chain.app.signIn(`taker${made}`);
};
/** Of several keys the first. */
const keyOf = ({ allow }: Route): string => {
  const [key] = [allow].flat();
  return typeof key === 'string' ? key : JSON.stringify(allow);
};
/** Reports that go out with their list (S1§6). */
const WITH_LIST = ['biz:financeProfit:list', 'biz:bizSellGift:list', 'biz:bizGiftTurnover:list'];
/** Some reports ask for a shop, one for a fineness and a price. */
const query = (): string =>
  `?beginTime=${chain.today}&endTime=${chain.today}&shopId=${chain.home}&fineness=${encodeURIComponent('足金')}&price=1`;
const readers = ['add', 'edit', 'remove', 'list'];
/** What shows the list besides. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  '/report-gold-what-if/export': ['biz:cost:view'],
  '/biz-sell-change/inspect/export': ['biz:bizSellChange:inspect', 'biz:bizSellChange:list'],
  '/sysjob-log/export': ['job:sysJob:log'],
};

test('every export asks for a key of its own, and the key is there to be granted', async () => {
  expect(exports.length).toBeGreaterThan(14);
  for (const route of exports) {
    expect(route.exports, route.path).toBe(true);
    if (!WITH_LIST.includes(keyOf(route))) expect(keyOf(route), route.path).toMatch(/^\w+:\w+:export$/);
    const seeded = await chain.app.house.deps.master.exists(
      sql.type(z.object({}))`SELECT FROM master.sys_menu WHERE permission = ${keyOf(route)}`,
    );
    expect(seeded, `${route.path} ${keyOf(route)}`).toBe(true);
  }
  // Nothing else streams a table out, but for a whole archive, by a key of its own.
  const others = chain.app.house.routes.filter((route) => route.exports === true && !exports.includes(route));
  expect(others.map((route) => [route.path, route.allow])).toEqual([['/backup/file', 'admin:backup:download']]);
});
test('the list alone does not carry it away, and the export alone neither; both do', async () => {
  for (const route of exports) {
    const key = keyOf(route);
    if (WITH_LIST.includes(key)) continue;
    const lists = [...readers.map((action) => key.replace(/export$/, action)), ...(MORE[route.path] ?? [])];
    const where = `${route.path}${query()}`;
    const none = await chain.app.get(where, { token: await signInWith(lists) });
    expect(none.status, `${where} by the list`).toBe(403);
    // The export's own key opens a dictionary's list as well.
    if (!chain.app.house.routes.some(({ allow, path }) => !path.endsWith('/export') && [allow].flat().includes(key))) {
      expect((await chain.app.get(where, { token: await signInWith([key]) })).status, `${where} alone`).toBe(403);
    }
    const both = await chain.app.get(where, { token: await signInWith([key, ...lists]) });
    expect(both.status, `${where} by both ${both.text.slice(0, 200)}`).toBe(200);
  }
}, 240_000);
test('what goes out with its list needs the key of that list and no other (S1§6/5)', async () => {
  const together = exports.filter((route) => WITH_LIST.includes(keyOf(route)));
  expect(together.map(({ path }) => path).toSorted()).toEqual([
    '/finance-profit/export',
    '/report-gift-turnover/export',
    '/report-sell-gift/export',
  ]);
  const others = await signInWith(['report:reportSellDetail:list', 'report:reportSellDetail:export']);
  for (const route of together) {
    const where = `${route.path}${query()}`;
    expect((await chain.app.get(where, { token: await signInWith([keyOf(route)]) })).status, where).toBe(200);
    expect((await chain.app.get(where, { token: others })).status, where).toBe(403);
  }
});
test('customers and suppliers go with their own list only, not with a document that chooses from them', async () => {
  const customers = await signInWith(['base:baseCustomer:export', 'biz:bizSell:list', 'biz:bizSell:add']);
  expect((await chain.app.get('/base-customer', { token: customers })).status).toBe(200);
  expect((await chain.app.get('/base-customer/export', { token: customers })).status).toBe(403);
  const suppliers = await signInWith(['base:baseSupplier:export', 'biz:bizGoodsIn:list']);
  expect((await chain.app.get('/base-supplier', { token: suppliers })).status).toBe(200);
  expect((await chain.app.get('/base-supplier/export', { token: suppliers })).status).toBe(403);
});

const rowOf = async (id: string): Promise<z.infer<typeof Row> | undefined> =>
  (
    await chain.app.house.deps.master.any(sql.type(Row)`
      SELECT status, http_status, oper_param, message FROM master.command WHERE request_id = ${id}`)
  )[0];
test('every export is in the log with its filters and how many rows went out', async () => {
  for (const { path } of exports) {
    const reply = await chain.app.get(`${path}${query()}&pageSize=7`);
    const id = reply.headers.get('x-request-id') ?? '';
    expect(await rowOf(id), path).toBeDefined();
    await expect.poll(async () => (await rowOf(id))?.status, { timeout: 10_000 }).toBe('2');
    const row = await rowOf(id);
    expect(row?.message, path).toMatch(/^导出\d+行$/);
    expect(row?.oper_param, path).toContain('"pageSize":"7"');
  }
  const reply = await chain.app.get(`/base-shop/export?name=${encodeURIComponent('罗湖')}`);
  const id = reply.headers.get('x-request-id') ?? '';
  await expect.poll(async () => (await rowOf(id))?.message, { timeout: 10_000 }).toBe('导出1行');
  expect((await rowOf(id))?.oper_param).toContain('罗湖');
});
test('one that is broken off says how many rows had gone out', async () => {
  await chain.app.house.deps.master.query(sql.unsafe`
    INSERT INTO master.supplier (id, name, addr) SELECT n, '供' || n, repeat(md5(n::text), 40) FROM generate_series(500001, 540000) AS n`);
  const id = await new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Bearer ${chain.app.adminToken}` };
    const request = http.get(`${chain.app.url}/api/v1/base-supplier/export`, { headers }, (response) => {
      response.once('data', () => {
        request.destroy();
        resolve(String(response.headers['x-request-id']));
      });
      response.on('error', () => undefined);
    });
    request.on('error', reject);
  });
  await expect.poll(async () => (await rowOf(id))?.http_status, { timeout: 30_000 }).toBe(499);
  const said = /^导出中断，已发出(\d+)行$/.exec((await rowOf(id))?.message ?? '')?.[1];
  expect(Number(said)).toBeLessThan(40_000);
});
test('an owner’s role that had the list keeps the export with the upgrade', async () => {
  const { master } = chain.app.house.deps;
  const menuIds = () =>
    master.oneFirst(
      sql.type(z.object({ ids: z.array(z.int()) }))`SELECT menu_ids AS ids FROM master.sys_role WHERE id = 900`,
    );
  const idOf = (key: string) =>
    master.oneFirst(sql.type(z.object({ id: z.int() }))`SELECT id FROM master.sys_menu WHERE permission = ${key}`);
  const [list, key] = [await idOf('biz:bizSell:list'), await idOf('biz:bizSell:export')];
  await master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids) VALUES (900, '自建', 'own', ${sql.array([list], 'int8')})`);
  await master.query(sql.unsafe`DELETE FROM master.sys_menu WHERE id = ${key}`);
  await master.query(sql.unsafe`DELETE FROM master.sys_seed WHERE name = ${`menu:${key}`}`);
  await seedSystem(master, { dataDir: chain.app.dataDir, config: { adminPassword: undefined } });
  expect(await menuIds()).toEqual([list, key]);
  await seedSystem(master, { dataDir: chain.app.dataDir, config: { adminPassword: undefined } });
  expect(await menuIds()).toEqual([list, key]);
});
