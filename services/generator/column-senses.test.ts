import { expect, test } from 'vitest';
import { senseIn, whyMisnamed } from './column-senses.ts';
import { holds } from './kinds.ts';

test.each([
  ['price', 'decimal', 'money'],
  ['unitCost', 'int4', 'money'],
  ['workFee', 'float', 'money'],
  ['goldWeight', 'decimal', 'weight'],
  ['stoneCt', 'decimal', 'carat'],
  ['inShopId', 'int8', 'shop'],
  ['brandId', 'int4', 'id'],
  ['order', 'int4', null],
  ['price', 'text', null],
] as const)('a field %s of %s is %s of the house (R157)', (field, kind, sense) => {
  expect(senseIn(field, kind)).toBe(sense);
});
test('rows are numbered in four or eight bytes, money and weights are numbers of any kind', () => {
  expect([holds('int4', 'shop'), holds('int8', 'id'), holds('int2', 'id'), holds('decimal', 'id')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([holds('decimal', 'money'), holds('int2', 'weight'), holds('text', 'money')]).toEqual([true, true, false]);
});
test('a name that says what the column cannot hold is told with its column', () => {
  expect(whyMisnamed('shop', 'shopId', 'text')).toContain('列 shop 的字段名 shopId 说的是编号');
  expect(whyMisnamed('sum', 'amount', 'day')).toContain('列 sum 的字段名 amount 说的是数');
  expect(whyMisnamed('shop', 'shopId', 'int8')).toBeNull();
});
