/** GET /report-sell-approval: who allowed what beyond the limits of the till; one row per approval. */
import { z } from 'zod';
import { auditFlag, choice, code, filterDay, filterShop, term } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { Paging } from 'services/contracts/envelope';
import { SALE_LIMITS, type SaleLimit } from 'services/sale/contract';

const Filters = {
  shopId: filterShop(),
  approver: term(),
  seller: term(),
  /** Approvals of at least one piece that is beyond this limit. */
  rule: choice(Object.keys(SALE_LIMITS) as [SaleLimit, ...SaleLimit[]]),
  barcode: code(),
  auditFlag: auditFlag(),
  beginTime: filterDay(),
  endTime: filterDay(),
};
export const SaleApprovalQuery = z.object({ ...Paging, ...Filters });
export type SaleApprovalQuery = z.infer<typeof SaleApprovalQuery>;

export const SaleApprovalRow = z.object({
  /** Order and place of the approval in it. */
  key: z.string(),
  orderId: z.int(),
  orderNo: z.string(),
  sellAt: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  customerName: z.string(),
  seller: z.string(),
  approver: z.string(),
  /** Who asked: the user at the till. */
  asker: z.string(),
  /** Each piece with what exceeds what; a limit that would tell the cost only with the right (R13). */
  exceeded: z.string(),
  /** Σ tag price − price sold of the approved pieces, where that is more than nothing; null: none has a tag. */
  givenAway: z.number().nullable(),
  reason: z.string(),
  approvedAt: z.string(),
  auditFlag: z.int(),
});
export type SaleApprovalRow = z.infer<typeof SaleApprovalRow>;

export const SaleApprovalTotals = { approvals: WireSum, orders: WireSum, givenAway: WireSum };
export const APPROVAL_FIGURES = [
  'approvals',
  'orders',
  'givenAway',
] as const satisfies readonly (keyof typeof SaleApprovalTotals)[];
export type ApprovalFigure = (typeof APPROVAL_FIGURES)[number];
export const saleApprovalReport = {
  path: '/report-sell-approval',
  row: SaleApprovalRow,
  query: SaleApprovalQuery,
  totals: SaleApprovalTotals,
  asOf: true,
} as const;

export const SaleApprovalExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(APPROVAL_FIGURES, { error: '没有这个合计' }),
});
export const saleApprovalExplain = { path: '/report-sell-approval/explain' } as const;
