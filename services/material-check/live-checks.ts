/** What counts ask of read models: each statement waits until these have seen the log's head. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { MaterialCheckHeader } from './contract.ts';

const Found = z.object({
  lotId: z.int(),
  shopId: z.int(),
  fineness: z.string(),
  category: z.string(),
  style: z.string(),
  name: z.string(),
  leftMg: z.number(),
  heldMg: z.number(),
  movedAt: z.number().nullable(),
});
/** `movedAt`: of its last movement, in milliseconds. */
export type CountedLot = z.infer<typeof Found>;

/** Of these lots, those that are there, used up or not, with what the books have of them now. */
export const lotsNow = async (
  db: CommonQueryMethods,
  lotIds: readonly number[],
): Promise<ReadonlyMap<number, CountedLot>> => {
  const found = await db.any(sql.type(Found)`
    SELECT l.lot_id AS "lotId", l.shop_id AS "shopId", l.fineness, l.category, l.style, l.name, l.left_mg AS "leftMg", l.held_mg AS "heldMg",
      (SELECT extract(epoch FROM max(m.at))::float8 * 1000 FROM live.old_material_moves m WHERE m.lot_id = l.lot_id) AS "movedAt"
    FROM live.old_material_lots l
    WHERE l.lot_id = ANY(${sql.array([...lotIds], 'int8')}) AND l.to_position IS NULL`);
  return new Map(found.map((lot) => [lot.lotId, lot]));
};

/** So many of what is not weighed are named, and one more says that there are others. */
export const MOST_NAMED = 5;
const Lot = z.object({ id: z.int() });
type UnweighedLots = Pick<MaterialCheckHeader, 'shopId' | 'fineness' | 'openedAt'> & {
  readonly lotIds: readonly number[];
};
/** Lots that were in the shop when the count was opened, still have something and were not weighed. */
export const unweighedLots = async (
  db: CommonQueryMethods,
  { shopId, fineness, openedAt, lotIds }: UnweighedLots,
): Promise<readonly number[]> => {
  const found = await db.any(sql.type(Lot)`
    SELECT l.lot_id AS id FROM live.old_material_lots l
    WHERE l.to_position IS NULL AND l.left_mg > 0 AND l.shop_id = ${shopId}::int
      AND (${fineness} = '' OR l.fineness = ${fineness}) AND l.lot_id <> ALL(${sql.array([...lotIds], 'int8')})
      AND EXISTS (SELECT FROM live.old_material_moves m
        WHERE m.lot_id = l.lot_id AND m.incoming AND m.at <= ${openedAt}::timestamptz)
    ORDER BY l.lot_id LIMIT ${sql.literalValue(String(MOST_NAMED + 1))}`);
  return found.map(({ id }) => id);
};

type Scope = Pick<MaterialCheckHeader, 'shopId' | 'fineness'> & { readonly but: number | null };
/** Another count of the shop that waits for its audit and shares lots with this one; null: none. */
export const otherCount = (db: CommonQueryMethods, { shopId, fineness, but }: Scope): Promise<number | null> =>
  db.maybeOneFirst(sql.type(Lot)`
    SELECT c.id FROM live.material_checks c
    WHERE c.stage = 'pending' AND c.shop_id = ${shopId}::int AND c.id <> ${but ?? 0}::bigint
      AND (${fineness} = '' OR c.fineness = '' OR c.fineness = ${fineness})
    ORDER BY c.id LIMIT 1`);
