import { expect, test } from 'vitest';
import { isNone, pricedPer, sheetTitleOf, stoneUnit, titleOf, withUnit } from './field-units.ts';

test('a title names what its figures are measured in', () => {
  const titles = [
    { title: '金重', field: 'goldWeight', kind: 'weight' },
    { title: '主石重', field: 'stoneCt', kind: 'carat' },
    { title: '金价', field: 'goldCost', kind: 'money' },
    { title: '件工费', field: 'piceWorkFee', kind: 'money' },
    { title: '标价', field: 'sellPrice', kind: 'money' },
    { title: '数量', field: 'num', kind: 'count' },
  ].map(titleOf);
  expect(titles).toEqual(['金重(g)', '主石重(克拉)', '金价(元/g)', '件工费(元/件)', '标价', '数量']);
});

test('a stone is priced per carat, and per stone where stones are counted', () => {
  expect(['重量', '', undefined, '数量'].map(stoneUnit)).toEqual(['元/克拉', '元/克拉', '元/克拉', '元/粒']);
  const price = { title: '主石单价', field: 'stoneCost', kind: 'money' };
  expect([titleOf(price), sheetTitleOf(price)]).toEqual(['主石单价', '主石单价(元/克拉或元/粒)']);
  expect(pricedPer('secondCost', { secondMeasure: '数量' })).toBe('元/粒');
  expect([pricedPer('goldCost', {}), pricedPer('cerifCost', {})]).toEqual(['元/g', undefined]);
});

test('a unit goes behind its figure once', () => {
  expect(withUnit('¥537.00', '元/g')).toBe('¥537.00/g');
  expect([withUnit('3.215 g', 'g'), withUnit('3', '粒'), withUnit('3', undefined)]).toEqual(['3.215 g', '3 粒', '3']);
});

test('plain gold has no stones; a price of nothing is still a price', () => {
  expect([isNone('stoneCt', 'carat', 0), isNone('stoneCost', 'money', 0), isNone('secondP', 'count', 0)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isNone('sellPrice', 'money', 0), isNone('stoneCt', 'carat', 0.3)]).toEqual([false, false]);
});
