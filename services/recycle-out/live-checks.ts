/** What exits ask of read models: the statement waits until these have seen the log's head. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { recycleOutManifest } from './manifest.ts';

const Found = z.object({
  lotId: z.int(),
  shopId: z.int(),
  fineness: z.string(),
  category: z.string(),
  style: z.string(),
  name: z.string(),
});
export type LotFacts = z.infer<typeof Found>;

/** Of these lots, those that are there, used up or not; the reservation decides how much is left. */
export const lotsNamed = async (
  db: CommonQueryMethods,
  lotIds: readonly number[],
): Promise<ReadonlyMap<number, LotFacts>> => {
  const found = await db.any(sql.type(Found)`
    SELECT lot_id AS "lotId", shop_id AS "shopId", fineness, category, style, name FROM live.old_material_lots
    WHERE lot_id = ANY(${sql.array([...lotIds], 'int8')}) AND to_position IS NULL`);
  return new Map(found.map((lot) => [lot.lotId, lot]));
};

export type Became = { readonly shopId: number; readonly barcodes: readonly string[]; readonly but: number | null };
const Elsewhere = z.object({ id: z.int(), became: z.array(z.string()) });
/** Other exits of the shop that stand and name one of these pieces, by piece. */
export const becameElsewhere = async (
  db: CommonQueryMethods,
  { shopId, barcodes, but }: Became,
): Promise<ReadonlyMap<string, number>> => {
  if (barcodes.length === 0) return new Map();
  const found = await db.any(sql.type(Elsewhere)`
    SELECT r.id, r.became FROM live.recycle_outs r
    WHERE r.shop_id = ${shopId}::int AND r.stage <> 'deleted' AND r.id <> ${but ?? 0}::bigint
      AND r.became && ${sql.array([...barcodes], 'text')}`);
  return new Map(found.flatMap(({ id, became }) => became.map((barcode): [string, number] => [barcode, id])));
};

const Overdue = z.object({
  id: z.int(),
  shopId: z.int(),
  outOn: z.string(),
  weightMg: z.number(),
  makerId: z.int(),
  maker: z.string(),
});
export type OverdueExit = z.infer<typeof Overdue>;
/** Metal that left to come back and has not since `before`, of which nobody was told for a week (R135). */
export const overdueExits = (
  db: CommonQueryMethods,
  before: string,
  weekAgo: string,
): Promise<readonly OverdueExit[]> =>
  db.any(sql.type(Overdue)`
    SELECT r.id, r.shop_id AS "shopId", r.out_on::text AS "outOn", r.weight_mg AS "weightMg", r.created_by_id AS "makerId",
      r.created_by AS maker
    FROM live.recycle_outs r
    WHERE r.stage = 'audited' AND r.kind IN ('1', '2') AND r.back_on IS NULL AND r.out_on <= ${before}::date
      AND NOT EXISTS (SELECT FROM live.exceptions e WHERE e.kind = 'metal-not-back' AND e.day > ${weekAgo}::date
        AND e.shop_id = r.shop_id AND e.details @> jsonb_build_array(jsonb_build_object('documentNo', ${recycleOutManifest.prefix}::text || r.id)))
    ORDER BY r.id LIMIT 200`);
