/** The gold that a count of a day goes through, thing by thing beside the read models; and whether all of it comes to what is there. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { SumText } from 'services/contracts/sums';
import { goldThere } from '../reports/gold-balance/reads.ts';
import type { Entry } from '../self-audit/counting.ts';
import type { ThirtiethSums } from '../self-audit/thirtieth-sums.ts';
import { compared } from './compare.ts';
import { EVERYWHERE, type Thing } from './count.ts';
import { finenessIn, thingOf } from './counter.ts';

/** About so many things are compared with one question. */
const AT_ONCE = 500;

export class GoldOfDay {
  readonly #db: CommonQueryMethods;
  readonly #until: number;
  #waiting: Thing[] = [];
  /** Things that were looked at, and whether any is something else in a read model. */
  done = 0;
  differs = false;

  constructor(db: CommonQueryMethods, until: number) {
    this.#db = db;
    this.#until = until;
  }
  async take(entries: readonly Entry[]): Promise<void> {
    for (const { report, shop, key, figures } of entries)
      if (report === 'gold') this.#waiting.push(...thingOf(shop, key, figures));
    if (this.#waiting.length >= AT_ONCE) await this.#compare();
  }
  async end(): Promise<void> {
    if (this.#waiting.length > 0) await this.#compare();
  }
  async #compare(): Promise<void> {
    // All of them: a piece of two shops is one question.
    const things = this.#waiting;
    this.#waiting = [];
    const comparison = { until: this.#until, scope: EVERYWHERE, seen: new Map() };
    this.differs ||= (await compared(this.#db, things, comparison)).length > 0;
    this.done += things.length;
  }
}

const Total = z.object({ shop_id: z.int(), fineness: z.string(), mg: SumText });
const keyOf = (shop: number, fineness: string): string => `${shop}/${fineness}`;
/** Whether the gold that was counted is another than what is shown in any shop and fineness, or documents disagree with the shelves. */
export const goldDiffers = async (db: CommonQueryMethods, kept: ThirtiethSums, until: number): Promise<boolean> => {
  const counted = new Map<string, bigint>();
  const apart = new Map<string, bigint>();
  for (const { report, shop, field, value } of kept.all()) {
    const key = keyOf(shop, finenessIn(field));
    if (report === 'gold') counted.set(key, (counted.get(key) ?? 0n) + value);
    if (report === 'gold-apart') apart.set(field, (apart.get(field) ?? 0n) + value);
  }
  if ([...apart.values()].some((sum) => sum !== 0n)) return true;
  const shown = await db.any(sql.type(Total)`
    SELECT t.shop_id, t.fineness, sum(t.mg)::text AS mg
    FROM (${goldThere({ where: sql.fragment`true`, asOf: until })}) AS t GROUP BY 1, 2`);
  for (const { shop_id: shop, fineness, mg } of shown) {
    const key = keyOf(shop, fineness);
    if ((counted.get(key) ?? 0n) !== BigInt(mg)) return true;
    counted.delete(key);
  }
  return [...counted.values()].some((sum) => sum !== 0n);
};
