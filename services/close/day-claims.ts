/**
 * Saves under way where any number of processes write the log (R141). Each leaves a row before it reads which days are closed, and takes
 * it away once its outcome is known; a closing writes its day before it looks for rows. So one of the two sees the other, however long a
 * save takes. A row whose save never told its outcome (the store was away, the process died) counts for ten minutes.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ShopDay } from '../contracts/closed-day.ts';

export const DAY_CLAIMS_SQL = `CREATE TABLE master.day_claim (
  id uuid NOT NULL,
  shop_id bigint NOT NULL,
  day date NOT NULL,
  signed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (id, shop_id, day)
);
CREATE INDEX day_claim_place ON master.day_claim (shop_id, day);`;

/** Whoever is at work says so this often. */
const SIGN_MS = 60_000;
const LOOK_MS = 50;
/** So long a closing waits for the others. */
const PATIENCE_MS = 15_000;
const Id = z.object({ id: z.string() });

export class DayClaims {
  readonly #db: CommonQueryMethods;
  readonly #mine = new Set<string>();
  #signing: NodeJS.Timeout | undefined;

  constructor(db: CommonQueryMethods) {
    this.#db = db;
  }

  /** Answers how to end it; until then others wait. `lapse`: its outcome is not known. */
  async enter(places: readonly ShopDay[]): Promise<{ readonly end: () => Promise<void>; readonly lapse: () => void }> {
    if (places.length === 0) return { end: async () => undefined, lapse: () => undefined };
    const id = randomUUID();
    const rows = places.map(({ shopId, day }) => [id, shopId, day]);
    await this.#db.query(sql.unsafe`
      INSERT INTO master.day_claim (id, shop_id, day)
      SELECT * FROM ${sql.unnest(rows, ['uuid', 'int8', 'date'])} ON CONFLICT DO NOTHING`);
    this.#mine.add(id);
    this.#signing ??= setInterval(() => void this.#sign(), SIGN_MS).unref();
    const lapse = (): void => {
      this.#mine.delete(id);
      if (this.#mine.size > 0) return;
      clearInterval(this.#signing);
      this.#signing = undefined;
    };
    const end = async (): Promise<void> => {
      lapse();
      // What was saved is saved: a row that stays counts for some minutes more.
      await this.#db.query(sql.unsafe`DELETE FROM master.day_claim WHERE id = ${id}`).catch(() => undefined);
    };
    return { end, lapse };
  }

  /** Waits until nobody is left who was at it in the shop, that day or before; false where somebody still is. */
  async settled(at: ShopDay): Promise<boolean> {
    const ids = await this.#there(at);
    for (let left = ids, until = performance.now() + PATIENCE_MS; left.length > 0;) {
      if (performance.now() > until) return false;
      await pause(LOOK_MS);
      left = (await this.#there(at)).filter((id) => ids.includes(id));
    }
    return true;
  }

  async #there({ shopId, day }: ShopDay): Promise<readonly string[]> {
    const found = await this.#db.any(sql.type(Id)`
      SELECT DISTINCT id FROM master.day_claim
      WHERE shop_id = ${shopId}::bigint AND day <= ${day}::date AND signed_at > now() - interval '10 minutes'`);
    return found.map(({ id }) => id);
  }

  async #sign(): Promise<void> {
    await this.#db
      .query(
        sql.unsafe`UPDATE master.day_claim SET signed_at = now() WHERE id = ANY(${sql.array([...this.#mine], 'uuid')})`,
      )
      .catch(() => undefined);
  }
}
