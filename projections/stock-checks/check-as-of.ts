/** Checks as they were at a position. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { checkStream } from 'services/stock-check/contract';
import { asTable, rowsAt } from '../platform/queries/past-rows.ts';
import type { Row } from '../platform/projection/projection.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { stockChecks } from './projector.ts';

const LIVE = sql.fragment`live.stock_checks`;
const Kept = z.object({ id: z.int(), row: z.record(z.string(), z.unknown()) });
/**
 * The checks as a table expression `k`. One whose last event lies before the position is what it was; of the others
 * (a whole shop is a long stream) each is folded from its own stream.
 */
export const checksAt = async (
  { db, store }: Pick<QueryDeps, 'db' | 'store'>,
  ids: readonly number[],
  asOf: number,
): Promise<FragmentSqlToken> => {
  const kept = await db.any(sql.type(Kept)`
    SELECT k.id, to_jsonb(k) AS row FROM ${LIVE} k WHERE k.id = ANY(${sql.array(ids, 'int8')}) AND k.position <= ${asOf}`);
  const still = new Set(kept.map(({ id }) => id));
  const touched = ids.filter((id) => !still.has(id));
  const folded = await rowsAt(store, stockChecks, touched.map(checkStream), asOf);
  return sql.fragment`${asTable(LIVE, [...kept.map(({ row }) => row as Row), ...folded])} k`;
};
