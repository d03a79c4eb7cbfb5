/** A customer's bills: the audited orders of his record and of those merged into it (R28, R95). */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { numberOf } from 'services/contracts/document';
import { yuanFromFen } from 'services/contracts/units';
import { CHANGE_LIST } from 'services/sale/contract';
import { saleName } from 'services/sale/manifest';
import { pagedList, type Page, type PageRequest } from '../platform/queries/paged-list.ts';
import { planned } from '../platform/queries/planned-statements.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, ofCustomer, type Condition } from '../platform/queries/where-clauses.ts';
import { saleWarranties } from '../warranty/facts.ts';
import { certificatesOf } from './certificates.ts';
import type { ShopperBillRow, ShopperPageQuery, ShopperSlip } from './contract.ts';
import { StoredBill, presentSlip, type SinceSold } from './present.ts';
import { slipSettings } from './settings.ts';

const ofBills = (customerId: number): readonly Condition[] => [
  sql.fragment`d.stage = 'audited'`,
  ofCustomer(sql.fragment`d.customer_id`, customerId),
];
/** The newest of each of his records, read in their order: somebody may have thousands. */
const newestBills = (customerId: number, most: number): FragmentSqlToken => sql.fragment`
  (SELECT ${customerId}::int8 AS id UNION ALL SELECT id FROM master.customer WHERE merged_into = ${customerId}::int8) AS record
  CROSS JOIN LATERAL (
    SELECT b.id, b.sold_on FROM live.sales b WHERE b.customer_id = record.id AND b.stage = 'audited'
    ORDER BY b.sold_on DESC, b.id DESC LIMIT ${most}) AS d`;
const Row = z.object({ id: z.int(), shop_name: z.string().nullable(), sold_on: z.string(), fact_fee_fen: z.int() });
const billsPage = ({ db }: QueryDeps, paging: PageRequest, customerId: number): Promise<Page<z.infer<typeof Row>>> =>
  pagedList({
    db,
    from: newestBills(customerId, paging.pageIndex * paging.pageSize),
    where: sql.fragment`true`,
    counted: { from: sql.fragment`live.sales d`, where: allOf(ofBills(customerId)) },
    orderBy: sql.fragment`d.sold_on DESC, d.id DESC`,
    key: sql.fragment`d.id`,
    select: sql.fragment`
      SELECT d.id, s.name AS shop_name, d.sold_on, d.fact_fee_fen
      FROM page JOIN live.sales d ON d.id = page.key LEFT JOIN master.shop s ON s.id = d.shop_id`,
    row: Row,
    paging,
  });
/** The newest first. */
export const shopperBills = async (
  deps: QueryDeps,
  { pageIndex, pageSize }: ShopperPageQuery,
  customerId: number,
): Promise<Page<ShopperBillRow>> => {
  const [{ showsPrices }, page] = await Promise.all([
    slipSettings(deps),
    billsPage(deps, { pageIndex, pageSize }, customerId),
  ]);
  const told = (row: z.infer<typeof Row>): ShopperBillRow => ({
    id: row.id,
    orderNo: numberOf(saleName, row.id),
    shopName: row.shop_name ?? '',
    sellAt: row.sold_on,
    ...(showsPrices && { amount: yuanFromFen(row.fact_fee_fen) }),
  });
  return { ...page, list: page.list.map(told) };
};

const NUMBER = new RegExp(`^(?:${saleName.prefix})?([1-9]\\d{0,14})$`);
/** `10007` and `XS10007`; 0, which no order has, for every other text. */
export const billIdOf = (text: string): number => Number(NUMBER.exec(asBarcode(text))?.[1] ?? 0);

/** What is not his is looked for as what is not there: by one statement, which reads no more of it. */
const billOf = async ({ db }: QueryDeps, id: number, customerId: number): Promise<StoredBill | undefined> => {
  const [bill] = await planned(
    db,
    sql.type(StoredBill)`
      SELECT d.id, s.name AS shop_name, d.sold_on, d.seller_name, d.sellers, d.points, d.fact_fee_fen, d.lines
      FROM live.sales d LEFT JOIN master.shop s ON s.id = d.shop_id
      WHERE ${allOf(sql.fragment`d.id = ${id}::int8`, ofBills(customerId))}`,
  );
  return bill;
};

const Back = z.object({ barcode: z.string(), pieces: z.int() });
/** The order is named by a row: of a constant the planner expects thousands of returns, and starts two workers to look for them. */
export const returnedOf = async ({ db }: Pick<QueryDeps, 'db'>, id: number): Promise<SinceSold['returned']> => {
  const rows = await planned(
    db,
    sql.type(Back)`
      SELECT l.line ->> 'barcode' AS barcode, sum((l.line ->> 'quantity')::int8)::int AS pieces
      FROM unnest(${sql.array([String(id)], 'text')}) AS own(id) JOIN live.sales d ON d.returns_of && ARRAY[own.id],
        jsonb_array_elements(d.lines) AS l(line)
      WHERE d.stage = 'audited' AND l.line ->> 'list' = ${CHANGE_LIST} AND l.line ->> 'rawSellId' = own.id
      GROUP BY 1`,
  );
  return new Map(rows.map(({ barcode, pieces }) => [barcode, pieces]));
};
const Points = z.object({ usable: z.int() });
/** As the card shows them (services/shopper/live-checks.ts); asked over a connection that waits for what his own calls wrote. */
const usablePointsOf = async ({ db }: QueryDeps, customerId: number): Promise<number> => {
  const [points] = await planned(
    db,
    sql.type(Points)`SELECT usable_points::int AS usable FROM live.customer_points WHERE customer_id = ${customerId}`,
  );
  return points?.usable ?? 0;
};

/** Null for whatever is no bill of his. */
export const shopperSlip = async (deps: QueryDeps, text: string, customerId: number): Promise<ShopperSlip | null> => {
  const bill = await billOf(deps, billIdOf(text), customerId);
  if (bill === undefined) return null;
  const [returned, certificates, usablePoints, warranties, settings] = await Promise.all([
    returnedOf(deps, bill.id),
    certificatesOf(deps, bill),
    usablePointsOf(deps, customerId),
    saleWarranties(deps, bill),
    slipSettings(deps),
  ]);
  return presentSlip(bill, { returned, certificates, usablePoints, warranties }, settings);
};
