import { expect, test } from 'vitest';
import { isPlainNumber, plainNumber, type NumberKind } from './typed-number.ts';

test.each<[string, NumberKind, string]>([
  ['￥１，２３４。５０元', 'money', '1234.50'],
  ['-¥5', 'money', '-5'],
  ['−5', 'money', '-5'],
  ["1'234'567.8", 'money', '1234567.8'],
  [' 3.215 克', 'weight', '3.215'],
  ['3.215G', 'weight', '3.215'],
  ['30分', 'carat', '0.3'],
  ['１２.5 分', 'carat', '0.125'],
  ['0.30ct', 'carat', '0.30'],
  ['0.3克拉', 'carat', '0.3'],
  ['５件', 'count', '5'],
  ['85%', 'percent', '85'],
  ['', 'money', ''],
])('%s of kind %s reads %s', (typed, kind, read) => {
  expect(plainNumber(typed, kind)).toBe(read);
});
test('a field takes the unit it shows', () => {
  for (const typed of ['537 元/g', '537 元/克', '537/g', '¥537.00/克', '537元']) {
    expect(Number(plainNumber(typed, 'money', '元/g')), typed).toBe(537);
  }
  expect(plainNumber('8000元/ct', 'money', '元/克拉')).toBe('8000');
  expect(isPlainNumber(plainNumber('537元/件', 'money', '元/g'))).toBe(false);
  expect(plainNumber('40mm', 'number', 'mm')).toBe('40');
});

test.each<[string, NumberKind]>([
  ['1,5', 'weight'],
  ['1，5', 'money'],
  ['1,2345', 'money'],
  ['12,34,567', 'money'],
  ['1、5', 'money'],
  ['1 5', 'weight'],
  ['30分', 'weight'],
  ['30分', 'money'],
  ['３g', 'count'],
  ['0.5元', 'weight'],
  ['3克拉', 'weight'],
  ['¥5', 'weight'],
  ['1e5', 'money'],
  ['分', 'carat'],
  ['一百', 'money'],
])('%s is no number of kind %s: nobody may guess what was meant', (typed, kind) => {
  expect(isPlainNumber(plainNumber(typed, kind))).toBe(false);
});
