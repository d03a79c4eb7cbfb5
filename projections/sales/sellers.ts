/** Who sold an order, on the wire and in its history (R81). Pure. */
import { z } from 'zod';
import { OrderSeller } from 'services/sale/contract';
import type { SaleRecord } from './contract.ts';
import type { StoredSaleWithLines } from './present.ts';

/** One who sold it alone has all of it. */
export const sellersOf = ({ sellers, seller_id: id, seller_name: name }: StoredSaleWithLines): SaleRecord['sellers'] =>
  (sellers.length > 0 ? sellers : [{ id, name, ratioBp: 10_000 }]).map((one) => ({
    sellerId: one.id,
    seller: one.name,
    ratio: one.ratioBp / 100,
  }));
export const sharesInWords = (value: unknown): string =>
  z
    .array(OrderSeller)
    .catch([])
    .parse(value)
    .map(({ name, ratioBp }) => `${name}${ratioBp / 100}%`)
    .join('，');
