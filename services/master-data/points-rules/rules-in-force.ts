/** Enabled rules of a category, as sales and 试算 judge by them. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { PointsRule } from '../../contracts/points.ts';

const RuleRow = z.object({
  id: z.int(),
  revision: z.int(),
  pointSort: z.int(),
  type: z.string(),
  style: z.string(),
  fineness: z.string(),
  amountFen: z.int(),
  customerPoint: z.int(),
  sellerPoint: z.int(),
  discount: z.int(),
});
export const enabledRulesOf = (db: CommonQueryMethods, category: string): Promise<readonly PointsRule[]> =>
  db.any(sql.type(RuleRow)`
    SELECT id, revision, point_sort AS "pointSort", category AS type, style, fineness, amount_fen AS "amountFen",
      customer_point AS "customerPoint", seller_point AS "sellerPoint", discount
    FROM master.points_rule WHERE category = ${category} AND status = '2'`);
