/** GET /report-goods-flow (S0§2, §3; R7) and GET /report-goods-flow/life: a piece's whole life. */
import { z } from 'zod';
import { costField } from 'services/contracts/cost';
import { code, filterDay, filterShop } from 'services/contracts/filters';
import { WireSum } from 'services/contracts/sums';
import { Paging } from 'services/contracts/envelope';
import { GOODS_ROW_SHAPE } from 'services/goods/contract';

/** By barcode, or by shop and dates (wire). */
export const GoodsFlowQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  barcode: code(),
  beginTime: filterDay(),
  endTime: filterDay(),
});
export type GoodsFlowQuery = z.infer<typeof GoodsFlowQuery>;

export const GoodsFlowRow = z.object({
  position: z.int(),
  line: z.int(),
  eventId: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  barcode: z.string(),
  billType: z.string(),
  /** yyyy-MM-dd, day of business. */
  turnoverAt: z.string(),
  /** Moment of entry. */
  at: z.string(),
  /** Signed. */
  num: z.int(),
  inPrice: costField(z.number().nullable()),
  outPrice: z.number().nullable().optional(),
  documentNo: z.string(),
  by: z.string(),
  ...GOODS_ROW_SHAPE,
});
export type GoodsFlowRow = z.infer<typeof GoodsFlowRow>;
export const goodsFlowReport = {
  path: '/report-goods-flow',
  row: GoodsFlowRow,
  query: GoodsFlowQuery,
  /** What is left of what came in (`inNum`) and what went out (`outNum`, not signed). */
  totals: { num: WireSum, inNum: WireSum, outNum: WireSum },
  asOf: true,
} as const;

export const GoodsFlowExplainQuery = GoodsFlowQuery.extend({
  field: z.enum(['num'], { error: '没有这个合计' }),
});
export const goodsFlowExplain = { path: '/report-goods-flow/explain' } as const;

/** One step in a piece's life: who, when, which document, what changed from what to what. */
export const LifeStep = z.object({
  position: z.int(),
  at: z.string(),
  by: z.string(),
  type: z.string(),
  /** Chinese title: 入库、审核、占用、调拨、销售 … */
  title: z.string(),
  /** One Chinese sentence. */
  text: z.string(),
  documentNo: z.string().nullable(),
  documentKind: z.string().nullable(),
  reason: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
});
export type LifeStep = z.infer<typeof LifeStep>;
/** What is told of a piece that left for shops the user does not see; '' while it lies where he sees it. */
export const ELSEWHERE = ['', '在其他分店', '已售出', '已离库'] as const;
export const GoodsLife = z.object({
  barcode: z.string(),
  name: z.string(),
  thumbs: z.array(z.string()),
  photos: z.array(z.string()),
  /** Where it is (at the moment asked for): 「一分店 在库 1 件」 per shop. */
  whereabouts: z.array(z.object({ shopId: z.int(), shopName: z.string(), onHand: z.int(), held: z.int() })),
  elsewhere: z.enum(ELSEWHERE),
  goods: z.object(GOODS_ROW_SHAPE),
  steps: z.array(LifeStep),
});
export type GoodsLife = z.infer<typeof GoodsLife>;
export const goodsLife = { path: '/report-goods-flow/life', data: GoodsLife } as const;
