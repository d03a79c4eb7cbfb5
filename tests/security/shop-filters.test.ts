/**
 * R130 (S2§6): whoever is locked to a shop is refused by every filter that names another one and finds nothing of it without;
 * days older than the window are refused by every log. Filters are taken from the API's own description, class by class.
 */
import { sql } from 'slonik';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { startChain, type Chain } from '../flow/shops.ts';
import type { Method, Reply } from '../support/app.ts';
import { describedGets, type Get } from '../support/described.ts';
import { roleWith } from '../support/roles.ts';
import { allRoutes } from '../support/routes.ts';

let chain: Chain;
let token = '';
let gets: readonly Get[] = [];
/** Needed beside the shop. */
const BESIDE: Readonly<Record<string, string>> = {
  barcode: 'AB01',
  permission: 'biz:bizSell:add',
  till: '收银台1',
  customerId: '1',
  price: '500',
  fineness: '足金',
  type: '戒指',
};
const Key = z.object({ permission: z.string() });
const UNLOCKED = ['biz:date:any', 'biz:date:edit'];

beforeAll(async () => {
  chain = await startChain();
  const { app, away, home } = chain;
  const keys = await app.house.deps.master.any(sql.type(Key)`
    SELECT permission FROM master.sys_menu WHERE permission <> '' AND permission <> ALL (${sql.array(UNLOCKED, 'text')})`);
  const roleIds = [
    await roleWith(
      app,
      keys.map(({ permission }) => permission),
    ),
  ];
  await app.addUser({ username: 'branch', roleIds, lockShops: [away] });
  await app.addUser({ username: 'neighbour', roleIds, lockShops: [home] });
  await app.addUser({ username: 'chainwide', roleIds });
  await app.house.deps.master.query(sql.unsafe`UPDATE master.sys_role SET data_scope = '1' WHERE id = ${roleIds[0]!}`);
  token = await app.signIn('branch');
  gets = (await describedGets(app)).filter(({ path }) => !path.includes('{'));
}, 60_000);
afterAll(() => chain.app.stop());

const ask = (method: Method, path: string, body?: unknown): Promise<Reply> =>
  chain.app.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const SHOP = /^(?:shopId|inShopId|outShopId)$/;
/** One of the figures that an explanation opens, by its path. */
const FIGURES = new Map(
  allRoutes().flatMap(({ path, query }) => {
    const field = query instanceof z.ZodObject ? query.shape['field'] : undefined;
    return field instanceof z.ZodEnum ? [[path, String(field.options[0])] as const] : [];
  }),
);
const beside = ({ path, names }: Get): string =>
  Object.entries({ ...BESIDE, field: FIGURES.get(path) ?? '' })
    .flatMap(([name, value]) => (names.includes(name) ? [`&${name}=${encodeURIComponent(value)}`] : []))
    .join('');
const days = ({ names }: Get): string =>
  names.includes('beginTime') ? `&beginTime=${chain.today}&endTime=${chain.today}` : '';
const asked = (of: (path: string) => boolean): readonly string[] =>
  gets.flatMap((each) =>
    of(each.path)
      ? each.names
          .filter((name) => SHOP.test(name))
          .map((name) => `${each.path}?${name}=${chain.home}${beside(each)}${days(each)}`)
      : [],
  );
/** Of one customer, whatever shop; the shop is the one of the order that is written (R68). */
const NO_FILTER = '/biz-sell/customerBuy';
const answeredOf = async (paths: readonly string[]): Promise<readonly string[]> => {
  const answered: string[] = [];
  for (const path of paths) {
    const { status, text } = await ask('GET', path);
    if (status !== 403) answered.push(`${path} ${status} ${text}`);
  }
  return answered;
};
const isReport = (path: string): boolean => /^\/(?:report-|finance-)/.test(path);
const isAdministration = (path: string): boolean => /^\/(?:sys|rights|base-shop|role|self-audit)/.test(path);

test('reports: another shop is refused by rows, sums, pictures, explanations and sheets (S2§6/4)', async () => {
  const paths = asked(isReport);
  expect(paths.length).toBeGreaterThan(90);
  expect(await answeredOf(paths)).toEqual([]);
});
test('documents, tills and look-ups: another shop is refused (S2§6/4)', async () => {
  const paths = asked((path) => !isReport(path) && !isAdministration(path) && path !== NO_FILTER);
  expect(paths.length).toBeGreaterThan(40);
  expect(await answeredOf(paths)).toEqual([]);
});
test('users and rights: another shop is refused; names to choose from are those of the own shops and of the whole chain (S2§6/4)', async () => {
  const paths = asked(isAdministration);
  const places = new Set(paths.map((path) => path.split('?')[0]));
  expect(places).toEqual(new Set(['/sys-user', '/sys-user/export', '/rights-snapshot/who']));
  expect(await answeredOf(paths)).toEqual([]);
  const holders = await ask('GET', '/rights-snapshot/who?permission=biz:bizSell:add&pageSize=100');
  expect(holders.text).toContain('chainwide');
  expect(holders.text).not.toContain('neighbour');
  await chain.app.addUser({ username: 'picker', roleIds: [4], lockShops: [chain.away] });
  const picker = await chain.app.signIn('picker');
  for (const path of ['/sys-user?pageSize=100', '/sys-user?seller=1&pageSize=100']) {
    const names = await chain.app.get(path, { token: picker });
    expect(names.text, path).toContain('chainwide');
    expect(names.text, path).not.toContain('neighbour');
  }
});
test('logs: days before the window are refused in lists and sheets, those within are there (S2§6/3)', async () => {
  const logs = gets.filter(({ path, names }) => path.startsWith('/sys') && names.includes('beginTime'));
  expect(logs.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/sys-login-log',
      '/sys-login-log/export',
      '/sys-opera-log',
      '/sysjob-log',
      '/sysjob-log/export',
    ]),
  );
  for (const { path } of logs) {
    const old = await ask('GET', `${path}?beginTime=${addDays(chain.today, -60)}&endTime=${chain.today}`);
    expect([old.status, old.text], path).toEqual([422, expect.stringContaining('日期只能选择')]);
    expect(
      (await ask('GET', `${path}?beginTime=${addDays(chain.today, -9)}&endTime=${chain.today}`)).status,
      path,
    ).toBe(200);
  }
});
test('shops: the own ones alone, in list, sheet, tree and record, and nothing of another is changed (S2§6/4)', async () => {
  for (const path of ['/base-shop', '/base-shop/export', '/base-shop/tree']) {
    const { status, text } = await ask('GET', path);
    expect([status, text.includes('罗湖店')], path).toEqual([200, false]);
  }
  expect((await ask('GET', '/base-shop/tree')).body.data).toMatchObject([{ id: chain.away }]);
  expect([403, 404]).toContain((await ask('GET', `/base-shop/${chain.home}`)).status);
  expect((await ask('PUT', `/base-shop/${chain.home}`, { name: '改了', status: '2' })).status).toBe(403);
  expect((await ask('POST', '/base-shop', { name: '新店', status: '2' })).status).toBe(403);
  expect((await ask('DELETE', '/base-shop', { ids: [chain.home] })).status).toBeGreaterThanOrEqual(403);
  expect((await ask('GET', '/getinfo')).body.data).toMatchObject({ lockShops: [chain.away] });
});
test('templates: no paper of another shop’s document (S2§6/4)', async () => {
  const barcode = await chain.stock();
  const sale = Number((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).body.data);
  const goods = Number(((await chain.app.get('/biz-goods-in')).body.data as { list: { id: number }[] }).list[0]?.id);
  for (const path of [
    `/biz-sell/print/${sale}`,
    `/base-print-template/print-data/invoice/${sale}`,
    `/base-print-template/print-data/label/${goods}`,
  ]) {
    const { status, text } = await ask('GET', path);
    expect([403, 404, 422], `${path} ${text}`).toContain(status);
    expect(text).not.toContain(barcode);
  }
});
test('self-audit: differences of the own shops alone (S2§6/4)', async () => {
  const { master } = chain.app.house.deps;
  const difference = (shopId: number) => ({
    report: 'stock',
    title: '库存',
    field: 'num',
    label: '数量',
    shopId,
    expected: 1,
    found: 2,
    rows: [],
  });
  const found = JSON.stringify([0, chain.home, chain.away].map(difference));
  await master.query(sql.unsafe`
    INSERT INTO master.self_audit (id, run_id, status, found, differences) VALUES (77, 77, '2', 3, ${found}::jsonb)`);
  const shopsSeen = ({ body }: Reply) => (body.data as { list: { shopId: number }[] }).list.map(({ shopId }) => shopId);
  expect(shopsSeen(await ask('GET', '/self-audit/77'))).toEqual([chain.away]);
  expect(shopsSeen(await chain.app.get('/self-audit/77'))).toEqual([0, chain.home, chain.away]);
});
