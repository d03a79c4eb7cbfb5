/** GET /biz-sell-change/inspect (R71): what customers brought back to be inspected, waiting or judged. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { choice, code, filterDay, filterPartner, filterShop } from 'services/contracts/filters';

/** '1' 待检, '2' 已质检. */
export const RETURN_STATES = [
  { value: '1', label: '待检' },
  { value: '2', label: '已质检' },
] as const;
export const ReturnInspectionQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  customerId: filterPartner(),
  /** Absent: 待检. */
  state: choice(['1', '2']),
  result: choice(['1', '2', '3']),
  /** The piece's. */
  barcode: code(),
  /** Of the order that took it back: XS10007. */
  orderNo: code(),
  /** Of the day it was brought back. */
  beginTime: filterDay(),
  endTime: filterDay(),
});
export type ReturnInspectionQuery = z.infer<typeof ReturnInspectionQuery>;

/** `id` is the order's line. Days yyyy-MM-dd, '' where there is none; weight in g of all pieces, money in yuan. */
export const ReturnInspectionRow = z.object({
  id: z.int(),
  state: z.enum(['1', '2']),
  stateName: z.string(),
  /** '1' 回库, '2' 转旧料, '3' 退供应商; '' while it waits. */
  result: z.string(),
  resultName: z.string(),
  /** What was wrong with it. */
  note: z.string(),
  inspector: z.string(),
  inspectAt: z.string(),
  inspectionNo: z.string(),
  /** The document that has what did not pass: TH10008. */
  takenNo: z.string(),
  /** Days it has waited; 0 once it is judged. */
  waitDays: z.int(),
  returnAt: z.string(),
  returnedBy: z.string(),
  sellId: z.int(),
  orderNo: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  barcode: z.string(),
  name: z.string(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  num: z.int(),
  goldWeight: z.number(),
  factReturnAmount: z.number(),
  thumb: z.string(),
  /** As the till wrote it down. */
  remark: z.string(),
});
export type ReturnInspectionRow = z.infer<typeof ReturnInspectionRow>;
export const returnInspectionList = {
  path: '/biz-sell-change/inspect',
  row: ReturnInspectionRow,
  query: ReturnInspectionQuery,
  asOf: true,
} as const;
