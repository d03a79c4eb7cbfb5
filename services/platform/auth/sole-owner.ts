/** Whether whoever may everything has nobody to ask for a word: an owner with one clerk goes on working, and it is noted (R136). */
import { ALL_PERMISSIONS, type Actor } from '../../contracts/user.ts';
import { MAY_APPROVE } from '../../contracts/word.ts';
import type { Identity } from './identity.ts';

/** `shops`: whoever gives the word sees all of them; none: anybody's word does. */
export const isAlone = async (
  identity: Pick<Identity, 'holders'>,
  { user }: Pick<Actor, 'user'>,
  { shops, but = [] }: { readonly shops: readonly number[]; readonly but?: readonly number[] },
): Promise<boolean> => {
  if (!user.permissions.has(ALL_PERMISSIONS)) return false;
  const barred = [user.id, ...but];
  const places = shops.length === 0 ? [null] : shops;
  const holders = await Promise.all(places.map((shop) => identity.holders(MAY_APPROVE, shop)));
  const [here = [], ...there] = holders.map((people) => people.map(({ id }) => id));
  return here.every((id) => barred.includes(id) || there.some((ids) => !ids.includes(id)));
};
