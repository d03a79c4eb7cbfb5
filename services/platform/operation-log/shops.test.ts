/** A row of the operation log is about the shops that its input names, else those of whoever is limited to some. */
import { expect, test } from 'vitest';
import { NOBODY } from '../../contracts/user.ts';
import { shopsOf } from './shops.ts';

test.each([
  [{ body: { shopId: 3 } }, [3]],
  [{ query: { shopIds: ['2', 3] }, body: {} }, [2, 3]],
  [{ body: { outShopId: 1, inShopId: 2, list: [{ shopId: 4 }] } }, [1, 2, 4]],
  // No shop has that number; somebody's telephone has.
  [{ body: { shopId: 13_900_004_321 } }, [9]],
  [{ body: { shopName: '罗湖店', ids: [7] } }, [9]],
])('%o', (input, shops) => {
  expect(shopsOf(input, { ...NOBODY, lockShops: [9] })).toEqual(shops);
});
