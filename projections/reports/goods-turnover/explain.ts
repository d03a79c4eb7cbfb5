/** A total opened: every movement of the rows it counts, each worth its quantity times the row's figure per unit. */
import { sql } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from 'services/contracts/refusal';
import { seesCost, type SessionUser } from 'services/contracts/user';
import type { QueryDeps } from '../../platform/query-deps.ts';
import type { TurnoverExplainQuery, TurnoverExplanation } from './contract.ts';
import { turnoverFilter } from './filters.ts';
import { FIGURES } from './totals.ts';

const Movement = z.object({
  position: z.int(),
  line: z.int(),
  event_id: z.string(),
  at: z.string(),
  barcode: z.string(),
  shop_name: z.string().nullable(),
  bill_type: z.string(),
  document_no: z.string(),
  value: z.int(),
});
const Sum = z.object({ total: z.int(), count: z.int() });
const NO_COST = refuse('forbidden', 'cost.hidden', '没有查看成本的权限');

export const explainTurnover = async (
  { db }: QueryDeps,
  query: z.infer<typeof TurnoverExplainQuery>,
  user: SessionUser,
  asOf: number | undefined,
): Promise<TurnoverExplanation | Refusal> => {
  if (query.field === 'piceCost' && !seesCost(user)) return NO_COST;
  const where = turnoverFilter(query, user, asOf);
  if (isRefusal(where)) return where;
  const { unit, wire } = FIGURES[query.field];
  const { pageIndex, pageSize } = query;
  // A state begins with its last movement: the flow may be further already, the row is not.
  const source = sql.fragment`live.goods_turnover t JOIN live.goods_flow f
    ON f.barcode = t.barcode AND f.shop_id = t.shop_id AND f.position <= t.from_position WHERE ${where}`;
  const [{ total, count }, list] = await Promise.all([
    db.one(sql.type(Sum)`
      SELECT coalesce(sum(f.quantity * ${unit}), 0)::int8 AS total, count(*)::int AS count FROM ${source}`),
    db.any(sql.type(Movement)`
      SELECT m.*, s.name AS shop_name FROM (
        SELECT f.position, f.line, f.event_id, f.at, f.barcode, f.shop_id, f.bill_type, f.document_no,
          (f.quantity * ${unit})::int8 AS value
        FROM ${source} ORDER BY f.position DESC, f.line LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}) m
      LEFT JOIN master.shop s ON s.id = m.shop_id ORDER BY m.position DESC, m.line`),
  ]);
  return {
    total: wire(total),
    count,
    pageIndex,
    pageSize,
    list: list.map((row) => ({
      key: `${row.position}-${row.line}`,
      barcode: row.barcode,
      shopName: row.shop_name ?? '',
      billType: row.bill_type,
      document: row.document_no,
      value: wire(row.value),
      eventId: row.event_id,
      position: row.position,
      at: row.at,
    })),
  };
};
