/** The limits of the till as the settings give them, and what a line has beyond them (R131, R132). Pure but for the reading. */
import { floorBpOf, sellFloor, type FloorRule } from '../contracts/sell-floor.ts';
import type { NumberSetting } from '../contracts/setting-defaults.ts';
import { numberSetting } from '../contracts/setting-value.ts';
import { fenFromYuan, mulDiv } from '../contracts/units.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { ExceededLimit, SaleLimit } from './approval.ts';
import type { SaleGoodsLine } from './contract.ts';
import { floorFen, type LineMeasures } from './floor.ts';

export type TillLimits = {
  /** The least that a line may come to, of its full price. */
  readonly floor: FloorRule;
  /** Lowest rebate; basis points. */
  readonly minRebateBp: number;
  /** How far under the quoted price gold may be sold; basis points. */
  readonly goldPriceGapBp: number;
  /** Most that is cut from or added to a piece, of its net weight; basis points. */
  readonly cutDownBp: number;
  /** Floors of the fees by the gram, fen; never more than the piece's own fee. */
  readonly minFeesFen: { readonly labour: number; readonly fineWork: number; readonly pieceWork: number };
};

export const tillLimits = async (lookup: Pick<MasterLookup, 'setting'>): Promise<TillLimits> => {
  const percent = async (key: NumberSetting): Promise<number> => Math.round((await numberSetting(lookup, key)) * 100);
  const yuan = async (key: NumberSetting): Promise<number> => fenFromYuan(await numberSetting(lookup, key));
  return {
    floor: await sellFloor(lookup),
    minRebateBp: await percent('sell_min_rebate'),
    goldPriceGapBp: Math.min(10_000, await percent('sell_max_gold_price_gap')),
    cutDownBp: await percent('sell_max_cut_down'),
    minFeesFen: {
      labour: await yuan('sell_min_work_fee'),
      fineWork: await yuan('sell_min_fine_work_fee'),
      pieceWork: await yuan('sell_min_pice_work_fee'),
    },
  };
};

/** The gold price a line is measured by: what the house quotes, else what was paid for the piece's gold. */
const referenceFen = (line: SaleGoodsLine, piece: LineMeasures) =>
  line.quotedGoldPriceFen > 0
    ? { priceFen: line.quotedGoldPriceFen, ofCost: false }
    : { priceFen: piece.metalCostFen, ofCost: true };

type Verdict = ExceededLimit | null;
const under = (rule: SaleLimit, value: number, limit: number, ofCost = false): Verdict =>
  value < limit ? { rule, limit, value, ofCost } : null;

const goldPrice = (line: SaleGoodsLine, piece: LineMeasures, { goldPriceGapBp }: TillLimits): Verdict => {
  const { priceFen, ofCost } = referenceFen(line, piece);
  const floor = mulDiv([priceFen, 10_000 - goldPriceGapBp], 10_000);
  return under('gold-price', line.goldPriceFen, floor, ofCost);
};

const cutDown = (line: SaleGoodsLine, { cutDownBp }: TillLimits): Verdict => {
  const limit = mulDiv([line.netWeightMg, cutDownBp], 10_000);
  const value = Math.abs(line.cutDownMg);
  return value > limit ? { rule: 'cut-down', limit, value, ofCost: false } : null;
};

const fees = (line: SaleGoodsLine, { minFeesFen }: TillLimits): readonly Verdict[] => [
  under('labour-fee', line.labourFeeFen, Math.min(minFeesFen.labour, line.originalLabourFeeFen)),
  under('fine-work-fee', line.fineWorkFeeFen, Math.min(minFeesFen.fineWork, line.originalFineWorkFeeFen)),
  under('piece-work-fee', line.pieceWorkFeeFen, Math.min(minFeesFen.pieceWork, line.originalPieceWorkFeeFen)),
];

/** Which of what was typed lies low: says where the price went, where it went too far. */
const hints = (line: SaleGoodsLine, piece: LineMeasures, limits: TillLimits): readonly Verdict[] => [
  under('rebate', line.rebateBp, limits.minRebateBp),
  ...(line.priceMode === 'by-gram' ? [goldPrice(line, piece, limits), ...fees(line, limits)] : []),
];

/** The least that a line may come to, fen; null: nobody knows its full price. */
export const leastFen = (line: SaleGoodsLine, piece: LineMeasures, { floor }: TillLimits): number | null =>
  floorFen(line, piece, floorBpOf(floor, line.category));
/** What the line comes to against what it may: neither tag nor price of gold is no bound, and asks. */
const result = (line: SaleGoodsLine, piece: LineMeasures, limits: TillLimits): Verdict => {
  const least = leastFen(line, piece, limits);
  if (least === null) return { rule: 'no-price', limit: 0, value: line.amountFen, ofCost: false };
  // What it cost may be the bound: neither says which it was.
  return under('floor', line.amountFen, least, true);
};

/**
 * Everything that a line has beyond the limits; nothing: a seller may save it alone. The result is judged, whatever was
 * typed to come there; how much is cut off or added is judged by itself.
 */
export const exceededOf = (line: SaleGoodsLine, piece: LineMeasures, limits: TillLimits): readonly ExceededLimit[] => {
  const verdict = result(line, piece, limits);
  return [
    ...(verdict === null ? [] : hints(line, piece, limits)),
    verdict,
    line.priceMode === 'by-gram' ? cutDown(line, limits) : null,
  ].filter((one) => one !== null);
};
