/** Formulas of a sale (S1§9, R15–R18), one place for server and screen. Fen, mg, basis points; rounded half up once each. */
import { mulDiv } from '../contracts/units.ts';

export type PriceMode = 'fixed' | 'by-gram';

/**
 * How a piece is sold unless the seller says otherwise: as it is marked ('1' 一口价, '2' 按克); unmarked by the gram where
 * its gold is quoted, except with a main stone (R18).
 */
export const sellsByGram = (piece: {
  readonly priceMode: string;
  readonly hasMainStone: boolean;
  readonly isQuoted: boolean;
}): boolean => {
  if (piece.priceMode === '1') return false;
  return piece.isQuoted && (piece.priceMode === '2' || !piece.hasMainStone);
};

/** What the seller may type on a line; sellPriceFen and weights are line totals (unit × quantity, R8). */
export type LineInputs = {
  readonly sellPriceFen: number;
  readonly rebateBp: number;
  readonly sellWeightMg: number;
  readonly labourFeeFen: number;
  readonly fineWorkFeeFen: number;
  readonly pieceWorkFeeFen: number;
  readonly quantity: number;
};

/** Weight charged: net weight of the line + what was added or cut, in mg (S1§9). */
export const sellWeightMg = (netWeightMg: number, quantity: number, cutDownMg: number): number =>
  netWeightMg * quantity + cutDownMg;

/** 按克 sell price of a line (R18): today's price × charged weight + the share of stones, parts and certificate. */
export const byGramSellPriceFen = (
  gramShare: number,
  line: { readonly todayGoldCostFen: number; readonly sellWeightMg: number; readonly quantity: number },
): number => {
  const share = BigInt(gramShare) * BigInt(line.quantity);
  const metal = BigInt(line.todayGoldCostFen) * BigInt(line.sellWeightMg) * 10_000n;
  const total = metal + share;
  return Number((total * 2n + 10_000_000n) / 20_000_000n);
};

/** rebateFee = sellPrice × rebate ÷ 100 %, in fen. */
export const rebateFeeFen = (line: Pick<LineInputs, 'sellPriceFen' | 'rebateBp'>): number =>
  mulDiv([line.sellPriceFen, line.rebateBp], 10_000);

/** factSellFee = rebateFee + charged weight × (work fee + fine-work fee) + piece fee × quantity, in fen. */
export const lineFeeFen = (line: LineInputs): number =>
  rebateFeeFen(line) +
  mulDiv([line.sellWeightMg, line.labourFeeFen + line.fineWorkFeeFen], 1000) +
  line.pieceWorkFeeFen * line.quantity;

const wholeParts = (of: number, part: number): number => (of - (of % part)) / part;
/** Where no sell price says what 100 % is. */
const WHOLE_BP = 10_000;
/**
 * An agreed price (R72): the line is sold for exactly that, what the fees leave of it is the price after rebate, and the
 * rebate follows with 2 decimals, cut off: rounded up it would stand at a floor that the price is below. `rebateFeeFen`
 * below 0: the fees alone are more.
 */
export const agreedPrice = (
  dealPriceFen: number,
  line: LineInputs,
): { readonly rebateFeeFen: number; readonly rebateBp: number } => {
  const left = dealPriceFen - lineFeeFen({ ...line, rebateBp: 0 });
  const { sellPriceFen } = line;
  return {
    rebateFeeFen: left,
    rebateBp: sellPriceFen === 0 ? WHOLE_BP : wholeParts(Math.max(0, left) * WHOLE_BP, sellPriceFen),
  };
};

/** payableFee = amount − changeFee − oldFee + giftFee + cleanFee. */
export const payableFen = (sums: {
  readonly amountFen: number;
  readonly changeFeeFen: number;
  readonly oldFeeFen: number;
  readonly giftFeeFen: number;
  readonly cleanFeeFen: number;
}): number => sums.amountFen - sums.changeFeeFen - sums.oldFeeFen + sums.giftFeeFen + sums.cleanFeeFen;
