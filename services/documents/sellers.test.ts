import { expect, test } from 'vitest';
import type { Person } from '../contracts/master-lookup.ts';
import { sellersOf } from './sellers.ts';

const person = (id: number, name: string, username: string, ...lockShops: number[]): Person => ({
  id,
  name,
  username,
  lockShops,
});
const shopId = 1;
/** Each `forget` lets the next of these lists be seen. */
const houseOf = (...lists: readonly (readonly Person[])[]) => {
  let at = 0;
  return sellersOf({
    people: async () => lists[at] ?? [],
    forget: () => {
      at = Math.min(at + 1, lists.length - 1);
    },
  });
};
const REFUSED = (message: string) => expect.objectContaining({ message }) as unknown;

test('the id rules, then the name, then the name to sign in by (S1§6/1)', async () => {
  const sellers = houseOf([person(1, '小王', 'wang'), person(2, 'wang', 'li'), person(3, '小李', 'Zhao')]);
  expect(await sellers({ seller: '不管', sellerId: 3, shopId })).toEqual({ id: 3, name: '小李' });
  expect(await sellers({ seller: 'wang', sellerId: null, shopId })).toEqual({ id: 2, name: 'wang' });
  expect(await sellers({ seller: 'zhao', sellerId: null, shopId })).toEqual({ id: 3, name: '小李' });
});

test('two of one name must be chosen by hand; nobody is refused at the field (S1§6/1)', async () => {
  const sellers = houseOf([person(1, '小王', 'a'), person(2, '小王', 'b')]);
  expect(await sellers({ seller: '小王', sellerId: null, shopId })).toEqual(REFUSED('有多个同名的销售员，请重新选择'));
  expect(await sellers({ seller: '小张', sellerId: null, shopId })).toEqual(REFUSED('销售员不存在或已停用'));
  expect(await sellers({ seller: '小王', sellerId: 9, shopId })).toEqual(REFUSED('销售员不存在或已停用'));
});

test('who was added a moment ago by another process is found', async () => {
  const sellers = houseOf([], [person(7, '新来的', 'new')]);
  expect(await sellers({ seller: '新来的', sellerId: null, shopId })).toEqual({ id: 7, name: '新来的' });
});

test('a seller is of the shop or of the whole chain, and of two names the one of the shop is meant (S1§6/1)', async () => {
  const sellers = houseOf([person(1, '小王', 'a', 2), person(2, '小王', 'b', 1, 3), person(3, '小李', 'c', 2)]);
  expect(await sellers({ seller: '小王', sellerId: null, shopId })).toEqual({ id: 2, name: '小王' });
  expect(await sellers({ seller: '小李', sellerId: null, shopId })).toEqual(REFUSED('销售员不是本店的，请重新选择'));
  expect(await sellers({ seller: '小王', sellerId: 1, shopId })).toEqual(REFUSED('销售员不是本店的，请重新选择'));
});
