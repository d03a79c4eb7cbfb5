/** The latest prices of the feed: asked for at most once a while, whoever looks, and shown on while it is away. */
import { isoWithOffset } from '../contracts/dates.ts';
import {
  FALLING,
  RISING,
  STALE_MS,
  type FeedAnswer,
  type MetalPrice,
  type MetalPrices,
  type PriceFeed,
} from './contract.ts';

/** The feed is asked again after so long, successful or not. */
const PAUSE_MS = 30_000;
/** It may take so long. */
const TIMEOUT_MS = 5_000;
/** A look waits so long for it, then shows what there is. */
const PATIENCE_MS = 2_000;

const styleOf = (now: number | null, before: number | null | undefined): string => {
  if (now === null || before === null || before === undefined || now === before) return '';
  return now > before ? RISING : FALLING;
};
/** Where the feed does not say which way a price went, the price before says it. */
const styled = (rows: readonly MetalPrice[], before: readonly MetalPrice[]): readonly MetalPrice[] => {
  const old = new Map(before.map((row) => [row.name, row]));
  return rows.map((row) => ({
    ...row,
    recycle_style: row.recycle_style || styleOf(row.recycle, old.get(row.name)?.recycle),
    sell_style: row.sell_style || styleOf(row.sell, old.get(row.name)?.sell),
  }));
};

const NONE: FeedAnswer = { rows: [], at: null };
const AWAY = '行情源暂时连接不上，显示的是之前的价格';
const OLD = '行情源的价格没有更新';
const NOTHING = '行情源暂时连接不上，请稍后再看';

export type LatestDeps = {
  readonly clock: () => Date;
  /** Hears why the feed could not be read. */
  readonly failed: (error: unknown) => void;
};
/** Of one feed; single flight: a hundred screens are one request. */
export class LatestPrices {
  readonly #feed: PriceFeed;
  readonly #deps: LatestDeps;
  #known: FeedAnswer = NONE;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | null = null;
  #away = false;

  constructor(feed: PriceFeed, deps: LatestDeps) {
    this.#feed = feed;
    this.#deps = deps;
  }

  async look(): Promise<MetalPrices> {
    await this.#renewed();
    const { rows, at } = this.#known;
    const isStale = at === null || this.#deps.clock().getTime() - at.getTime() > STALE_MS;
    return {
      list: [...rows],
      stale: isStale,
      at: at === null ? null : isoWithOffset(at),
      reason: this.#reason(isStale),
    };
  }

  #reason(isStale: boolean): string {
    if (this.#known.at === null) return NOTHING;
    if (this.#away) return AWAY;
    return isStale ? OLD : '';
  }

  async #renewed(): Promise<void> {
    const now = this.#deps.clock().getTime();
    if (this.#asking === null && now - this.#askedAt < PAUSE_MS) return;
    this.#askedAt = now;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, PATIENCE_MS);
    await Promise.race([this.#asking, patience.promise]);
    clearTimeout(timer);
  }

  async #ask(): Promise<void> {
    try {
      const { rows, at } = await this.#feed.read(AbortSignal.timeout(TIMEOUT_MS));
      const now = this.#deps.clock();
      // A source whose clock is ahead tells nothing of the future.
      const trueAt = at !== null && at.getTime() < now.getTime() ? at : now;
      this.#known = { rows: styled(rows, this.#known.rows), at: trueAt };
      this.#away = false;
    } catch (error) {
      this.#away = true;
      this.#deps.failed(error);
    }
  }
}
