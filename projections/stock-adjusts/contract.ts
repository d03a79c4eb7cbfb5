/** GET /biz-stock-adjust, /{id}, /biz-stock-adjust-detail/list: write-offs and write-ups (R9). */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { auditFlag, choice, code, filterDay, filterRecord, filterShop } from 'services/contracts/filters';
import { Paging } from 'services/contracts/envelope';

export const AdjustQuery = z.object({
  ...Paging,
  kind: choice(['1', '2']),
  shopId: filterShop(),
  checkId: filterRecord(),
  barcode: code(),
  auditFlag: auditFlag(),
  beginTime: filterDay(),
  endTime: filterDay(),
});
export type AdjustQuery = z.infer<typeof AdjustQuery>;

export const AdjustRow = z.object({
  id: z.int(),
  no: z.string(),
  /** '1' 报损, '2' 报溢. */
  kind: z.string(),
  kindName: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  adjustAt: z.string(),
  reason: z.string(),
  checkId: z.int().nullable(),
  /** PD… of the check whose differences it settles; '' by hand. */
  checkNo: z.string(),
  /** JSON list of file names. */
  pictures: z.string(),
  thumbs: z.array(z.string()),
  photos: z.array(z.string()),
  remark: z.string(),
  auditFlag: z.int(),
  auditor: z.string(),
  lineCount: z.int(),
  num: z.int(),
  goldWeight: z.number(),
  /** Cost of what was lost or found (R13). */
  costAmount: costField(z.number()),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type AdjustRow = z.infer<typeof AdjustRow>;
export const adjustList = { path: '/biz-stock-adjust', row: AdjustRow, query: AdjustQuery, asOf: true } as const;

/** `stock` is what the shop has of it now. */
export const AdjustLineRow = z.object({
  goodsId: z.int(),
  barcode: z.string(),
  name: z.string(),
  type: z.string(),
  stock: z.int(),
  num: z.int(),
  piceCost: costField(z.number()),
  goldWeight: z.number(),
  /** Where it differs from the document's. */
  reason: z.string(),
});
export type AdjustLineRow = z.infer<typeof AdjustLineRow>;
export const AdjustRecordRow = AdjustRow.extend({ bizGoodsList: z.array(AdjustLineRow) });
export type AdjustRecordRow = z.infer<typeof AdjustRecordRow>;
