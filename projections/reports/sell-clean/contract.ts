/** GET /report-sell-clean (S1§2.12, §3): what was mended or cleaned on audited orders, line by line. */
import type { z } from 'zod';
import { choice, code } from 'services/contracts/filters';
import { REPAIR_DONE } from 'services/sale/contract';
import { CELL, tableReport } from '../table-report/contract.ts';

export const CLEAN_STATES = ['已收件', ...REPAIR_DONE] as const;
/** Days yyyy-MM-dd, '' where it is not fetched; weight in g, stones in carats, price in yuan. */
export const sellCleanReport = tableReport({
  path: '/report-sell-clean',
  fields: {
    id: CELL.inner('维修清洗'),
    orderNo: CELL.text('单据号'),
    /** The number on the receipt: WX100070002. */
    barcode: CELL.text('维修单号'),
    sellAt: CELL.day('日期'),
    shopId: CELL.inner('分店'),
    shopName: CELL.text('分店'),
    customerName: CELL.text('客户'),
    type: CELL.text('类别'),
    style: CELL.text('款式'),
    fineness: CELL.text('成色'),
    weight: CELL.weight('重量'),
    price: CELL.money('金额'),
    stone: CELL.text('主石'),
    stoneCt: CELL.carat('主石重'),
    stoneP: CELL.whole('主石粒数'),
    second: CELL.text('副石'),
    secondCt: CELL.carat('副石重'),
    secondP: CELL.whole('副石粒数'),
    remark: CELL.text('备注'),
    state: CELL.text('进度'),
    takeAt: CELL.day('取件日期'),
    takeBy: CELL.text('取件人'),
  },
  filters: { barcode: code(), state: choice(CLEAN_STATES) },
  sorts: ['sellAt', 'weight', 'price'],
  sums: ['weight', 'price', 'stoneCt', 'stoneP', 'secondCt', 'secondP'],
});
export type SellCleanRow = z.infer<typeof sellCleanReport.row>;
