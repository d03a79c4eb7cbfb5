/** Who has nobody to ask. */
import { expect, test } from 'vitest';
import { ALL_PERMISSIONS, NOBODY, type SessionUser } from '../../contracts/user.ts';
import { isAlone } from './sole-owner.ts';

const holder = (id: number) => ({ id, name: `员工${id}`, username: `u${id}` });
const at: Readonly<Record<string, readonly number[]>> = { null: [1, 2, 3], 7: [1, 2], 8: [1, 3], 9: [1] };
const identity = {
  holders: async (_permission: string, shopId: number | null) => (at[String(shopId)] ?? []).map(holder),
};
const owner: SessionUser = { ...NOBODY, id: 1, permissions: new Set([ALL_PERMISSIONS]) };

test('an owner is alone where nobody else may give the word for every shop that it is about', async () => {
  const alone = (shops: readonly number[], but: readonly number[] = []) =>
    isAlone(identity, { user: owner }, { shops, but });
  expect(await alone([])).toBe(false);
  expect(await alone([7])).toBe(false);
  expect(await alone([7, 8])).toBe(true);
  expect(await alone([9])).toBe(true);
  expect(await alone([7], [2])).toBe(true);
});
test('a manager never is', async () => {
  const user: SessionUser = { ...NOBODY, id: 1, permissions: new Set(['biz:bizSell:approve']) };
  expect(await isAlone(identity, { user }, { shops: [9] })).toBe(false);
});
