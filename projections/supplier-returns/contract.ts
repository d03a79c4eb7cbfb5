/** GET /biz-goods-return, /{id}, /biz-goods-return-detail/list (S0§2, §3, §7). */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { auditFlag, code, filterDay, filterPartner, filterShop } from 'services/contracts/filters';
import { Paging } from 'services/contracts/envelope';

/** Returns are listed ten to a page (S0§9). */
export const RETURN_PAGE = 10;
export const SupplierReturnQuery = z.object({
  pageIndex: Paging.pageIndex,
  pageSize: Paging.pageSize.unwrap().default(RETURN_PAGE),
  supplierId: filterPartner(),
  shopId: filterShop(),
  barcode: code(),
  auditFlag: auditFlag(),
  beginTime: filterDay(),
  endTime: filterDay(),
});
export type SupplierReturnQuery = z.infer<typeof SupplierReturnQuery>;

export const SupplierReturnRow = z.object({
  id: z.int(),
  no: z.string(),
  supplierId: z.int().nullable(),
  supplierName: z.string(),
  /** Some piece was delivered by somebody else (R10). */
  mixedSuppliers: z.boolean(),
  shopId: z.int(),
  shopName: z.string(),
  returnAt: z.string(),
  status: z.string(),
  remark: z.string(),
  auditFlag: z.int(),
  auditor: z.string(),
  lineCount: z.int(),
  num: z.int(),
  goldWeight: z.number(),
  returnAmount: costField(z.number()),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SupplierReturnRow = z.infer<typeof SupplierReturnRow>;
export const supplierReturnList = {
  path: '/biz-goods-return',
  row: SupplierReturnRow,
  query: SupplierReturnQuery,
  asOf: true,
} as const;

/** Line of a return; `num` is what the shop has of it now. Prices are cost fields (R13). */
export const SupplierReturnLineRow = z.object({
  goodsId: z.int(),
  barcode: z.string(),
  name: z.string(),
  type: z.string(),
  num: z.int(),
  returnNum: z.int(),
  piceCost: costField(z.number()),
  returnPrice: costField(z.number()),
  goldWeight: z.number(),
  /** Who delivered the piece. */
  supplierId: z.int().nullable(),
  remark: z.string(),
});
export type SupplierReturnLineRow = z.infer<typeof SupplierReturnLineRow>;
export const SupplierReturnRecord = SupplierReturnRow.extend({ bizGoodsList: z.array(SupplierReturnLineRow) });
export type SupplierReturnRecord = z.infer<typeof SupplierReturnRecord>;
export const supplierReturnLines = { path: '/biz-goods-return-detail/list', row: SupplierReturnLineRow } as const;
