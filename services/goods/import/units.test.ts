/** Units of headings, cells and titles (R150): converted where known, asked where they mean several things, refused where they do not fit. */
import { describe, expect, test } from 'vitest';
import { questionsOf, unitsOf } from './column-units.ts';
import { IMPORT_FIELDS, matchColumns } from './contract.ts';
import { BadCell, wireValue, type CellHints } from './import-cells.ts';

const field = (wire: string) => {
  const found = IMPORT_FIELDS.find((one) => one.wire === wire);
  if (found === undefined) throw new RangeError(wire);
  return found;
};
const read = (wire: string, cell: unknown, heading: string, told: CellHints = {}): unknown => {
  try {
    return wireValue(cell, field(wire), heading, told);
  } catch (error) {
    if (error instanceof BadCell) return error.message;
    throw error;
  }
};

test.each([
  ['goldWeight', '金重(克)', 5.125, 5.125],
  ['goldWeight', '金重（毫克）', 5125, 5.125],
  ['goldWeight', '金重mg', '5125', 5.125],
  ['goldWeight', '金重/毫克', '5,125', 5.125],
  ['goldWeight', '净重【kg】', 0.005125, 5.125],
  ['goldWeight', '金重', '5125mg', 5.125],
  ['goldWeight', '金重(毫克)', '5.125g', 5.125],
  ['stoneCt', '主石重(分)', 30, 0.3],
  ['stoneCt', '主石(分)重', 30, 0.3],
  ['stoneCt', '石重/分', '30', 0.3],
  ['stoneCt', '主石重(ct)', '0.3', 0.3],
  ['secondCt', '副石重 分', 12.5, 0.125],
  ['sellPrice', '标价(千元)', 3.08, 3080],
  ['sellPrice', '标价（万元）', '1.2', 12_000],
  ['sellPrice', '标价万元', 1.2, 12_000],
  ['sellPrice', '标价', '1.2万', 12_000],
  ['sellPrice', '标价(元)', '￥３，０８０', 3080],
  ['piceCost', '成本(元/件)', '2500', 2500],
  ['goldCost', '金价(元/克)', '560', 560],
  ['goldCost', '金价', '560元/g', 560],
  ['stoneCost', '主石单价(元/克拉或元/粒)', 8000, 8000],
  ['sellRaito', '倍率(%)', 150, 1.5],
  ['num', '数量(件)', 2, 2],
  ['sellPrice', '标价(含税)', 3080, 3080],
  ['ringsize', '手寸(号)', 12, '12'],
])('%s below %s: %j is %j', (wire, heading, cell, value) => {
  expect(read(wire, cell, heading)).toBe(value);
});
test.each([
  ['金重(毫克)', 'goldWeight'],
  ['金重（钱）', 'goldWeight'],
  ['石重(g)', 'stoneCt'],
  ['主石(分)重', 'stoneCt'],
  ['标价万元', 'sellPrice'],
  ['标价(千元)', 'sellPrice'],
])('the heading %s is %s all the same', (heading, wire) => {
  expect(matchColumns([heading])).toEqual({ [heading]: wire });
});
describe('what may mean several things is asked, and converted once it was said', () => {
  test.each([
    ['goldWeight', '金重(钱)', 2, ['3.125', '3.75', '5'], [6.25, 7.5, 10]],
    ['goldWeight', '金重钱', '2', ['3.125', '3.75', '5'], [6.25, 7.5, 10]],
    ['goldWeight', '金重', '2钱', ['3.125', '3.75', '5'], [6.25, 7.5, 10]],
    ['goldWeight', '金重(两)', 0.2, ['31.25', '37.5', '50'], [6.25, 7.5, 10]],
    ['stoneCt', '石重(g)', 0.06, ['5'], [0.3]],
    ['stoneCt', '主石重（克）', '0.06', ['5'], [0.3]],
    ['stoneCt', '主石重(mg)', 60, ['0.005'], [0.3]],
  ])('%s below %s: %j', (wire, heading, cell, ...both) => {
    const [choices, values] = both as [string[], number[]];
    expect(read(wire, cell, heading)).toMatch(/？请在“单位”处选择$/);
    expect(read(wire, cell, heading, { answer: '4' })).toMatch(/？请在“单位”处选择$/);
    const headings = new Map([[wire, heading]]);
    const rows = [{ row: 2, values: { [wire]: cell } }];
    const asked = questionsOf({ rows, headings, units: unitsOf(headings, { titles: [], answers: {} }) });
    expect(asked).toMatchObject([{ heading, wire, answer: '' }]);
    expect(asked[0]?.choices.map(({ value }) => value)).toEqual(choices);
    expect(choices.map((answer) => read(wire, cell, heading, { answer }))).toEqual(values);
  });
  test('a unit above the table is asked where it would change a number, and a heading of its own is nearer', () => {
    const headings = new Map([
      ['sellPrice', '标价'],
      ['goldCost', '金价(元/克)'],
      ['goldWeight', '金重'],
    ]);
    const titles = ['金源珠宝 出货清单', '金额单位：万元', '单位：克'];
    const asked = (answers: Record<string, string>) => unitsOf(headings, { titles, answers });
    expect(questionsOf({ rows: [], headings, units: asked({}) })).toMatchObject([
      {
        heading: '标价',
        choices: [
          { value: '10000', label: '万元' },
          { value: '1', label: '元' },
        ],
      },
    ]);
    expect(read('sellPrice', 1.2, '标价', asked({ 标价: '10000' }).get('sellPrice'))).toBe(12_000);
    expect(read('sellPrice', 3080, '标价', asked({ 标价: '1' }).get('sellPrice'))).toBe(3080);
    expect(read('goldCost', 560, '金价(元/克)', asked({}).get('goldCost'))).toBe(560);
  });
});
test.each([
  ['goldWeight', '金重(盎司)', 1, '单位“盎司”不适用于金重，请换算成克后再导入'],
  ['goldWeight', '金重(ct)', 1, '单位“ct”不适用于金重，请换算成克后再导入'],
  ['goldWeight', '金重', '1oz', '单位“oz”不适用于金重，请换算成克后再导入'],
  ['stoneCt', '主石重(件)', 1, '单位“件”不适用于主石重，请换算成克拉后再导入'],
  ['sellPrice', '标价(美元)', 400, '单位“美元”不适用于标价，请换算成元后再导入'],
  ['sellPrice', '标价', 'HK$400', 'HK$400'],
  ['sellPrice', '标价', '400港币', '单位“港币”不适用于标价，请换算成元后再导入'],
  ['sellPrice', '标价(元/克)', 600, '单位“元/克”不适用于标价，请换算成元后再导入'],
  ['goldCost', '金价(元/两)', 28_000, '单位“元/两”不适用于金价，请换算成元/克后再导入'],
  ['num', '数量(对)', 1, '单位“对”不适用于数量，请换算成件数后再导入'],
])('%s below %s: %j does not fit', (wire, heading, cell, message) => {
  expect(read(wire, cell, heading)).toBe(message);
});
test.each([
  ['styleNo', '1.2E+15', '编号已变成科学计数法，后面的数字已丢失，请把该列设为文本后重新填写'],
  ['barcode', '2.026E+11', '编号已变成科学计数法，后面的数字已丢失，请把该列设为文本后重新填写'],
  ['cerif', '########', '只有显示用的“####”，不是真正的内容，请把列拉宽后重新复制'],
  ['styleNo', '=A1&"x"', '公式没有计算结果，请在Excel中打开并保存后再导入，或粘贴为数值'],
  ['goldWeight', '=D2*2', '公式没有计算结果，请在Excel中打开并保存后再导入，或粘贴为数值'],
  ['goldWeight', '####', '只有显示用的“####”，不是真正的内容，请把列拉宽后重新复制'],
  ['sellPrice', '#N/A', '单元格公式有错误'],
  ['name', '＃ＲＥＦ！', '单元格公式有错误'],
  ['sellPrice', '#SPILL!', '单元格公式有错误'],
  ['sellPrice', 'Err:502', '单元格公式有错误'],
  ['cerif', 202_600_000_968_123_456, '数字过长已丢失精度，请把该列设为文本格式'],
])('%s: %j is no value any more', (wire, cell, message) => {
  expect(read(wire, cell, '')).toBe(message);
});
test.each(['3月12日', '12-Mar', 'Mar-12', '2026/3/12', '2026-03-12 00:00:00', '2026年3月', '2026年3月12日'])(
  'the date %s is no style number; a remark may name it, and so may who types it',
  (cell) => {
    expect(read('styleNo', cell, '款号')).toMatch(/^是日期，不是编号/);
    expect(read('remark', cell, '备注')).toBe(cell);
    expect(read('styleNo', cell, '款号', { typed: true })).toBe(cell);
  },
);
test.each(['E12', '3-12', 'A1E+5', '18K-2026', '2026-03', '12E3'])('%s is a style number', (cell) => {
  expect(read('styleNo', cell, '款号')).toBe(cell);
});
test('what a cell is says whether its value is one of the field', () => {
  expect(read('sellPrice', '', '标价', { mark: 'formula' })).toMatch(/^公式没有计算结果/);
  expect(read('remark', '', '备注', { mark: 'formula' })).toMatch(/^公式没有计算结果/);
  expect(read('styleNo', '2026/3/12', '款号', { mark: 'date' })).toMatch(/^是日期/);
  expect(read('goldWeight', '2026/3/12', '金重', { mark: 'date' })).toMatch(/^是日期/);
  expect(read('sellPrice', 0.05, '标价', { mark: 'percent' })).toMatch(/^是百分数/);
  expect(read('sellRaito', 1.5, '倍率', { mark: 'percent' })).toBe(1.5);
  expect(read('sellPrice', 400, '标价', { mark: 'foreign' })).toMatch(/^不是人民币/);
  expect(read('goldWeight', 6, '金重', { mark: 'merged' })).toMatch(/^合并的单元格/);
  expect(read('goldCost', 560, '金价', { mark: 'merged' })).toBe(560);
  expect(read('goldWeight', '5,125', '金重', { mark: 'comma' })).toMatch(/^逗号/);
});
