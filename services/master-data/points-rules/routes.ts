/** Points rules: writing them, and which one fits (S1§2.10, §7; R47, R85). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Route } from '../../contracts/route.ts';
import { fenFromYuan } from '../../contracts/units.ts';
import type { MasterRow } from '../../platform/rows/master.ts';
import { PointsRuleBody, PointsRuleEdit } from '../contract.ts';
import { fittingRuleRoute } from './fitting.ts';
import { resourceRoutes, type Attempt, type ResourceDeps } from '../resource.ts';

const columnsOf = ({ pointSort, type, amount, customerPoint, sellerPoint, ...body }: PointsRuleBody): MasterRow => ({
  style: body.style,
  fineness: body.fineness,
  discount: body.discount,
  status: body.status,
  remark: body.remark,
  point_sort: pointSort,
  category: type,
  amount_fen: fenFromYuan(amount),
  customer_point: customerPoint,
  seller_point: sellerPoint,
});

const CHOSEN = [
  ['type', 'category', 'goodsType', '首饰类别不存在'],
  ['style', 'style', 'goodsStyle', '首饰款式不存在'],
  ['fineness', 'fineness', 'goodsFineness', '首饰成色不存在'],
] as const;
const Missing = z.object({ dict_type: z.string() });
/** Values that are chosen anew stand in their dictionaries, enabled. */
const refuseUnknown = async ({ tx, before, body }: Attempt<PointsRuleBody>): Promise<Refusal | null> => {
  const chosen = CHOSEN.filter(([field, column]) => body[field] !== '' && body[field] !== before?.[column]);
  const missing = await unknownOf(
    tx,
    chosen.map(([field, , dict]) => [dict, body[field]]),
  );
  const fields = chosen
    .filter(([, , dict]) => missing.includes(dict))
    .map(([path, , , message]) => ({ path, message }));
  return fields[0] === undefined ? null : refuse('invalid', 'points_rule.value', fields[0].message, { fields });
};
const unknownOf = async (
  tx: CommonQueryMethods,
  chosen: readonly (readonly [dict: string, value: string])[],
): Promise<readonly string[]> =>
  chosen.length === 0
    ? []
    : tx.anyFirst(sql.type(Missing)`
        SELECT dict_type FROM unnest(${sql.array(
          chosen.map(([dict]) => dict),
          'text',
        )}, ${sql.array(
          chosen.map(([, value]) => value),
          'text',
        )}) AS chosen (dict_type, value)
        WHERE NOT EXISTS (SELECT 1 FROM master.dict_data AS data
          WHERE data.dict_type = chosen.dict_type AND data.dict_value = chosen.value AND data.status = '2')`);

const Same = z.object({ id: z.int() });
/** Names the rule that has these keys already. */
const taken =
  (pool: DatabasePool) =>
  async ({ category, style, fineness }: MasterRow): Promise<Refusal> => {
    const id = await pool.maybeOneFirst(sql.type(Same)`
      SELECT id FROM master.points_rule
      WHERE category = ${String(category)} AND style = ${String(style)} AND fineness = ${String(fineness)} AND status = '2'`);
    const message = `相同类别、款式、成色的启用规则已存在${id === null ? '' : `（编号${id}）`}`;
    return refuse('conflict', 'points_rule.taken', message, { fields: [{ path: 'type', message }] });
  };

export const pointsRuleRoutes = (deps: ResourceDeps): readonly Route[] => [
  fittingRuleRoute(deps.pool),
  ...resourceRoutes(deps, {
    title: '积分规则',
    path: '/base-points',
    table: { name: 'points_rule', key: 'id' },
    allow: { add: 'base:basePoints:add', edit: 'base:basePoints:edit', remove: 'base:basePoints:remove' },
    body: PointsRuleBody,
    edit: PointsRuleEdit,
    columns: columnsOf,
    changes: columnsOf,
    onCreate: refuseUnknown,
    onEdit: refuseUnknown,
    taken: { points_rule_keys: taken(deps.pool) },
  }),
];
