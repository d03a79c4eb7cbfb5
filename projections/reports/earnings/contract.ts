/** GET /report-seller-score and /finance-profit (R51, R78, R92): whom sales count for, and what is left of them. */
import { DAYS, KINDS, explainWith, queryWith, rowWith, totalsWith } from '../line-fields/contract.ts';
import { FEES } from '../order-lines/contract.ts';

const SCORE_FILTERS = [...DAYS, ...KINDS, 'barcode', 'name', 'seller', 'sellerId', 'sellerArr'] as const;
export const SCORE_TOTALS = ['num', 'amount', 'goldWeight', 'weight', 'stoneCt', 'secondCt', 'sellerPoints'] as const;
export const SCORE_ROW = [
  'key',
  'orderId',
  'orderNo',
  'turnoverAt',
  'shopId',
  'shopName',
  'seller',
  'billType',
  'customerName',
  'barcode',
  'name',
  'type',
  'style',
  'fineness',
  'num',
  'factSellFee',
  'sellerPoints',
  'sellGoldWeight',
  'weight',
  'stoneCt',
  'secondCt',
  'todayGoldCost',
  ...FEES,
] as const;
/** A sale to its seller, a return against the seller of its sale. */
export const sellerScoreReport = {
  path: '/report-seller-score',
  row: rowWith(SCORE_ROW),
  query: queryWith(SCORE_FILTERS),
  totals: totalsWith(SCORE_TOTALS),
  asOf: true,
} as const;
export const SellerScoreExplain = explainWith(SCORE_FILTERS, SCORE_TOTALS);

const PROFIT_FILTERS = [...DAYS, 'seller'] as const;
export const PROFIT_TOTALS = [
  'amount',
  'giftFee',
  'oldFee',
  'changeFee',
  'cleanFee',
  'factFee',
  'roundFee',
  'costAmount',
  'profit',
  'goodsMargin',
] as const;
export const PROFIT_ROW = [
  'key',
  'orderId',
  'orderNo',
  'sellAt',
  'shopId',
  'shopName',
  'customerName',
  'seller',
  'points',
  'amount',
  'giftFee',
  'changeFee',
  'oldFee',
  'cleanFee',
  'factFee',
  'roundFee',
  'costAmount',
  'profit',
  'goodsMargin',
] as const;
/** A row per audited order (R19, R78): both margins. */
export const financeProfit = {
  path: '/finance-profit',
  row: rowWith(PROFIT_ROW),
  query: queryWith(PROFIT_FILTERS),
  totals: totalsWith(PROFIT_TOTALS),
  exportKey: 'biz:financeProfit:list',
  asOf: true,
} as const;
export const FinanceProfitExplain = explainWith(PROFIT_FILTERS, PROFIT_TOTALS);
