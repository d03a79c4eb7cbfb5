/** GETs of sales (S1§7): list with summary, record, line lists, print data, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { SumText, wireSum } from 'services/contracts/sums';
import { isRefusal, refuseField } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import { seesCost, seesShop } from 'services/contracts/user';
import { CHANGE_LIST, CLEAN_LIST, SALE_GIFT_LIST, saleStream } from 'services/sale/contract';
import { documentEndpoints, type DocumentEndpoints, type Viewer } from '../documents/endpoints.ts';
import { shown, shownLine, shownMoney, type HistoryWords } from '../documents/history.ts';
import { documentOf, type DocumentSource, type RowSelection } from '../documents/reads.ts';
import { MADE_BY, columnsOf, namesOf, sheetOf } from '../documents/reading.ts';
import { RECYCLE_LIST } from 'services/old-material/contract';
import { recycleLineInWords } from '../recycles/present-line.ts';
import { inspectionSteps } from '../return-inspections/of-sale.ts';
import { NO_FATES, fatesOfSale, type FatesOfSale } from './return-outcomes.ts';
import { cleanLineInWords, repairStepInWords } from '../repairs/history.ts';
import { repairsOfSale, type RepairsOfSale } from '../repairs/rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { shopFilter } from '../platform/queries/scope.ts';
import { ofCustomer } from '../platform/queries/where-clauses.ts';
import {
  SALE_PAPER_KIND,
  SaleBalanceRow,
  SaleChangeLineRow,
  SaleCleanLineRow,
  SaleGiftLineRow,
  SaleLineRow,
  SaleQuery,
  SaleRecycleLineRow,
  SaleRecord,
  SaleRow,
  SaleSummary,
  saleFields,
} from './contract.ts';
import { approvalsInWords, presentApproval } from './approvals.ts';
import { customerBuyRoute } from './customer-buy.ts';
import { saleExplainRoute } from './explain.ts';
import { sellersOf, sharesInWords } from './sellers.ts';
import {
  StoredSaleWithLines,
  presentChangeLines,
  presentCleanLines,
  presentGiftLines,
  presentGoodsLines,
  presentRecycleLines,
  presentSale,
} from './present.ts';
import { salePrintRoute } from './print.ts';
import { sales, storedSale } from './projector.ts';
import { transactionRoute } from './transactions.ts';

const LIST = 'biz:bizSell:list';
const VIEW = [LIST, 'biz:bizSell:edit'];
const EXPORT = sheetOf(saleFields, [
  'orderNo',
  'sellAt',
  'shopName',
  'customerName',
  'seller',
  'num',
  'amount',
  'changeFee',
  'oldFee',
  'giftFee',
  'cleanFee',
  'payableFee',
  'factFee',
  'costAmount',
  'approver',
  ...MADE_BY,
]);

const Sums = z.object({
  count: z.int(),
  audited: z.int(),
  gift: SumText,
  old: SumText,
  change: SumText,
  clean: SumText,
  amount: SumText,
  fact: SumText,
});
const summaryOf = async ({ db }: QueryDeps, { from, where }: RowSelection) => {
  const sums = await db.one(sql.type(Sums)`
    SELECT count(*)::int AS count, count(*) FILTER (WHERE d.audit_flag = 2)::int AS audited,
      coalesce(sum(d.gift_fee_fen), 0)::text AS gift,
      coalesce(sum(d.old_fee_fen), 0)::text AS old, coalesce(sum(d.change_fee_fen), 0)::text AS change,
      coalesce(sum(d.clean_fee_fen), 0)::text AS clean, coalesce(sum(d.amount_fen), 0)::text AS amount,
      coalesce(sum(d.fact_fee_fen), 0)::text AS fact
    FROM ${from} WHERE ${where}`);
  return {
    count: sums.count,
    audited: sums.audited,
    giftFee: wireSum(sums.gift, 2),
    oldFee: wireSum(sums.old, 2),
    changeFee: wireSum(sums.change, 2),
    cleanFee: wireSum(sums.clean, 2),
    amount: wireSum(sums.amount, 2),
    factFee: wireSum(sums.fact, 2),
  };
};

const balances = (row: StoredSaleWithLines): z.infer<typeof SaleBalanceRow>[] =>
  row.payments.map(({ method, amountFen }) => ({ balance: method, amount: yuanFromFen(amountFen) }));

const paid = (value: unknown): string =>
  ((value ?? []) as { method: string; amountFen: number }[])
    .map(({ method, amountFen }) => `${method} ${shownMoney(amountFen)}`)
    .join('，');
const spentPoints = (value: unknown): string => (value === 0 ? '' : shown(value));
/** Jewellery by its piece; what is handed in has no name but its kind. */
const shownSaleLine: HistoryWords['line'] = (line) => {
  switch (line.list) {
    case CHANGE_LIST:
      return `退货 ${shownLine(line, ['实退金额', shownMoney(line['refundFen'])])}`;
    case RECYCLE_LIST:
      return `旧料 ${recycleLineInWords(line)}`;
    case CLEAN_LIST:
      return cleanLineInWords(line);
    case SALE_GIFT_LIST:
      return `赠品 ${shownLine(line, ['金额', shownMoney(line['amountFen'])], ['扣减积分', spentPoints(line['spentPoints'])])}`;
    default:
      return shownLine(line, ['实售金额', shownMoney(line['amountFen'])]);
  }
};
const wordsFor = (withCost: boolean): HistoryWords => ({
  header: {
    soldOn: { label: '销售日期', show: shown },
    seller: { label: '销售员', show: (value) => shown((value as { name?: string } | undefined)?.name) },
    sellers: { label: '多位销售员', show: sharesInWords },
    amountFen: { label: '首饰金额', show: shownMoney },
    payableFeeFen: { label: '应付金额', show: shownMoney },
    factFeeFen: { label: '实付金额', show: shownMoney },
    payments: { label: '支付方式', show: paid },
    approvals: { label: '优惠授权', show: (value) => approvalsInWords(value, withCost) },
    remark: { label: '备注', show: shown },
  },
  line: shownSaleLine,
  own: repairStepInWords,
  first: ['approvals', 'sellers'],
});

/** Most orders have none: nothing is asked for them. */
const repairsIn = async (
  deps: QueryDeps,
  sale: StoredSaleWithLines,
  asOf: number | undefined,
): Promise<RepairsOfSale> =>
  sale.lines.some(({ list }) => list === CLEAN_LIST) ? repairsOfSale(deps, sale.id, asOf) : new Map();

/** Most orders take nothing back. */
const fatesIn = async (deps: QueryDeps, sale: StoredSaleWithLines, asOf: number | undefined): Promise<FatesOfSale> =>
  sale.lines.some(({ list }) => list === CHANGE_LIST) ? fatesOfSale(deps, sale, asOf) : NO_FATES;

const lines: DocumentEndpoints<SaleQuery, typeof StoredSaleWithLines, typeof SaleRow>['lines'] = [
  {
    path: '/biz-sell-goods/list',
    parameter: 'sellId',
    row: SaleLineRow,
    of: async (_deps, sale, { user }) => presentGoodsLines(sale, user),
  },
  {
    path: '/biz-sell-change/list',
    parameter: 'sellId',
    row: SaleChangeLineRow,
    of: async (deps, sale, { user, asOf }) => presentChangeLines(sale, user, await fatesIn(deps, sale, asOf)),
  },
  {
    path: '/biz-sell-recycle/list',
    parameter: 'sellId',
    row: SaleRecycleLineRow,
    of: async (_deps, sale, { user }) => presentRecycleLines(sale, user),
  },
  {
    path: '/biz-sell-clean/list',
    parameter: 'sellId',
    row: SaleCleanLineRow,
    of: async (deps, sale, { user, asOf }) => presentCleanLines(sale, user, await repairsIn(deps, sale, asOf)),
  },
  {
    path: '/biz-sell-gift/list',
    parameter: 'sellId',
    row: SaleGiftLineRow,
    of: async (_deps, sale, { user }) => presentGiftLines(sale, user),
  },
  {
    path: '/biz-sell-balance/list',
    parameter: 'sellId',
    row: SaleBalanceRow,
    of: async (_deps, sale) => balances(sale),
  },
];
const recordOf = async (deps: QueryDeps, row: StoredSaleWithLines, { user, asOf }: Viewer): Promise<SaleRecord> => ({
  ...presentSale(row, user),
  sellGiftList: presentGiftLines(row, user),
  sellGoodsList: presentGoodsLines(row, user),
  sellChangeList: presentChangeLines(row, user, await fatesIn(deps, row, asOf)),
  sellRecycleList: presentRecycleLines(row, user),
  sellCleanList: presentCleanLines(row, user, await repairsIn(deps, row, asOf)),
  sellBalanceList: balances(row),
  sellers: sellersOf(row),
  approvals: row.approvals.map((approval) => presentApproval(approval, seesCost(user))),
});

/** No index knows hours: they narrow what the days leave. */
const enteredIn = ({ hour, beginTime, endTime }: Partial<SaleQuery>) => {
  if (hour === undefined) return null;
  if (beginTime === undefined || endTime === undefined)
    return refuseField('sale.hour', 'hour', '按时段查询请先选择销售日期');
  return sql.fragment`extract(hour FROM d.created_at AT TIME ZONE 'Asia/Shanghai')::int = ${Number(hour)}`;
};

const SALES: DocumentSource<SaleQuery, typeof StoredSaleWithLines> = {
  projection: sales.live,
  tables: { live: sql.fragment`live.sales`, versions: sql.fragment`live.sale_versions` },
  stream: saleStream,
  day: sales.day,
  columns: () => columnsOf(storedSale),
  names: namesOf(storedSale),
  stored: StoredSaleWithLines,
  partners: (query, user) => {
    const shops = shopFilter(sql.fragment`d.shop_id`, user, query.shopId);
    if (isRefusal(shops)) return shops;
    const entered = enteredIn(query);
    if (isRefusal(entered)) return entered;
    return [...shops, ofCustomer(sql.fragment`d.customer_id`, query.customerId), entered];
  },
  sees: (row, user) => seesShop(user, row.shop_id),
};

const transactions = (deps: QueryDeps): Route =>
  transactionRoute(deps, { source: SALES, present: presentSale, allow: LIST });
const printRoute = (deps: QueryDeps): Route =>
  salePrintRoute(deps, {
    find: (id, user) => documentOf(deps, SALES, { id, user, asOf: undefined }),
    repairsIn: (row) => repairsIn(deps, row, undefined),
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
      words: async (_deps, user) => wordsFor(seesCost(user)),
      alsoDone: inspectionSteps,
      query: SaleQuery,
      row: SaleRow,
      present: presentSale,
      printed: SALE_PAPER_KIND,
      exported: EXPORT,
      sums: {
        shape: { summary: SaleSummary },
        of: async (_deps, found) => ({ summary: await summaryOf(deps, found) }),
      },
      record: { data: SaleRecord, of: recordOf },
      lines,
    },
    [printRoute(deps), saleExplainRoute(deps, SALES), customerBuyRoute(deps), transactions(deps)],
  );
