/** What a piece was when it was sold, for the reports of sales: of one piece, whatever becomes of its description. */
import { z } from 'zod';
import type { GoodsAttributes } from '../goods/contract.ts';
import { stored, storedText, storedWhole } from '../contracts/values.ts';

export const SoldPiece = z.object({
  styleNo: storedText(),
  goldContent: storedText(),
  color: storedText(),
  otherParam: storedText(),
  grossWeightMg: stored('weight'),
  mainStone: storedText(),
  mainStoneCaratMilli: stored('carat'),
  mainStoneCount: storedWhole('pieces'),
  sideStone: storedText(),
  sideStoneCaratMilli: stored('carat'),
  sideStoneCount: storedWhole('pieces'),
});
export type SoldPiece = z.infer<typeof SoldPiece>;

export const soldPieceOf = (attributes: GoodsAttributes): SoldPiece => ({
  styleNo: attributes.styleNo,
  goldContent: attributes.goldContent,
  color: attributes.color,
  otherParam: attributes.otherParam,
  grossWeightMg: attributes.grossWeightMg,
  mainStone: attributes.mainStone,
  mainStoneCaratMilli: attributes.mainStoneCaratMilli,
  mainStoneCount: attributes.mainStoneCount,
  sideStone: attributes.sideStone,
  sideStoneCaratMilli: attributes.sideStoneCaratMilli,
  sideStoneCount: attributes.sideStoneCount,
});
