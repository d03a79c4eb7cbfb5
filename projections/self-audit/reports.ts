/** The reports that are counted anew: their figures, and where each stands in a row of the report. */

import { sellCleanReport } from '../reports/sell-clean/contract.ts';
import { sellRecycleReport } from '../reports/sell-recycle/contract.ts';
import type { TableFields } from '../reports/table-report/contract.ts';

/** `places`: decimals of whole units as they are shown. `row`: the figure of one row as the wire has it; absent: none has it. */
export type Figure = {
  readonly label: string;
  readonly places: 0 | 2 | 3;
  readonly row?: (row: Row) => number;
};
type Row = Readonly<Record<string, unknown>>;
export type CountedReport = {
  readonly title: string;
  /** Of its GETs; absent: it is no page of its own and is read where it is kept. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The filter that asks for one shop; absent: `shopId`. */
  readonly shopFilter?: string;
  /** Of a row: what its entries are known by. Absent: its rows cannot be told apart like that. */
  readonly key?: string;
  readonly figures: Readonly<Record<string, Figure>>;
};

const numberIn = (row: Row, name: string): number => {
  const value = row[name];
  return typeof value === 'number' ? value : 0;
};
const figure =
  (places: Figure['places']) =>
  (label: string, row?: string | Figure['row']): Figure => ({
    label,
    places,
    ...(typeof row === 'string' ? { row: (of: Row) => numberIn(of, row) } : row !== undefined && { row }),
  });
const count = figure(0);
const money = figure(2);
const weight = figure(3);
/** What a row says of one piece, times its pieces. */
const each = (name: string, pieces: string) => (row: Row) => numberIn(row, name) * numberIn(row, pieces);
const stones = {
  stoneCt: weight('主石重', 'stoneCt'),
  stoneP: count('主石粒数', 'stoneP'),
  secondCt: weight('副石重', 'secondCt'),
  secondP: count('副石粒数', 'secondP'),
};
const movedPieces = (pieces: string) => ({
  num: count('数量', pieces),
  goldWeight: weight('金重', each('goldWeight', pieces)),
  weight: weight('总重', each('weight', pieces)),
  stoneCt: weight('主石重', each('stoneCt', pieces)),
});
const pending = (name: string) => (row: Row) => (row['auditFlag'] === 1 ? numberIn(row, name) : 0);
const FEES = {
  sellFee: '首饰金额',
  changeFee: '退换金额',
  recycleFee: '旧料金额',
  giftFee: '赠品金额',
  cleanFee: '清洗金额',
  factFee: '实付金额',
};
const detail = Object.entries(FEES).flatMap(([name, label]) => [
  [name, money(label, name)],
  [`pending${name.charAt(0).toUpperCase()}${name.slice(1)}`, money(`待审核${label}`, pending(name))],
]) as readonly (readonly [string, Figure])[];

const PLACES: Readonly<Record<string, Figure['places']>> = { count: 0, money: 2, weight: 3, carat: 3 };
type TableContract = { readonly path: string; readonly fields: TableFields; readonly sums: readonly string[] };
/** A report of one table: the sums that it declares. */
const ofTable = (
  { path, fields, sums }: TableContract,
  { title, key }: { readonly title: string; readonly key: string },
): CountedReport => ({
  title,
  path,
  key,
  figures: Object.fromEntries(
    sums.map((name) => [name, figure(PLACES[fields[name]!.kind]!)(fields[name]!.title, name)]),
  ),
});

/** A day filter is a must of some reports: all days there are. */
export const ALL_DAYS = { beginTime: '1990-01-01', endTime: '2099-12-31' };

export const COUNTED_REPORTS = {
  'goods-turnover': {
    title: '库存周转报表',
    path: '/report-goods-turnover',
    query: { stock: 'all' },
    key: 'barcode',
    figures: {
      ...movedPieces('num'),
      secondCt: weight('副石重', each('secondCt', 'num')),
      piceCost: money('成本', each('piceCost', 'num')),
      sellPrice: money('销售价', each('sellPrice', 'num')),
    },
  },
  'goods-flow': {
    title: '首饰流水',
    path: '/report-goods-flow',
    query: ALL_DAYS,
    key: 'barcode',
    figures: {
      num: count('数量', 'num'),
      inNum: count('入库数量', (row) => Math.max(0, numberIn(row, 'num'))),
      outNum: count('出库数量', (row) => Math.max(0, -numberIn(row, 'num'))),
    },
  },
  'goods-allocate': {
    title: '首饰调拨报表',
    path: '/report-goods-allocate',
    shopFilter: 'outShopId',
    key: 'barcode',
    figures: { ...movedPieces('inNum'), inPrice: money('调入价', each('inPrice', 'inNum')) },
  },
  'goods-return': {
    title: '首饰退货报表',
    path: '/report-goods-return',
    key: 'barcode',
    figures: { ...movedPieces('returnNum'), returnPrice: money('退货价', each('returnPrice', 'returnNum')) },
  },
  'goods-check': {
    title: '首饰盘点报表',
    path: '/report-goods-check',
    key: 'no',
    figures: { bookNum: count('账面数量', 'bookNum'), factNum: count('实盘数量', 'factNum') },
  },
  'sell-detail': {
    title: '销售明细',
    path: '/report-sell-detail',
    key: 'orderNo',
    figures: Object.fromEntries(detail),
  },
  'sell-goods': {
    title: '首饰销售明细',
    path: '/report-sell-goods',
    key: 'orderNo',
    figures: {
      num: count('数量', 'num'),
      goldWeight: weight('销售金重', 'sellGoldWeight'),
      weight: weight('总重', 'weight'),
      ...stones,
      amount: money('销售价', 'sellPrice'),
      factFee: money('实售金额', 'factSellFee'),
    },
  },
  'sell-change': {
    title: '退换明细',
    path: '/report-sell-change',
    key: 'orderNo',
    figures: {
      num: count('数量', 'returnNum'),
      goldWeight: weight('金重', 'goldWeight'),
      weight: weight('总重', 'weight'),
      ...stones,
      sellPrice: money('销售价', each('sellPrice', 'returnNum')),
      factReturnAmount: money('实退金额', 'factReturnAmount'),
    },
  },
  'sell-gift': {
    title: '赠品销售明细',
    path: '/report-sell-gift',
    key: 'orderNo',
    figures: {
      num: count('数量', 'num'),
      amount: money('金额', 'amount'),
      rebateInte: count('扣减积分', 'rebateInte'),
    },
  },
  'seller-score': {
    title: '销售员业绩',
    path: '/report-seller-score',
    key: 'orderNo',
    figures: {
      num: count('数量', 'num'),
      amount: money('实售金额', 'factSellFee'),
      goldWeight: weight('销售金重', 'sellGoldWeight'),
      weight: weight('总重', 'weight'),
      stoneCt: stones.stoneCt,
      secondCt: stones.secondCt,
      sellerPoints: count('销售积分', 'sellerPoints'),
    },
  },
  'sell-sum': {
    title: '销售汇总',
    path: '/report-sell-sum',
    query: ALL_DAYS,
    figures: { num: count('数量'), goldWeight: weight('金重'), factFee: money('金额') },
  },
  'finance-profit': {
    title: '利润表',
    path: '/finance-profit',
    key: 'orderNo',
    figures: {
      amount: money('金额', 'amount'),
      giftFee: money('赠品金额', 'giftFee'),
      oldFee: money('旧料金额', 'oldFee'),
      changeFee: money('退换金额', 'changeFee'),
      cleanFee: money('清洗金额', 'cleanFee'),
      factFee: money('实付金额', 'factFee'),
      roundFee: money('抹零金额', 'roundFee'),
      costAmount: money('成本', 'costAmount'),
      profit: money('利润', 'profit'),
      goodsMargin: money('商品毛利', 'goodsMargin'),
    },
  },
  'sell-approval': {
    title: '优惠授权报表',
    path: '/report-sell-approval',
    key: 'orderNo',
    figures: { approvals: count('授权次数', () => 1), orders: count('订单数'), givenAway: money('差额', 'givenAway') },
  },
  'sell-clean': ofTable(sellCleanReport, { title: '清洗明细', key: 'orderNo' }),
  'sell-recycle': ofTable(sellRecycleReport, { title: '首饰回收明细', key: 'barcode' }),
  'recycle-stock': {
    title: '旧料库存',
    path: '/report-recycle',
    query: { stock: 'all' },
    key: 'lotNo',
    figures: {
      leftWeight: weight('剩余重量', 'leftWeight'),
      leftNetWeight: weight('剩余净重', 'leftNetWeight'),
      leftPrice: money('剩余金额', 'leftPrice'),
      held: weight('占用重量', 'held'),
    },
  },
  'gift-turnover': {
    title: '赠品库存',
    path: '/report-gift-turnover',
    key: 'barcode',
    figures: {
      inNum: count('入库数量', 'inNum'),
      outNum: count('出库数量', 'outNum'),
      num: count('库存数量', 'num'),
      held: count('占用数量', 'held'),
      cost: money('库存成本', 'cost'),
    },
  },
  'till-money': {
    title: '收银台现金',
    key: 'document',
    figures: { cash: money('现金', 'cash'), other: money('其他收款', 'other') },
  },
  points: {
    title: '客户积分',
    key: 'customer',
    figures: { points: count('积分明细合计', 'points'), balance: count('积分余额', 'balance') },
  },
  'stored-value': {
    title: '定金与储值',
    key: 'customer',
    figures: { amount: money('明细合计', 'amount'), balance: money('余额', 'balance') },
  },
} as const satisfies Readonly<Record<string, CountedReport>>;
export type ReportName = keyof typeof COUNTED_REPORTS;
export const REPORT_NAMES = Object.keys(COUNTED_REPORTS) as readonly ReportName[];
export const reportOf = (name: ReportName): CountedReport => COUNTED_REPORTS[name];
/** Whether rows of the report have the figure, each known by its key. */
export const rowsTell = (name: ReportName, field: string): boolean =>
  reportOf(name).key !== undefined && reportOf(name).figures[field]?.row !== undefined;
/** Counted for the whole chain: customers belong to no shop. */
export const ofChain = (name: ReportName): boolean => name === 'points' || name === 'stored-value';
