/** A delivery list as a supplier really sends it: titles above, units in cells and headings, sums below, two slips. */
import { utils, write } from 'xlsx';

const ROWS: readonly (readonly unknown[])[] = [
  ['深圳市金源珠宝有限公司 出货清单'],
  ['客户：罗湖店', null, null, '日期：2026-11-20'],
  [],
  [
    '序号',
    '货号',
    '品名',
    '款式',
    '成色',
    '金重(g)',
    '毛重',
    '主石',
    '主石重（分）',
    '证书号',
    '计价',
    '成本',
    '标价',
    '产地',
  ],
  [1, 'JY-8801', '足金手镯', '光圈', '足金', '40.5克', 40.5, '-', '/', '无', '一口价', '￥25,000元', 38000, '深圳'],
  [2, 'JY-8802', '钻石戒指', '光圈', '足金', 3.215, '3.40g', '钻石', '30', 'GTC-1', '按克', 6800, 9900, '深圳'],
  [3, 'JY-8803', '足金项链', '光圈', '足金', '十五克', 15.7, '—', null, '—', '按克', 9100, 12800, '深圳'],
  [4, 'JY-8804', '足金吊坠', '光圈', '足金', 2.1, 2.1, '', '', '', '面议', 1300, 1900, '深圳'],
  ['合计', null, null, null, null, null, 61.7, null, null, null, null, 42200, 62600],
];
/** `change`: other values by row and column of the sheet, both from 0. */
export const supplierFile = (change: readonly (readonly [number, number, unknown])[] = []): Buffer => {
  const rows = ROWS.map((row) => [...row]);
  for (const [row, column, value] of change) (rows[row] ??= [])[column] = value;
  const sheet = utils.aoa_to_sheet(rows);
  sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 13 } }];
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, '出货清单');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};
