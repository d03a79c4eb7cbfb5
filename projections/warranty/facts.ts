/** What a warranty says of the pieces of an order and of a label (R162): facts alone, of no person. */
import { mgFromGrams } from 'services/contracts/units';
import type { WarrantyFacts } from 'services/contracts/warranty-text';
import type { SaleLine } from 'services/sale/contract';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { linesOf } from '../sales/present.ts';
import { certificatesOf } from '../shopper-bills/certificates.ts';
import { grossMg } from '../shopper-bills/present.ts';

type Order = {
  readonly id: number;
  readonly shop_name: string | null;
  readonly sold_on: string;
  readonly lines: SaleLine[];
};
/** Of each piece line of an order, in its order. */
export const saleFacts = async (deps: Pick<QueryDeps, 'db'>, order: Order): Promise<readonly WarrantyFacts[]> => {
  const certificates = await certificatesOf(deps, order);
  return linesOf(order, 'goods').map((line) => ({
    kind: 'sale',
    orderId: order.id,
    goodsId: line.goodsId,
    barcode: line.barcode,
    num: line.quantity,
    goldMg: line.sellWeightMg,
    grossMg: grossMg(line),
    fineness: line.fineness,
    certificate: certificates.get(line.goodsId) ?? '',
    shop: order.shop_name ?? '',
    day: order.sold_on,
  }));
};
/** The text of each piece line's QR; none where nothing is printed. */
export const saleWarranties = async (deps: QueryDeps, order: Order): Promise<readonly string[]> =>
  deps.warranties === undefined ? [] : deps.warranties.texts(await saleFacts(deps, order));

/** A row of goods-in as it is shown: weights in g, of one piece. */
type LabelRow = {
  readonly id: number;
  readonly barcode: string;
  readonly goldWeight?: number | undefined;
  readonly weight?: number | undefined;
  readonly fineness?: string | undefined;
  readonly cerif?: string | undefined;
  readonly shopName: string;
  readonly inStorageAt: string;
};
export const labelFacts = (row: LabelRow): WarrantyFacts => ({
  kind: 'piece',
  orderId: 0,
  goodsId: row.id,
  barcode: row.barcode,
  num: 1,
  goldMg: mgFromGrams(row.goldWeight ?? 0),
  grossMg: mgFromGrams(row.weight ?? 0),
  fineness: row.fineness ?? '',
  certificate: row.cerif ?? '',
  shop: row.shopName,
  day: row.inStorageAt,
});
/** The rows with what the QR of their label says. */
export const withWarranties = async <Row extends LabelRow>(
  { warranties }: Pick<QueryDeps, 'warranties'>,
  rows: readonly Row[],
): Promise<(Row & { readonly warranty: string })[]> => {
  // Answered in the order in which they were asked.
  const texts = (await warranties?.texts(rows.map(labelFacts))) ?? [];
  return rows.map((row, nth) => ({ ...row, warranty: texts[nth] ?? '' }));
};
