/** 优惠授权: who allowed what beyond the limits of the till, as of any moment; every total opens. */
import {
  saleApprovalExplain,
  saleApprovalReport,
  type SaleApprovalRow,
} from 'projections/reports/sale-approval/contract';
import { columnsOf, explainedBy, money as moneyText, reportScreen, type Column } from 'root-config/ui';
import { ReportPicture } from '../../report/lazy-picture.tsx';
import { StandingDialog } from './long-approval-list.tsx';
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { SALE_LIMITS } from 'services/sale/contract';

const { text, day, money, moment, status } = columnsOf(saleApprovalReport);

const columns: readonly Column<SaleApprovalRow>[] = [
  text('orderNo', '单据号', { total: 'orders', totalTitle: '订单数' }),
  day('sellAt', '销售日期'),
  text('shopName', '分店', { width: 124 }),
  text('customerName', '客户', { width: 76 }),
  text('seller', '销售员', { width: 76 }),
  text('approver', '授权人', { width: 76, total: 'approvals', totalTitle: '授权次数' }),
  text('exceeded', '超限内容', { width: 300 }),
  money('givenAway', '差额', { total: true }),
  text('reason', '原因', { width: 130 }),
  moment('approvedAt', '授权时间'),
  status('auditFlag', '审核状态'),
  text('asker', '申请人', { hidden: true }),
];

export default reportScreen(saleApprovalReport, {
  title: '优惠授权',
  permission: 'report:reportSellApproval:list',
  rowKey: 'key',
  counts: '优惠授权',
  empty: '这段时间没有超过限额、需要授权的销售单',
  filters: [
    { kind: 'dates', label: '销售日期', daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'approver', label: '授权人', daily: true },
    { kind: 'text', name: 'seller', label: '销售员', daily: true },
    {
      kind: 'select',
      name: 'rule',
      label: '超限项目',
      daily: true,
      options: Object.entries(SALE_LIMITS).map(([value, { label }]) => ({ value, label })),
    },
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true },
    {
      kind: 'select',
      name: 'auditFlag',
      label: '审核状态',
      options: AUDIT_OPTIONS,
    },
  ],
  columns,
  exportName: '优惠授权',
  toolbar: [{ label: '长期授权', reads: true, open: (screen) => <StandingDialog screen={screen} /> }],
  explain: explainedBy(saleApprovalExplain.path, columns),
  above: (_data, screen) => (
    <ReportPicture path={`${saleApprovalReport.path}/chart`} title="优惠授权" query={screen.query} asOf={screen.asOf} />
  ),
  card: (row) => ({
    title: row.exceeded,
    subtitle: `${row.orderNo}　${row.sellAt}`,
    facts: [
      ['授权人', row.approver],
      ['差额', row.givenAway === null ? '—' : moneyText(row.givenAway)],
      ['原因', row.reason],
      ['分店', row.shopName],
      ['销售员', row.seller],
    ],
  }),
});
