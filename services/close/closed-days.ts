/**
 * Closed days as every command of a document asks for them (R141), and how a closing comes to stand against those under way.
 *
 * What makes it safe: a command counts itself as under way before it reads the day, and a closing writes the day before it waits for all
 * that count, so one of the two sees the other; the log has one writer, whose memory this is, and where it is another process than when
 * the closing began, the closing is taken back. Where any number of processes write (EventStoreDB) each save reads the row, and a
 * closing waits longer than an append may take.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ClosedDays, Closing, ShopDay } from '../contracts/closed-day.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { OneCommit } from '../contracts/one-commit.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { STORE_AWAY_MS, type EventStore } from '../platform/event-store/port.ts';

/** Where other processes write, too: what they had begun is written, or given up. */
const OTHERS_MS = STORE_AWAY_MS + 1_000;

const Row = z.object({ shopId: z.int(), until: z.string().nullable() });
export type ClosedDayDeps = {
  readonly db: CommonQueryMethods;
  readonly store: Pick<EventStore, 'writership'>;
  readonly lookup: Pick<MasterLookup, 'shop'>;
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
      return refuse('conflict', 'document.closed_day', `${shop?.name ?? '该分店'} 已结账至 ${closed}`);
    }
    return null;
  }

  async writing<Result>(
    places: readonly ShopDay[],
    work: () => Promise<Result | Refusal>,
    oneCommit?: OneCommit,
  ): Promise<Result | Refusal> {
    const end = this.#begin(places);
    oneCommit?.onEnded(end);
    try {
      return (await this.refusal(places)) ?? (await work());
    } finally {
      if (oneCommit === undefined) end();
    }
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

  async settled({ shopId, day }: ShopDay): Promise<void> {
    const underWay = [...this.#underWay].filter((one) => one.shopId === shopId && one.day <= day);
    await Promise.all(underWay.map(({ ended }) => ended));
    if (this.writer() === 'any') await pause(OTHERS_MS);
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
