/** GET /biz-sell/customerBuy: what a customer bought and may bring back, or what was sold of an order or a piece (R44, R68). */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { numberOf } from 'services/contracts/document';
import { pageOf } from 'services/contracts/envelope';
import { route, type Route } from 'services/contracts/route';
import { numberOfSetting } from 'services/contracts/setting-value';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { SaleChangeLine, SaleGoodsLine, lineIdOnWire, refundablesOf, unitRefundFen } from 'services/sale/contract';
import { saleManifest } from 'services/sale/manifest';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, ofCustomer } from '../platform/queries/where-clauses.ts';
import { customerBuy, type CustomerBuyQuery, type CustomerBuyRow } from './contract.ts';
import { thumbOf } from './present.ts';

/** `XS10007` and `10007`; NaN for what is no number of an order. */
const idOf = (orderNo: string): number =>
  Number(asBarcode(orderNo).replace(new RegExp(`^${saleManifest.prefix}`), '') || Number.NaN);
const ofOrder = (orderNo: string): FragmentSqlToken => {
  const id = idOf(orderNo);
  return Number.isSafeInteger(id) && id > 0 ? sql.fragment`d.id = ${id}` : sql.fragment`false`;
};

const foundBy = ({ customerId, sellAt, orderNo, barcode: code }: CustomerBuyQuery): FragmentSqlToken => {
  const barcode = asBarcode(code ?? '');
  return allOf(
    sql.fragment`d.stage = 'audited'`,
    ofCustomer(sql.fragment`d.customer_id`, customerId),
    orderNo === undefined ? null : ofOrder(orderNo),
    barcode === ''
      ? null
      : sql.fragment`d.barcodes @> ${sql.array([barcode], 'text')} AND l.line ->> 'barcode' = ${barcode}`,
    sellAt === undefined ? null : sql.fragment`d.sold_on <= ${sellAt}::date`,
    sql.fragment`l.line ->> 'list' = 'goods'`,
  );
};
const FROM = sql.fragment`live.sales d CROSS JOIN LATERAL jsonb_array_elements(d.lines) WITH ORDINALITY AS l(line, place)`;

const SoldLine = z.object({
  id: z.int(),
  customer_id: z.int(),
  customer_name: z.string().nullable(),
  shop_name: z.string().nullable(),
  sold_on: z.string(),
  seller_name: z.string(),
  payable_fee_fen: z.number(),
  fact_fee_fen: z.number(),
  line: SaleGoodsLine,
  goods: z.array(SaleGoodsLine),
});
type SoldLine = z.infer<typeof SoldLine>;
const Back = z.object({ audited: z.boolean(), line: SaleChangeLine });
type Back = z.infer<typeof Back>;

const soldLines = ({ db }: QueryDeps, query: CustomerBuyQuery) => {
  const { pageIndex, pageSize } = query;
  const where = foundBy(query);
  return Promise.all([
    db.any(sql.type(SoldLine)`
      SELECT d.id, d.customer_id, c.name AS customer_name, s.name AS shop_name, d.sold_on, d.seller_name,
        d.payable_fee_fen, d.fact_fee_fen, l.line,
        jsonb_path_query_array(d.lines, '$[*] ? (@.list == "goods")') AS goods
      FROM ${FROM} LEFT JOIN master.customer c ON c.id = d.customer_id LEFT JOIN master.shop s ON s.id = d.shop_id
      WHERE ${where} ORDER BY d.sold_on DESC, d.id DESC, l.place
      LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`),
    db.oneFirst(sql.type(z.object({ count: z.int() }))`SELECT count(*)::int AS count FROM ${FROM} WHERE ${where}`),
  ]);
};
/**
 * What came back of these orders, or is about to, in orders other than `sellId`. They are named by a row: of a constant the planner expects
 * thousands of returns, and starts two workers to look for them.
 */
const broughtBack = async (
  { db }: QueryDeps,
  saleIds: readonly number[],
  sellId: number | undefined,
): Promise<readonly Back[]> =>
  saleIds.length === 0
    ? []
    : db.any(sql.type(Back)`
        SELECT d.stage = 'audited' AS audited, l.line
        FROM (SELECT array_agg(id) AS ids FROM unnest(${sql.array(saleIds.map(String), 'text')}) AS id) AS own
          JOIN live.sales d ON d.returns_of && own.ids, jsonb_array_elements(d.lines) AS l(line)
        WHERE d.stage IN ('pending', 'audited')
          AND l.line ->> 'list' = 'change' AND d.id IS DISTINCT FROM ${sellId ?? null}::int8`);

const POINTS_VALUE = 'points_value';
const Value = z.object({ value: z.string() });
/** What a point is worth that a return cannot take back, whole fen; 0 where nobody said it. */
const pointFenOf = async ({ db }: QueryDeps): Promise<number> => {
  const value = await db.maybeOneFirst(
    sql.type(Value)`SELECT config_value AS value FROM master.config WHERE config_key = ${POINTS_VALUE}`,
  );
  return Math.max(0, Math.round(numberOfSetting(value, 0)));
};
type Backs = { readonly back: readonly Back[]; readonly pointFen: number };
const told = ({ id, line, goods, ...sale }: SoldLine, { back, pointFen }: Backs): CustomerBuyRow => {
  const sums = { payableFeeFen: sale.payable_fee_fen, factFeeFen: sale.fact_fee_fen };
  const refundableFen = refundablesOf(sums, goods).get(line.barcode) ?? 0;
  const pieces = (lines: readonly Back[]): number => lines.reduce((sum, one) => sum + one.line.quantity, 0);
  const all = back.filter((one) => one.line.rawSellId === id && one.line.barcode === line.barcode);
  const refundedFen = all.reduce((sum, one) => sum + one.line.refundFen, 0);
  return {
    id: lineIdOnWire(id, line.lineId),
    rawSellId: id,
    orderNo: numberOf(saleManifest, id),
    customerId: sale.customer_id,
    customerName: sale.customer_name ?? '',
    sellAt: sale.sold_on,
    shopName: sale.shop_name ?? '',
    barcode: line.barcode,
    goodsId: line.goodsId,
    type: line.category,
    style: line.style,
    fineness: line.fineness,
    name: line.name,
    thumb: thumbOf(line.picture),
    num: line.quantity,
    sellGoldWeight: gramsFromMg(line.sellWeightMg),
    cutDown: gramsFromMg(line.cutDownMg),
    factSellFee: yuanFromFen(line.amountFen),
    refundable: yuanFromFen(refundableFen),
    returnPrice: yuanFromFen(unitRefundFen({ refundableFen, soldQuantity: line.quantity })),
    returned: pieces(all.filter(({ audited }) => audited)),
    refunded: yuanFromFen(refundedFen),
    returnable: line.quantity - pieces(all),
    seller: sale.seller_name,
    points: line.points,
    returnedPoints: all.reduce((sum, one) => sum + one.line.points, 0),
    pointValue: yuanFromFen(pointFen),
  };
};

export const customerBuyRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: customerBuy.path,
    summary: '客户可退的购买记录',
    // Purchases of all shops: customers are the chain's (R68).
    allow: ['biz:bizSell:add', 'biz:bizSell:edit'],
    query: customerBuy.query,
    data: pageOf(customerBuy.row),
    handler: async ({ query }) => {
      const [sold, count] = await soldLines(deps, query);
      const back = await broughtBack(deps, [...new Set(sold.map(({ id }) => id))], query.sellId);
      const backs = { back, pointFen: await pointFenOf(deps) };
      const { pageIndex, pageSize } = query;
      return { data: { list: sold.map((one) => told(one, backs)), count, pageIndex, pageSize } };
    },
  });
