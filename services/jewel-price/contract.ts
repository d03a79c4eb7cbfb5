/** Live metal prices (S1§2.15, 3): rows of a feed outside, shown to staff, never the price of a bill (R26). */
import { z } from 'zod';

/** The setting with the address of the feed; '' or absent: there is none. */
export const FEED_SETTING = 'jewel_price_url';
export const JEWEL_PRICE_PATH = '/report-jewel-price';
/** Older prices are marked. */
export const STALE_MS = 5 * 60_000;
export const RISING = 'symbol-price-rise';
export const FALLING = 'symbol-price-fall';

/** Yuan; null: the feed does not say. `rise` and `fall` are the day's highest and lowest. */
export const MetalPrice = z.object({
  name: z.string(),
  recycle: z.number().nullable(),
  sell: z.number().nullable(),
  rise: z.number().nullable(),
  fall: z.number().nullable(),
  /** {@link RISING}, {@link FALLING} or ''. */
  recycle_style: z.string(),
  sell_style: z.string(),
});
export type MetalPrice = z.infer<typeof MetalPrice>;
export const MetalPrices = z.object({
  list: z.array(MetalPrice),
  /** Older than five minutes, or none at all. */
  stale: z.boolean(),
  /** Of the prices, ISO 8601; null: there are none. */
  at: z.string().nullable(),
  /** Why they are not fresh, fit to show; '': they are. */
  reason: z.string(),
});
export type MetalPrices = z.infer<typeof MetalPrices>;

/** A source of prices; another one is another implementation. */
export type PriceFeed = {
  /**
   * @returns prices, and when they were true where the source says so.
   * @throws whatever kept it from answering; what it answered so far is then shown on.
   */
  readonly read: (signal: AbortSignal) => Promise<FeedAnswer>;
};
export type FeedAnswer = { readonly rows: readonly MetalPrice[]; readonly at: Date | null };
