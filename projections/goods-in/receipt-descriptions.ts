/** How pieces were described at a position, for reports of a moment: their receipts as they read then. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { Attributes, goodsStream, type GoodsAttributes } from 'services/goods/contract';
import { rowsAt, standing } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import goodsIn from './projector.ts';
import type { GoodsInRecord } from './row.ts';

type DescribedRow = {
  readonly barcode: string;
  readonly attributes: Partial<GoodsAttributes> | null;
  readonly print_template?: string | null;
};
const Changed = z.object({ barcode: z.string() });

/** The receipts of pieces, to be joined as `g`, now or as of a position: category, style, fineness, name, weights. */
export const receiptsAt = (
  asOf: number | undefined,
): { readonly table: FragmentSqlToken; readonly on: FragmentSqlToken } =>
  asOf === undefined
    ? { table: sql.fragment`live.goods_in`, on: sql.fragment`g.bill_type = '1'` }
    : {
        table: sql.fragment`live.goods_in_versions`,
        on: sql.fragment`g.bill_type = '1' AND ${standing(sql.fragment`g`, asOf)}`,
      };

/** Rows joined with the present receipts, put right for the pieces that were described anew (or deleted) since. */
export const asDescribed = async <Row extends DescribedRow>(
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

/** Pictures of the joined receipt `g` ({@link receiptsAt}); {@link withPictures} puts them right. */
export const picturesOf = (asOf: number | undefined): FragmentSqlToken =>
  asOf === undefined
    ? sql.fragment`g.attributes -> 'pictures'`
    : sql.fragment`(SELECT p.attributes -> 'pictures' FROM live.goods_in p WHERE p.row_id = g.row_id)`;

/** Rows with the pictures that the pieces had then. */
export const withPictures = async <Row extends { readonly barcode: string; readonly pictures?: unknown }>(
  deps: Pick<QueryDeps, 'db' | 'store'>,
  rows: readonly Row[],
  asOf: number | undefined,
): Promise<readonly Row[]> => {
  const then = await asDescribed(
    deps,
    rows.map(({ barcode }): DescribedRow => ({ barcode, attributes: null })),
    asOf,
  );
  return rows.map((row, index) => ({ ...row, pictures: then[index]?.attributes?.pictures ?? row.pictures }));
};
