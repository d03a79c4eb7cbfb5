/** GETs of repairs (R49, R90): list, record with its steps, history, export, receipt. */
import { sql } from 'slonik';
import { z } from 'zod';
import { maskedPhone } from 'services/contracts/person';
import { pageOf } from 'services/contracts/envelope';
import { RecordId } from 'services/contracts/ids';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { seesShop, type SessionUser } from 'services/contracts/user';
import { REPAIR_WORDS, lineOfWireId, repairStepOf, saleStream } from 'services/sale/contract';
import { withCopies } from '../documents/copies.ts';
import { History, historyOf } from '../documents/history.ts';
import { printDataRoute } from '../documents/print.ts';
import { allowedRange } from '../platform/queries/date-window.ts';
import { dayAt } from '../platform/queries/day-at.ts';
import { exportRoute, type ExportColumn } from '../platform/sheets/export.ts';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import { upTo } from '../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { NOT_FOUND, SALES, ofScope, scopeRefusal, shopFilter } from '../platform/queries/scope.ts';
import {
  allOf,
  between,
  equals,
  ofCustomer,
  oneOf,
  orderedBy,
  type Condition,
} from '../platform/queries/where-clauses.ts';
import { RepairQuery, RepairRecord, RepairRow, WAITING, repairList } from './contract.ts';
import { repairWords } from './history.ts';
import { NAMES, REPAIRS, StoredRepair, isRepair, ofRepairNo, presentRepair, presentSteps, selectOf } from './rows.ts';

const LIST = 'biz:bizSellClean:list';
const VIEW = [LIST, 'biz:bizSellClean:edit'];
const EXPORT: readonly ExportColumn[] = [
  { field: 'no', title: '维修单号', kind: 'text' },
  { field: 'state', title: '进度', kind: 'text' },
  { field: 'stateAt', title: '进度日期', kind: 'day' },
  { field: 'stateBy', title: '经办人', kind: 'text' },
  { field: 'overdueDays', title: '逾期(天)', kind: 'count' },
  { field: 'promiseAt', title: '约定取件', kind: 'day' },
  { field: 'sellAt', title: '收件日期', kind: 'day' },
  { field: 'orderNo', title: '单据号', kind: 'text' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'customerName', title: '客户', kind: 'text' },
  { field: 'customerMobile', title: '客户电话', kind: 'text', mask: maskedPhone },
  { field: 'type', title: '类别', kind: 'text' },
  { field: 'style', title: '款式', kind: 'text' },
  { field: 'fineness', title: '成色', kind: 'text' },
  { field: 'weight', title: '重量', kind: 'weight', total: 'sum' },
  { field: 'price', title: '金额', kind: 'money', total: 'sum' },
  { field: 'remark', title: '备注', kind: 'text' },
  { field: 'takeAt', title: '取件日期', kind: 'day' },
  { field: 'takeBy', title: '取件人', kind: 'text' },
];

const inState = (state: RepairQuery['state']): Condition => {
  if (state === undefined) return null;
  if (state === WAITING) return sql.fragment`r.step <> 'fetched'`;
  return equals(sql.fragment`r.step`, repairStepOf(state));
};
/** What still lies in the shop is shown however long it has been there. */
const isWaiting = ({ state, overdue, beginTime, endTime }: RepairQuery): boolean =>
  beginTime === undefined &&
  endTime === undefined &&
  (overdue !== undefined || (state !== undefined && state !== REPAIR_WORDS.fetched));
type RepairRequest = ListRequest<RepairQuery>;
const chosen = async (deps: QueryDeps, { query, user, asOf }: RepairRequest) => {
  const shops = shopFilter(sql.fragment`r.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const range = isWaiting(query) ? { begin: undefined, end: undefined } : allowedRange(user, query, deps.now());
  if (isRefusal(range)) return range;
  const day = await dayAt(deps, asOf);
  const where = allOf(
    isRepair(asOf),
    shops,
    ofScope(sql.fragment`r.sale_id`, SALES, user),
    inState(query.state),
    ofRepairNo(query.barcode),
    query.overdue === undefined ? null : sql.fragment`r.step <> 'fetched' AND r.promised_on < ${day}::date`,
    ofCustomer(sql.fragment`r.customer_id`, query.customerId),
    equals(sql.fragment`r.category`, query.type),
    equals(sql.fragment`r.style`, query.style),
    oneOf(sql.fragment`r.category`, query.typeArr),
    oneOf(sql.fragment`r.style`, query.styleArr),
    between(sql.fragment`r.received_on`, range.begin, range.end),
  );
  return { day, where };
};
/** What was promised first stands first while it waits; of all, the newest. */
const listOf = async (deps: QueryDeps, asked: RepairRequest): Promise<Page<RepairRow> | Refusal> => {
  const found = await chosen(deps, asked);
  if (isRefusal(found)) return found;
  const { query } = asked;
  const page = await pagedList({
    db: deps.db,
    from: REPAIRS,
    where: found.where,
    orderBy: orderedBy(
      [
        [sql.fragment`r.promised_on`, query.promiseAtOrder],
        [sql.fragment`r.received_on`, query.sellAtOrder],
      ],
      isWaiting(query) ? sql.fragment`r.promised_on, r.repair_id` : sql.fragment`r.received_on DESC, r.repair_id DESC`,
      sql.fragment`r.repair_id`,
    ),
    key: sql.fragment`r.sale_id AS sale_id, r.line_id AS line_id, r.from_position`,
    select: sql.fragment`${selectOf(found.day)}
      FROM page JOIN ${REPAIRS} ON r.sale_id = page.sale_id AND r.line_id = page.line_id AND r.from_position = page.key
      ${NAMES}`,
    row: StoredRepair,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return { ...page, list: page.list.map(presentRepair) };
};

type One = { readonly id: number; readonly user: SessionUser; readonly asOf: number | undefined };
const repairOf = async (deps: QueryDeps, { id, user, asOf }: One): Promise<StoredRepair | Refusal> => {
  const { saleId, lineId } = lineOfWireId(id);
  const day = await dayAt(deps, asOf);
  const row = await deps.db.maybeOne(sql.type(StoredRepair)`
    ${selectOf(day)} FROM ${REPAIRS} ${NAMES}
    WHERE r.sale_id = ${saleId} AND r.line_id = ${lineId} AND ${isRepair(asOf)}`);
  if (row === null || !seesShop(user, row.shop_id)) return NOT_FOUND;
  return (await scopeRefusal(deps.db, SALES, { id: saleId, user })) ?? row;
};

const Id = z.object({ id: RecordId });
const { path } = repairList;
const listRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path,
    summary: '维修取件列表',
    allow: LIST,
    query: RepairQuery,
    data: pageOf(RepairRow),
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const data = await listOf(deps, { query, user, asOf });
      return isRefusal(data) ? data : { data };
    },
  });
const sheetRoute = (deps: QueryDeps): Route =>
  exportRoute(deps, {
    path: `${path}/export`,
    name: '维修取件',
    allow: LIST,
    query: RepairQuery,
    columns: EXPORT,
    takesAsOf: true,
    page: listOf,
  });
const recordRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: `${path}/:id`,
    summary: '维修单详情',
    allow: VIEW,
    params: Id,
    data: RepairRecord,
    takesAsOf: true,
    handler: async ({ params: { id }, user, asOf }) => {
      const row = await repairOf(deps, { id, user, asOf });
      return isRefusal(row) ? row : { data: { ...presentRepair(row), steps: presentSteps(row) } };
    },
  });
const historyRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: `${path}/:id/history`,
    summary: '维修单历史',
    allow: VIEW,
    params: Id,
    data: History,
    takesAsOf: true,
    handler: async ({ params: { id }, user, asOf }) => {
      const row = await repairOf(deps, { id, user, asOf });
      if (isRefusal(row)) return row;
      const { saleId, lineId } = lineOfWireId(id);
      const events = upTo(asOf, await deps.store.read(saleStream(saleId)));
      const steps = historyOf('Sale', events, repairWords(lineId));
      const told = steps.filter(({ type, changes }) => type !== 'SaleRevised' || changes.length > 0);
      return { data: await withCopies(deps, told, { kind: 'clean', record: id, asOf }) };
    },
  });
const receiptRoute = (deps: QueryDeps): Route =>
  printDataRoute(deps, {
    kind: 'clean',
    label: '维修收件单',
    title: '维修收件单',
    allow: VIEW,
    tables: async (id, user) => {
      const row = await repairOf(deps, { id, user, asOf: undefined });
      if (isRefusal(row)) return row;
      const repair = presentRepair(row);
      return { master: { ...repair, barcode: repair.no, receivedBy: row.steps[0]?.by ?? '' }, goods: [] };
    },
  });

export default (deps: QueryDeps): Route[] => [
  listRoute(deps),
  sheetRoute(deps),
  recordRoute(deps),
  historyRoute(deps),
  receiptRoute(deps),
];
