/** The ledger of one customer, now or as of any moment. */
import { sql } from 'slonik';
import { pageOf } from 'services/contracts/envelope';
import { route, type Route } from 'services/contracts/route';
import { CustomerInPath } from 'services/points/contract';
import { pagedList } from '../platform/paged.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { allOf, equals } from '../platform/where.ts';
import { PointsLedgerQuery, PointsLedgerRow } from './contract.ts';

export default ({ db }: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/base-customer/:id/points',
    summary: '积分明细',
    allow: ['base:baseCustomer:list', 'base:baseCustomer:edit', 'base:baseCustomer:points'],
    params: CustomerInPath,
    query: PointsLedgerQuery,
    data: pageOf(PointsLedgerRow),
    takesAsOf: true,
    handler: async ({ params, query, asOf }) => ({
      data: await pagedList({
        db,
        from: sql.fragment`live.points_ledger p`,
        where: allOf(
          equals(sql.fragment`p.customer_id`, params.id),
          asOf === undefined ? null : sql.fragment`p.position <= ${asOf}`,
        ),
        orderBy: sql.fragment`p.position DESC, p.line DESC`,
        key: sql.fragment`p.position AS position, p.line`,
        select: sql.fragment`
          SELECT p.at, p.kind, p.points, p.balance, p.document_no AS "orderNo", p.document_id AS "documentId",
            p.document_kind AS "documentKind", p.rule_id AS "ruleId", p.reason, p.by_name AS by, p.position, p.line
          FROM page JOIN live.points_ledger p ON p.position = page.position AND p.line = page.key`,
        row: PointsLedgerRow,
        paging: query,
      }),
    }),
  }),
];
