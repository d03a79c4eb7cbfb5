/** GET /biz-sell, /{id}, the six line lists, print data (S1§2.1, §3, §7). */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { auditFlag, code, filterDay, filterPartner, filterShop } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { Paging } from 'services/contracts/envelope';

export const SaleQuery = z.object({
  ...Paging,
  customerId: filterPartner(),
  shopId: filterShop(),
  barcode: code(),
  auditFlag: auditFlag(),
  beginTime: filterDay(),
  endTime: filterDay(),
});
export type SaleQuery = z.infer<typeof SaleQuery>;

export const SaleRow = z.object({
  id: z.int(),
  orderNo: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  customerMobile: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  sellAt: z.string(),
  seller: z.string(),
  sellerId: z.int(),
  num: z.int(),
  amount: z.number(),
  changeFee: z.number(),
  oldFee: z.number(),
  giftFee: z.number(),
  cleanFee: z.number(),
  payableFee: z.number(),
  factFee: z.number(),
  /** Cost field (R13). */
  costAmount: costField(z.number()),
  points: z.int(),
  sellerPoints: z.int(),
  status: z.string(),
  remark: z.string(),
  auditFlag: z.int(),
  auditor: z.string(),
  /** Who allowed what lies beyond the limits of the till; '' where nothing does. */
  approver: z.string(),
  pictures: z.string(),
  printTemplate: z.string(),
  /** First photo: thumbnail and picture path, '' without one. */
  thumb: z.string(),
  photo: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SaleRow = z.infer<typeof SaleRow>;
/** As it goes on paper: the customer need not read who allowed the price. */
export const SalePaper = SaleRow.omit({ approver: true });
export type SalePaper = z.infer<typeof SalePaper>;
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

export const SALE_FIGURES = ['count', 'giftFee', 'oldFee', 'changeFee', 'cleanFee', 'amount', 'factFee'] as const;
export const SaleExplainQuery = SaleQuery.extend({ field: z.enum(SALE_FIGURES, { error: '没有这个合计' }) });
export const saleExplain = { path: '/biz-sell/explain' } as const;

/** Jewellery line; weights, sellPrice, rebateFee and factSellFee are line totals (R8). */
export const SaleLineRow = z.object({
  goodsId: z.int(),
  barcode: z.string(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  name: z.string(),
  thumb: z.string(),
  num: z.int(),
  originalTodayGoldCost: z.number(),
  todayGoldCost: z.number(),
  originalWorkFee: z.number(),
  workFee: z.number(),
  originalPiceWorkFee: z.number(),
  piceWorkFee: z.number(),
  originalFineWorkFee: z.number(),
  fineWorkFee: z.number(),
  rebate: z.number(),
  rebateFee: z.number(),
  factSellFee: z.number(),
  sellPrice: z.number(),
  cutDown: z.number(),
  goldWeight: z.number(),
  sellGoldWeight: z.number(),
  priceMode: z.enum(['1', '2']),
  /** Per unit: tag price in yuan, by-gram share as a look-up answers it; lines of before know neither. */
  tagPrice: z.number().optional(),
  gramShare: z.number().optional(),
  remark: z.string(),
  points: z.int(),
  sellerPoints: z.int(),
  piceCost: costField(z.number()),
});
export type SaleLineRow = z.infer<typeof SaleLineRow>;
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
  sellChangeList: z.array(z.unknown()),
  sellRecycleList: z.array(z.unknown()),
  sellGiftList: z.array(z.unknown()),
  sellCleanList: z.array(z.unknown()),
  sellBalanceList: z.array(SaleBalanceRow),
  approvals: z.array(SaleApprovalRow),
});
export type SaleRecord = z.infer<typeof SaleRecord>;
