/** GET /report-recycle (S1§2.12, R89): the lots of old material that shops have. */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { Paging } from 'services/contracts/envelope';
import { choice, filterDay, filterShop, order, several, term } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { LotSource, SOURCE_WORDS } from 'services/old-material/contract';

export const SOURCES = LotSource.options.map((value) => ({ value, label: SOURCE_WORDS[value] }));
const Filters = {
  shopId: filterShop(),
  type: term(),
  style: term(),
  fineness: term(),
  name: term(),
  /** JL10023. */
  barcode: term(),
  source: choice([
    'order',
    'recycle',
    'returned-piece',
    'cut-gold',
    'came-back',
  ] as const satisfies readonly LotSource[]),
  beginTime: filterDay(),
  endTime: filterDay(),
  /** `all` also shows lots that are used up; default is what is there. */
  stock: choice(['onHand', 'all']),
  typeArr: several(),
  styleArr: several(),
  finenessArr: several(),
};
export const RecycleStockQuery = z.object({
  ...Paging,
  ...Filters,
  leftWeightOrder: order(),
  inAtOrder: order(),
});
export type RecycleStockQuery = z.infer<typeof RecycleStockQuery>;

/** Prices are of the whole lot, `left…` of what is left of it (R96: only with the right). */
export const RecycleStockRow = z.object({
  lotId: z.int(),
  lotNo: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  fineness: z.string(),
  type: z.string(),
  style: z.string(),
  name: z.string(),
  /** In words. */
  source: z.string(),
  documentNo: z.string(),
  inAt: z.string(),
  weight: z.number(),
  netWeight: z.number(),
  price: costField(z.number()),
  leftWeight: z.number(),
  leftNetWeight: z.number(),
  held: z.number(),
  leftPrice: costField(z.number()),
  ageDays: z.int(),
});
export type RecycleStockRow = z.infer<typeof RecycleStockRow>;
export const RecycleStockTotals = {
  leftWeight: WireSum,
  leftNetWeight: WireSum,
  held: WireSum,
  leftPrice: costField(WireSum),
};
export type RecycleStockTotals = z.infer<z.ZodObject<typeof RecycleStockTotals>>;
/** S1§6 knows its export by the second key, which shows what may be taken away as well. */
export const RECYCLE_STOCK_KEYS = ['report:reportRecycle:list', 'biz:bizRecycle:list'] as const;
export const recycleStockReport = {
  path: '/report-recycle',
  row: RecycleStockRow,
  query: RecycleStockQuery,
  totals: RecycleStockTotals,
  exportKey: ['report:reportRecycle:export', 'biz:bizRecycle:list'],
  asOf: true,
} as const;
/** Of what is held, the documents say themselves: it has no movements to open. */
export const RECYCLE_STOCK_FIGURES = ['leftWeight', 'leftNetWeight', 'leftPrice'] as const;
export const RecycleStockExplainQuery = z.object({
  ...Paging,
  ...Filters,
  field: z.enum(RECYCLE_STOCK_FIGURES, { error: '没有这个合计' }),
});
export const recycleStockExplain = { path: '/report-recycle/explain' } as const;
