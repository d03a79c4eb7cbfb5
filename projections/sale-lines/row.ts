/** Rows of sale_lines out of the header and the lines of an order. Pure. */
import { lineCostFen, lineReturnedCostFen, sharesOf, type SaleHeader, type SaleLine } from 'services/sale/contract';
import { DAYS } from 'services/contracts/values';
import type { StoredForm } from '../documents/tables.ts';
import { exact } from '../platform/projection/exact-sum.ts';
import type { Row } from '../platform/projection/projection.ts';
import { NOTHING, factsOf, namedAs } from './line-row.ts';

export const ORDER = 'order';
type Header = StoredForm<SaleHeader>;
export type LineRow = Row & {
  readonly order_id: number;
  readonly list: string;
  readonly line_id: string;
  readonly share: number;
  readonly creator: string;
  readonly barcode: string;
  readonly fineness: string;
  readonly audit_flag: 0 | 1 | 2;
  readonly draft: { readonly header?: Header; readonly lines?: readonly SaleLine[] };
};
/** What a line costs the shop, with gold that was cut off or added (R75); what comes back is taken off it. */
const costOf = (line: SaleLine): number => {
  switch (line.list) {
    case 'goods':
      return lineCostFen(line);
    case 'change':
      return -lineReturnedCostFen(line);
    case 'gift':
      return line.costFen;
    default:
      return 0;
  }
};
const NO_FEES = {
  change_fee_fen: 0,
  old_fee_fen: 0,
  gift_fee_fen: 0,
  clean_fee_fen: 0,
  payable_fee_fen: 0,
  goods_cost_fen: 0,
} as const;
const feesOf = (header: Header, lines: readonly SaleLine[]) => ({
  change_fee_fen: header.changeFeeFen ?? 0,
  old_fee_fen: header.oldFeeFen ?? 0,
  gift_fee_fen: header.giftFeeFen ?? 0,
  clean_fee_fen: header.cleanFeeFen ?? 0,
  payable_fee_fen: header.payableFeeFen ?? 0,
  goods_cost_fen: exact(lines.reduce((sum, line) => sum + costOf(line), 0)),
});

/** Of the event that made the version. */
export type VersionOrigin = { readonly event_id: string; readonly at: string; readonly creator: string };
type OrderContent = { readonly header: Header; readonly lines: readonly SaleLine[] };
const commonOf = ({ header, id }: OrderContent & { readonly id: number }, made: VersionOrigin) => ({
  order_id: id,
  audit_flag: 1 as const,
  shop_id: header.shopId ?? 0,
  customer_id: header.customerId ?? 0,
  sold_on: header.soldOn ?? DAYS.min,
  fact_fee_fen: header.factFeeFen ?? 0,
  draft: {},
  ...made,
});
/** What a house of today calls its lines: numbers, each once in a list. Others are told apart by their place. */
const NUMBERED = /^\d{1,9}$/;
const lineKeyOf = (lines: readonly SaleLine[], place: number): string => {
  const line = lines[place];
  if (line === undefined || !NUMBERED.test(line.lineId)) return `#${place}`;
  const first = lines.findIndex(({ list, lineId }) => list === line.list && lineId === line.lineId);
  return first === place ? line.lineId : `#${place}`;
};

/** The order, then its lines in their order, as a version that was just accepted. */
export const rowsOfVersion = (id: number, accepted: OrderContent, made: VersionOrigin): readonly LineRow[] => {
  const { header, lines } = accepted;
  const common = commonOf({ ...accepted, id }, made);
  const order: LineRow = {
    ...NOTHING,
    ...common,
    ...feesOf(header, lines),
    list: ORDER,
    line_id: '',
    share: 0,
    place: -1,
    seller_id: header.seller?.id ?? null,
    seller_name: header.seller?.name ?? '',
    amount_fen: header.amountFen ?? 0,
    cost_fen: header.costAmountFen ?? 0,
    points: header.points ?? 0,
    seller_points: header.sellerPoints ?? 0,
    more: { remark: header.remark ?? '' },
  };
  const rows = lines.flatMap((line, place) => {
    const facts = factsOf(line);
    const own = { ...common, list: line.list, line_id: lineKeyOf(lines, place), place };
    return sharesOf(header, line).map(({ seller, ...part }, share): LineRow => {
      const worth = { score_fen: part.amountFen, seller_points: part.sellerPoints };
      const whose = { share, seller_id: seller.id, seller_name: seller.name };
      const figures = share === 0 ? facts : { ...namedAs(facts), quantity: 0, more: facts.more };
      return { ...NOTHING, ...NO_FEES, ...own, ...figures, ...whose, ...worth };
    });
  });
  return [order, ...rows];
};
