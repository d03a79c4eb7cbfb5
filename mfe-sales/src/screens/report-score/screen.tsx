/** 销售员业绩: a sale to its seller, a return against the seller of its sale. */
import { sellerScoreReport } from 'projections/reports/earnings/contract';
import { lineReport } from '../../report/line-report.tsx';

export default lineReport(sellerScoreReport, {
  title: '销售员业绩',
  permission: 'report:reportSellerScore:list',
  counts: '业绩',
  empty: '这段时间没有已审核的销售和退货',
  exportName: '销售员业绩',
  money: 'factSellFee',
  columns: [
    ['seller', { width: 84 }],
    ['turnoverAt', { width: 110 }],
    ['billType', { width: 64 }],
    ['orderNo', { width: 96 }],
    ['shopName', { width: 124 }],
    ['customerName', { width: 84 }],
    'barcode',
    ['name', { width: 130 }],
    ['type', { width: 76 }],
    ['style', { width: 76 }],
    ['fineness', { width: 84 }],
    ['num', { total: true }],
    ['factSellFee', { total: 'amount' }],
    ['sellerPoints', { total: true }],
    ['sellGoldWeight', { total: 'goldWeight', totalTitle: '金重' }],
    ['weight', { total: true }],
    ['stoneCt', { total: true }],
    ['secondCt', { total: true }],
    ['todayGoldCost', { hidden: true }],
    ['workFee', { hidden: true }],
    ['piceWorkFee', { hidden: true }],
    ['fineWorkFee', { hidden: true }],
  ],
});
