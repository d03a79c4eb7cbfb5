/** Approvals out of the orders that carry them, now or as of a position: one clause for rows, totals and explanation. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { documentNo } from 'services/contracts/document';
import { saleManifest } from 'services/sale/manifest';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { SumText, wireSum, type WireSum } from 'services/contracts/sums';
import { yuanFromFen } from 'services/contracts/units';
import type { SessionUser } from 'services/contracts/user';
import { Approval } from 'services/sale/contract';
import type { Explanation } from '../../explain/contract.ts';
import { explained } from '../../explain/explain.ts';
import { allowedRange } from '../../platform/queries/date-window.ts';
import { standing } from '../../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { SALES, ofScope, shopFilter } from '../../platform/queries/scope.ts';
import { allOf, between, contains, equals, type Condition } from '../../platform/queries/where-clauses.ts';
import { exceededInWords } from '../../sales/approvals.ts';
import type { ApprovalFigure, SaleApprovalQuery, SaleApprovalRow } from './contract.ts';

/** Orders as they stood (alias `d`). The last condition is that of their index. */
export const ORDERS = sql.fragment`live.sale_versions d`;
export const approvedOrders = (asOf: number | undefined): readonly Condition[] => [
  standing(sql.fragment`d`, asOf),
  sql.fragment`d.stage IN ('pending', 'audited')`,
  sql.fragment`d.approvals <> '[]'`,
];

/** Each approval with its place in the order (alias `a`). */
const APPROVALS = sql.fragment`
  ${ORDERS} CROSS JOIN LATERAL jsonb_array_elements(d.approvals) WITH ORDINALITY AS a(approval, place)`;
const LINES = sql.fragment`jsonb_array_elements(a.approval -> 'lines') AS l(line)`;
const BARCODES = sql.fragment`(SELECT string_agg(l.line ->> 'barcode', '、') FROM ${LINES})`;
const GIVEN_AWAY = sql.fragment`(
  SELECT sum(greatest((l.line ->> 'tagFen')::int8 - (l.line ->> 'amountFen')::int8, 0))
  FROM ${LINES} WHERE (l.line ->> 'tagFen')::int8 > 0)`;
const ofSomeLine = (line: object): FragmentSqlToken =>
  sql.fragment`a.approval -> 'lines' @> ${JSON.stringify([line])}::jsonb`;

export const approvalsWhere = (
  { now }: QueryDeps,
  { query, user, asOf }: ListRequest<SaleApprovalQuery>,
): FragmentSqlToken | Refusal => {
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`d.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const barcode = asBarcode(query.barcode ?? '');
  return allOf(
    approvedOrders(asOf),
    shops,
    ofScope(sql.fragment`d.id`, SALES, user),
    between(sql.fragment`d.sold_on`, range.begin, range.end),
    equals(sql.fragment`d.audit_flag`, query.auditFlag),
    contains(sql.fragment`d.seller_name`, query.seller),
    contains(sql.fragment`a.approval #>> '{approver,name}'`, query.approver),
    query.rule === undefined ? null : ofSomeLine({ exceeded: [{ rule: query.rule }] }),
    barcode === '' ? null : ofSomeLine({ barcode }),
  );
};
/** What the latest day is looked for among (R13). */
export const approvedOrdersOf = (user: SessionUser): readonly Condition[] | Refusal => {
  const shops = shopFilter(sql.fragment`d.shop_id`, user, undefined);
  return isRefusal(shops) ? shops : [...approvedOrders(undefined), ...shops, ofScope(sql.fragment`d.id`, SALES, user)];
};

const Stored = z.object({
  id: z.int(),
  place: z.int(),
  sold_on: z.string(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  customer_name: z.string().nullable(),
  seller_name: z.string(),
  audit_flag: z.int(),
  approval: Approval,
  given_away_fen: z.number().nullable(),
});
const present = (row: z.infer<typeof Stored>, withCost: boolean): SaleApprovalRow => ({
  key: `${row.id}-${row.place}`,
  orderId: row.id,
  orderNo: documentNo('sale', row.id),
  sellAt: row.sold_on,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  customerName: row.customer_name ?? '',
  seller: row.seller_name,
  approver: row.approval.approver.name,
  asker: row.approval.asker.name,
  exceeded: exceededInWords(row.approval, withCost),
  givenAway: row.given_away_fen === null ? null : yuanFromFen(row.given_away_fen),
  reason: row.approval.reason,
  approvedAt: row.approval.at,
  auditFlag: row.audit_flag,
});

/** A page, the newest day first. */
export const approvalRows = async (
  { db }: QueryDeps,
  where: FragmentSqlToken,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
  withCost: boolean,
): Promise<readonly SaleApprovalRow[]> => {
  const rows = await db.any(sql.type(Stored)`
    SELECT d.id, a.place::int AS place, d.sold_on, d.shop_id, s.name AS shop_name, c.name AS customer_name,
      d.seller_name, d.audit_flag, a.approval, ${GIVEN_AWAY}::int8 AS given_away_fen
    FROM ${APPROVALS}
    LEFT JOIN master.customer c ON c.id = d.customer_id LEFT JOIN master.shop s ON s.id = d.shop_id
    WHERE ${where} ORDER BY d.sold_on DESC, d.id DESC, a.place
    LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  return rows.map((row) => present(row, withCost));
};

const Sums = z.object({ approvals: z.int(), orders: SumText, givenAway: SumText });
/** Exact, of every approval that the clause lets through. */
export const approvalTotals = async ({ db }: QueryDeps, where: FragmentSqlToken) => {
  const sums = await db.one(sql.type(Sums)`
    SELECT count(*)::int AS approvals, count(DISTINCT d.id)::text AS orders,
      coalesce(sum(${GIVEN_AWAY}), 0)::text AS "givenAway"
    FROM ${APPROVALS} WHERE ${where}`);
  const totals: Readonly<Record<ApprovalFigure, WireSum>> = {
    approvals: sums.approvals,
    orders: wireSum(sums.orders, 0),
    givenAway: wireSum(sums.givenAway, 2),
  };
  return { count: sums.approvals, totals };
};

const ByApprover = z.object({ name: z.string().nullable(), given: SumText });
/** What each approver gave away. */
export const approvalPoints = async ({ db }: QueryDeps, where: FragmentSqlToken) => {
  const found = await db.any(sql.type(ByApprover)`
    SELECT a.approval #>> '{approver,name}' AS name, coalesce(sum(${GIVEN_AWAY}), 0)::text AS given
    FROM ${APPROVALS} WHERE ${where} GROUP BY 1`);
  return found.map(({ name, given }) => ({ x: name ?? '', name: '差额', value: yuanFromFen(Number(given)) }));
};

/** A total opened: each approval, or each order, by the event that gave it its present approvals. */
export const explainApprovals = (
  deps: QueryDeps,
  where: FragmentSqlToken,
  { field, ...paging }: { readonly field: ApprovalFigure; readonly pageIndex: number; readonly pageSize: number },
): Promise<Explanation> => {
  const key = field === 'orders' ? sql.fragment`d.id::text` : sql.fragment`d.id || '-' || a.place`;
  const value = field === 'givenAway' ? sql.fragment`coalesce(sum(${GIVEN_AWAY}), 0)` : sql.fragment`1`;
  const source = sql.fragment`
    SELECT ${key} AS key, string_agg(${BARCODES}, '、' ORDER BY a.place) AS barcode, d.shop_id,
      '优惠授权' AS bill_type, ${saleManifest.prefix} || d.id AS document_no, ${value} AS value,
      d.valued_by AS event_id, d.valued_position AS position, d.valued_at AS at
    FROM ${APPROVALS} WHERE ${where}
    GROUP BY 1, d.id, d.shop_id, d.valued_by, d.valued_position, d.valued_at`;
  return explained(deps, { source, places: field === 'givenAway' ? 2 : 0, paging });
};
