/** GETs of the board (S1§2.13, 2.14, 7): the valid one, its rows, its versions, a piece's price, what the public sees. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';
import { filterDay, term } from 'services/contracts/filters';
import { TEXTS, addressNumber, wireText } from 'services/contracts/values';

/** `cost` goes to whom {@link seesQuotedCost} names. */
export const BoardRow = z.object({
  id: z.int(),
  quotedSort: z.int(),
  name: z.string(),
  /** Per mille; '': every content. */
  goldContent: z.string(),
  cost: z.number().optional(),
  /** 0: not quoted. */
  price: z.number(),
  measureUnit: z.string(),
});
export type BoardRow = z.infer<typeof BoardRow>;

const Version = {
  adPicture: z.string(),
  /** As the wire spells it (S1§3). */
  backgroudPicture: z.string(),
  remark: z.string(),
  details: z.array(BoardRow),
  validFrom: z.string(),
  at: z.string(),
  by: z.string(),
};
export const BoardVersion = z.object(Version);
export type BoardVersion = z.infer<typeof BoardVersion>;
export const BoardRecord = z.object({
  /** 0: nothing was quoted yet. */
  id: z.int(),
  ...Version,
  validFrom: z.string().nullable(),
  at: z.string().nullable(),
  /** The version that becomes valid next. */
  next: BoardVersion.nullable(),
});
export type BoardRecord = z.infer<typeof BoardRecord>;
export const quotedPrice = { path: '/base-quoted-price', row: BoardRecord } as const;

export const VERSION_STATES = ['现行', '待生效', '已过期', '未生效即被替换'] as const;
const PriceStep = z.object({
  name: z.string(),
  goldContent: z.string(),
  /** null: there was none. */
  before: z.number().nullable(),
  after: z.number().nullable(),
});
export const VersionRow = z.object({
  /** Counted from 1. */
  id: z.int(),
  ...Version,
  state: z.enum(VERSION_STATES),
  /** Against the version entered before it. */
  changes: z.array(PriceStep),
});
export type VersionRow = z.infer<typeof VersionRow>;
export const HistoryQuery = z.object({ ...Paging, beginTime: filterDay(), endTime: filterDay() });
export type HistoryQuery = z.infer<typeof HistoryQuery>;
export const quotedPriceHistory = {
  path: '/base-quoted-price/history',
  row: VersionRow,
  query: HistoryQuery,
  asOf: true,
} as const;

export const DetailQuery = z.object({ ...Paging, name: term() });

export const PriceQuery = z.object({
  name: wireText(TEXTS.short),
  goldContent: wireText(TEXTS.short).optional(),
  /** Business day of the order; absent: today. */
  sellAt: filterDay(),
});
export const PriceAnswer = z.object({
  /** 0: not quoted. */
  price: z.number(),
  cost: z.number().optional(),
  /** Since when it is valid; null: no row fits. */
  at: z.string().nullable(),
});
export type PriceAnswer = z.infer<typeof PriceAnswer>;
export const PRICE_LOOKUP_PATH = '/base-quoted-price-detail/get-price';

export const PublicQuery = z.object({
  /** Id of the shop whose name stands above the prices; absent: the chain's. */
  shop: addressNumber('partnerId', '没有这个分店，请核对网址').optional(),
});
export const PublicBoard = z.object({
  /** Name over the prices: of the shop, else of the chain; '' where it never gave itself one. */
  title: z.string(),
  /** Address of the chain's logo; '': none. */
  logo: z.string(),
  /** The house's own clock: that of a television may be wrong. */
  now: z.string(),
  adPicture: z.string(),
  backgroudPicture: z.string(),
  remark: z.string(),
  /** null: nothing was quoted yet. */
  at: z.string().nullable(),
  details: z.array(z.object({ name: z.string(), goldContent: z.string(), price: z.number(), measureUnit: z.string() })),
});
export type PublicBoard = z.infer<typeof PublicBoard>;
export const PUBLIC_BOARD_PATH = '/base-quoted-price/public';
