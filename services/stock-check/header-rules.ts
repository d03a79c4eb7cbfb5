/** What the header of a check must be: a shop of the user that is there, a day within the window (R6, R13). */
import type { Refusal } from '../contracts/refusal.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { openDayRefusal, shopRefusal, type Dating } from '../documents/rights.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import { CHECK_DAY } from './check-streams.ts';
import type { CheckHeader } from './contract.ts';

export const refuseHeader = async (
  lookup: Pick<MasterLookup, 'shop'>,
  { header, before }: { readonly header: CheckHeader; readonly before: CheckHeader | null },
  by: Dating,
): Promise<Refusal | null> => {
  const shop = { path: 'shopId', id: header.shopId, previous: before?.shopId ?? null, label: '分店' };
  const day = { path: CHECK_DAY, day: header.checkedOn, previous: before?.checkedOn ?? null, shops: [header.shopId] };
  return limitShops(by.user, [header.shopId]) ?? (await shopRefusal(lookup, shop)) ?? openDayRefusal(day, by);
};
