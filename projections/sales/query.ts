/** GETs of sales (S1§7): list with summary, record, line lists, print data, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { RecordId } from 'services/contracts/ids';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import { seesShop } from 'services/contracts/user';
import { saleStream } from 'services/sale/contract';
import { documentEndpoints, type DocumentEndpoints, type Seen } from '../documents/endpoints.ts';
import { shown, shownLine, shownMoney, type HistoryWords } from '../documents/history.ts';
import { documentOf, type DocumentSource, type Found } from '../documents/reads.ts';
import type { ExportColumn } from '../platform/export.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { shopFilter } from '../platform/scope.ts';
import { equals } from '../platform/where.ts';
import { SaleBalanceRow, SaleLineRow, SaleQuery, SaleRecord, SaleRow, SaleSummary } from './contract.ts';
import { saleExplainRoute } from './explain.ts';
import { StoredSaleWithLines, presentSale, presentSaleLine } from './present.ts';
import { salePrint, SalePrint } from './print.ts';
import sales from './projector.ts';

const LIST = 'biz:bizSell:list';
const VIEW = [LIST, 'biz:bizSell:edit'];
const COLUMNS = sql.fragment`d.id, d.customer_id, c.name AS customer_name, c.mobile AS customer_mobile, d.shop_id,
  s.name AS shop_name, d.sold_on, d.seller_id, d.seller_name, d.quantity, d.amount_fen, d.change_fee_fen, d.old_fee_fen,
  d.gift_fee_fen, d.clean_fee_fen, d.payable_fee_fen, d.fact_fee_fen, d.cost_amount_fen, d.points, d.seller_points,
  d.status, d.remark, d.pictures, d.print_template, d.audit_flag, d.auditor, d.created_by, d.created_at, d.updated_at,
  d.revision, d.lines, d.payments`;
const NAMES = sql.fragment`
  LEFT JOIN master.customer c ON c.id = d.customer_id LEFT JOIN master.shop s ON s.id = d.shop_id`;
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
const summaryOf = async ({ db }: QueryDeps, { from, where }: Found) => {
  const sums = await db.one(sql.type(Sums)`
    SELECT count(*)::int AS count, coalesce(sum(d.gift_fee_fen), 0)::bigint AS gift,
      coalesce(sum(d.old_fee_fen), 0)::bigint AS old, coalesce(sum(d.change_fee_fen), 0)::bigint AS change,
      coalesce(sum(d.clean_fee_fen), 0)::bigint AS clean, coalesce(sum(d.amount_fen), 0)::bigint AS amount,
      coalesce(sum(d.fact_fee_fen), 0)::bigint AS fact
    FROM ${from} WHERE ${where}`);
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

const balances = (row: StoredSaleWithLines): z.infer<typeof SaleBalanceRow>[] =>
  row.payments.map(({ method, amountFen }) => ({ balance: method, amount: yuanFromFen(amountFen) }));

const paid = (value: unknown): string =>
  ((value ?? []) as { method: string; amountFen: number }[])
    .map(({ method, amountFen }) => `${method} ${shownMoney(amountFen)}`)
    .join('，');
const WORDS: HistoryWords = {
  header: {
    soldOn: { label: '销售日期', show: shown },
    seller: { label: '销售员', show: (value) => shown((value as { name?: string } | undefined)?.name) },
    amountFen: { label: '首饰金额', show: shownMoney },
    payableFeeFen: { label: '应付金额', show: shownMoney },
    factFeeFen: { label: '实付金额', show: shownMoney },
    payments: { label: '支付方式', show: paid },
    remark: { label: '备注', show: shown },
  },
  line: (line) => shownLine(line, ['实售金额', shownMoney(line['amountFen'])]),
};

const LATER = ['change', 'recycle', 'gift', 'clean'];
const lines: DocumentEndpoints<SaleQuery, typeof StoredSaleWithLines, typeof SaleRow>['lines'] = [
  {
    path: '/biz-sell-goods/list',
    parameter: 'sellId',
    row: SaleLineRow,
    of: async (_deps, sale, { user }) => sale.lines.map((line) => presentSaleLine(line, user)),
  },
  {
    path: '/biz-sell-balance/list',
    parameter: 'sellId',
    row: SaleBalanceRow,
    of: async (_deps, sale) => balances(sale),
  },
  // The tabs that are not open yet answer an empty list.
  ...LATER.map((tab) => ({
    path: `/biz-sell-${tab}/list`,
    parameter: 'sellId',
    row: z.unknown(),
    of: async () => [],
  })),
];
const recordOf = async (_deps: QueryDeps, row: StoredSaleWithLines, { user }: Seen): Promise<SaleRecord> => ({
  ...presentSale(row, user),
  sellChangeList: [],
  sellRecycleList: [],
  sellGiftList: [],
  sellCleanList: [],
  sellGoodsList: row.lines.map((line) => presentSaleLine(line, user)),
  sellBalanceList: balances(row),
});

const SALES: DocumentSource<SaleQuery, typeof StoredSaleWithLines> = {
  projection: sales,
  tables: { live: sql.fragment`live.sales`, versions: sql.fragment`live.sale_versions` },
  stream: saleStream,
  day: sql.fragment`d.sold_on`,
  columns: COLUMNS,
  names: NAMES,
  stored: StoredSaleWithLines,
  partners: (query, user) => {
    const shops = shopFilter(sql.fragment`d.shop_id`, user, query.shopId);
    return isRefusal(shops) ? shops : [...shops, equals(sql.fragment`d.customer_id`, query.customerId)];
  },
  sees: (row, user) => seesShop(user, row.shop_id),
};

const printRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/biz-sell/print/:id',
    summary: '销售单打印数据',
    allow: ['biz:bizSell:print', 'biz:bizSell:offlinePrint'],
    params: z.object({ id: RecordId }),
    data: SalePrint,
    handler: async ({ params, user }) => {
      const row = await documentOf(deps, SALES, { id: params.id, user, asOf: undefined });
      return isRefusal(row) ? row : { data: salePrint(row, user) };
    },
  });

export default (deps: QueryDeps): Route[] =>
  documentEndpoints(
    deps,
    {
      ...SALES,
      path: '/biz-sell',
      label: '销售单',
      list: LIST,
      view: VIEW,
      name: 'Sale',
      words: async () => WORDS,
      query: SaleQuery,
      row: SaleRow,
      present: presentSale,
      exported: EXPORT,
      sums: {
        shape: { summary: SaleSummary },
        of: async (_deps, found) => ({ summary: await summaryOf(deps, found) }),
      },
      record: { data: SaleRecord, of: recordOf },
      lines,
    },
    [printRoute(deps), saleExplainRoute(deps, SALES)],
  );
