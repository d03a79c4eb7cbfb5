import { expect, test } from 'vitest';
import { houseKeyAt, houseKeyOf } from './house-links.ts';

test.each([
  ['shop_id', 'shop'],
  ['in_shop_id', 'shop'],
  ['customer_id', 'customer'],
  ['supplier_id', 'supplier'],
  ['user_id', 'user'],
  ['workshop_id', null],
  ['shop', null],
  ['brand_id', null],
])('a column %s names %s of the house (R157)', (column, key) => {
  expect(houseKeyOf(column)).toBe(key);
});
test('a link to a table of the house is known by its name, others are not opened', () => {
  expect(houseKeyAt({ schema: 'master', name: 'shop' })).toBe('shop');
  expect(houseKeyAt({ schema: 'master', name: 'sys_user' })).toBe('user');
  expect(houseKeyAt({ schema: 'master', name: 'sys_role' })).toBeNull();
  expect(houseKeyAt({ schema: 'custom', name: 'shop' })).toBeNull();
});
