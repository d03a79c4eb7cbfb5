/** A total opened: every movement of the rows it counts, each worth its quantity times the row's figure per unit. */
import { sql } from 'slonik';
import type { z } from 'zod';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { seesCost, type SessionUser } from 'services/contracts/user';
import type { Explanation } from '../../explain/contract.ts';
import { NO_COST, explained } from '../../explain/explain.ts';
import { worthOf } from '../../platform/queries/figure-sums.ts';
import { inFullWidth, type Width } from '../../platform/queries/full-width.ts';
import type { QueryDeps } from '../../platform/queries/query-deps.ts';
import type { TurnoverExplainQuery } from './contract.ts';
import { turnoverStates } from './filters.ts';
import { FIGURES } from './totals.ts';

export const explainTurnover = async (
  deps: QueryDeps,
  query: z.infer<typeof TurnoverExplainQuery>,
  user: SessionUser,
  asOf: number | undefined,
): Promise<Explanation | Refusal> => {
  if (query.field === 'piceCost' && !seesCost(user)) return NO_COST;
  const states = turnoverStates(query, user, asOf);
  if (isRefusal(states)) return states;
  const figure = FIGURES[query.field];
  // A state begins with its last movement: the flow may be further already, the row is not.
  const source = (width: Width) => sql.fragment`
    SELECT f.position || '-' || f.line AS key, f.barcode, f.shop_id, f.bill_type, f.document_no,
      ${worthOf(figure, sql.fragment`f.quantity`, width)} AS value, f.event_id, f.position, f.at
    FROM ${states.from} JOIN live.goods_flow f
      ON f.barcode = t.barcode AND f.shop_id = t.shop_id AND f.position <= t.from_position
    WHERE ${states.where}`;
  return inFullWidth((width) => explained(deps, { source: source(width), places: figure.places, paging: query }));
};
