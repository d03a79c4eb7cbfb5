/** Templates and template columns that every installation starts with (R41). The designers replace `template`. */
import { INVOICE_KIND, LABEL_KIND } from './template.ts';

/** Elements in millimetres from the left and top edge; `field` is a wire name of the printed data. */
const label = {
  version: 1,
  unit: 'mm',
  page: { width: 60, height: 30 },
  elements: [
    { type: 'text', text: '{{name}}', x: 2, y: 2, width: 34, height: 4, fontSize: 3.2, bold: true },
    { type: 'text', text: '成色：{{fineness}}', x: 2, y: 7, width: 34, height: 3.5, fontSize: 2.6 },
    {
      type: 'text',
      text: '金重：{{goldWeight}}g  总重：{{weight}}g',
      x: 2,
      y: 11,
      width: 34,
      height: 3.5,
      fontSize: 2.6,
    },
    { type: 'text', text: '{{stoneName}} {{stoneCt}}ct', x: 2, y: 15, width: 34, height: 3.5, fontSize: 2.6 },
    { type: 'text', text: '圈口：{{ringsize}}  证书：{{cerif}}', x: 2, y: 19, width: 34, height: 3.5, fontSize: 2.6 },
    {
      type: 'text',
      text: '￥{{sellPrice}}',
      x: 38,
      y: 2,
      width: 20,
      height: 5,
      fontSize: 4,
      bold: true,
      align: 'right',
    },
    { type: 'barcode', field: 'barcode', format: 'code128', x: 2, y: 23, width: 40, height: 6, showText: true },
  ],
};
const invoice = {
  version: 1,
  unit: 'mm',
  page: { width: 210, height: 140 },
  elements: [
    {
      type: 'text',
      text: '{{shopName}} 销售单',
      x: 10,
      y: 8,
      width: 190,
      height: 8,
      fontSize: 6,
      bold: true,
      align: 'center',
    },
    { type: 'text', text: '单号：{{orderNo}}', x: 10, y: 20, width: 70, height: 5, fontSize: 3.5 },
    { type: 'text', text: '日期：{{sellAt}}', x: 85, y: 20, width: 50, height: 5, fontSize: 3.5 },
    { type: 'text', text: '客户：{{customerName}}', x: 140, y: 20, width: 60, height: 5, fontSize: 3.5 },
    {
      type: 'table',
      field: 'sellGoodsList',
      x: 10,
      y: 28,
      width: 190,
      rowHeight: 6,
      columns: [
        { field: 'barcode', title: '条码', width: 34 },
        { field: 'name', title: '名称', width: 46 },
        { field: 'fineness', title: '成色', width: 24 },
        { field: 'sellGoldWeight', title: '金重(g)', width: 22, align: 'right' },
        { field: 'num', title: '数量', width: 14, align: 'right' },
        { field: 'todayGoldCost', title: '金价', width: 22, align: 'right' },
        { field: 'factSellFee', title: '金额', width: 28, align: 'right' },
      ],
    },
    {
      type: 'text',
      text: '应收：{{payableFee}}  实收：{{factFee}}',
      x: 10,
      y: 112,
      width: 120,
      height: 5,
      fontSize: 4,
      bold: true,
    },
    { type: 'text', text: '销售员：{{seller}}', x: 10, y: 120, width: 60, height: 5, fontSize: 3.5 },
    { type: 'text', text: '客户签字：', x: 140, y: 120, width: 60, height: 5, fontSize: 3.5 },
  ],
};

export const TEMPLATE_SEEDS = [
  { kind: LABEL_KIND, labelType: '', name: '标准标签', fileName: '标准标签', template: JSON.stringify(label) },
  { kind: INVOICE_KIND, labelType: '', name: '销售单', fileName: '销售单', template: JSON.stringify(invoice) },
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
};
