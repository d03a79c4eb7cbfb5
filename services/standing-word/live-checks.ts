/** Whether pieces are there that somebody names; each statement waits until its table has seen the log's head. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Found = z.object({ barcode: z.string() });
/** Those of the barcodes that no piece of the house ever had. */
export const unknownBarcodes = async (
  db: CommonQueryMethods,
  barcodes: readonly string[],
): Promise<readonly string[]> => {
  const found = await db.anyFirst(sql.type(Found)`
    SELECT DISTINCT barcode FROM live.goods_in WHERE barcode = ANY(${sql.array([...barcodes], 'text')})`);
  const known = new Set(found);
  return barcodes.filter((barcode) => !known.has(barcode));
};
