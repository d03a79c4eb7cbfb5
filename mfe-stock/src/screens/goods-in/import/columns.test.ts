import { expect, test } from 'vitest';
import { matchColumns } from 'services/goods/import/contract';
import { rematch } from './columns.ts';

test('headings are matched by label, wire name, alias, and without their unit', () => {
  expect(matchColumns(['条码', '金重 (g)', 'sellRaito', '零售价', '随便'])).toEqual({
    条码: 'barcode',
    '金重 (g)': 'goldWeight',
    sellRaito: 'sellRaito',
    零售价: 'sellPrice',
  });
});
test('the first of two headings keeps the field', () => {
  expect(matchColumns(['名称', '首饰名称'])).toEqual({ 名称: 'name' });
});
test('a field that is chosen again leaves its column', () => {
  expect(rematch({ 甲: 'name', 乙: 'style' }, '丙', 'name')).toEqual({ 乙: 'style', 丙: 'name' });
  expect(rematch({ 甲: 'name' }, '甲', '')).toEqual({});
});
