/** What a jewellery line is worth by the house's own prices, and the least it may come to without somebody's word (R132). Pure; fen. */
import { mulDiv } from '../contracts/units.ts';
import { byGramSellPriceFen, lineFeeFen, sellsByGram, type SaleGoodsLine } from './contract.ts';

const WHOLE_BP = 10_000;
/** What a line is measured by, of its piece: nothing that is typed at the till. */
export type LineMeasures = {
  readonly tagPriceFen: number;
  /** What was paid for a gram of its gold; 0: not known. */
  readonly metalCostFen: number;
  /** '1' 一口价, '2' 按克, '' not marked. */
  readonly priceMode: string;
  /** Stones make a part of its worth. */
  readonly hasStone: boolean;
  /** R18, per piece. */
  readonly gramShare: number;
  /** The board's price of its gold, of the day it is sold on and of today, whichever is higher; 0: not quoted. */
  readonly boardFen: number;
};
type Line = Pick<
  SaleGoodsLine,
  | 'quantity'
  | 'netWeightMg'
  | 'sellWeightMg'
  | 'originalLabourFeeFen'
  | 'originalFineWorkFeeFen'
  | 'originalPieceWorkFeeFen'
  | 'unitCostFen'
  | 'cutCostFen'
>;
/** By the gram: its gold at that price, stones and parts, and the fees that the piece has. */
const byGramFen = (line: Line, { gramShare }: LineMeasures, gramFen: number): number => {
  const { quantity, sellWeightMg } = line;
  const sellPriceFen = byGramSellPriceFen(gramShare, { todayGoldCostFen: gramFen, sellWeightMg, quantity });
  return lineFeeFen({
    sellPriceFen,
    rebateBp: WHOLE_BP,
    sellWeightMg,
    labourFeeFen: line.originalLabourFeeFen,
    fineWorkFeeFen: line.originalFineWorkFeeFen,
    pieceWorkFeeFen: line.originalPieceWorkFeeFen,
    quantity,
  });
};
/** By its tag; gold that is cut off or added changes it by as much as it changes the weight. */
const byTagFen = ({ quantity, netWeightMg, sellWeightMg }: Line, tagPriceFen: number): number =>
  netWeightMg === sellWeightMg || netWeightMg === 0
    ? tagPriceFen * quantity
    : mulDiv([tagPriceFen * quantity, sellWeightMg], netWeightMg);
/**
 * The full price of a line, whichever way the seller chose: a piece that is sold by the gram by the board, one at a fixed
 * price by its tag; where the board says nothing by the tag, else by what its gold cost. null: nobody knows.
 */
export const fullPriceFen = (line: Line, piece: LineMeasures): number | null => {
  const { priceMode, hasStone, boardFen, tagPriceFen, metalCostFen } = piece;
  if (sellsByGram({ priceMode, hasMainStone: hasStone, isQuoted: boardFen > 0 }))
    return byGramFen(line, piece, boardFen);
  if (tagPriceFen > 0) return byTagFen(line, tagPriceFen);
  if (priceMode === '1') return null;
  const gramFen = boardFen > 0 ? boardFen : metalCostFen;
  return gramFen > 0 ? byGramFen(line, piece, gramFen) : null;
};

/**
 * The least that a line may come to: so much of its full price, and what it cost, less gold that is cut off; a cost above
 * the full price asks for no more than that. null: nobody knows the full price.
 */
export const floorFen = (line: Line, piece: LineMeasures, floorBp: number): number | null => {
  const fullFen = fullPriceFen(line, piece);
  if (fullFen === null) return null;
  const costFen = Math.max(0, line.unitCostFen * line.quantity + Math.min(0, line.cutCostFen ?? 0));
  return Math.max(mulDiv([fullFen, floorBp], WHOLE_BP), Math.min(costFen, fullFen));
};
