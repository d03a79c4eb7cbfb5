/** The ledger of one customer, now or as of any moment, and the records that were merged into it. */
import { sql } from 'slonik';
import { z } from 'zod';
import { pageOf } from 'services/contracts/envelope';
import { route, type Route } from 'services/contracts/route';
import { CustomerInPath } from 'services/points/contract';
import { pagedList } from '../platform/queries/paged-list.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, equals } from '../platform/queries/where-clauses.ts';
import { MergedCustomerRow, PointsLedgerQuery, PointsLedgerRow } from './contract.ts';

const READERS = ['base:baseCustomer:list', 'base:baseCustomer:edit', 'base:baseCustomer:points'];
const mergedRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/base-customer/:id/merged',
    summary: '已合并的客户',
    allow: READERS,
    params: CustomerInPath,
    data: z.array(MergedCustomerRow),
    handler: async ({ params }) => ({
      data: [
        ...(await db.any(sql.type(MergedCustomerRow)`
          SELECT c.id, c.name, c.mobile, m.points, m.reason, m.by_name AS by, m.at
          FROM master.customer_merge AS m JOIN master.customer AS c ON c.id = m.merge_id
          WHERE m.keep_id = ${params.id}::bigint AND m.step <> 'parted' ORDER BY m.id DESC`)),
      ],
    }),
  });

const ledgerRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/base-customer/:id/points',
    summary: '积分明细',
    allow: READERS,
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
            p.document_kind AS "documentKind", p.rule_id AS "ruleId",
            CASE WHEN p.rule_id IS NULL THEN '' ELSE coalesce(nullif(concat_ws(' ', nullif(rule.category, ''), nullif(rule.style, ''),
              nullif(rule.fineness, '')), ''), '已删除的规则') END AS rule,
            p.reason, p.by_name AS by, p.position, p.line
          FROM page JOIN live.points_ledger p ON p.position = page.position AND p.line = page.key
            LEFT JOIN master.points_rule rule ON rule.id = p.rule_id`,
        row: PointsLedgerRow,
        paging: query,
      }),
    }),
  });

export default (deps: QueryDeps): Route[] => [ledgerRoute(deps), mergedRoute(deps)];
