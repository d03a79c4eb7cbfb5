/** Layouts that every installation starts with, each drawn for what it hangs on or goes with (R41). */
import type { z } from 'zod';
import type { Paper } from '../../contracts/manifest.ts';
import { LAYOUT_VERSION, PrintLayout } from '../../contracts/print-layout.ts';

/** Without its defaults, so that a seed reads like the label it draws. */
type Drawn = z.input<typeof PrintLayout>;
type Element = Drawn['elements'][number];
type Words = { readonly fontSize?: number; readonly weight?: 'bold'; readonly align?: 'center' | 'right' };
type Box = readonly [x: number, y: number, width: number, height: number];
/** One line of text, box in mm. */
const text = (words: string, [x, y, width, height]: Box, look: Words = {}): Element => ({
  type: 'text',
  text: words,
  x,
  y,
  width,
  height,
  fontSize: 7.5,
  ...look,
});
const bars = ([x, y, width, height]: Box, field = 'barcode'): Element => ({
  type: 'barcode',
  field,
  x,
  y,
  width,
  height,
});
const rule = (x: number, y: number, width: number): Element => ({
  type: 'line',
  x,
  y,
  width,
  height: 0,
  thickness: 0.2,
});
const sheet = (width: number, height: number, elements: readonly Element[]): string =>
  JSON.stringify(PrintLayout.parse({ version: LAYOUT_VERSION, page: { width, height }, elements }));

/** Name and price of a label of that width. */
const head = (width: number): readonly Element[] => [
  text('{{name}}', [2, 1.5, width - 24, 4.5], { fontSize: 9, weight: 'bold' }),
  text('￥{{sellPrice}}', [width - 22, 1.5, 20, 5], { fontSize: 11.5, weight: 'bold', align: 'right' }),
];
/** Barcode and shop at its lower edge. */
const foot = (width: number): readonly Element[] => [
  bars([2, 22.5, 40, 6.5]),
  text('{{shopName}}', [43, 25, width - 45, 4], { align: 'right' }),
];
const LINES = [6.8, 10.6, 14.4, 18.2] as const;
/** Up to four lines between head and foot. */
const label = (width: number, ...lines: readonly string[]): string =>
  sheet(width, 30, [
    ...head(width),
    ...lines.map((words, index) => text(words, [2, LINES[index] ?? 0, width - 4, 3.6])),
    ...foot(width),
  ]);

export const LABEL_LAYOUTS = {
  standard: sheet(60, 30, [
    text('{{name}}', [2, 2, 34, 4], { fontSize: 9, weight: 'bold' }),
    text('￥{{sellPrice}}', [38, 2, 20, 5], { fontSize: 11.5, weight: 'bold', align: 'right' }),
    text('成色：{{fineness}}  标准：{{examStand1}}', [2, 7, 56, 3.5]),
    text('金重：{{goldWeight}}g  总重：{{weight}}g', [2, 11, 56, 3.5]),
    text('{{stoneName}} {{stoneCt}}ct  {{secondName}} {{secondCt}}ct', [2, 15, 56, 3.5]),
    text('圈口：{{ringsize}}  证书：{{cerif}}', [2, 19, 56, 3.5]),
    bars([2, 23, 40, 6]),
    text('{{shopName}}', [43, 25, 15, 4], { align: 'right' }),
  ]),
  plain: label(
    60,
    '成色：{{fineness}}  含金量：{{goldContent}}  标准：{{examStand1}}',
    '金重：{{goldWeight}}g  圈口：{{ringsize}}',
    '工费：{{workFee}}元/g  检测：{{examUnit}}',
    '款号：{{styleNo}}  证书：{{cerif}}',
  ),
  gemSet: label(
    70,
    '成色：{{fineness}}  金重：{{goldWeight}}g  总重：{{weight}}g',
    '主石：{{stoneName}} {{stoneCt}}ct {{stoneColor}} {{stoneClean}} {{stoneCut}}',
    '副石：{{secondName}} {{secondCt}}ct  手寸：{{ringsize}}  镶嵌：{{stoneMount}}',
    '证书：{{cerif}}  检测：{{examUnit}}  标准：{{examStand1}}',
  ),
  bangle: sheet(60, 30, [
    ...head(60),
    text('成色：{{fineness}}  标准：{{examStand1}}', [2, 6.8, 35, 3.6]),
    text('金重：{{goldWeight}}g  总重：{{weight}}g', [2, 10.6, 35, 3.6]),
    text('主石：{{stoneName}} {{stoneTexture}} {{stoneColor}}  款号：{{styleNo}}', [2, 14.4, 56, 3.6]),
    text('证书：{{cerif}}  检测：{{examUnit}}', [2, 18.2, 56, 3.6]),
    text('圈口 {{ringsize}}', [38, 8.5, 20, 5.5], { fontSize: 11.5, weight: 'bold', align: 'right' }),
    ...foot(60),
  ]),
  chain: label(
    60,
    '成色：{{fineness}}  标准：{{examStand1}}',
    '金重：{{goldWeight}}g  总重：{{weight}}g  长度：{{spec}}',
    '主石：{{stoneName}} {{stoneCt}}ct  工费：{{workFee}}元/g',
    '款号：{{styleNo}}  证书：{{cerif}}',
  ),
  jade: label(
    60,
    '材料：{{stoneName}} {{stoneTexture}} {{stoneColor}}  透明度：{{stoneTransparent}}',
    '成色：{{fineness}}  金重：{{goldWeight}}g  总重：{{weight}}g',
    '规格：{{spec}}  圈口：{{ringsize}}  标准：{{examStand1}}',
    '证书：{{cerif}}  检测：{{examUnit}}',
  ),
  bullion: label(
    60,
    '成色：{{fineness}}  含金量：{{goldContent}}',
    '金重：{{goldWeight}}g  规格：{{spec}}',
    '编号：{{serialNo}}  标准：{{examStand1}}',
    '证书：{{cerif}}  检测：{{examUnit}}',
  ),
} as const;

const STYLES = {
  count: { align: 'right' },
  money: { align: 'right', format: 'money', decimals: 2 },
  weight: { align: 'right', format: 'weight', unit: '' },
} as const;
const sum = ([field, prefix]: readonly [string, string], [x, y, width, height]: Box): Element => ({
  type: 'field',
  field,
  prefix: `${prefix}：￥`,
  format: 'money',
  decimals: 2,
  x,
  y,
  width,
  height,
  fontSize: 11,
  weight: 'bold',
  align: 'right',
  sheets: 'last',
});
/** Title, facts, lines that go on to further sheets, totals on the last, signatures and page numbers. */
export const paperLayout = ({ size, title, facts, columns, totals, amount, signed }: Paper): string => {
  const [width, height] = size;
  const [inner, third] = [width - 20, (width - 20) / 3];
  const table: Element = {
    type: 'table',
    field: 'goods',
    x: 10,
    y: 27,
    width: inner,
    height: height - 57,
    fontSize: 9,
    columns: columns.map(([field, words, wide, style]) => ({
      field,
      title: words,
      width: wide,
      ...(style !== undefined && STYLES[style]),
    })),
  };
  return sheet(width, height, [
    text(title, [10, 7, inner, 8], { fontSize: 17, weight: 'bold', align: 'center' }),
    ...facts.map((words, index) => text(words, [10 + index * third, 19, third, 5], { fontSize: 10 })),
    table,
    { ...text(totals, [10, height - 28, inner * 0.65, 6], { fontSize: 11, weight: 'bold' }), sheets: 'last' },
    ...(amount === undefined ? [] : [sum(amount, [10 + inner * 0.65, height - 28, inner * 0.35, 6])]),
    rule(10, height - 21, inner),
    text(signed, [10, height - 18, inner, 5], { fontSize: 10 }),
    text('打印：{{printedBy}} {{printedAt}}', [10, height - 10, inner / 2, 4]),
    text('第{{sheet}}页 共{{sheetCount}}页', [10 + inner / 2, height - 10, inner / 2, 4], { align: 'right' }),
  ]);
};

export const INVOICE_LAYOUT = sheet(210, 140, [
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
    ...text('应付：{{payableFee}}  实付：{{factFee}}', [10, 112, 120, 6], { fontSize: 11.5, weight: 'bold' }),
    sheets: 'last',
  },
  text('销售员：{{seller}}', [10, 120, 60, 5], { fontSize: 10 }),
  text('客户签字：', [140, 120, 60, 5], { fontSize: 10 }),
  text('第{{sheet}}页 共{{sheetCount}}页', [140, 130, 60, 5], { align: 'right' }),
]);

/** A slip of the till's printer: what the customer leaves, when it is promised, and the barcode to fetch it by. */
export const REPAIR_LAYOUT = sheet(80, 110, [
  text('{{shopName}}', [4, 4, 72, 5], { fontSize: 10, align: 'center' }),
  text('维修收件单', [4, 9.5, 72, 7], { fontSize: 15, weight: 'bold', align: 'center' }),
  bars([12, 18, 56, 13]),
  text('单据号：{{orderNo}}', [4, 33.5, 36, 4.5], { fontSize: 9 }),
  text('收件：{{sellAt}}', [42, 33.5, 34, 4.5], { fontSize: 9 }),
  text('客户：{{customerName}}', [4, 38.5, 72, 4.5], { fontSize: 9 }),
  rule(4, 44.5, 72),
  text('{{type}} {{style}} {{fineness}}', [4, 46.5, 72, 5.5], { fontSize: 11, weight: 'bold' }),
  text('重量：{{weight}}', [4, 53, 72, 4.5], { fontSize: 9 }),
  text('主石：{{stone}} {{stoneCt}} {{stoneP}}粒', [4, 58, 72, 4.5], { fontSize: 9 }),
  text('副石：{{second}} {{secondCt}} {{secondP}}粒', [4, 63, 72, 4.5], { fontSize: 9 }),
  text('要求：{{remark}}', [4, 68, 72, 4.5], { fontSize: 9 }),
  rule(4, 74, 72),
  text('约定取件：{{promiseAt}}', [4, 76, 72, 5.5], { fontSize: 11, weight: 'bold' }),
  text('费用：￥{{price}}', [4, 82.5, 72, 5], { fontSize: 10 }),
  text('请凭此单取件，取件时当面核对首饰与重量。', [4, 90, 72, 4], { fontSize: 8 }),
  text('客户签字：', [4, 98, 36, 4.5], { fontSize: 9 }),
  text('收件人：{{receivedBy}}', [42, 98, 34, 4.5], { fontSize: 9 }),
]);
