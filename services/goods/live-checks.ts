/** What commands ask of read models: each statement waits until these have seen the log's head (own-writes.ts). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Barcode = z.object({ barcode: z.string() });

/** The highest barcode of twelve digits in stock above one and up to another; null when there is none. */
export const highestBarcode = (
  db: CommonQueryMethods,
  { above, upTo }: { readonly above: string; readonly upTo: string },
): Promise<string | null> =>
  db.oneFirst(sql.type(z.object({ barcode: z.string().nullable() }))`
    SELECT max(barcode) AS barcode FROM live.goods_in
    WHERE barcode > ${above} AND barcode <= ${upTo} AND barcode ~ '^[0-9]{12}$'`);

/** Which of these barcodes are there; the append decides what happens meanwhile. */
export const takenBarcodes = async (
  db: CommonQueryMethods,
  barcodes: readonly string[],
): Promise<ReadonlySet<string>> =>
  new Set(
    await db.anyFirst(sql.type(Barcode)`
      SELECT DISTINCT barcode FROM live.goods_in WHERE barcode = ANY(${sql.array([...barcodes], 'text')})`),
  );

const StockRow = z.object({ billType: z.enum(['1', '2', '3']), barcode: z.string() });
/** The row with that number; none of an import that is not completed. */
export const stockRow = (db: CommonQueryMethods, id: number): Promise<z.infer<typeof StockRow> | null> =>
  db.maybeOne(sql.type(StockRow)`
    SELECT bill_type AS "billType", barcode FROM live.goods_in g WHERE row_id = ${id} AND (g.import_id IS NULL
      OR EXISTS (SELECT 1 FROM live.imports i WHERE i.import_id = g.import_id AND i.state = 'completed'))`);

const LabelRow = z.object({
  barcode: z.string(),
  shopId: z.int(),
  needsLabel: z.boolean(),
  userId: z.int(),
  deptId: z
    .int()
    .nullable()
    .transform((id) => id ?? undefined),
});
/** Rows that labels were printed of, as far as they are there. */
export const labelRows = (
  db: CommonQueryMethods,
  ids: readonly number[],
): Promise<readonly z.infer<typeof LabelRow>[]> =>
  db.any(sql.type(LabelRow)`
    SELECT barcode, shop_id AS "shopId", needs_label AS "needsLabel", created_by_id AS "userId",
      created_dept_id AS "deptId" FROM live.goods_in
    WHERE row_id = ANY(${sql.array([...ids], 'int8')})`);
