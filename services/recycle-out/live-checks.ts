/** What exits ask of read models: the statement waits until these have seen the log's head. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Found = z.object({
  lotId: z.int(),
  shopId: z.int(),
  fineness: z.string(),
  category: z.string(),
  style: z.string(),
  name: z.string(),
});
export type FoundLot = z.infer<typeof Found>;

/** Of these lots, those that are there, used up or not; the reservation decides how much is left. */
export const lotsNamed = async (
  db: CommonQueryMethods,
  lotIds: readonly number[],
): Promise<ReadonlyMap<number, FoundLot>> => {
  const found = await db.any(sql.type(Found)`
    SELECT lot_id AS "lotId", shop_id AS "shopId", fineness, category, style, name FROM live.old_material_lots
    WHERE lot_id = ANY(${sql.array([...lotIds], 'int8')}) AND to_position IS NULL`);
  return new Map(found.map((lot) => [lot.lotId, lot]));
};
