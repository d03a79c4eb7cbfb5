/** /report-gold-balance/recount: the balance counted anew from the events alone, every night and on demand. */
import { z } from 'zod';
import { Paging, pageOf } from '../contracts/envelope.ts';
import { filterShop, term } from '../contracts/filters.ts';
import { RecordId } from '../contracts/ids.ts';

export const RECOUNT_PATH = '/report-gold-balance/recount';
export const RECOUNT_KEY = 'report:reportGoldBalance:recount';
export const BALANCE_KEY = 'report:reportGoldBalance:list';

/** Without a shop all that the user sees, without a fineness all of them. */
export const RecountBody = z.object({ shopId: filterShop(), fineness: term() });
export const RecountQuery = z.object({ ...Paging });
export const RecountInPath = z.object({ id: RecordId });

export const RECOUNT_STATES = { asked: '等待核对', running: '正在核对', done: '已核对', failed: '未完成' } as const;
export type RecountState = keyof typeof RECOUNT_STATES;
/** What disagrees with the events: a document with itself, or a read model with them. */
export const DIFFERENCE_WORDS = {
  document: '单据与实物不符',
  pieces: '首饰库存与事件不符',
  moves: '金料流水与事件不符',
  lots: '旧料库存与事件不符',
  lotMoves: '旧料流水与事件不符',
  unknown: '事件中没有的库存',
  unread: '事件无法核对',
} as const;
export type DifferenceKind = keyof typeof DIFFERENCE_WORDS;

/** Grams: `counted` from the events, `shown` by the house; `thing` a barcode or a lot, '' where it is none. */
export const RecountDifference = z.object({
  kind: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  fineness: z.string(),
  thing: z.string(),
  /** The documents that make it. */
  documents: z.array(z.string()),
  counted: z.number(),
  shown: z.number(),
  difference: z.number(),
});
export type RecountDifference = z.infer<typeof RecountDifference>;

/** `day`: of the night, '' where somebody asked for it. Moments are ISO 8601, '' until then. */
export const RecountRow = z.object({
  id: z.int(),
  day: z.string(),
  by: z.string(),
  shopName: z.string(),
  fineness: z.string(),
  state: z.string(),
  askedAt: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  /** Pieces and lots counted, of so many. */
  done: z.int(),
  total: z.int(),
  /** In the user's shops. */
  differences: z.int(),
  problem: z.string(),
});
export type RecountRow = z.infer<typeof RecountRow>;
export const RecountPage = pageOf(RecountRow);
export const recountList = { path: RECOUNT_PATH, row: RecountRow, query: RecountQuery } as const;
export const RecountRecord = RecountRow.extend({ list: z.array(RecountDifference) });
export type RecountRecord = z.infer<typeof RecountRecord>;

/** As it is kept: whole mg, the shop by its id. */
export const StoredDifference = z.object({
  kind: z.string(),
  shop_id: z.int(),
  fineness: z.string(),
  thing: z.string(),
  documents: z.array(z.string()),
  counted_mg: z.string(),
  shown_mg: z.string(),
});
export type StoredDifference = z.infer<typeof StoredDifference>;
/** More of them say no more; their count stays whole. */
export const MOST_DIFFERENCES = 500;
