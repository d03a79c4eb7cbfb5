/** Units of the house (R15): whole numbers inside, decimals only on the wire. Ranges are the table's ({@link NUMBERS}). */
import { stored, wireNumber, wireWhole } from './values.ts';

/** Money of a document in whole fen; 12.34 yuan is 1234. May be negative where a sum may be. */
export const AmountFen = stored('documentMoney');
/** A price, cost or fee of one piece, gram or carat in whole fen, never negative. */
export const PriceFen = stored('unitPrice');
/** Money of a line in whole fen. */
export const LineFen = stored('lineMoney');
/** Weight of a piece in whole milligrams; 3.215 g is 3215. */
export const WeightMg = stored('weight');
/** Weight of all pieces of a line in whole milligrams. */
export const LotWeightMg = stored('lotWeight');
/** Weight change in whole milligrams; negative where gold was cut off (R24). */
export const WeightDeltaMg = stored('weightChange');
/** A percentage in basis points; 100 % is 10000. */
export const RebateBp = stored('rebate');
/** Number of identical pieces. */
export const Quantity = stored('lotPieces');

/** Yuan on the wire, 2 decimals: a price, cost or fee. */
export const Yuan = wireNumber('unitPrice');
/** Yuan on the wire: money of a line. */
export const LineYuan = wireNumber('lineMoney');
/** Yuan on the wire that may be negative (the shop pays, R17). */
export const SignedYuan = wireNumber('payment');
/** Yuan on the wire: sums of a document. */
export const DocumentYuan = wireNumber('documentMoney');
/** Grams of a piece on the wire, 3 decimals. */
export const Grams = wireNumber('weight');
/** Grams of a line on the wire. */
export const LotGrams = wireNumber('lotWeight');
/** Grams on the wire that may be negative (cutDown, R24). */
export const SignedGrams = wireNumber('weightChange');
/** Carats on the wire, 3 decimals. */
export const Carats = wireNumber('carat');
/** A count on the wire, whole, 0 or more. */
export const Count = wireWhole('pieces');

export const fenFromYuan = (yuan: number): number => Math.round(yuan * 100);
export const yuanFromFen = (fen: number): number => fen / 100;
/** As messages say it: 1234.50 without 元. */
export const yuanText = (fen: number): string => yuanFromFen(fen).toFixed(2);
export const mgFromGrams = (grams: number): number => Math.round(grams * 1000);
export const gramsFromMg = (mg: number): number => mg / 1000;
export const milliFromCarats = (carats: number): number => Math.round(carats * 1000);
export const caratsFromMilli = (milli: number): number => milli / 1000;

/**
 * `a × b × … ÷ divisor` on whole numbers, rounded half up (away from zero for negatives) once.
 * Exact: the product is computed in BigInt, so no intermediate is lost above 2^53.
 */
export const mulDiv = (factors: readonly number[], divisor: number): number => {
  const product = factors.reduce((total, factor) => total * BigInt(factor), 1n);
  const by = BigInt(divisor);
  const size = product < 0n ? -product : product;
  const rounded = (size * 2n + by) / (by * 2n);
  return Number(product < 0n ? -rounded : rounded);
};
