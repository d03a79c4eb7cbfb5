/** Jewellery lines of a sale (S1§2.2, §3, §9; R8, R18): wire body and stored shape. */
import { z } from 'zod';
import { GOODS_LIST, lineKey } from '../contracts/document.ts';
import {
  AmountFen,
  Count,
  LineFen,
  LotGrams,
  LotWeightMg,
  PriceFen,
  Quantity,
  RebateBp,
  SignedGrams,
  WeightDeltaMg,
  mgFromGrams,
} from '../contracts/units.ts';
import { chosenId, stored, storedName, storedText, storedWhole, wireNumber } from '../contracts/values.ts';
import { Barcode } from '../goods/contract.ts';
import { SentLineId, sentLineYuan, sentPoints, sentText, sentYuan } from './body-fields.ts';
import { SoldPiece } from './sold-piece.ts';

/** Numbers of a points rule: per `amountFen` so many points, none below a rebate of `discount` percent. */
const EarnedRule = z.object({
  id: storedWhole('id'),
  revision: storedWhole('index'),
  amountFen: LineFen,
  customerPoint: storedWhole('points'),
  sellerPoint: storedWhole('points'),
  discount: storedWhole('points'),
});
export type EarnedRule = z.infer<typeof EarnedRule>;

/** A piece sold. Weights, sellPriceFen, rebateFeeFen and amountFen are line totals (R8); fees are per gram or piece. */
export const SaleGoodsLine = z.object({
  ...lineKey(GOODS_LIST),
  barcode: storedName(),
  goodsId: storedWhole('id'),
  name: storedText(),
  category: storedName(),
  style: storedName(),
  fineness: storedName(),
  picture: storedText().default(''),
  priceMode: z.enum(['fixed', 'by-gram']),
  quantity: Quantity,
  netWeightMg: LotWeightMg,
  cutDownMg: WeightDeltaMg,
  sellWeightMg: LotWeightMg,
  quotedGoldPriceFen: PriceFen,
  goldPriceFen: PriceFen,
  originalLabourFeeFen: PriceFen,
  labourFeeFen: PriceFen,
  originalFineWorkFeeFen: PriceFen,
  fineWorkFeeFen: PriceFen,
  originalPieceWorkFeeFen: PriceFen,
  pieceWorkFeeFen: PriceFen,
  /**
   * Per unit, as the piece had them when the line was computed: its tag price, and the by-gram share of stones, parts and
   * certificate in fen × 10⁷ (R18). An edit goes on from them to the fen. Lines of before know neither.
   */
  tagPriceFen: PriceFen.optional(),
  gramShare: stored('gramShare').optional(),
  sellPriceFen: LineFen,
  rebateBp: RebateBp,
  /** Agreed for the whole line, where seller and customer agreed on one; the rebate follows from it (R72). */
  dealPriceFen: LineFen.optional(),
  rebateFeeFen: LineFen,
  /** factSellFee. */
  amountFen: LineFen,
  /** Cost of one piece in that shop; filled by the server. */
  unitCostFen: PriceFen,
  /** Cost of the gold that was cut off (negative) or added; absent where none was, and in lines of before. */
  cutCostFen: AmountFen.optional(),
  points: storedWhole('points'),
  sellerPoints: storedWhole('points'),
  /** The rule that they follow, as it was when the line was saved (R47); lines without one earn nothing. */
  pointsRule: EarnedRule.optional(),
  /** Lines of before do not know it. */
  piece: SoldPiece.optional(),
  remark: storedText().default(''),
});
export type SaleGoodsLine = z.infer<typeof SaleGoodsLine>;

/** A jewellery line as sent. null: the server fills it from the piece; what is sent is checked against the formulas (R16). */
export const SaleGoodsLineBody = z.object({
  id: SentLineId,
  goodsId: chosenId('id').optional(),
  barcode: Barcode,
  num: Count.min(1, '销售数量不能小于1').default(1),
  /** The board's price that the seller saw; another one now is asked about. null: not compared. */
  originalTodayGoldCost: sentYuan,
  todayGoldCost: sentYuan,
  workFee: sentYuan,
  fineWorkFee: sentYuan,
  piceWorkFee: sentYuan,
  cutDown: SignedGrams.nullish().transform((value) => mgFromGrams(value ?? 0)),
  sellGoldWeight: LotGrams.nullish().transform((value) => (value == null ? null : mgFromGrams(value))),
  sellPrice: sentLineYuan,
  rebate: wireNumber('rebate')
    .nullish()
    .transform((value) => Math.round((value ?? 100) * 100)),
  /** Where it is sent, it rules and `rebate` is the house's (R72). */
  dealPrice: sentLineYuan,
  rebateFee: sentLineYuan,
  factSellFee: sentLineYuan,
  points: sentPoints,
  sellerPoints: sentPoints,
  remark: sentText(200),
});
export type SaleGoodsLineBody = z.infer<typeof SaleGoodsLineBody>;

/** In `data` of the 409 when the board changed between scan and save: yuan per gram, 0 not quoted. */
export const PriceChange = z.object({ path: z.string(), barcode: z.string(), old: z.number(), new: z.number() });
export type PriceChange = z.infer<typeof PriceChange>;
