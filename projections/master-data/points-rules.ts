/** Points rules (S1§2.10). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import type { Route } from 'services/contracts/route';
import { PointsRuleRow } from 'services/master-data/contract';
import { pointsRuleList } from './contract.ts';
import { equals, listRoutes, ordered, page, recordRoute, type Order, type Source } from './reading.ts';

const rules: Source<typeof PointsRuleRow> = {
  row: PointsRuleRow,
  columns: sql.fragment`id, point_sort AS "pointSort", category AS type, style, fineness, amount_fen::float8 / 100 AS amount,
    customer_point AS "customerPoint", seller_point AS "sellerPoint", discount, status, remark,
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.points_rule`,
  alias: 'points_rule',
};
/** As they are tried: by their place. */
const IN_PLACE: Order = { by: sql.fragment`point_sort, id` };
const READERS = ['base:basePoints:list', 'base:basePoints:edit'];

export const pointsRuleRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: pointsRuleList,
    summary: '积分规则列表',
    exported: {
      name: '积分规则',
      needs: 'base:basePoints:list',
      columns: [
        ['pointSort', '排序'],
        ['type', '首饰类别'],
        ['style', '首饰款式'],
        ['fineness', '首饰成色'],
        ['amount', '销售金额'],
        ['customerPoint', '客户积分'],
        ['sellerPoint', '销售员积分'],
        ['discount', '折扣下限（%）'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: READERS,
    read: (at, { query }) =>
      page(at, rules, {
        where: [
          equals(['category'], query.type),
          equals(['style'], query.style),
          equals(['fineness'], query.fineness),
          equals(['status'], query.status),
        ],
        order:
          query.idOrder === undefined && query.createdAtOrder === undefined
            ? IN_PLACE
            : ordered(query, ['category'], IN_PLACE),
        paging: query,
      }),
  }),
  recordRoute(db, { path: '/base-points', title: '积分规则', allow: READERS, row: PointsRuleRow, source: () => rules }),
];
