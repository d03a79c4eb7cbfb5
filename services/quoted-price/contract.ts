/** Quoted gold prices (S1§2.13, 2.14, 3, 5): one board for the chain; every version is kept with who, when and from when. */
import { z } from 'zod';
import {
  LISTS,
  TEXTS,
  requiredText,
  storedMoment,
  storedName,
  storedText,
  storedWhole,
  wireMoment,
  wireText,
  wireWhole,
} from '../contracts/values.ts';
import { PriceFen, Yuan, fenFromYuan } from '../contracts/units.ts';
import { fits, tooLong } from '../contracts/limits.ts';

import { matchedRow } from './match.ts';

export * from './match.ts';

/** The one board of the chain. */
export const BOARD_ID = 1;
export const BOARD_PATH = '/base-quoted-price';
export const boardStream = (id: number): string => `quotedprice-${id}`;
/** Unit of a new row; only rows in yuan per gram price anything. */
export const PER_GRAM = '元/克';

export const BoardLine = z.object({
  sort: storedWhole('index'),
  /** A fineness: 足金. */
  name: storedName(),
  /** Per mille as text: '999.9'; '' where the row is for every content. */
  goldContent: storedName(),
  /** What a gram is bought for; 0: not quoted. */
  costFen: PriceFen,
  /** What a gram is sold for; 0: not quoted. */
  priceFen: PriceFen,
  measureUnit: storedName(),
});
export type BoardLine = z.infer<typeof BoardLine>;

export const QUOTED_PRICE_SCHEMA = 1;
export const QuotedPriceEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('GoldPricesQuoted'),
    data: z.object({
      boardId: storedWhole('id'),
      /** Counted from 1. */
      version: storedWhole('index'),
      quotedAt: storedMoment(),
      validFrom: storedMoment(),
      adPicture: storedText(),
      backgroundPicture: storedText(),
      remark: storedText(),
      details: z.array(BoardLine).max(LISTS.choices),
    }),
  }),
]);
export type QuotedPriceEvent = z.infer<typeof QuotedPriceEvent>;

const MAX_REMARK = 500;
const optional = (max: number) =>
  wireText(max)
    .nullish()
    .transform((value) => value ?? '');
/** The stored name of an uploaded picture. */
const Picture = optional(TEXTS.filter)
  .transform((name) => name.slice(name.lastIndexOf('/') + 1))
  .refine((name) => /^[\w.-]*$/.test(name), '图片名称不正确，请重新上传');
const yuan = Yuan.nullish().transform((value) => fenFromYuan(value ?? 0));
/** 0 and empty: numbered by its place. */
const Sort = wireWhole('sort')
  .nullish()
  .transform((value) => value ?? 0);

export const BoardLineBody = z.object({
  quotedSort: Sort,
  name: requiredText('成色不能为空', TEXTS.short),
  goldContent: optional(20),
  cost: yuan,
  price: yuan,
  measureUnit: optional(20).transform((unit) => unit || PER_GRAM),
});
/** Body of POST and PUT /base-quoted-price. */
export const BoardBody = z.object({
  adPicture: Picture,
  backgroudPicture: Picture,
  remark: wireText(TEXTS.long)
    .nullish()
    .transform((value) => value ?? '')
    .refine((value) => fits(value, MAX_REMARK), tooLong(MAX_REMARK)),
  /** Absent: from now on. */
  validFrom: wireMoment()
    .nullish()
    .transform((value) => value ?? null),
  details: z
    .array(BoardLineBody, { error: '列表中至少要有一行数据！' })
    .min(1, '列表中至少要有一行数据！')
    .max(LISTS.choices, `报价最多${LISTS.choices}行`),
});
export type BoardBody = z.infer<typeof BoardBody>;

/** The board as it is valid at a moment. */
export type ValidBoard = {
  /** Since when, ISO 8601. */
  readonly validFrom: string;
  readonly details: readonly Pick<BoardLine, 'name' | 'goldContent' | 'costFen' | 'priceFen' | 'measureUnit'>[];
};
/** What a gram of a fineness is bought for, fen; 0: not quoted. */
export const buyingFenOf = (board: ValidBoard | null, fineness: string): number =>
  matchedRow(board?.details ?? [], { name: fineness, goldContent: '' })?.costFen ?? 0;
/** What other slices may ask the board. */
export type GoldPrices = {
  /** The board of a business day: of today as it is valid now, of a day that is over as it was valid at its end. */
  readonly on: (day: string, now: Date) => Promise<ValidBoard | null>;
  /** Boards that were valid at any moment of the last half hour, the one that is valid now first. */
  readonly lately: (now: Date) => Promise<readonly ValidBoard[]>;
};
