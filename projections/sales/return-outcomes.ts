/** What became of what an order took back: judged or not, and whose label tells another weight still. */
import { sql } from 'slonik';
import { z } from 'zod';
import { CHANGE_LIST, type SaleChangeLine, type SaleLine } from 'services/sale/contract';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { inspectedOfSale, type InspectedOfSale } from '../return-inspections/of-sale.ts';

/** Gold was cut off or added when it was sold, and it comes back as a piece (R74). */
export const asksLabel = ({ soldCutDownMg, returnTo }: SaleChangeLine): boolean =>
  soldCutDownMg !== 0 && returnTo !== '2';
export type FatesOfSale = {
  readonly inspected: InspectedOfSale;
  /** Stock rows whose label is to be printed now, by barcode. */
  readonly labels: ReadonlyMap<string, number>;
};
export const NO_FATES: FatesOfSale = { inspected: new Map(), labels: new Map() };

const Label = z.object({ barcode: z.string(), row_id: z.int() });
type Order = { readonly id: number; readonly shop_id: number; readonly lines: readonly SaleLine[] };
const labelsOf = async ({ db }: QueryDeps, sale: Order): Promise<ReadonlyMap<string, number>> => {
  const barcodes = sale.lines.flatMap((line) => (line.list === CHANGE_LIST && asksLabel(line) ? [line.barcode] : []));
  if (barcodes.length === 0) return new Map();
  const rows = await db.any(sql.type(Label)`
    SELECT g.barcode, max(g.row_id) AS row_id FROM live.goods_in g
    WHERE g.barcode = ANY(${sql.array(barcodes, 'text')}) AND g.shop_id = ${sale.shop_id} AND g.needs_label
    GROUP BY g.barcode`);
  return new Map(rows.map(({ barcode, row_id }) => [barcode, row_id]));
};
export const fatesOfSale = async (deps: QueryDeps, sale: Order, asOf: number | undefined): Promise<FatesOfSale> => ({
  inspected: await inspectedOfSale(deps, sale.id, asOf),
  // Labels are printed now, whatever moment is looked at.
  labels: await labelsOf(deps, sale),
});
