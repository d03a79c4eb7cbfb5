/** How a document says what shall happen to a piece: its effects on the custodian `piece`, and the terms of each. */
import { z } from 'zod';
import type { EffectLeg } from '../contracts/document.ts';
import { AmountFen, LotWeightMg, PriceFen, WeightDeltaMg } from '../contracts/units.ts';
import { storedText, storedWhole } from '../contracts/values.ts';
import { Holder, InspectionResult, ReturnGoesTo } from './events.ts';

/** The custodian's name in stored effects. */
export const PIECE = 'piece';
export const pieceEffect = (barcode: string, role: EffectLeg['role'], quantity: number, shopId: number) => ({
  custodian: PIECE,
  id: barcode,
  role,
  quantity,
  place: shopId,
});

const shopId = storedWhole('partnerId');
const adjusted = { shopId, cause: storedText().optional(), reason: storedText() };
/** Prices are per piece; `amountFen` and `soldWeightMg` are of the whole line. */
export const PieceTerms = z.discriminatedUnion('move', [
  z.object({
    move: z.literal('transfer'),
    fromShopId: shopId,
    toShopId: shopId,
    outPriceFen: PriceFen,
    inPriceFen: PriceFen,
    /** Stock row that the in-shop gets; 0 before the audit drew it. */
    rowId: storedWhole('id'),
  }),
  z.object({ move: z.literal('sale'), shopId, amountFen: AmountFen, soldWeightMg: LotWeightMg }),
  /** `saleKey`: what the sale was posted under. `refundFen` is of all pieces. */
  z.object({
    move: z.literal('customer-return'),
    shopId,
    saleKey: storedText(),
    refundFen: AmountFen,
    /** Stock row where the shop never had one; 0 before the audit drew it. */
    rowId: storedWhole('id'),
    goesTo: ReturnGoesTo.optional(),
    /** What of the line others had brought back when the refund was computed: it is a share of that line. */
    broughtBefore: storedWhole('pieces').optional(),
    cut: z.object({ byMg: WeightDeltaMg, unitCostFen: PriceFen }).optional(),
  }),
  z.object({
    move: z.literal('supplier-return'),
    shopId,
    supplierId: storedWhole('partnerId').nullable(),
    returnPriceFen: PriceFen,
  }),
  /** `cause`: the check whose difference it settles, see `GoodsHeld`. */
  z.object({ move: z.literal('write-off'), ...adjusted }),
  z.object({ move: z.literal('find'), ...adjusted }),
  /**
   * `handTo`: who has what did not pass from its posting on, and the key of its hold. `returnedKey`: it judges what a
   * customer brought back under that key, which may become old material at once.
   */
  z.object({
    move: z.literal('inspection'),
    shopId,
    result: InspectionResult,
    note: storedText(),
    returnedKey: storedText().optional(),
    handTo: z.object({ key: storedText(), holder: Holder }).optional(),
  }),
]);
export type PieceTerms = z.infer<typeof PieceTerms>;

/** What pieces become by their result, in the words of a shop. */
export const RESULT_WORDS: Readonly<Record<InspectionResult, string>> = {
  passed: '合格',
  supplier: '退供应商',
  melt: '转旧料',
};
/** Documents that take over what an inspection holds, by its result. */
export const TAKEN_BY: { readonly supplier: string } & Readonly<Partial<Record<InspectionResult, string>>> = {
  supplier: 'supplier-return',
};
