/** What the header of a check must be: a shop of the user that is there, a day within the window (R6, R13). */
import type { Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { dayRefusal, shopRefusal } from '../documents/rights.ts';
import { limitShops } from '../platform/shop-limit.ts';
import type { CheckHeader } from './contract.ts';

export const refuseHeader = async (
  lookup: Pick<MasterLookup, 'shop'>,
  { header, before }: { readonly header: CheckHeader; readonly before: CheckHeader | null },
  by: Actor,
): Promise<Refusal | null> => {
  const shop = { path: 'shopId', id: header.shopId, previous: before?.shopId ?? null, label: '分店' };
  return (
    limitShops(by.user, [header.shopId]) ??
    (await shopRefusal(lookup, shop)) ??
    dayRefusal({ path: 'checkAt', day: header.checkedOn, previous: before?.checkedOn ?? null }, by)
  );
};
