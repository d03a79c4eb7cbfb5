/** GET /report-goods-turnover (S0§2, wire): what each shop has of each barcode, what came and went, and how old it is. */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import {
  GoodsRanges,
  choice,
  filterDay,
  filterGrams,
  filterShop,
  order,
  several,
  term,
} from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { Paging } from 'services/contracts/envelope';
import { GOODS_ROW_SHAPE } from 'services/goods/contract';

const text = term();
const many = several();
const direction = order();

const Filters = {
  shopId: filterShop(),
  type: text,
  style: text,
  fineness: text,
  barcode: text,
  name: text,
  goldWeight: filterGrams(),
  goldContent: text,
  ...GoodsRanges,
  /** Came into the chain on that day or before. */
  receivedBefore: filterDay(),
  /** `all` also shows what has left the shop; default is what is there. */
  stock: choice(['onHand', 'all']),
  typeArr: many,
  styleArr: many,
  finenessArr: many,
};
export const GoodsTurnoverQuery = z.object({
  ...Paging,
  ...Filters,
  barcodeOrder: direction,
  nameOrder: direction,
  goldWeightOrder: direction,
  sellPriceOrder: direction,
  ageDaysOrder: direction,
});
export type GoodsTurnoverQuery = z.infer<typeof GoodsTurnoverQuery>;

export const GoodsTurnoverRow = z.object({
  ...GOODS_ROW_SHAPE,
  /** barcode and shop: one row each. */
  key: z.string(),
  barcode: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  /** Received and transferred in, net of reversals. */
  inNum: z.int(),
  /** Sold, transferred out, returned to the supplier, net of reversals. */
  outNum: z.int(),
  /** On hand = inNum − outNum. */
  num: z.int(),
  held: z.int(),
  /** Days since the piece first came into the chain; transfers do not make it younger (R7). */
  ageDays: z.int(),
  lastMovedAt: z.string(),
  printTemplate: z.string(),
  photos: z.array(z.string()),
  thumbs: z.array(z.string()),
});
export type GoodsTurnoverRow = z.infer<typeof GoodsTurnoverRow>;

/** Attributes are per unit, so totals multiply by what is on hand (R8); cost only with the right (R13). */
export const TurnoverTotals = {
  num: WireSum,
  goldWeight: WireSum,
  weight: WireSum,
  stoneCt: WireSum,
  secondCt: WireSum,
  piceCost: costField(WireSum),
  sellPrice: WireSum,
};
export type TurnoverTotals = z.infer<z.ZodObject<typeof TurnoverTotals>>;
export const TURNOVER_FIGURES = [
  'num',
  'goldWeight',
  'weight',
  'stoneCt',
  'secondCt',
  'piceCost',
  'sellPrice',
] as const satisfies readonly (keyof TurnoverTotals)[];
export type TurnoverFigure = (typeof TURNOVER_FIGURES)[number];

export const goodsTurnoverReport = {
  path: '/report-goods-turnover',
  row: GoodsTurnoverRow,
  query: GoodsTurnoverQuery,
  totals: TurnoverTotals,
  asOf: true,
} as const;

/** GET /report-goods-turnover/explain: the movements behind a total; their values add up to it. */
export const TurnoverExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(TURNOVER_FIGURES, { error: '没有这个合计' }),
});
export const goodsTurnoverExplain = { path: '/report-goods-turnover/explain' } as const;
