/** Several sellers of one order (R81): who they are, and how money and points fall to them. */
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Seller, SellerLookup } from '../documents/sellers.ts';
import { WHOLE_BP, type OrderSeller, type SellersBody } from './order-seller.ts';

type SellersSent = { readonly seller: string; readonly sellerId: number | null; readonly sellers: SellersBody };
const refuseShares = ({ sellers, seller, sellerId }: SellersSent): Refusal | null => {
  const seen = new Set<number>();
  const fields = sellers.flatMap((one, index) => {
    const path = `sellers.${index}`;
    if (seen.has(one.sellerId)) return [{ path: `${path}.sellerId`, message: '销售员重复' }];
    seen.add(one.sellerId);
    return one.ratio === 0 ? [{ path: `${path}.ratio`, message: '比例应大于0' }] : [];
  });
  if (fields[0] !== undefined) return refuse('invalid', 'sale.sellers', fields[0].message, { fields });
  const total = sellers.reduce((sum, { ratio }) => sum + ratio, 0);
  if (total !== WHOLE_BP) {
    return refuseField('sale.sellers', 'sellers', `销售员比例合计应为100%，现为${(total / 100).toFixed(2)}%`);
  }
  const [first] = sellers;
  return first !== undefined && (first.seller !== seller || (sellerId !== null && first.sellerId !== sellerId))
    ? refuseField('sale.sellers', 'sellers.0.sellerId', '第一位销售员应与销售员一致')
    : null;
};

type PreviousSellers = { readonly shopId: number; readonly sellers?: readonly OrderSeller[] | undefined } | null;
/** Whoever shared the order and left since stays on it (R25). */
const shareOf = async (
  lookup: SellerLookup,
  { sellerId, seller, shopId }: { readonly sellerId: number; readonly seller: string; readonly shopId: number },
  before: PreviousSellers,
): Promise<Seller | Refusal> => {
  const stood = before?.shopId === shopId ? before.sellers?.find(({ id }) => id === sellerId) : undefined;
  return stood === undefined || stood.name !== seller ? lookup({ seller, sellerId, shopId }) : stood;
};
/** The sellers as they are kept; none where one sold it alone. `first`: the order's seller, found already. */
export const orderSellersOf = async (
  lookup: SellerLookup,
  body: SellersSent & { readonly shopId: number },
  { first, before }: { readonly first: Seller; readonly before: PreviousSellers },
): Promise<readonly OrderSeller[] | Refusal> => {
  if (body.sellers.length === 0) return [];
  const refused = refuseShares(body);
  if (refused !== null) return refused;
  const shares: OrderSeller[] = [];
  for (const [index, { ratio: ratioBp, ...one }] of body.sellers.entries()) {
    const found = index === 0 ? first : await shareOf(lookup, { ...one, shopId: body.shopId }, before);
    if (isRefusal(found)) {
      const path = `sellers.${index}.sellerId`;
      return { ...found, fields: [{ path, message: found.message }] };
    }
    shares.push({ id: found.id, name: found.name, ratioBp });
  }
  return shares.length > 1 ? shares : [];
};
