/** GET /biz-allocate, /{id}, /biz-allocate-detail/list (S0§2, §3, §7). */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { auditFlag, code, filterDay, filterShop } from 'services/contracts/filters';
import { Paging } from 'services/contracts/envelope';

export const TransferQuery = z.object({
  ...Paging,
  outShopId: filterShop(),
  inShopId: filterShop(),
  allocateAt: filterDay(),
  barcode: code(),
  auditFlag: auditFlag(),
  beginTime: filterDay(),
  endTime: filterDay(),
});
export type TransferQuery = z.infer<typeof TransferQuery>;

export const TransferRow = z.object({
  id: z.int(),
  no: z.string(),
  outShopId: z.int(),
  outShopName: z.string(),
  inShopId: z.int(),
  inShopName: z.string(),
  allocateAt: z.string(),
  remark: z.string(),
  auditFlag: z.int(),
  auditor: z.string(),
  lineCount: z.int(),
  num: z.int(),
  goldWeight: z.number(),
  inAmount: costField(z.number()),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type TransferRow = z.infer<typeof TransferRow>;
export const transferList = { path: '/biz-allocate', row: TransferRow, query: TransferQuery, asOf: true } as const;

/** Line of a transfer; outNum is what the out-shop has of it now. Prices are cost fields (R13). */
export const TransferLineRow = z.object({
  outGoodsId: z.int(),
  barcode: z.string(),
  name: z.string(),
  type: z.string(),
  outNum: z.int(),
  inNum: z.int(),
  outPrice: costField(z.number()),
  inPrice: costField(z.number()),
  goldCost: z.number().optional(),
  workFee: z.number(),
  fineWorkFee: z.number(),
  piceWorkFee: z.number(),
  goldWeight: z.number(),
  remark: z.string(),
});
export type TransferLineRow = z.infer<typeof TransferLineRow>;
export const TransferRecord = TransferRow.extend({ bizGoodsList: z.array(TransferLineRow) });
export type TransferRecord = z.infer<typeof TransferRecord>;
export const transferLines = { path: '/biz-allocate-detail/list', row: TransferLineRow } as const;

/** A shop that goods may go to or come from; `enabled` false: shown in filters, refused for new transfers. */
export const TransferShop = z.object({ id: z.int(), label: z.string(), enabled: z.boolean() });
export type TransferShop = z.infer<typeof TransferShop>;
export const transferShops = { path: '/biz-allocate/shops', row: TransferShop } as const;
