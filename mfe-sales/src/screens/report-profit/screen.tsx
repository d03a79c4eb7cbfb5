/** 利润表: what every audited order left, in cash and in goods. */
import { financeProfit } from 'projections/reports/earnings/contract';
import { lineReport } from '../../report/line-report.tsx';

export default lineReport(financeProfit, {
  title: '利润表',
  permission: 'biz:financeProfit:list',
  counts: '销售单',
  empty: '这段时间没有已审核的销售单',
  exportName: '利润表',
  money: 'factFee',
  moneys: ['profit', 'goodsMargin'],
  columns: [
    ['orderNo', { width: 96 }],
    ['sellAt', { sort: true }],
    ['shopName', { width: 124 }],
    ['customerName', { width: 84 }],
    ['seller', { width: 84 }],
    ['amount', { title: '首饰金额', total: true, sort: true }],
    // What is asked first stands in sight; what it is made of follows.
    ['factFee', { total: true }],
    ['costAmount', { total: true, title: '成本（含旧料、退货）' }],
    ['profit', { total: true, title: '利润（收付差）' }],
    ['goodsMargin', { total: true }],
    ['giftFee', { total: true }],
    ['changeFee', { total: true }],
    ['oldFee', { total: true }],
    ['cleanFee', { total: true }],
    ['roundFee', { total: true }],
    'points',
  ],
});
