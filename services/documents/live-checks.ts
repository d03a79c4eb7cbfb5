/** What an edit asks of read models: whose document it is, and whether a shift counted it. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Made = z.object({ makerId: z.int().nullable(), at: z.string(), counted: z.boolean(), shown: z.boolean() });
/** Named in full: each statement waits until its tables have seen the log's head. */
const TABLES = {
  sales: sql.fragment`live.sales`,
  recycles: sql.fragment`live.recycles`,
  deposits: sql.fragment`live.deposits`,
} as const;
export type WitnessedTable = keyof typeof TABLES;

/**
 * Maker and moment of a document (ISO 8601), whether a hand-over has its money, and whether its paper's data were answered to
 * somebody; null: it is not there.
 */
export const madeAndCounted = (
  db: CommonQueryMethods,
  table: WitnessedTable,
  { id, stream, paper }: { readonly id: number; readonly stream: string; readonly paper: string },
): Promise<z.infer<typeof Made> | null> =>
  db.maybeOne(sql.type(Made)`
    SELECT d.created_by_id AS "makerId", d.created_at AS at, EXISTS (
      SELECT FROM live.till_money t JOIN live.shifts s ON s.shop_id = t.shop_id AND s.till = t.till
        AND t.position > s.from_position AND t.position <= s.until_position
      WHERE t.document = ${stream} AND t.position > 0 AND t.till <> '') AS counted,
      EXISTS (SELECT FROM master.paper_shown p WHERE p.kind = ${paper} AND p.record = ${id}::bigint) AS shown
    FROM ${TABLES[table]} d WHERE d.id = ${id}`);
