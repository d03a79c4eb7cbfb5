/** GET /biz-sell-change/inspect (R71): list and export of what customers brought back to be inspected. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { documentNo, numberOf } from 'services/contracts/document';
import { pageOf } from 'services/contracts/envelope';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { RETURN_RESULTS } from 'services/inspection/contract';
import { lineIdOnWire } from 'services/sale/contract';
import { saleName } from 'services/sale/manifest';
import { allowedRange } from '../platform/queries/date-window.ts';
import { dayAt } from '../platform/queries/day-at.ts';
import { exportRoute, type ExportColumn } from '../platform/sheets/export.ts';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import { standing } from '../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { SALES, ofScope, shopFilter } from '../platform/queries/scope.ts';
import { allOf, between, equals, ofCustomer, type Condition } from '../platform/queries/where-clauses.ts';
import { thumbOf } from '../sales/present.ts';
import { RETURN_STATES, ReturnInspectionQuery, ReturnInspectionRow, returnInspectionList } from './contract.ts';

const READERS = ['biz:bizSellChange:inspect', 'biz:bizSellChange:list'];
const EXPORT: readonly ExportColumn[] = [
  { field: 'stateName', title: '状态', kind: 'text' },
  { field: 'returnAt', title: '退货日期', kind: 'day' },
  { field: 'waitDays', title: '待检(天)', kind: 'count' },
  { field: 'orderNo', title: '单据号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'customerName', title: '客户', kind: 'text' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'name', title: '首饰名称', kind: 'text' },
  { field: 'type', title: '首饰类别', kind: 'text' },
  { field: 'style', title: '款式', kind: 'text' },
  { field: 'fineness', title: '成色', kind: 'text' },
  { field: 'num', title: '数量', kind: 'count', total: 'sum' },
  { field: 'goldWeight', title: '金重', kind: 'weight', total: 'sum' },
  { field: 'factReturnAmount', title: '实退金额', kind: 'money', total: 'sum' },
  { field: 'remark', title: '退货备注', kind: 'text' },
  { field: 'resultName', title: '质检结果', kind: 'text' },
  { field: 'note', title: '问题说明', kind: 'text' },
  { field: 'inspectAt', title: '质检日期', kind: 'day' },
  { field: 'inspector', title: '质检员', kind: 'text' },
  { field: 'inspectionNo', title: '质检单', kind: 'text' },
  { field: 'takenNo', title: '转交单据', kind: 'text' },
];

const Stored = z.object({
  line_id: z.string(),
  sale_id: z.int(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  customer_id: z.int(),
  customer_name: z.string().nullable(),
  returned_on: z.string(),
  returned_by: z.string(),
  wait_days: z.int(),
  judged: z.boolean(),
  inspection_id: z.int().nullable(),
  result: z.string(),
  note: z.string(),
  judged_by: z.string(),
  judged_on: z.string().nullable(),
  taken_no: z.string(),
  barcode: z.string(),
  name: z.string(),
  category: z.string(),
  style: z.string(),
  fineness: z.string(),
  quantity: z.int(),
  weight_mg: z.int(),
  amount_fen: z.int(),
  remark: z.string(),
  picture: z.string().nullable(),
});
const resultOf = (result: string) => RETURN_RESULTS.find((one) => one.result === result);
type StoredReturn = z.infer<typeof Stored>;
const judged = (row: StoredReturn) => ({
  result: resultOf(row.result)?.value ?? '',
  resultName: resultOf(row.result)?.label ?? '',
  note: row.note,
  inspector: row.judged_by,
  inspectAt: row.judged_on ?? '',
  inspectionNo: row.inspection_id === null ? '' : documentNo('inspection', row.inspection_id),
  takenNo: row.taken_no,
});
const present = (row: StoredReturn): ReturnInspectionRow => {
  const state = RETURN_STATES[row.judged ? 1 : 0];
  return {
    id: lineIdOnWire(row.sale_id, row.line_id),
    state: state.value,
    stateName: state.label,
    ...judged(row),
    waitDays: row.wait_days,
    returnAt: row.returned_on,
    returnedBy: row.returned_by,
    sellId: row.sale_id,
    orderNo: numberOf(saleName, row.sale_id),
    shopId: row.shop_id,
    shopName: row.shop_name ?? '',
    customerId: row.customer_id,
    customerName: row.customer_name ?? '',
    barcode: row.barcode,
    name: row.name,
    type: row.category,
    style: row.style,
    fineness: row.fineness,
    num: row.quantity,
    goldWeight: gramsFromMg(row.weight_mg),
    factReturnAmount: yuanFromFen(row.amount_fen),
    thumb: thumbOf(row.picture ?? ''),
    remark: row.remark,
  };
};

const ROWS = sql.fragment`live.return_inspections r`;
/** The line that took it back, as it stood then. */
const lineOf = (asOf: number | undefined): FragmentSqlToken => sql.fragment`
  l.order_id = r.sale_id AND l.list = 'change' AND l.share = 0 AND l.barcode = r.barcode
    AND ${standing(sql.fragment`l`, asOf)}`;
const selectOf = (day: string, asOf: number | undefined): FragmentSqlToken => sql.fragment`
  SELECT l.line_id, r.sale_id, r.shop_id, s.name AS shop_name, l.customer_id, c.name AS customer_name, r.returned_on,
    r.returned_by, CASE WHEN r.judged THEN 0 ELSE greatest(${day}::date - r.returned_on, 0) END AS wait_days, r.judged,
    r.inspection_id, r.result, r.note, r.judged_by, r.judged_on, r.taken_no, r.barcode, l.name, l.category, l.style,
    l.fineness, r.quantity, l.weight_mg, l.amount_fen, coalesce(l.more ->> 'remark', '') AS remark,
    (SELECT g.attributes -> 'pictures' ->> 0 FROM live.goods_in g WHERE g.barcode = r.barcode ORDER BY g.row_id LIMIT 1)
      AS picture
  FROM page JOIN ${ROWS} ON r.barcode = page.barcode AND r.return_key = page.return_key AND r.from_position = page.key
    JOIN live.sale_lines l ON ${lineOf(asOf)}
    LEFT JOIN master.shop s ON s.id = r.shop_id LEFT JOIN master.customer c ON c.id = l.customer_id`;

type InspectionRequest = ListRequest<ReturnInspectionQuery>;
const ofOrder = (orderNo: string | undefined): Condition => {
  if (orderNo === undefined) return null;
  const digits = asBarcode(orderNo).replace(saleName.prefix, '');
  return /^\d{1,15}$/.test(digits) ? equals(sql.fragment`r.sale_id`, Number(digits)) : sql.fragment`false`;
};
const ofBuyer = (customerId: number | undefined, asOf: number | undefined): Condition => {
  const whose = ofCustomer(sql.fragment`l.customer_id`, customerId);
  return whose === null
    ? null
    : sql.fragment`EXISTS (SELECT FROM live.sale_lines l WHERE ${lineOf(asOf)} AND ${whose})`;
};
const ofBarcode = (barcode: string | undefined): Condition =>
  barcode === undefined ? null : equals(sql.fragment`r.barcode`, asBarcode(barcode));
/** What still waits is shown however long it has been there. */
const isWaiting = ({ state, beginTime, endTime }: ReturnInspectionQuery): boolean =>
  state !== '2' && beginTime === undefined && endTime === undefined;

const listOf = async (
  deps: QueryDeps,
  { query, user, asOf }: InspectionRequest,
): Promise<Page<ReturnInspectionRow> | Refusal> => {
  const shops = shopFilter(sql.fragment`r.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const range = isWaiting(query) ? { begin: undefined, end: undefined } : allowedRange(user, query, deps.now());
  if (isRefusal(range)) return range;
  const result = RETURN_RESULTS.find(({ value }) => value === query.result)?.result;
  const where = allOf(
    standing(sql.fragment`r`, asOf),
    query.state === '2' ? sql.fragment`r.judged` : sql.fragment`NOT r.judged`,
    shops,
    ofScope(sql.fragment`r.sale_id`, SALES, user),
    equals(sql.fragment`r.result`, result),
    ofBarcode(query.barcode),
    ofOrder(query.orderNo),
    ofBuyer(query.customerId, asOf),
    between(sql.fragment`r.returned_on`, range.begin, range.end),
  );
  const page = await pagedList({
    db: deps.db,
    from: ROWS,
    where,
    orderBy:
      query.state === '2'
        ? sql.fragment`r.returned_on DESC, r.sale_id DESC, r.barcode`
        : sql.fragment`r.returned_on, r.sale_id, r.barcode`,
    key: sql.fragment`r.barcode AS barcode, r.return_key AS return_key, r.from_position`,
    select: selectOf(await dayAt(deps, asOf), asOf),
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return { ...page, list: page.list.map(present) };
};

const { path } = returnInspectionList;
export default (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path,
    summary: '退货质检列表',
    allow: READERS,
    query: ReturnInspectionQuery,
    data: pageOf(ReturnInspectionRow),
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const data = await listOf(deps, { query, user, asOf });
      return isRefusal(data) ? data : { data };
    },
  }),
  exportRoute(deps, {
    path: `${path}/export`,
    name: '退货质检',
    allow: READERS,
    query: ReturnInspectionQuery,
    columns: EXPORT,
    takesAsOf: true,
    page: listOf,
  }),
];
