/** Who sold, or took in (R25): one enabled user of the shop or without lock, by id, else by nickName, else by username. */
import { refuseField, type Refusal } from '../contracts/refusal.ts';
import type { MasterLookup, Person } from '../contracts/master-lookup.ts';

export type Seller = { readonly id: number; readonly name: string };
type SellerRequest = { readonly seller: string; readonly sellerId: number | null; readonly shopId: number };
export type SellerLookup = (asked: SellerRequest) => Promise<Seller | Refusal>;

const sellsIn = ({ lockShops }: Person, shopId: number): boolean =>
  lockShops.length === 0 || lockShops.includes(shopId);
const named = (people: readonly Person[], { seller, sellerId }: SellerRequest): readonly Person[] => {
  if (sellerId !== null) return people.filter(({ id }) => id === sellerId);
  const byName = people.filter(({ name }) => name === seller);
  return byName.length > 0 ? byName : people.filter(({ username }) => username.toLowerCase() === seller.toLowerCase());
};

/** `word`: what messages call them. */
export const sellersOf =
  (lookup: Pick<MasterLookup, 'people' | 'forget'>, word = '销售员'): SellerLookup =>
  async (asked) => {
    const ask = () => lookup.people({ id: asked.sellerId, name: asked.seller });
    let found = named(await ask(), asked);
    if (found.length === 0) {
      // Somebody new may have been added by another process a moment ago.
      lookup.forget();
      found = named(await ask(), asked);
    }
    if (found.length === 0) return refuseField('sale.seller', 'seller', `${word}不存在或已停用`);
    // Somebody of the same name elsewhere is not meant.
    const [one, another] = found.filter((person) => sellsIn(person, asked.shopId));
    if (one === undefined) return refuseField('sale.seller', 'seller', `${word}不是本店的，请重新选择`);
    if (another !== undefined) return refuseField('sale.seller', 'seller', `有多个同名的${word}，请重新选择`);
    return { id: one.id, name: one.name };
  };
