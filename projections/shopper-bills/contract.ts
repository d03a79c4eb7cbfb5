/** What shoppers see of their own (S1§2.16, §3, §7; R28): bills, the slip of one, where their repairs are. */
import { z } from 'zod';
import { pageOf, Paging } from 'services/contracts/envelope';
import { TEXTS, rawText } from 'services/contracts/values';
import { OpenIdQuery } from 'services/shopper/contract';

export const ShopperPageQuery = OpenIdQuery.extend(Paging);
export type ShopperPageQuery = z.infer<typeof ShopperPageQuery>;
/** 0: nobody's; whoever is unbound, or whose record is disabled, binds one first. */
const own = { customerId: z.int() };

/** `amount`: yuan paid, where the house shows prices (setting wx_slip_price). Day yyyy-MM-dd. */
export const ShopperBillRow = z.object({
  id: z.int(),
  orderNo: z.string(),
  shopName: z.string(),
  sellAt: z.string(),
  amount: z.number().optional(),
});
export type ShopperBillRow = z.infer<typeof ShopperBillRow>;
export const ShopperBills = pageOf(ShopperBillRow).extend(own);
export type ShopperBills = z.infer<typeof ShopperBills>;

/** `id` as in the list, or the order number. */
export const ShopperBillInPath = z.object({ id: rawText(TEXTS.code) });
/**
 * A piece that was sold, as it was then: weights in g and stones in carats of all `num`; `cerif` as the house has it today, '' where
 * there is none; `returned`: how many of them were brought back since. `thumb`, `photo`: paths, '' without a picture.
 */
export const SlipPiece = z.object({
  barcode: z.string(),
  name: z.string(),
  num: z.int(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  goldContent: z.string(),
  goldWeight: z.number(),
  weight: z.number(),
  stone: z.string(),
  stoneCt: z.number(),
  stoneP: z.int(),
  cerif: z.string(),
  thumb: z.string(),
  photo: z.string(),
  price: z.number().optional(),
  returned: z.int(),
  /** What its QR says (R162); '' where the house signs none. */
  warranty: z.string(),
});
export type SlipPiece = z.infer<typeof SlipPiece>;
/** What else the order held: 退回, 旧料, 赠品 or 维修清洗. */
export const SlipOther = z.object({ kind: z.string(), name: z.string(), num: z.int() });
export type SlipOther = z.infer<typeof SlipOther>;
/** `points` of the order, `usablePoints` of today; `terms`: lines of after-sales terms (setting wx_slip_terms). */
export const ShopperSlip = z.object({
  id: z.int(),
  orderNo: z.string(),
  shopName: z.string(),
  points: z.int(),
  usablePoints: z.int(),
  seller: z.string(),
  sellAt: z.string(),
  amount: z.number().optional(),
  terms: z.string(),
  list: z.array(SlipPiece),
  others: z.array(SlipOther),
});
export type ShopperSlip = z.infer<typeof ShopperSlip>;

/** A step with its day, '' while it is to come or where nobody entered it. */
export const ShopperRepairStep = z.object({ step: z.string(), at: z.string() });
/** `overdueDays`: days past the promised one while the shop has not mended it. */
export const ShopperRepair = z.object({
  id: z.int(),
  no: z.string(),
  shopName: z.string(),
  sellAt: z.string(),
  promiseAt: z.string(),
  overdueDays: z.int(),
  state: z.string(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  weight: z.number(),
  remark: z.string(),
  steps: z.array(ShopperRepairStep),
});
export type ShopperRepair = z.infer<typeof ShopperRepair>;
export const ShopperRepairs = pageOf(ShopperRepair).extend(own);
export type ShopperRepairs = z.infer<typeof ShopperRepairs>;
