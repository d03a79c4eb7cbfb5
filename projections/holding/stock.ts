/** What a shop has of some barcodes now, for the lines of a document. */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';

const InStock = z.object({ barcode: z.string(), on_hand: z.int() });
/** Quantity on hand by barcode; 0 for a barcode that shop does not have. */
export const stockOf = async (
  db: DatabasePool,
  shopId: number,
  barcodes: readonly string[],
): Promise<(barcode: string) => number> => {
  const stock = await db.any(sql.type(InStock)`
    SELECT barcode, on_hand FROM live.holding
    WHERE to_position IS NULL AND shop_id = ${shopId} AND barcode = ANY(${sql.array(barcodes, 'text')})`);
  const byBarcode = new Map(stock.map((one) => [one.barcode, one.on_hand]));
  return (barcode) => byBarcode.get(barcode) ?? 0;
};
