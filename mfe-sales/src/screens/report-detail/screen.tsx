/** 销售明细: every line of every order, pending ones marked; what was paid stands at the first row of its order. */
import { sellDetailReport } from 'projections/reports/order-lines/contract';
import { money } from 'root-config/ui';
import { lineReport } from '../../report/line-report.tsx';

export default lineReport(sellDetailReport, {
  title: '销售明细',
  permission: 'report:reportSellDetail:list',
  counts: '明细',
  empty: '这段时间没有销售单',
  exportName: '销售明细',
  money: 'sellFee',
  fixedColumns: 3,
  columns: [
    ['sellAt', { sort: true }],
    ['shopName', { width: 124 }],
    ['type', { width: 76 }],
    ['billType', { width: 64 }],
    'auditFlag',
    ['orderNo', { width: 96 }],
    ['customerName', { width: 84 }],
    'barcode',
    ['name', { width: 130 }],
    'num',
    ['goldWeight', { sort: true }],
    // Money stands in sight at the width of a desk; what a piece is follows.
    ['sellFee', { total: true }],
    ['factFee', { total: true, totalTitle: '实付金额（整单）' }],
    ['changeFee', { total: true }],
    ['recycleFee', { total: true }],
    ['giftFee', { total: true }],
    ['cleanFee', { total: true }],
    ['style', { width: 76 }],
    ['fineness', { width: 84 }],
    'todayGoldCost',
    'sellPrice',
    'rebate',
    [
      'seller',
      {
        width: 84,
        total: 'pendingFactFee',
        totalTitle: '其中待审核',
        totalText: ({ pendingFactFee }) => money(pendingFactFee),
      },
    ],
    ['creator', { width: 84, hidden: true }],
    ['goldContent', { hidden: true }],
    ['color', { hidden: true }],
    ['otherParam', { hidden: true }],
    ['remark', { width: 130 }],
  ],
});
