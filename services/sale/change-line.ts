/** 退换货 lines of a sale (S1§3; R44, R68, R73): wire body and stored shape. What a customer brings back of an audited sale. */
import { z } from 'zod';
import { lineKey } from '../contracts/document.ts';
import { StoredDay } from '../contracts/dates.ts';
import type { Refusal } from '../contracts/refusal.ts';
import type { SessionUser } from '../contracts/user.ts';
import {
  Count,
  LineFen,
  LotGrams,
  LotWeightMg,
  PriceFen,
  Quantity,
  WeightDeltaMg,
  mgFromGrams,
} from '../contracts/units.ts';
import { storedPerson } from '../contracts/person.ts';
import { LISTS, chosenId, storedName, storedText, storedWhole } from '../contracts/values.ts';
import { Barcode } from '../goods/contract.ts';
import { OrderSeller } from './order-seller.ts';
import { SentLineId, sentLineYuan, sentText, sentYuan } from './body-fields.ts';
import { SoldPiece } from './sold-piece.ts';

export const CHANGE_LIST = 'change';
/** Where a returned piece goes: on the shelf, to the old material, or to be inspected first. */
export const ReturnTo = z.enum(['1', '2', '3'], { error: '请选择退货去向' });
export type ReturnTo = z.infer<typeof ReturnTo>;

/** Quantities, money and weight are of what comes back, unless they are called sold. */
export const SaleChangeLine = z.object({
  ...lineKey(CHANGE_LIST),
  barcode: storedName(),
  /** Stock row that the piece was sold from. */
  goodsId: storedWhole('id'),
  name: storedText(),
  category: storedName(),
  style: storedName(),
  fineness: storedName(),
  picture: storedText(),
  /** The order it was sold by, and what that was posted under on the piece. */
  rawSellId: storedWhole('id'),
  saleKey: storedText(),
  rawSoldOn: StoredDay,
  /** Of that order. */
  seller: z.object({ id: storedWhole('id'), name: storedPerson() }),
  /** Of that order, where several sold it: a return follows their shares (R81). */
  sellers: z.array(OrderSeller).max(LISTS.choices).optional(),
  soldQuantity: Quantity,
  /** What was paid for the line in the end, and so can be paid back of it. */
  refundableFen: LineFen,
  quantity: Quantity,
  /** Pieces of the sold line that others brought back, or were about to, when the shares below were computed. */
  broughtBefore: storedWhole('pieces').optional(),
  unitRefundFen: PriceFen,
  refundFen: LineFen,
  weightMg: LotWeightMg,
  /** What was cut off (negative) or added when it was sold, of all that was sold. */
  soldCutDownMg: WeightDeltaMg,
  /** Cost of one piece when it was sold. */
  unitCostFen: PriceFen,
  /** What all that comes back cost, with the gold that was cut off or added; lines of before: the pieces' cost. */
  costFen: LineFen.optional(),
  /** What it weighed when it came back; lines of before, and where nobody weighed it: as it was sold. */
  returnWeightMg: LotWeightMg.optional(),
  returnTo: ReturnTo,
  /** Taken back; positive. */
  points: storedWhole('points'),
  sellerPoints: storedWhole('points'),
  /** As the line that was sold has it. */
  piece: SoldPiece.optional(),
  remark: storedText(),
});
export type SaleChangeLine = z.infer<typeof SaleChangeLine>;

/** null: the server fills it in; what is sent is checked. */
export const SaleChangeLineBody = z.object({
  id: SentLineId,
  rawSellId: chosenId('id', '请选择要退货的销售单'),
  barcode: Barcode,
  returnNum: Count.min(1, '退货数量不能小于1')
    .nullish()
    .transform((value) => value ?? null),
  returnPrice: sentYuan,
  factReturnAmount: sentLineYuan,
  /** Grams; absent: the weight that was sold. */
  returnWeight: LotGrams.nullish().transform((value) => (value == null ? null : mgFromGrams(value))),
  returnTo: ReturnTo.nullish().transform((value) => value ?? '1'),
  remark: sentText(200),
});
export type SaleChangeLineBody = z.infer<typeof SaleChangeLineBody>;

/** A line of an order that takes something back, and what that is posted under on the piece; null where there is none. */
export type ReturnedLines = (
  saleId: number,
  lineId: string,
) => Promise<{
  readonly shopId: number;
  readonly line: SaleChangeLine;
  readonly key: string;
  /** R109: why the user may not touch the order. */
  readonly limit: (user: SessionUser) => Promise<Refusal | null>;
} | null>;
