/**
 * What a user who is limited to shops hears of a piece's life (R13): what happened in his shops, that it went from them to
 * another, and whether it lies elsewhere or is gone. No numbers, prices or people of other shops. Pure.
 */
import type { Recorded } from 'services/event-store/port';
import { seesShop, type SessionUser } from 'services/contracts/user';
import type { ELSEWHERE } from './contract.ts';

const shopsOf = ({ data }: Recorded): readonly number[] =>
  [data.shopId, data.fromShopId, data.toShopId].filter((id): id is number => Number.isInteger(id));
const keysOf = ({ data }: Recorded): readonly string[] =>
  Object.entries(data).flatMap(([name, value]) => (/key$/i.test(name) && typeof value === 'string' ? [value] : []));

/** Events of the user's shops; one without a shop (a claim, a late release) belongs to what it names. */
export const ownEvents = (events: readonly Recorded[], user: SessionUser): readonly Recorded[] => {
  if (user.lockShops.length === 0) return events;
  const known = new Set<string>();
  return events.filter((event) => {
    const shops = shopsOf(event);
    const own =
      shops.length > 0 ? shops.some((shopId) => seesShop(user, shopId)) : keysOf(event).some((key) => known.has(key));
    if (own) for (const key of keysOf(event)) known.add(key);
    return own;
  });
};

/** Whether the piece left the user's shops for one that he does not see: that shop is where it was sent, and no more. */
export const sentAway = ({ type, data }: Recorded, user: SessionUser): boolean =>
  type === 'GoodsTransferred' && seesShop(user, data.fromShopId as number) && !seesShop(user, data.toShopId as number);

type ShopStock = { readonly shop_id: number; readonly on_hand: number };
/** What became of a piece that left all shops of the user, and no more than that; '' while one of them has it. */
export const elsewhereOf = (
  events: readonly Recorded[],
  whereabouts: readonly ShopStock[],
  user: SessionUser,
): (typeof ELSEWHERE)[number] => {
  if (user.lockShops.length === 0 || whereabouts.some(({ shop_id }) => seesShop(user, shop_id))) return '';
  if (whereabouts.length > 0) return '在其他分店';
  const last = events.findLast(({ type }) => /^Goods(Sold|ReturnedToSupplier|WrittenOff)$/.test(type));
  if (last === undefined) return '';
  return last.type === 'GoodsSold' ? '已售出' : '已离库';
};
