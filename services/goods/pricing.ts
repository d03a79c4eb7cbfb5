/** Computed values of a piece (S0§5), one function for server and screen. Inside units; each value is rounded half up once. */
import { mulDiv } from '../contracts/units.ts';
import type { GoodsAttributes } from './fields.ts';

/** Measure of a stone's price: by carat; anything else counts stones. */
export const BY_WEIGHT = '重量';
/** A carat is 0.2 g: thousandths of a carat × 0.2 = milligrams. */
const mgOfCaratMilli = (milli: number): number => mulDiv([milli, 2], 10);

type PriceComponents = Pick<
  GoodsAttributes,
  | 'givenWeightMg'
  | 'givenCostFen'
  | 'netWeightMg'
  | 'findingsWeightMg'
  | 'findingsCostFen'
  | 'metalCostFen'
  | 'labourFeeFen'
  | 'fineWorkFeeFen'
  | 'pieceWorkFeeFen'
  | 'certificateCostFen'
  | 'otherCostFen'
  | 'settingFeeFen'
  | 'markupRatioBp'
  | 'mainStoneCaratMilli'
  | 'mainStoneCount'
  | 'mainStoneCostFen'
  | 'mainStoneMeasure'
  | 'sideStoneCaratMilli'
  | 'sideStoneCount'
  | 'sideStoneCostFen'
  | 'sideStoneMeasure'
>;

/** Gross weight in mg by formula: net + findings + 0.2 × carats of both stones. */
export const formulaWeightMg = (piece: PriceComponents): number =>
  piece.netWeightMg + piece.findingsWeightMg + mgOfCaratMilli(piece.mainStoneCaratMilli + piece.sideStoneCaratMilli);

/** Gross weight in mg: as it was given, else by formula. */
export const grossWeightMg = (piece: PriceComponents): number =>
  piece.givenWeightMg > 0 ? piece.givenWeightMg : formulaWeightMg(piece);

/** What stones cost per piece, in thousandths of a fen: carats × cost by weight, else count × cost. */
const stoneMilliFen = (measure: string, caratMilli: number, count: number, costFen: number): number =>
  measure === BY_WEIGHT || measure === '' ? caratMilli * costFen : count * costFen * 1000;

/** Findings, stones, certificate, setting and other cost of one piece, in thousandths of a fen (exact). */
export const stoneAndPartsMilliFen = (piece: PriceComponents): number =>
  piece.findingsWeightMg * piece.findingsCostFen +
  stoneMilliFen(piece.mainStoneMeasure, piece.mainStoneCaratMilli, piece.mainStoneCount, piece.mainStoneCostFen) +
  stoneMilliFen(piece.sideStoneMeasure, piece.sideStoneCaratMilli, piece.sideStoneCount, piece.sideStoneCostFen) +
  (piece.certificateCostFen + piece.settingFeeFen + piece.otherCostFen) * 1000;
/**
 * The tag's share of stones, parts and certificate of one piece in a by-gram price (R18), in fen × 10⁷ so that nothing is
 * rounded early.
 */
export const gramShareOf = (piece: PriceComponents & { readonly markupRatioBp: number }): number =>
  stoneAndPartsMilliFen(piece) * piece.markupRatioBp;

/** Unit cost in fen by formula. */
export const formulaCostFen = (piece: PriceComponents): number =>
  mulDiv([piece.netWeightMg * piece.metalCostFen + stoneAndPartsMilliFen(piece)], 1000);
/** Unit cost (piceCost) in fen: what was given is what was paid, else by formula. */
export const unitCostFen = (piece: PriceComponents): number =>
  piece.givenCostFen > 0 ? piece.givenCostFen : formulaCostFen(piece);

/** Tag price (sellPrice) in fen, rounded to whole yuan as the document's formula does. */
export const tagPriceFen = (piece: PriceComponents, costFen: number = unitCostFen(piece)): number => {
  const milliFen =
    (costFen + piece.pieceWorkFeeFen) * 1000 + piece.netWeightMg * (piece.labourFeeFen + piece.fineWorkFeeFen);
  return mulDiv([milliFen, piece.markupRatioBp], 1000 * 10_000 * 100) * 100;
};

/** Dictionary value of a piece without a stone. */
const NO_STONE = '无';
/** Name rule of S0§5, which is also the naming rule of the trade: fineness + main stone + style. */
export const defaultName = (piece: Pick<GoodsAttributes, 'fineness' | 'mainStone' | 'style'>): string =>
  `${piece.fineness}${piece.mainStone === NO_STONE ? '' : piece.mainStone}${piece.style}`;
