import { expect, test } from 'vitest';
import { found, sidesOf, type Api } from './transfer.ts';

const LIST: Api = { id: 1, title: '角色列表', path: '/api/v1/role', action: 'GET' };
const ADD: Api = { id: 2, title: '新增角色', path: '/api/v1/role', action: 'POST' };
const SHOP: Api = { id: 3, title: '分店列表', path: '/api/v1/base-shop', action: 'GET' };
const ALL = [LIST, ADD, SHOP];

test('an interface stands on one side; every word that is typed must be in its name, method or address (S2§4/8)', () => {
  expect(sidesOf(ALL, [2, 99])).toEqual({ free: [LIST, SHOP], taken: [ADD] });
  expect(found(ALL, '')).toEqual(ALL);
  expect(found(ALL, ' get  列表')).toEqual([LIST, SHOP]);
  expect(found(ALL, 'ＲＯＬＥ 新增')).toEqual([ADD]);
});
