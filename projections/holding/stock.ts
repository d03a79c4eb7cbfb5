/** What a shop has of some barcodes, now or as of a position, for the lines of a document. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { standing } from '../platform/queries/past-rows.ts';

const InStock = z.object({ barcode: z.string(), on_hand: z.int() });
/** Quantity on hand by barcode; 0 for a barcode that shop does not have. */
export const stockOf = async (
  db: CommonQueryMethods,
  shopId: number,
  barcodes: readonly string[],
  asOf?: number,
): Promise<(barcode: string) => number> => {
  const stock = await db.any(sql.type(InStock)`
    SELECT h.barcode, h.on_hand FROM live.holding h
    WHERE ${standing(sql.fragment`h`, asOf)} AND h.shop_id = ${shopId} AND h.barcode = ANY(${sql.array(barcodes, 'text')})`);
  const byBarcode = new Map(stock.map((one) => [one.barcode, one.on_hand]));
  return (barcode) => byBarcode.get(barcode) ?? 0;
};
