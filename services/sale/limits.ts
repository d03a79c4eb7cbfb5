/** The limits of the till as the settings give them, and what a line has beyond them. Pure but for the reading. */
import { fenFromYuan, mulDiv } from '../contracts/units.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { ExceededLimit, SaleLimit } from './approval.ts';
import type { SaleGoodsLine } from './contract.ts';

export type TillLimits = {
  /** Lowest rebate; basis points. */
  readonly minRebateBp: number;
  /** How far under the quoted price gold may be sold; basis points. */
  readonly goldPriceGapBp: number;
  /** Most that is cut from or added to a piece, of its net weight; basis points. */
  readonly cutDownBp: number;
  /** Floors of the fees by the gram, fen; never more than the piece's own fee. */
  readonly minFeesFen: { readonly labour: number; readonly fineWork: number; readonly pieceWork: number };
};

/** What every installation starts with; also what counts where a setting was deleted or cannot be read. */
export const TILL_DEFAULTS = {
  sell_min_rebate: 80,
  sell_max_gold_price_gap: 5,
  sell_max_cut_down: 20,
  sell_min_work_fee: 0,
  sell_min_fine_work_fee: 0,
  sell_min_pice_work_fee: 0,
} as const;
type TillSetting = keyof typeof TILL_DEFAULTS;

export const tillLimits = async (lookup: Pick<MasterLookup, 'setting'>): Promise<TillLimits> => {
  const number = async (key: TillSetting): Promise<number> => {
    const stored = await lookup.setting(key);
    const value = stored === null || stored.trim() === '' ? Number.NaN : Number(stored);
    return Number.isFinite(value) && value >= 0 ? value : TILL_DEFAULTS[key];
  };
  const percent = async (key: TillSetting): Promise<number> => Math.round((await number(key)) * 100);
  const yuan = async (key: TillSetting): Promise<number> => fenFromYuan(await number(key));
  return {
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

/** What a line is measured by, of its piece. */
export type LineMeasures = {
  readonly tagPriceFen: number;
  /** What was paid for a gram of its gold; 0: not known. */
  readonly metalCostFen: number;
  readonly goldContent: string;
  /** Marked 按克. */
  readonly soldByGram: boolean;
  readonly hasStone: boolean;
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

/**
 * Where gold alone says nothing of the worth (nobody knows its price, or stones make it and nobody marked it 按克), a
 * sale by the gram is measured by the tag, as one at the fixed price is.
 */
const amountByTag = (line: SaleGoodsLine, piece: LineMeasures, { minRebateBp }: TillLimits): Verdict => {
  const known = referenceFen(line, piece).priceFen > 0;
  if (known && (piece.soldByGram || !piece.hasStone)) return null;
  return under('amount', line.amountFen, mulDiv([piece.tagPriceFen * line.quantity, minRebateBp], 10_000));
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

/** Neither a tag nor a known price of gold: any price would do, so none does without somebody's word. */
const withoutPrice = (line: SaleGoodsLine, piece: LineMeasures): Verdict => {
  const known = line.priceMode === 'by-gram' && referenceFen(line, piece).priceFen > 0;
  if (known || piece.tagPriceFen > 0) return null;
  return { rule: 'no-price', limit: 0, value: line.sellPriceFen, ofCost: false };
};

/** Everything that a line has beyond the limits; nothing: a seller may save it alone. */
export const exceededOf = (line: SaleGoodsLine, piece: LineMeasures, limits: TillLimits): readonly ExceededLimit[] =>
  [
    under('rebate', line.rebateBp, limits.minRebateBp),
    withoutPrice(line, piece),
    ...(line.priceMode === 'by-gram'
      ? [goldPrice(line, piece, limits), amountByTag(line, piece, limits), cutDown(line, limits), ...fees(line, limits)]
      : []),
  ].filter((verdict) => verdict !== null);
