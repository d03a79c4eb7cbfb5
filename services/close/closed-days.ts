/**
 * Closed days as every command of a document asks for them (R141), and how a closing comes to stand against those under way.
 *
 * What makes it safe: a command counts itself as under way before it reads the day, and a closing writes the day before it waits for all
 * that count, so one of the two sees the other; the log has one writer, whose memory this is, and where it is another process than when
 * the closing began, the closing is taken back. Where any number of processes write (EventStoreDB) what is under
 * way stands in a table, and each save reads the row (day-claims.ts).
 */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { CLOSED_DAY, type ClosedDays, type Closing, type ShopDay } from '../contracts/closed-day.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Save } from '../contracts/save.ts';
import type { DayClaims } from './day-claims.ts';
import type { EventStore } from '../platform/event-store/port.ts';

const Row = z.object({ shopId: z.int(), until: z.string().nullable() });
export type ClosedDayDeps = {
  readonly db: CommonQueryMethods;
  readonly store: Pick<EventStore, 'writership'>;
  readonly lookup: Pick<MasterLookup, 'shop'>;
  /** Of every process that writes. */
  readonly claims: Pick<DayClaims, 'enter' | 'settled'>;
};

export class ClosedDayBook implements ClosedDays, Closing {
  readonly #deps: ClosedDayDeps;
  readonly #underWay = new Set<ShopDay & { readonly ended: Promise<void> }>();
  #known = new Map<number, string | null>();
  #knownOf: number | 'any' | null = null;

  constructor(deps: ClosedDayDeps) {
    this.#deps = deps;
  }

  async refusal(places: readonly ShopDay[]): Promise<Refusal | null> {
    const until = await this.#closedOf([...new Set(places.map(({ shopId }) => shopId))]);
    for (const { shopId, day } of places) {
      const closed = until.get(shopId) ?? null;
      if (closed === null || day > closed) continue;
      const shop = await this.#deps.lookup.shop(shopId);
      return refuse('conflict', CLOSED_DAY, `${shop?.name ?? '该分店'} 已结账至 ${closed}`);
    }
    return null;
  }

  async writing<Result>(
    places: readonly ShopDay[],
    work: () => Promise<Result | Refusal>,
    save?: Save,
  ): Promise<Result | Refusal> {
    const judged = async () => (await this.refusal(places)) ?? work();
    if (this.writer() === 'any') return this.#amongOthers(places, judged);
    const end = this.#begin(places);
    if (save?.waits !== true) return judged().finally(end);
    save.onEnded(end);
    return judged();
  }

  writer(): number | 'any' | null {
    const { writership } = this.#deps.store;
    if (writership === undefined) return 'any';
    const place = writership.place();
    return place.kind === 'here' ? place.epoch : null;
  }

  published(shopId: number, until: string | null): void {
    if (this.writer() !== this.#knownOf) this.#forget();
    this.#known.set(shopId, until);
  }

  /** One append each: a store that any number of processes write takes no more. */
  async #amongOthers<Outcome>(places: readonly ShopDay[], work: () => Promise<Outcome>): Promise<Outcome> {
    const claim = await this.#deps.claims.enter(places);
    try {
      const outcome = await work();
      await claim.end();
      return outcome;
    } catch (error) {
      claim.lapse();
      throw error;
    }
  }

  async settled({ shopId, day }: ShopDay): Promise<boolean> {
    if (this.writer() === 'any') return this.#deps.claims.settled({ shopId, day });
    const underWay = [...this.#underWay].filter((one) => one.shopId === shopId && one.day <= day);
    await Promise.all(underWay.map(({ ended }) => ended));
    return true;
  }

  #begin(places: readonly ShopDay[]): () => void {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const mine = places.map((place) => ({ ...place, ended }));
    for (const one of mine) this.#underWay.add(one);
    return () => {
      for (const one of mine) this.#underWay.delete(one);
      resolve();
    };
  }

  #forget(): void {
    this.#known = new Map();
    this.#knownOf = this.writer();
  }

  async #closedOf(shopIds: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
    const writer = this.writer();
    if (typeof writer !== 'number' || writer !== this.#knownOf) this.#forget();
    const known = this.#known;
    const missing = shopIds.filter((shopId) => !known.has(shopId));
    if (missing.length > 0) {
      const rows = await this.#deps.db.any(sql.type(Row)`
        SELECT shop_id AS "shopId", closed_until::text AS until FROM master.closed_day
        WHERE shop_id = ANY(${sql.array([...missing], 'int8')})`);
      const read = new Map(rows.map(({ shopId, until }) => [shopId, until]));
      // What a closing wrote meanwhile is newer than what was read before it.
      for (const shopId of missing) if (!known.has(shopId)) known.set(shopId, read.get(shopId) ?? null);
    }
    return known;
  }
}
