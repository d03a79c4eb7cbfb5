/** GET /report-sell-recycle (S1§2.12, §3; R51, R89, R92): what customers handed in, line by line, at tills and by themselves. */
import type { z } from 'zod';
import { choice, term } from 'services/contracts/filters';
import { CELL, tableReport } from '../table-report/contract.ts';

/** What a line came by, in words and as a filter. */
export const BILL_TYPES = ['销售回收', '独立回收'] as const;
/** A line of an audited order; what a customer is paid is no cost to be hidden (R96). */
export const sellRecycleReport = tableReport({
  path: '/report-sell-recycle',
  fields: {
    lotId: CELL.inner('旧料'),
    orderNo: CELL.text('单据号'),
    billType: CELL.text('类型'),
    sellAt: CELL.day('日期'),
    shopId: CELL.inner('分店'),
    shopName: CELL.text('分店'),
    customerName: CELL.text('客户'),
    /** The number of the lot: JL10023. */
    barcode: CELL.text('旧料编号'),
    type: CELL.text('类别'),
    style: CELL.text('款式'),
    fineness: CELL.text('成色'),
    name: CELL.text('名称'),
    weight: CELL.weight('重量'),
    lossRatio: CELL.number('折净率(%)'),
    netWeight: CELL.weight('净重'),
    /** Below the rows: the average price of a gram by net weight. */
    cost: CELL.money('单价'),
    workFee: CELL.money('工费'),
    price: CELL.money('金额'),
    stone: CELL.text('主石'),
    stoneCt: CELL.carat('主石重'),
    stoneP: CELL.whole('主石粒数'),
    second: CELL.text('副石'),
    secondCt: CELL.carat('副石重'),
    secondP: CELL.whole('副石粒数'),
    remark: CELL.text('备注'),
  },
  filters: { barcode: term(), name: term(), billType: choice(BILL_TYPES) },
  sorts: ['sellAt', 'netWeight', 'price'],
  sums: ['weight', 'netWeight', 'price', 'stoneCt', 'secondCt'],
  averages: ['cost'],
});
export type SellRecycleRow = z.infer<typeof sellRecycleReport.row>;
