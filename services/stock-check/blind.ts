/** Blind counts in the making: who counts one is not told its books by another check of the same pieces either. */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import type { CheckHeader } from './contract.ts';

type Scope = Pick<CheckHeader, 'shopId' | 'category' | 'style'>;
/** Number of an unfinished blind count that shares pieces with the scope; null when there is none. */
export type BlindCount = (scope: Scope) => Promise<number | null>;

const Id = z.object({ id: z.int() });
export const blindCount =
  (db: DatabasePool): BlindCount =>
  ({ shopId, category, style }) =>
    db.maybeOneFirst(sql.type(Id)`
      SELECT id FROM live.stock_checks
      WHERE blind AND NOT finished AND stage = 'pending' AND shop_id = ${shopId} AND category = ${category}
        AND (style = '' OR ${style} = '' OR style = ${style})
      ORDER BY id LIMIT 1`);
