/** What a report over the lines of sales can show, each field said once: its title, its kind, its shape on the wire. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import {
  auditFlag,
  choice,
  code,
  filterDay,
  filterPartner,
  filterRecord,
  filterShop,
  order,
  several,
  term,
} from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';

/** What lines of each list are called in reports and filters. */
export const LIST_WORDS = { goods: '销售', change: '退换', recycle: '旧料', gift: '赠品', clean: '清洗' } as const;
export type LineList = keyof typeof LIST_WORDS;
const BILL_TYPES = ['销售', '退换', '旧料', '赠品', '清洗', '退货'] as const;

export const field =
  <const Kind extends string, Schema extends z.ZodType>(kind: Kind, schema: Schema) =>
  (title: string) => ({ title, kind, schema });
const text = field('text', z.string());
const day = field('day', z.string());
const money = field('money', z.number());
const weight = field('weight', z.number());
const carat = field('carat', z.number());
const count = field('count', z.number());
/** Where it does not apply, null. */
const perhaps = field('money', z.number().nullable());

/** Leaves the server only with the right (R13). */
const cost = field('money', z.number().optional());

export const LINE_FIELDS = {
  key: text('行'),
  orderId: count('销售单'),
  orderNo: text('单据号'),
  sellAt: day('销售日期'),
  turnoverAt: day('日期'),
  shopId: count('分店编号'),
  shopName: text('分店'),
  customerName: text('客户'),
  billType: text('类型'),
  auditFlag: count('审核状态'),
  seller: text('销售员'),
  creator: text('制单人'),
  barcode: text('条码'),
  name: text('名称'),
  goodsName: text('赠品名称'),
  type: text('类别'),
  style: text('款式'),
  fineness: text('成色'),
  styleNo: text('款号'),
  goldContent: text('含金量'),
  color: text('颜色'),
  otherParam: text('其他参数'),
  spec: text('规格'),
  measure: text('单位'),
  num: count('数量'),
  sellNum: count('销售数量'),
  returnNum: count('退货数量'),
  goldWeight: weight('金重'),
  sellGoldWeight: weight('销售金重'),
  weight: weight('总重'),
  stone: text('主石'),
  stoneCt: carat('主石重'),
  stoneP: count('主石粒数'),
  second: text('副石'),
  secondCt: carat('副石重'),
  secondP: count('副石粒数'),
  todayGoldCost: perhaps('今日金价'),
  workFee: money('工费'),
  piceWorkFee: money('件工费'),
  fineWorkFee: money('精工费'),
  sellPrice: perhaps('销售价'),
  rebate: field('percent', z.number().nullable())('折扣'),
  rebateFee: perhaps('折后金额'),
  factSellFee: perhaps('实售金额'),
  sellFee: money('首饰金额'),
  changeFee: money('退换金额'),
  recycleFee: money('旧料金额'),
  oldFee: money('旧料金额'),
  giftFee: money('赠品金额'),
  cleanFee: money('清洗金额'),
  payableFee: money('应付金额'),
  /** Of the order: at its first row, null at the others. */
  factFee: perhaps('实付金额'),
  returnPrice: perhaps('退货单价'),
  factReturnAmount: money('实退金额'),
  rawOrderNo: text('原销售单'),
  rawSellAt: day('原销售日期'),
  price: money('单价'),
  amount: money('金额'),
  rebateInte: count('扣减积分'),
  points: count('积分'),
  sellerPoints: count('销售积分'),
  roundFee: money('抹零金额'),
  costAmount: cost('成本'),
  profit: cost('利润'),
  goodsMargin: cost('商品毛利'),
  remark: text('备注'),
} as const;
export type LineField = keyof typeof LINE_FIELDS;

/** What tells the cost, rows and totals alike. */
const COST_FIELDS: readonly string[] = ['costAmount', 'profit', 'goodsMargin'];
export const isCost = (name: string): boolean => COST_FIELDS.includes(name);

/** The schema of rows with these fields. */
export const rowWith = <const Names extends readonly LineField[]>(names: Names) =>
  z.object(Object.fromEntries(names.map((name) => [name, LINE_FIELDS[name].schema]))) as z.ZodObject<{
    readonly [Name in Names[number]]: (typeof LINE_FIELDS)[Name]['schema'];
  }>;

/** Exact sums of these names. */
export const totalsWith = <const Names extends readonly string[]>(names: Names) =>
  Object.fromEntries(names.map((name) => [name, isCost(name) ? WireSum.optional() : WireSum])) as {
    readonly [Name in Names[number]]: z.ZodOptional<typeof WireSum>;
  };

/** All filters that lines know; each report takes its own of them. */
export const LINE_FILTERS = {
  shopId: filterShop(),
  customerId: filterPartner(),
  sellerId: filterRecord(),
  seller: term(),
  barcode: code(),
  goodsName: term(),
  type: term(),
  style: term(),
  fineness: term(),
  name: term(),
  billType: choice(BILL_TYPES),
  auditFlag: auditFlag(),
  beginTime: filterDay(),
  endTime: filterDay(),
  typeArr: several(),
  styleArr: several(),
  finenessArr: several(),
  sellerArr: several(),
} as const;
export type LineFilter = keyof typeof LINE_FILTERS;
const SORTS = { sellAtOrder: order(), amountOrder: order(), goldWeightOrder: order() } as const;
export type LineQuery = z.infer<z.ZodObject<typeof LINE_FILTERS & typeof SORTS & typeof Paging>>;

/** Of whom and when, and of what sort: filters that most reports have. */
export const DAYS = ['shopId', 'customerId', 'beginTime', 'endTime'] as const;
export const KINDS = ['type', 'style', 'fineness', 'typeArr', 'styleArr', 'finenessArr'] as const;

/** The query of a report with these filters. */
export const queryWith = <const Names extends readonly LineFilter[]>(names: Names) =>
  z.object({ ...Paging, ...pickedFilters(names), ...SORTS });
/** The same rows, and which of their totals to open. */
export const explainWith = <
  const Names extends readonly LineFilter[],
  const Totals extends readonly [string, ...string[]],
>(
  names: Names,
  totals: Totals,
) => z.object({ ...Paging, ...pickedFilters(names), field: z.enum(totals, { error: '没有这个合计' }) });
export const pickedFilters = <const Names extends readonly LineFilter[]>(names: Names) =>
  Object.fromEntries(names.map((name) => [name, LINE_FILTERS[name]])) as {
    readonly [Name in Names[number]]: (typeof LINE_FILTERS)[Name];
  };

/** `<path>/chart`: the numbers of the picture above a report. */
export const Chart = z.object({
  kind: z.enum(['line', 'bar']),
  unit: z.string(),
  x: z.array(z.string()),
  series: z.array(z.object({ name: z.string(), data: z.array(z.number()) })),
});
export type Chart = z.infer<typeof Chart>;
