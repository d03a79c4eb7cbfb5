/** GET /biz-sell-clean (R49, R90): what customers handed in to be mended or cleaned, by where it is. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { personPhone } from 'services/contracts/person';
import { choice, code, filterDay, filterPartner, filterShop, order, several, term } from 'services/contracts/filters';
import { REPAIR_DONE } from 'services/sale/contract';

/** `待取件`: whatever is not fetched yet. */
export const WAITING = '待取件';
export const REPAIR_STATES = [WAITING, '已收件', ...REPAIR_DONE] as const;
export const RepairQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  customerId: filterPartner(),
  state: choice(REPAIR_STATES),
  /** '1': past the day it was promised for and not fetched. */
  overdue: choice(['1']),
  type: term(),
  style: term(),
  /** The number on the receipt: WX100070002. */
  barcode: code(),
  /** Of the day it was handed in. */
  beginTime: filterDay(),
  endTime: filterDay(),
  typeArr: several(),
  styleArr: several(),
  promiseAtOrder: order(),
  sellAtOrder: order(),
});
export type RepairQuery = z.infer<typeof RepairQuery>;

/** `id` is the line of the order. Days yyyy-MM-dd, '' where there is none; weight in g, stones in carats, price in yuan. */
export const RepairRow = z.object({
  id: z.int(),
  no: z.string(),
  state: z.string(),
  /** Of the last step: its day and who. */
  stateAt: z.string(),
  stateBy: z.string(),
  /** Days past the promised one while it is not fetched; 0 where it is in time. */
  overdueDays: z.int(),
  promiseAt: z.string(),
  sellId: z.int(),
  orderNo: z.string(),
  auditFlag: z.int(),
  sellAt: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  customerMobile: personPhone(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  weight: z.number(),
  stone: z.string(),
  stoneCt: z.number(),
  stoneP: z.int(),
  second: z.string(),
  secondCt: z.number(),
  secondP: z.int(),
  price: z.number(),
  remark: z.string(),
  takeAt: z.string(),
  takeBy: z.string(),
});
export type RepairRow = z.infer<typeof RepairRow>;
export const repairList = { path: '/biz-sell-clean', row: RepairRow, query: RepairQuery, asOf: true } as const;

/** A step as it was entered: `at` is its day, `by` who did it; and who entered it, when. */
export const RepairStepRow = z.object({
  step: z.string(),
  at: z.string(),
  by: z.string(),
  remark: z.string(),
  enteredBy: z.string(),
  enteredAt: z.string(),
});
export type RepairStepRow = z.infer<typeof RepairStepRow>;
export const RepairRecord = RepairRow.extend({ steps: z.array(RepairStepRow) });
export type RepairRecord = z.infer<typeof RepairRecord>;
