/** 赠品销售: gifts sold, given for points and given away. */
import { sellGiftReport } from 'projections/reports/order-lines/contract';
import { lineReport } from '../../report/line-report.tsx';

export default lineReport(sellGiftReport, {
  title: '赠品销售',
  permission: 'biz:bizSellGift:list',
  counts: '赠品',
  empty: '这段时间没有已审核的赠品',
  exportName: '赠品销售明细',
  money: 'amount',
  columns: [
    ['orderNo', { width: 96 }],
    ['sellAt', { sort: true }],
    ['shopName', { width: 124 }],
    ['customerName', { width: 84 }],
    'barcode',
    ['goodsName', { width: 130 }],
    ['styleNo', { width: 84 }],
    ['spec', { width: 84 }],
    ['measure', { width: 56 }],
    ['num', { total: true }],
    'price',
    ['amount', { total: true, sort: true }],
    ['rebateInte', { total: true }],
    ['seller', { width: 84 }],
    ['remark', { width: 130 }],
  ],
});
