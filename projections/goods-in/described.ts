/** How pieces were described at a position, for reports of a moment: their receipts as they read then. */
import { sql } from 'slonik';
import { z } from 'zod';
import { Attributes, goodsStream } from 'services/goods/contract';
import { rowsAt } from '../platform/past.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import goodsIn from './projector.ts';
import type { GoodsInRecord } from './row.ts';

type Described = {
  readonly barcode: string;
  readonly attributes: z.output<typeof Attributes> | null;
  readonly print_template?: string | null;
};
const Changed = z.object({ barcode: z.string() });

/** Rows joined with the present receipts, put right for the pieces that were described anew (or deleted) since. */
export const asDescribed = async <Row extends Described>(
  { db, store }: Pick<QueryDeps, 'db' | 'store'>,
  rows: readonly Row[],
  asOf: number | undefined,
): Promise<readonly Row[]> => {
  if (asOf === undefined || rows.length === 0) return rows;
  const barcodes = [...new Set(rows.map(({ barcode }) => barcode))];
  const changed = await db.anyFirst(sql.type(Changed)`
    SELECT DISTINCT barcode FROM live.goods_in_versions
    WHERE barcode = ANY(${sql.array(barcodes, 'text')}) AND bill_type = '1'
      AND (described_position > ${asOf} OR to_position > ${asOf})`);
  if (changed.length === 0) return rows;
  const receipts = (await rowsAt(store, goodsIn, changed.map(goodsStream), asOf)) as readonly GoodsInRecord[];
  const then = new Map(receipts.filter((row) => row.bill_type === '1').map((row) => [row.barcode, row]));
  const anew = new Set(changed);
  return rows.map((row) => {
    if (!anew.has(row.barcode)) return row;
    const receipt = then.get(row.barcode);
    return {
      ...row,
      attributes: receipt === undefined ? null : Attributes.parse(receipt.attributes),
      ...('print_template' in row && { print_template: receipt?.print_template ?? null }),
    };
  });
};
