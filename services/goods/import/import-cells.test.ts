import { expect, test } from 'vitest';
import { sheetTitleOf } from '../../contracts/field-units.ts';
import { IMPORT_FIELDS, matchColumns, proposeColumns } from './contract.ts';
import { BadCell, readingOf, wireValue } from './import-cells.ts';

const field = (wire: string) => {
  const found = IMPORT_FIELDS.find((one) => one.wire === wire);
  if (found === undefined) throw new RangeError(wire);
  return found;
};
test.each(['无', '-', '--', '—', '——', '/', '／', ' - ', 'N/A', '', '  '])('%j means that nothing is there', (cell) => {
  for (const { wire } of IMPORT_FIELDS) {
    const none = cell === '无' && ['stoneName', 'secondName'].includes(wire);
    expect(wireValue(cell, field(wire)), wire).toBe(none ? '无' : undefined);
  }
});
test.each([
  ['stoneCt', '30分', '主石重', 0.3, '0.300 克拉'],
  ['stoneCt', '30', '主石重(分)', 0.3, '0.300 克拉'],
  ['stoneCt', 30, '主石重（分）', 0.3, '0.300 克拉'],
  ['stoneCt', '0.3ct', '主石重（分）', 0.3, '0.300 克拉'],
  ['stoneCt', 0.3, '主石重', 0.3, '0.300 克拉'],
  ['goldWeight', '40.5克', '金重', 40.5, '40.500 g'],
  ['piceCost', '￥25,000元', '成本', 25_000, '25,000.00 元'],
  ['piceCost', 0, '成本', 0, '按公式计算'],
  ['goldCost', '560元/克', '金价', 560, '560.00 元/g'],
  ['goldCost', '560元/g', '金价', 560, '560.00 元/g'],
  ['piceWorkFee', '30元/件', '件工费', 30, '30.00 元/件'],
  ['stoneCost', '8000元/克拉', '主石单价', 8000, '8,000.00 元/克拉'],
  ['sellRaito', '1.5倍', '倍率', 1.5, '1.5 倍'],
  ['num', '2件', '件数', 2, '2'],
  ['priceMode', '一口价', '计价', '1', '一口价'],
  ['priceMode', '按克', '计价', '2', '按克'],
  ['cerif', 'GTC-1', '证书号', 'GTC-1', 'GTC-1'],
])('%s: %j below %s', (wire, cell, heading, ...means) => {
  const [value, reading] = means;
  expect(wireValue(cell, field(wire), heading)).toBe(value);
  expect(readingOf(cell, field(wire), { heading })).toBe(reading);
});
test('a stone that is counted is priced per stone, a figure has its thousands', () => {
  expect(readingOf('1200', field('stoneCost'), { heading: '', row: { stoneMeasure: '数量' } })).toBe('1,200.00 元/粒');
  expect(readingOf('1234.5', field('goldWeight'), { heading: '' })).toBe('1,234.500 g');
});
test('what is no way of pricing is asked for again', () => {
  expect(() => wireValue('面议', field('priceMode'))).toThrow(BadCell);
  expect(readingOf('面议', field('priceMode'), { heading: '' })).toBe('面议');
  expect(readingOf('十五克', field('goldWeight'), { heading: '金重' })).toBe('十五克');
});
test.each([
  ['金价(元/克)', 'goldCost'],
  ['金价（元/g）', 'goldCost'],
  ['金价元/g', 'goldCost'],
  ['金重（克）', 'goldWeight'],
  ['金重(g)', 'goldWeight'],
  ['金重', 'goldWeight'],
  ['工费 元/克', 'workFee'],
  ['工费(元/件)', 'piceWorkFee'],
  ['主石重(克拉)', 'stoneCt'],
  ['主石单价(元/克拉或元/粒)', 'stoneCost'],
])('the heading %s is %s', (heading, wire) => {
  expect(matchColumns([heading])).toEqual({ [heading]: wire });
});
test('the headings of a sheet lead back to its fields', () => {
  const fields = IMPORT_FIELDS.map(({ wire, label, kind }) => ({ field: wire, title: label, kind }));
  expect(fields.map((field) => matchColumns([sheetTitleOf(field)])[sheetTitleOf(field)])).toEqual(
    fields.map(({ field }) => field),
  );
});
test('headings with units and other names find their fields, and a supplier’s own matching comes first', () => {
  const headings = ['货号', '金重g', '毛重', '主石重（分）', '成本', '计价', '柜位'];
  expect(matchColumns(headings)).toEqual({
    货号: 'barcode',
    金重g: 'goldWeight',
    毛重: 'weight',
    '主石重（分）': 'stoneCt',
    成本: 'piceCost',
    计价: 'priceMode',
  });
  expect(proposeColumns(headings, { 货号: 'styleNo', 柜位: 'remark', 计价: '' })).toMatchObject({
    货号: 'styleNo',
    柜位: 'remark',
    成本: 'piceCost',
  });
  expect(proposeColumns(headings, { 计价: '' })).not.toHaveProperty('计价');
});
