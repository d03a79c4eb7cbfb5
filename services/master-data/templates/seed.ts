/** Templates and template columns that every installation starts with (R41). The designers replace `template`. */
import type { z } from 'zod';
import { LAYOUT_VERSION, PrintLayout } from '../../contracts/print-layout.ts';
import { INVOICE_KIND, LABEL_KIND } from './template.ts';

/** Without its defaults, so that a seed reads like the label it draws. */
type Drawn = z.input<typeof PrintLayout>;
type Words = { readonly fontSize?: number; readonly weight?: 'bold'; readonly align?: 'center' | 'right' };
/** One line of text, `[x, y, width, height]` in mm. */
const text = (words: string, [x, y, width, height]: readonly [number, number, number, number], look: Words = {}) =>
  ({ type: 'text', text: words, x, y, width, height, fontSize: 7.5, ...look }) as const;

const label: Drawn = {
  version: LAYOUT_VERSION,
  page: { width: 60, height: 30 },
  elements: [
    text('{{name}}', [2, 2, 34, 4], { fontSize: 9, weight: 'bold' }),
    text('￥{{sellPrice}}', [38, 2, 20, 5], { fontSize: 11.5, weight: 'bold', align: 'right' }),
    text('成色：{{fineness}}  标准：{{examStand1}}', [2, 7, 56, 3.5]),
    text('金重：{{goldWeight}}g  总重：{{weight}}g', [2, 11, 56, 3.5]),
    text('{{stoneName}} {{stoneCt}}ct  {{secondName}} {{secondCt}}ct', [2, 15, 56, 3.5]),
    text('圈口：{{ringsize}}  证书：{{cerif}}', [2, 19, 56, 3.5]),
    { type: 'barcode', field: 'barcode', x: 2, y: 23, width: 40, height: 6 },
    text('{{shopName}}', [43, 25, 15, 4], { align: 'right' }),
  ],
};
const invoice: Drawn = {
  version: LAYOUT_VERSION,
  page: { width: 210, height: 140 },
  elements: [
    text('{{shopName}} 销售单', [10, 8, 190, 8], { fontSize: 17, weight: 'bold', align: 'center' }),
    text('单号：{{orderNo}}', [10, 20, 70, 5], { fontSize: 10 }),
    text('日期：{{sellAt}}', [85, 20, 50, 5], { fontSize: 10 }),
    text('客户：{{customerName}}', [140, 20, 60, 5], { fontSize: 10 }),
    {
      type: 'table',
      field: 'goods',
      x: 10,
      y: 28,
      width: 190,
      height: 80,
      fontSize: 9,
      columns: [
        { field: 'barcode', title: '条码', width: 34 },
        { field: 'name', title: '名称', width: 46 },
        { field: 'fineness', title: '成色', width: 24 },
        { field: 'sellGoldWeight', title: '金重(g)', width: 22, align: 'right', unit: '' },
        { field: 'num', title: '数量', width: 14, align: 'right' },
        { field: 'todayGoldCost', title: '金价', width: 22, align: 'right', decimals: 2 },
        { field: 'factSellFee', title: '金额', width: 28, align: 'right', decimals: 2 },
      ],
    },
    {
      ...text('应收：{{payableFee}}  实收：{{factFee}}', [10, 112, 120, 6], { fontSize: 11.5, weight: 'bold' }),
      sheets: 'last',
    },
    text('销售员：{{seller}}', [10, 120, 60, 5], { fontSize: 10 }),
    text('客户签字：', [140, 120, 60, 5], { fontSize: 10 }),
    text('第{{sheet}}页 共{{sheetCount}}页', [140, 130, 60, 5], { align: 'right' }),
  ],
};
const drawn = (layout: Drawn): string => JSON.stringify(PrintLayout.parse(layout));

export const TEMPLATE_SEEDS = [
  { kind: LABEL_KIND, labelType: '', name: '标准标签', fileName: '标准标签', template: drawn(label) },
  { kind: INVOICE_KIND, labelType: '', name: '销售单', fileName: '销售单', template: drawn(invoice) },
] as const;

/** Kind of document → its fields in order, as [wire name, Chinese name]. */
export const COLUMN_SEEDS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  goodsIn: [
    ['barcode', '条码'],
    ['name', '名称'],
    ['type', '类别'],
    ['style', '款式'],
    ['fineness', '成色'],
    ['goldContent', '含金量'],
    ['goldWeight', '金重'],
    ['weight', '总重'],
    ['styleNo', '款号'],
    ['ringsize', '圈口'],
    ['stoneName', '主石'],
    ['stoneCt', '主石重'],
    ['cerif', '证书号'],
    ['workFee', '工费'],
    ['sellPrice', '标价'],
    ['shopName', '分店'],
  ],
  sell: [
    ['orderNo', '单号'],
    ['shopName', '分店'],
    ['customerName', '客户'],
    ['sellAt', '日期'],
    ['seller', '销售员'],
    ['barcode', '条码'],
    ['name', '名称'],
    ['num', '数量'],
    ['sellGoldWeight', '金重'],
    ['todayGoldCost', '金价'],
    ['factSellFee', '金额'],
    ['payableFee', '应收'],
    ['factFee', '实收'],
  ],
  allocate: [
    ['no', '单据号'],
    ['outShopName', '调出分店'],
    ['inShopName', '调入分店'],
    ['allocateAt', '调拨日期'],
    ['barcode', '条码'],
    ['name', '名称'],
    ['inNum', '数量'],
    ['goldWeight', '金重'],
    ['inPrice', '调入单价'],
    ['auditor', '审核人'],
    ['createdBy', '制单人'],
    ['remark', '备注'],
  ],
  goodsReturn: [
    ['no', '单据号'],
    ['supplierName', '供应商'],
    ['shopName', '分店'],
    ['returnAt', '退货日期'],
    ['barcode', '条码'],
    ['name', '名称'],
    ['returnNum', '退货数量'],
    ['goldWeight', '金重'],
    ['returnPrice', '退货单价'],
    ['auditor', '审核人'],
    ['createdBy', '制单人'],
    ['remark', '备注'],
  ],
  check: [
    ['no', '单据号'],
    ['shopName', '分店'],
    ['checkAt', '盘点日期'],
    ['type', '首饰类别'],
    ['barcode', '条码'],
    ['name', '名称'],
    ['bookNum', '账面数'],
    ['factNum', '实盘数'],
    ['scanNum', '扫码次数'],
    ['goldWeight', '金重'],
    ['noFind', '未找到'],
    ['auditor', '审核人'],
    ['createdBy', '制单人'],
    ['remark', '备注'],
  ],
};
