/** Whether there is anything to sell; the statement waits until its tables have seen the log's head. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { MOST_WAITING } from './steps.ts';

const Stock = z.object({ shopId: z.int(), received: z.boolean(), waiting: z.int() });
export type Stock = z.infer<typeof Stock>;
/** Receipts that wait are counted where nothing was audited yet; rows of an import stand when all of it is there. */
export const stockOf = (db: CommonQueryMethods, shopIds: readonly number[]): Promise<readonly Stock[]> =>
  db.any(sql.type(Stock)`
    SELECT s.id AS "shopId", coalesce(r.received, false) AS received, w.waiting
    FROM unnest(${sql.array([...shopIds], 'int4')}) AS s (id)
    LEFT JOIN LATERAL (
      SELECT true AS received FROM live.goods_in g WHERE g.shop_id = s.id AND g.audit_flag = 2 LIMIT 1) r ON true
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS waiting FROM (
        SELECT FROM live.goods_in g WHERE r.received IS NULL AND g.shop_id = s.id AND g.audit_flag = 1
          AND (g.import_id IS NULL OR EXISTS (
            SELECT FROM live.imports i WHERE i.import_id = g.import_id AND i.state = 'completed'))
        LIMIT ${MOST_WAITING}) AS pending) w`);
