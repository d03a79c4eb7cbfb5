/** sales: one row per sales order, with its lines and payments as of the accepted version; and its versions for "as of". */
import { z } from 'zod';
import { storedPayments } from 'services/contracts/document-body';
import { field } from 'services/contracts/fields';
import {
  Approval,
  CHANGE_LIST,
  SALE_EVENT_TYPES,
  atPostedCost,
  type SaleGoodsLine,
  type SaleHeader,
  type SaleLine,
} from 'services/sale/contract';
import type { EffectOutcome } from 'services/contracts/document';
import type { DocumentColumns } from '../documents/fold.ts';
import { documentTables, type StoredForm } from '../documents/tables.ts';
import type { Row } from '../platform/projection/projection.ts';
import { saleFields } from './contract.ts';

/** What is kept of a sale, told in other forms or to few. */
export const storedSale = {
  ...saleFields,
  // Of before the table of values: more than are taken today.
  payments: field.json('payments', z.array(storedPayments().element)),
  sellers: field.json('sellers', z.array(z.object({ id: z.number(), name: z.string(), ratioBp: z.number() }))),
  approvals: field.json('approvals', z.array(Approval)).found(),
  /** Ids of the orders that something comes back of, as text. */
  returnsOf: field.texts('returns_of'),
};

type SaleRow = DocumentColumns & Row;
/** What gifts and added gold cost is known when they leave: until then the order has its part of what lay there (R75, R87). */
const posted = (row: SaleRow, outcomes: readonly EffectOutcome[]): SaleRow => {
  const stored = row.lines as readonly (Row & Pick<SaleLine, 'list'>)[];
  const { lines, dearerFen } = atPostedCost(Number(row['shop_id']), stored, outcomes);
  return { ...row, lines, cost_amount_fen: Number(row['cost_amount_fen']) + dearerFen };
};

export const sales = documentTables({
  fields: storedSale,
  name: 'Sale',
  events: SALE_EVENT_TYPES,
  table: 'sales',
  one: 'sale',
  version: 12,
  versions: 6,
  day: 'sold_on',
  indexes: {
    shop_day: '(shop_id, sold_on DESC, id DESC)',
    // A shopper's bills are found and counted in it alone.
    customer: '(customer_id, sold_on DESC, id DESC) INCLUDE (stage)',
    returns: 'USING gin (returns_of)',
  },
  // Few orders carry an approval: the report looks at these alone.
  versionIndexes: { approved: `(sold_on DESC, id DESC) WHERE approvals <> '[]'` },
  valued: true,
  posted,
  columns: (header: StoredForm<SaleHeader>, _lines: readonly SaleGoodsLine[], all) => ({
    customer_id: header.customerId,
    shop_id: header.shopId,
    sold_on: header.soldOn,
    seller_id: header.seller?.id,
    seller_name: header.seller?.name,
    amount_fen: header.amountFen,
    change_fee_fen: header.changeFeeFen,
    old_fee_fen: header.oldFeeFen,
    gift_fee_fen: header.giftFeeFen,
    clean_fee_fen: header.cleanFeeFen,
    payable_fee_fen: header.payableFeeFen,
    fact_fee_fen: header.factFeeFen,
    cost_amount_fen: header.costAmountFen,
    points: header.points,
    seller_points: header.sellerPoints,
    payments: header.payments,
    sellers: header.sellers,
    approvals: header.approvals,
    returns_of: [
      ...new Set(
        (all as unknown as readonly SaleLine[]).flatMap((line) =>
          line.list === CHANGE_LIST ? [String(line.rawSellId)] : [],
        ),
      ),
    ],
    status: header.status,
    remark: header.remark,
    pictures: header.pictures,
    print_template: header.printTemplate,
  }),
});
export default sales.live;
export const saleVersions = sales.versions;
