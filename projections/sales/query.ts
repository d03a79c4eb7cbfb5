/** GETs of sales (S1§7): list with summary, record, line lists, print data, latest day, history, export. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import { seesShop, type SessionUser } from 'services/contracts/user';
import { saleStream } from 'services/sale/contract';
import { shown, type HistoryWords } from '../documents/history.ts';
import { historyRoute, latestDayRoute } from '../documents/routes.ts';
import { allowedRange } from '../platform/date-window.ts';
import { exportRoute, type ExportColumn } from '../platform/export.ts';
import { pagedList } from '../platform/paged.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { NOT_FOUND, shopFilter } from '../platform/scope.ts';
import { allOf, between, equals } from '../platform/where.ts';
import { SaleBalanceRow, SaleLineRow, SalePage, SaleQuery, SaleRecord } from './contract.ts';
import { StoredSale, StoredSaleWithLines, presentSale, presentSaleLine } from './present.ts';
import { salePrint, SalePrint } from './print.ts';

const LIST = 'biz:bizSell:list';
const VIEW = [LIST, 'biz:bizSell:edit'];
const SHOWN = sql.fragment`b.stage IN ('pending', 'audited')`;
const COLUMNS = sql.fragment`b.id, b.customer_id, c.name AS customer_name, c.mobile AS customer_mobile, b.shop_id,
  s.name AS shop_name, b.sold_on, b.seller_id, b.seller_name, b.quantity, b.amount_fen, b.change_fee_fen, b.old_fee_fen,
  b.gift_fee_fen, b.clean_fee_fen, b.payable_fee_fen, b.fact_fee_fen, b.cost_amount_fen, b.points, b.seller_points,
  b.status, b.remark, b.pictures, b.print_template, b.audit_flag, b.auditor, b.created_by, b.created_at, b.updated_at,
  b.revision`;
const NAMES = sql.fragment`
  LEFT JOIN master.customer c ON c.id = b.customer_id LEFT JOIN master.shop s ON s.id = b.shop_id`;
const EXPORT: readonly ExportColumn[] = [
  { field: 'orderNo', title: '单据号', kind: 'text' },
  { field: 'sellAt', title: '销售日期', kind: 'day' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'customerName', title: '客户', kind: 'text' },
  { field: 'seller', title: '销售员', kind: 'text' },
  { field: 'num', title: '件数', kind: 'count' },
  { field: 'amount', title: '首饰金额', kind: 'money' },
  { field: 'changeFee', title: '退换金额', kind: 'money' },
  { field: 'oldFee', title: '旧料金额', kind: 'money' },
  { field: 'giftFee', title: '赠品金额', kind: 'money' },
  { field: 'cleanFee', title: '维修清洗金额', kind: 'money' },
  { field: 'payableFee', title: '应付金额', kind: 'money' },
  { field: 'factFee', title: '实付金额', kind: 'money' },
  { field: 'costAmount', title: '成本', kind: 'money', cost: true },
  { field: 'auditor', title: '审核人', kind: 'text' },
  { field: 'remark', title: '备注', kind: 'text' },
];

const Sums = z.object({
  count: z.int(),
  gift: z.int(),
  old: z.int(),
  change: z.int(),
  clean: z.int(),
  amount: z.int(),
  fact: z.int(),
});
const summaryOf = async ({ db }: QueryDeps, where: FragmentSqlToken) => {
  const sums = await db.one(sql.type(Sums)`
    SELECT count(*)::int AS count, coalesce(sum(b.gift_fee_fen), 0)::bigint AS gift,
      coalesce(sum(b.old_fee_fen), 0)::bigint AS old, coalesce(sum(b.change_fee_fen), 0)::bigint AS change,
      coalesce(sum(b.clean_fee_fen), 0)::bigint AS clean, coalesce(sum(b.amount_fen), 0)::bigint AS amount,
      coalesce(sum(b.fact_fee_fen), 0)::bigint AS fact
    FROM live.sales b WHERE ${where}`);
  return {
    count: sums.count,
    giftFee: yuanFromFen(sums.gift),
    oldFee: yuanFromFen(sums.old),
    changeFee: yuanFromFen(sums.change),
    cleanFee: yuanFromFen(sums.clean),
    amount: yuanFromFen(sums.amount),
    factFee: yuanFromFen(sums.fact),
  };
};

const filtered = (query: SaleQuery, user: SessionUser, now: Date) => {
  const range = allowedRange(user, query, now);
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`b.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const barcode = query.barcode?.normalize('NFKC').toUpperCase() ?? '';
  return allOf(
    SHOWN,
    shops,
    equals(sql.fragment`b.customer_id`, query.customerId),
    equals(sql.fragment`b.audit_flag`, query.auditFlag),
    barcode === '' ? null : sql.fragment`b.barcodes @> ${sql.array([barcode], 'text')}`,
    between(sql.fragment`b.sold_on`, range.begin, range.end),
  );
};

const listed = async (deps: QueryDeps, query: SaleQuery, user: SessionUser) => {
  const where = filtered(query, user, deps.now());
  if (isRefusal(where)) return where;
  const page = await pagedList({
    db: deps.db,
    from: sql.fragment`live.sales b`,
    where,
    orderBy: sql.fragment`b.sold_on DESC, b.id DESC`,
    key: sql.fragment`b.id`,
    select: sql.fragment`SELECT ${COLUMNS} FROM page JOIN live.sales b ON b.id = page.key ${NAMES}`,
    row: StoredSale,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return { page: { ...page, list: page.list.map((row) => presentSale(row, user)) }, where };
};

const found = async ({ db }: QueryDeps, id: number, user: SessionUser) => {
  const row = await db.maybeOne(sql.type(StoredSaleWithLines)`
    SELECT ${COLUMNS}, b.lines, b.payments FROM live.sales b ${NAMES} WHERE b.id = ${id} AND ${SHOWN}`);
  return row === null || !seesShop(user, row.shop_id) ? NOT_FOUND : row;
};

const balances = (row: z.infer<typeof StoredSaleWithLines>): z.infer<typeof SaleBalanceRow>[] =>
  row.payments.map(({ method, amountFen }) => ({ balance: method, amount: yuanFromFen(amountFen) }));

const Id = z.object({ id: z.coerce.number().int().positive() });
const SellId = z.object({ sellId: z.coerce.number().int().positive() });
const money = (value: unknown): string => `¥${yuanFromFen(Number(value ?? 0)).toFixed(2)}`;
const paid = (value: unknown): string =>
  ((value ?? []) as { method: string; amountFen: number }[])
    .map(({ method, amountFen }) => `${method} ${money(amountFen)}`)
    .join('，');
const WORDS: HistoryWords = {
  header: {
    soldOn: { label: '销售日期', show: shown },
    seller: { label: '销售员', show: (value) => shown((value as { name?: string } | undefined)?.name) },
    amountFen: { label: '首饰金额', show: money },
    payableFeeFen: { label: '应付金额', show: money },
    factFeeFen: { label: '实付金额', show: money },
    payments: { label: '支付方式', show: paid },
    remark: { label: '备注', show: shown },
  },
  line: (line) => `${shown(line.name)} × ${shown(line.quantity)}，${money(line.amountFen)}`,
};

/** One of the six lists by order; the tabs that are not open yet answer an empty list. */
const lineList = <Row extends z.ZodType>(
  deps: QueryDeps,
  path: string,
  row: Row,
  of: (sale: z.infer<typeof StoredSaleWithLines>, user: SessionUser) => readonly z.output<Row>[],
): Route =>
  route({
    method: 'GET',
    path,
    summary: '销售单明细',
    allow: VIEW,
    query: SellId,
    data: z.array(row),
    handler: async ({ query, user }) => {
      const sale = await found(deps, query.sellId, user);
      return isRefusal(sale) ? sale : { data: [...of(sale, user)] as never };
    },
  });

const LATER = ['change', 'recycle', 'gift', 'clean'];
const detailRoutes = (deps: QueryDeps): Route[] => [
  lineList(deps, '/biz-sell-goods/list', SaleLineRow, (sale, user) =>
    sale.lines.map((line) => presentSaleLine(line, user)),
  ),
  lineList(deps, '/biz-sell-balance/list', SaleBalanceRow, balances),
  ...LATER.map((tab) => lineList(deps, `/biz-sell-${tab}/list`, z.unknown(), () => [])),
  route({
    method: 'GET',
    path: '/biz-sell/:id',
    summary: '销售单详情',
    allow: VIEW,
    params: Id,
    data: SaleRecord,
    handler: async ({ params, user }) => {
      const row = await found(deps, params.id, user);
      if (isRefusal(row)) return row;
      const empty = { sellChangeList: [], sellRecycleList: [], sellGiftList: [], sellCleanList: [] };
      const sellGoodsList = row.lines.map((line) => presentSaleLine(line, user));
      const data = { ...presentSale(row, user), ...empty, sellGoodsList, sellBalanceList: balances(row) };
      return { data, etag: row.revision };
    },
  }),
  route({
    method: 'GET',
    path: '/biz-sell/print/:id',
    summary: '销售单打印数据',
    allow: ['biz:bizSell:print', 'biz:bizSell:offlinePrint'],
    params: Id,
    data: SalePrint,
    handler: async ({ params, user }) => {
      const row = await found(deps, params.id, user);
      return isRefusal(row) ? row : { data: salePrint(row, user) };
    },
  }),
  historyRoute(deps, {
    path: '/biz-sell',
    label: '销售单',
    allow: VIEW,
    name: 'Sale',
    stream: saleStream,
    found: (id, user) => found(deps, id, user),
    words: async () => WORDS,
  }),
];

export default (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-sell',
    summary: '销售单列表',
    allow: LIST,
    query: SaleQuery,
    data: SalePage,
    handler: async ({ query, user }) => {
      const answer = await listed(deps, query, user);
      if (isRefusal(answer)) return answer;
      return { data: { ...answer.page, summary: await summaryOf(deps, answer.where) } };
    },
  }),
  exportRoute({
    path: '/biz-sell/export',
    name: '销售单',
    allow: LIST,
    query: SaleQuery,
    columns: EXPORT,
    page: async (query, user) => {
      const answer = await listed(deps, query, user);
      return isRefusal(answer) ? answer : answer.page;
    },
  }),
  latestDayRoute(deps, {
    path: '/biz-sell',
    label: '销售',
    allow: LIST,
    from: sql.fragment`live.sales b`,
    day: sql.fragment`b.sold_on`,
    where: (user) => {
      const shops = shopFilter(sql.fragment`b.shop_id`, user, undefined);
      return isRefusal(shops) ? shops : [SHOWN, ...shops];
    },
  }),
  ...detailRoutes(deps),
];
