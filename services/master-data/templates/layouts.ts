/** Layouts that every installation starts with, each drawn for what it hangs on or goes with (R41). */
import type { Paper } from '../../contracts/manifest.ts';
import { STYLES, bars, rule, sheet, text, type Box, type Element } from './drawing.ts';

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
