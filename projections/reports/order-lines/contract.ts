/** GETs of the reports over the lines of sales (S1§2.12, §3, §7; R51, R78, R92): rows, totals and filters of each. */
import { DAYS, KINDS, explainWith, queryWith, rowWith, totalsWith } from '../line-fields/contract.ts';

const PIECES = [...DAYS, ...KINDS, 'barcode', 'name', 'seller'] as const;
export const FEES = ['workFee', 'piceWorkFee', 'fineWorkFee'] as const;
const STONES = ['stone', 'stoneCt', 'stoneP', 'second', 'secondCt', 'secondP'] as const;
/** What pieces weigh, and their stones. */
const WEIGHED = ['num', 'goldWeight', 'weight', 'stoneCt', 'stoneP', 'secondCt', 'secondP'] as const;
/** What every row of an order begins with. */
const ORDER = ['key', 'orderId', 'orderNo', 'sellAt', 'shopId', 'shopName'] as const;

const DETAIL_FILTERS = [...DAYS, ...KINDS, 'name', 'barcode', 'billType', 'auditFlag', 'seller'] as const;
export const DETAIL_TOTALS = [
  'sellFee',
  'changeFee',
  'recycleFee',
  'giftFee',
  'cleanFee',
  'factFee',
  'pendingSellFee',
  'pendingChangeFee',
  'pendingRecycleFee',
  'pendingGiftFee',
  'pendingCleanFee',
  'pendingFactFee',
] as const;
export const DETAIL_FIELDS = [
  ...ORDER,
  'billType',
  'auditFlag',
  'customerName',
  'type',
  'barcode',
  'name',
  'style',
  'fineness',
  'num',
  'goldWeight',
  'goldContent',
  'todayGoldCost',
  'sellPrice',
  'rebate',
  'sellFee',
  'changeFee',
  'recycleFee',
  'giftFee',
  'cleanFee',
  'factFee',
  'color',
  'otherParam',
  'seller',
  'creator',
  'remark',
] as const;
/** One row per line of any kind; `factFee` is the order's, at its first row. */
export const sellDetailReport = {
  path: '/report-sell-detail',
  row: rowWith(DETAIL_FIELDS),
  query: queryWith(DETAIL_FILTERS),
  totals: totalsWith(DETAIL_TOTALS),
  asOf: true,
} as const;
export const SellDetailExplain = explainWith(DETAIL_FILTERS, DETAIL_TOTALS);

export const GOODS_TOTALS = [...WEIGHED, 'amount', 'factFee'] as const;
export const GOODS_ROW = [
  ...ORDER,
  'customerName',
  'barcode',
  'name',
  'type',
  'style',
  'fineness',
  'num',
  'sellGoldWeight',
  'weight',
  'todayGoldCost',
  'sellPrice',
  'rebate',
  'rebateFee',
  'factSellFee',
  'styleNo',
  ...FEES,
  ...STONES,
  'seller',
  'remark',
] as const;
/** Jewellery sold, piece by piece. */
export const sellGoodsReport = {
  path: '/report-sell-goods',
  row: rowWith(GOODS_ROW),
  query: queryWith(PIECES),
  totals: totalsWith(GOODS_TOTALS),
  asOf: true,
} as const;
export const SellGoodsExplain = explainWith(PIECES, GOODS_TOTALS);

export const CHANGE_TOTALS = [...WEIGHED, 'sellPrice', 'factReturnAmount'] as const;
export const CHANGE_ROW = [
  ...ORDER,
  'customerName',
  'rawOrderNo',
  'rawSellAt',
  'barcode',
  'name',
  'type',
  'style',
  'fineness',
  'sellNum',
  'returnNum',
  'goldWeight',
  'weight',
  'sellPrice',
  'returnPrice',
  'factReturnAmount',
  'styleNo',
  ...FEES,
  ...STONES,
  'seller',
  'remark',
] as const;
/** What customers brought back; `sellPrice` is what one piece could be paid back at (R92). */
export const sellChangeReport = {
  path: '/report-sell-change',
  row: rowWith(CHANGE_ROW),
  query: queryWith(PIECES),
  totals: totalsWith(CHANGE_TOTALS),
  asOf: true,
} as const;
export const SellChangeExplain = explainWith(PIECES, CHANGE_TOTALS);

const GIFT_FILTERS = [...DAYS, 'barcode', 'goodsName'] as const;
export const GIFT_TOTALS = ['num', 'amount', 'rebateInte'] as const;
export const GIFT_ROW = [
  ...ORDER,
  'customerName',
  'barcode',
  'goodsName',
  'styleNo',
  'spec',
  'measure',
  'num',
  'price',
  'amount',
  'rebateInte',
  'seller',
  'remark',
] as const;
/** Gifts sold, given for points and given away; `amount` and `rebateInte` are of the whole line. */
export const sellGiftReport = {
  path: '/report-sell-gift',
  row: rowWith(GIFT_ROW),
  query: queryWith(GIFT_FILTERS),
  totals: totalsWith(GIFT_TOTALS),
  exportKey: 'biz:bizSellGift:list',
  asOf: true,
} as const;
export const SellGiftExplain = explainWith(GIFT_FILTERS, GIFT_TOTALS);
