/** GET /biz-goods-in and its kin (S0§2, §7): filters, row, list, record. */
import { z } from 'zod';
import {
  GoodsRanges,
  auditFlag,
  choice,
  filterDay,
  filterGrams,
  filterPartner,
  order,
  several,
  term,
} from 'services/contracts/filters';
import { Paging } from 'services/contracts/envelope';
import { GOODS_ROW_SHAPE } from 'services/goods/contract';

const text = term();
const many = several();
const id = filterPartner();
const direction = order();

/** Filters of S0§2, column filters, sorting. billType without a value shows both (R7). */
export const GoodsInQuery = z.object({
  ...Paging,
  shopId: id,
  supplierId: id,
  batchNo: text,
  barcode: text,
  cerif: text,
  type: text,
  name: text,
  style: text,
  fineness: text,
  goldWeight: filterGrams(),
  goldContent: text,
  ...GoodsRanges,
  billType: choice(['1', '2', '3']),
  auditFlag: auditFlag(),
  /** '1': those whose label tells another weight, whenever they came. */
  needsLabel: choice(['1']),
  typeArr: many,
  styleArr: many,
  finenessArr: many,
  beginTime: filterDay(),
  endTime: filterDay(),
  inStorageAtOrder: direction,
  barcodeOrder: direction,
  nameOrder: direction,
  goldWeightOrder: direction,
  sellPriceOrder: direction,
});
export type GoodsInQuery = z.infer<typeof GoodsInQuery>;

/** Derived state of a row in its shop (R11). */
export const GOODS_STATES = ['待审核', '在库', '待检', '待审', '已售', '已调出', '已退', '报损', '已转旧料'] as const;

export const GoodsInRow = z.object({
  id: z.int(),
  no: z.string(),
  barcode: z.string(),
  billType: z.enum(['1', '2', '3']),
  shopId: z.int(),
  shopName: z.string(),
  supplierId: z.int().nullable(),
  supplierName: z.string(),
  inStorageAt: z.string(),
  batchNo: z.string(),
  /** As received. */
  num: z.int(),
  /** In that shop now. */
  onHand: z.int(),
  held: z.int(),
  /** Numbers of the documents that hold it. */
  heldBy: z.array(z.string()),
  state: z.enum(GOODS_STATES),
  /** It came back at another weight, and its label was not printed since (R74). */
  needsLabel: z.boolean(),
  status: z.string(),
  auditFlag: z.int(),
  auditor: z.string(),
  printTemplate: z.string(),
  /** Paths of thumbnails and pictures, derived from `pictures`. */
  thumbs: z.array(z.string()),
  photos: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  ...GOODS_ROW_SHAPE,
});
export type GoodsInRow = z.infer<typeof GoodsInRow>;
/** A row for its label: `warranty` is what a QR of it says (R162). */
export const LabelRow = GoodsInRow.extend({ warranty: z.string() });

export const goodsInList = { path: '/biz-goods-in', row: GoodsInRow, query: GoodsInQuery, asOf: true } as const;
