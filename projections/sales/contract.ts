/** GET /biz-sell, /{id}, the six line lists, print data (S1§2.1, §3, §7). */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { documentQuery, field, rowOf } from 'services/contracts/fields';
import { choice, filterPartner, filterShop } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { recycleLine } from '../recycles/contract.ts';
import { ReturnTo } from 'services/sale/contract';

export * from '../customer-buy/contract.ts';

/** Hours of the day, 0 to 23, in the shops' time. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour));
const [FIRST = '0', ...LATER] = HOURS;
/** `hour` is that of the order's entry, as the start page counts (R93); it takes both days. */
export const SaleQuery = documentQuery({
  customerId: filterPartner(),
  shopId: filterShop(),
  hour: choice([FIRST, ...LATER], '录入时段为 0 到 23 时'),
});
export type SaleQuery = z.infer<typeof SaleQuery>;

export const saleFields = {
  id: field.record('id'),
  orderNo: field.numberOf('sale', 'id').called('单据号'),
  customerId: field.partner('customer_id').found(),
  customerName: field.nameIn('customer', 'customer_id').called('客户'),
  customerMobile: field.mobileOf('customer_id'),
  shopId: field.partner('shop_id').found(),
  shopName: field.nameIn('shop', 'shop_id').called('分店'),
  sellAt: field.day('sold_on').called('销售日期'),
  seller: field.text('seller_name').called('销售员').found(),
  sellerId: field.record('seller_id'),
  num: field.pieces('quantity').called('件数').total('sheet'),
  amount: field.money('amount_fen').called('首饰金额').total('sheet').found(),
  changeFee: field.money('change_fee_fen').called('退换金额').total('sheet').found(),
  oldFee: field.money('old_fee_fen').called('旧料金额').total('sheet').found(),
  giftFee: field.money('gift_fee_fen').called('赠品金额').total('sheet').found(),
  cleanFee: field.money('clean_fee_fen').called('维修清洗金额').total('sheet').found(),
  payableFee: field.money('payable_fee_fen').called('应付金额').total('sheet'),
  factFee: field.money('fact_fee_fen').called('实付金额').total('sheet').found(),
  costAmount: field.money('cost_amount_fen').called('成本').total('sheet').cost(),
  points: field.points('points'),
  sellerPoints: field.points('seller_points'),
  status: field.text('status', '2'),
  remark: field.text('remark').called('备注'),
  auditFlag: field.status('audit_flag').called('审核状态'),
  underWay: field.text('under_way'),
  auditor: field.text('auditor').called('审核人'),
  /** Who allowed what lies beyond the limits of the till; '' where nothing does. */
  approver: field.made(z.string(), 'text').called('授权人'),
  pictures: field.json('pictures', z.array(z.string())).toldAs(z.string()),
  printTemplate: field.text('print_template'),
  /** First photo: thumbnail and picture path, '' without one. */
  thumb: field.made(z.string()),
  photo: field.made(z.string()),
  /** What a list shows: the sale's own pictures, or those of the first pieces sold; names as JSON, '' without any. */
  shownPictures: field.made(z.string()),
  createdBy: field.text('created_by').called('制单人'),
  createdAt: field.moment('created_at').called('制单时间'),
  updatedAt: field.moment('updated_at'),
};
export const SaleRow = rowOf(saleFields);
export type SaleRow = z.infer<typeof SaleRow>;
/** Kind of the print templates of orders. */
export const SALE_PAPER_KIND = 'invoice';
/** Over the whole filter, not the page (R16). */
export const SaleSummary = z.object({
  count: z.int(),
  audited: z.int(),
  giftFee: WireSum,
  oldFee: WireSum,
  changeFee: WireSum,
  cleanFee: WireSum,
  amount: WireSum,
  factFee: WireSum,
});
export const saleList = {
  path: '/biz-sell',
  row: SaleRow,
  query: SaleQuery,
  summary: SaleSummary,
  asOf: true,
} as const;

/** Number of the order, when it was entered, who sold it, yuan paid, audited or not (R129). */
export const Transaction = z.object({
  order_no: z.string(),
  timestamp: z.string(),
  username: z.string(),
  price: SaleRow.shape.factFee,
  status: z.enum(['success', 'pending']),
});
export type Transaction = z.infer<typeof Transaction>;
export const TransactionQuery = z.object(Paging);
export const Transactions = z.object({ total: z.int(), items: z.array(Transaction) });

export const SALE_FIGURES = ['count', 'giftFee', 'oldFee', 'changeFee', 'cleanFee', 'amount', 'factFee'] as const;
export const SaleExplainQuery = SaleQuery.extend({ field: z.enum(SALE_FIGURES, { error: '没有这个合计' }) });
export const saleExplain = { path: '/biz-sell/explain' } as const;

/** Given at the first save of the line, sent back on edit (S1§3). */
const lineId = field.made(z.number());
/** Jewellery line; weights, sellPrice, rebateFee and factSellFee are line totals (R8). */
export const saleLine = {
  id: lineId,
  goodsId: field.record('goodsId'),
  barcode: field.text('barcode'),
  type: field.text('category'),
  style: field.text('style'),
  fineness: field.text('fineness'),
  name: field.text('name'),
  thumb: field.made(z.string()),
  num: field.pieces('quantity'),
  originalTodayGoldCost: field.money('quotedGoldPriceFen'),
  todayGoldCost: field.money('goldPriceFen'),
  originalWorkFee: field.money('originalLabourFeeFen'),
  workFee: field.money('labourFeeFen'),
  originalPiceWorkFee: field.money('originalPieceWorkFeeFen'),
  piceWorkFee: field.money('pieceWorkFeeFen'),
  originalFineWorkFee: field.money('originalFineWorkFeeFen'),
  fineWorkFee: field.money('fineWorkFeeFen'),
  rebate: field.made(z.number()),
  /** Agreed for the line (R72); absent where none was. */
  dealPrice: field.made(z.number().optional()),
  rebateFee: field.money('rebateFeeFen'),
  factSellFee: field.money('amountFen'),
  sellPrice: field.money('sellPriceFen'),
  cutDown: field.weight('cutDownMg'),
  goldWeight: field.weight('netWeightMg'),
  sellGoldWeight: field.weight('sellWeightMg'),
  priceMode: field.made(z.enum(['1', '2'])),
  /** Per unit: tag price in yuan, by-gram share as a look-up answers it; lines of before know neither. */
  tagPrice: field.made(z.number().optional()),
  gramShare: field.made(z.number().optional()),
  remark: field.text('remark'),
  points: field.points('points'),
  sellerPoints: field.points('sellerPoints'),
  piceCost: field.money('unitCostFen').cost(),
};
export const SaleLineRow = rowOf(saleLine);
export type SaleLineRow = z.infer<typeof SaleLineRow>;
/** What comes back: numbers are of that, `sellNum` of what was sold, prices of one piece. */
export const saleChangeLine = {
  id: lineId,
  rawSellId: field.record('rawSellId'),
  rawOrderNo: field.made(z.string()),
  rawSellAt: field.day('rawSoldOn'),
  barcode: field.text('barcode'),
  goodsId: field.record('goodsId'),
  type: field.text('category'),
  style: field.text('style'),
  fineness: field.text('fineness'),
  name: field.text('name'),
  thumb: field.made(z.string()),
  sellNum: field.pieces('soldQuantity'),
  sellPrice: field.made(z.number()),
  /** What can be paid back of all that was sold. */
  refundable: field.money('refundableFen'),
  returnNum: field.pieces('quantity'),
  returnPrice: field.money('unitRefundFen'),
  factReturnAmount: field.money('refundFen'),
  goldWeight: field.weight('weightMg'),
  seller: field.made(z.string()),
  /** What it weighed when it came back, grams; as it was sold where nobody weighed it. */
  returnWeight: field.made(z.number()),
  returnTo: field.word('returnTo', ReturnTo),
  /** Cut off or added when it was sold, of all that was sold. */
  soldCutDown: field.weight('soldCutDownMg'),
  /** It weighs something else now: a new label is to be printed, and was not since (R74). */
  needsLabel: field.made(z.boolean()),
  /** Its stock row in the order's shop, for that label; 0 where none is asked for. */
  labelId: field.made(z.int()),
  /** 待检, or what it was judged: 回库, 转旧料, 退供应商; '' where nobody is to inspect it. */
  inspection: field.made(z.string()),
  /** ZJ… that judged it. */
  inspectionNo: field.made(z.string()),
  points: field.points('points'),
  sellerPoints: field.points('sellerPoints'),
  remark: field.text('remark'),
};
export const SaleChangeLineRow = rowOf(saleChangeLine);
export type SaleChangeLineRow = z.infer<typeof SaleChangeLineRow>;

/** Old material taken in; numbers as in a recycle order. */
const { recycleId: _order, ...recycleFields } = recycleLine;
export const saleRecycleLine = { ...recycleFields, id: lineId };
export const SaleRecycleLineRow = rowOf(saleRecycleLine);
export type SaleRecycleLineRow = z.infer<typeof SaleRecycleLineRow>;
/** Line of what was handed in for cleaning or mending; days are '' where there is none. */
export const saleCleanLine = {
  id: lineId,
  type: field.text('category'),
  style: field.text('style'),
  fineness: field.text('fineness'),
  weight: field.weight('weightMg'),
  stone: field.text('mainStone'),
  stoneCt: field.made(z.number()),
  stoneP: field.pieces('mainStoneCount'),
  second: field.text('sideStone'),
  secondCt: field.made(z.number()),
  secondP: field.pieces('sideStoneCount'),
  price: field.money('priceFen'),
  remark: field.text('remark'),
  promiseAt: field.made(z.string()),
  takeAt: field.made(z.string()),
  takeBy: field.made(z.string()),
  /** WX and its id: what the receipt's barcode says. */
  no: field.made(z.string()),
  /** 已收件 已送修 已修好 已取件. */
  state: field.made(z.string()),
};
export const SaleCleanLineRow = rowOf(saleCleanLine);
export type SaleCleanLineRow = z.infer<typeof SaleCleanLineRow>;
/** Line of a gift; price of one, amount and points of all. */
export const saleGiftLine = {
  id: lineId,
  giftId: field.record('giftId'),
  barcode: field.text('barcode'),
  goodsName: field.text('name'),
  styleNo: field.text('styleNo'),
  spec: field.text('spec'),
  measure: field.text('measure'),
  num: field.pieces('quantity'),
  price: field.money('priceFen'),
  amount: field.money('amountFen'),
  rebateInte: field.points('spentPoints'),
  remark: field.text('remark'),
  cost: field.money('costFen').cost(),
};
export const SaleGiftLineRow = rowOf(saleGiftLine);
export type SaleGiftLineRow = z.infer<typeof SaleGiftLineRow>;
/** An approval of the order: for each line what exceeds what, in words. */
export const SaleApprovalRow = z.object({
  approver: z.string(),
  asker: z.string(),
  at: z.string(),
  reason: z.string(),
  lines: z.array(
    z.object({ barcode: z.string(), tagPrice: z.number(), amount: z.number(), exceeded: z.array(z.string()) }),
  ),
});
export type SaleApprovalRow = z.infer<typeof SaleApprovalRow>;
export const SaleBalanceRow = z.object({ balance: z.string(), amount: z.number() });
export const SaleRecord = SaleRow.extend({
  sellGoodsList: z.array(SaleLineRow),
  sellChangeList: z.array(SaleChangeLineRow),
  sellRecycleList: z.array(SaleRecycleLineRow),
  sellGiftList: z.array(SaleGiftLineRow),
  sellCleanList: z.array(SaleCleanLineRow),
  sellBalanceList: z.array(SaleBalanceRow),
  /** Who sold it, the seller first; percent, together 100 (R81). */
  sellers: z.array(z.object({ sellerId: z.int(), seller: z.string(), ratio: z.number() })),
  approvals: z.array(SaleApprovalRow),
});
export type SaleRecord = z.infer<typeof SaleRecord>;
