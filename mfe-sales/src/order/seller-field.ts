/** Who serves at the counter: of those that sell at the shop, beside the one whom the document keeps. */
import type { Field } from 'root-config/ui';
import type { useOrderOptions } from '../screens/order/order-options.ts';

type OfSeller = { readonly seller: number; readonly sellerName: string };
type SellerOffer = Pick<ReturnType<typeof useOrderOptions>, 'sellers' | 'sellsHere'>;
/** `label`: what the document calls them. */
export const sellerField = <Values extends OfSeller>(
  label: string,
  { sellers, sellsHere }: SellerOffer,
): Field<Values> => ({
  kind: 'select',
  name: 'seller',
  label,
  required: `请选择${label}`,
  numeric: true,
  options: ({ seller, sellerName }) =>
    seller === undefined || sellsHere?.(seller) === true
      ? sellers
      : [...sellers, { value: String(seller), label: sellerName ?? '' }],
});
