/** R130 (S2§5, §6, §9): what of the administration is easily missed, drawn from the routes as they are declared. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes } from '../support/routes.ts';

const Page = z.looseObject({ pageSize: z.number() });
/** Default rows of a page of that list. */
const TEN = [
  '/sys-user',
  '/post',
  '/dict/type',
  '/dict/data',
  '/config',
  '/sysjob',
  '/sys-login-log',
  '/sys-opera-log',
  '/sys-shopper-log',
  '/sys-api',
  '/sys/tables/page',
  '/role',
  '/db/tables/page',
];
const TWENTY = ['/biz-tenant', '/base-print-template', '/base-supplier', '/base-shop', '/base-template-column'];
/** Lists that a dialog loads whole, and how many at once. */
const WHOLE = { '/post': 1_000, '/role': 1_000, '/dict/type': 1_000, '/sys-api': 10_000, '/sys-user': 200 };
/** What S2§5 and §6 give a key to export. */
const EXPORTS = {
  '/post': 'admin:sysPost:export',
  '/role': 'admin:sysRole:export',
  '/dict/type': 'admin:sysDictType:export',
  '/config': 'admin:sysConfig:export',
  '/sys-opera-log': 'admin:sysOperLog:export',
};

const routes = allRoutes();
const get = (path: string) => {
  const found = routes.find((one) => one.method === 'GET' && one.path === path);
  expect(found, path).toBeDefined();
  return found!;
};
const pageSizeOf = (path: string, asked: object): number => Page.parse(get(path).query?.parse(asked)).pageSize;

test('pages of lists have ten rows or twenty, as each is said to have (S2§9/1)', () => {
  expect(TEN.map((path) => [path, pageSizeOf(path, {})])).toEqual(TEN.map((path) => [path, 10]));
  expect(TWENTY.map((path) => [path, pageSizeOf(path, {})])).toEqual(TWENTY.map((path) => [path, 20]));
});
test('lists that dialogs load whole take so many rows (S2§9/1)', () => {
  for (const [path, pageSize] of Object.entries(WHOLE)) expect(pageSizeOf(path, { pageSize }), path).toBe(pageSize);
});
test('posts, roles, dictionaries, parameters and the operation log go out as sheets by keys of their own (S2§5/5)', () => {
  for (const [path, key] of Object.entries(EXPORTS))
    expect(JSON.stringify(get(`${path}/export`).allow), path).toContain(key);
});
