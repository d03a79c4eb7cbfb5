/** GET /report-sell-approval: rows, totals, export, latest day and explanation, now or as of any moment. */
import { sql, type FragmentSqlToken } from 'slonik';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { seesCost } from 'services/contracts/user';
import { latestDayRoute } from '../../documents/routes.ts';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import { AUDIT_WORDS } from 'services/contracts/audit';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { pointsChart } from '../order-lines/report-chart.ts';
import { SaleApprovalExplainQuery, saleApprovalReport, type SaleApprovalQuery } from './contract.ts';
import {
  ORDERS,
  approvalPoints,
  approvalRows,
  approvalTotals,
  approvalsWhere,
  approvedOrdersOf,
  explainApprovals,
} from './reads.ts';

const NAME = '优惠授权';
const LIST = 'report:reportSellApproval:list';
const EXPORT: readonly ExportColumn[] = [
  { field: 'orderNo', title: '单据号', kind: 'text' },
  { field: 'sellAt', title: '销售日期', kind: 'day' },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'customerName', title: '客户', kind: 'text' },
  { field: 'seller', title: '销售员', kind: 'text' },
  { field: 'approver', title: '授权人', kind: 'text' },
  { field: 'exceeded', title: '超限内容', kind: 'text' },
  { field: 'givenAway', title: '差额', kind: 'money', total: 'sum' },
  { field: 'reason', title: '原因', kind: 'text' },
  { field: 'approvedAt', title: '授权时间', kind: 'moment' },
  { field: 'asker', title: '申请人', kind: 'text' },
  { field: 'auditFlag', title: '审核状态', kind: 'text', words: AUDIT_WORDS },
];

const report = (deps: QueryDeps) => ({
  endpoint: saleApprovalReport,
  name: NAME,
  allow: LIST,
  choose: (asked: ListRequest<SaleApprovalQuery>) => approvalsWhere(deps, asked),
  rows: (where: FragmentSqlToken, { query, user }: ListRequest<SaleApprovalQuery>) =>
    approvalRows(deps, where, query, seesCost(user)),
  sums: (where: FragmentSqlToken) => approvalTotals(deps, where),
});

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT }),
  pointsChart(report(deps), { unit: '元', pointsOf: (where) => approvalPoints(deps, where) }),
  latestDayRoute(deps, {
    path: saleApprovalReport.path,
    label: NAME,
    allow: LIST,
    from: ORDERS,
    day: sql.fragment`d.sold_on`,
    where: approvedOrdersOf,
  }),
  reportExplain(report(deps), {
    query: SaleApprovalExplainQuery,
    explain: async (asked) => {
      const where = approvalsWhere(deps, asked);
      return isRefusal(where) ? where : explainApprovals(deps, where, asked.query);
    },
  }),
];
