import { expect, test } from 'vitest';
import {
  changeFilter,
  codesSought,
  inSight,
  isLifted,
  missing,
  startValues,
  toQuery,
  tokensOf,
  withoutNames,
} from './filter-model.ts';
import type { Filter } from './types.ts';

const TODAY = '2026-03-10';
const filters: readonly Filter[] = [
  { kind: 'dates', label: '入库日期' },
  { kind: 'text', name: 'barcode', label: '条码', clearsDates: true },
  { kind: 'dict', name: 'typeArr', label: '类别', dict: 'goodsType', multiple: true },
  { kind: 'shop', name: 'shopId', label: '分店' },
];
const context = {
  words: (filter: Filter, value: string) => (filter.kind === 'shop' ? `${value}号店` : undefined),
  today: TODAY,
};

test('a list starts today and a typed barcode takes the dates away (S0§2/2 S0§4/13)', () => {
  const start = startValues(filters, TODAY);
  expect(start).toEqual({ beginTime: TODAY, endTime: TODAY });
  const typed = changeFilter(filters, start, { barcode: ' 26 ' });
  expect(typed).toEqual({ barcode: ' 26 ' });
  expect(toQuery(typed, { billType: '1' })).toEqual({ billType: '1', barcode: '26' });
  expect(changeFilter(filters, typed, { beginTime: TODAY, endTime: TODAY })).toHaveProperty('barcode');
  expect(changeFilter(filters, start, { shopId: '3' })).toHaveProperty('beginTime');
});

test('tokens name every narrowing and can be taken away one by one', () => {
  const values = { beginTime: '2026-03-04', endTime: TODAY, shopId: '3', typeArr: ['戒指', '项链'] };
  const tokens = tokensOf(filters, values, context);
  expect(tokens.map(({ label }) => label)).toEqual(['入库日期：近7天', '类别：戒指、项链', '分店：3号店']);
  expect(withoutNames(values, tokens[0]!.names)).toEqual({ shopId: '3', typeArr: ['戒指', '项链'] });
});

test('a required filter says its own words', () => {
  const required: readonly Filter[] = [{ kind: 'text', name: 'barcode', label: '条码', required: '请输入条码！' }];
  expect(missing(required, {})).toBe('请输入条码！');
  expect(missing(required, { barcode: ' 1' })).toBeUndefined();
});

test('a searched barcode takes away also what would hide the piece by the way it came', () => {
  const types: readonly Filter[] = [
    { kind: 'text', name: 'barcode', label: '条码', clears: ['billType'] },
    { kind: 'select', name: 'billType', label: '单据类型', options: [], start: '1' },
  ];
  expect(changeFilter(types, startValues(types, TODAY), { barcode: '26' })).toEqual({ barcode: '26' });
  expect(changeFilter(types, { barcode: '26' }, { billType: '2' })).toEqual({ barcode: '26', billType: '2' });
});

test('a range is one filter: both ends, either end, said with its unit', () => {
  const ranges: readonly Filter[] = [
    { kind: 'range', from: 'goldWeightFrom', to: 'goldWeightTo', label: '金重', as: 'weight' },
  ];
  const words = (values: Record<string, string>) => tokensOf(ranges, values, context).map(({ label }) => label);
  expect(words({ goldWeightFrom: '1', goldWeightTo: '3.5' })).toEqual(['金重：从 1g 到 3.5g']);
  expect(words({ goldWeightTo: '3' })).toEqual(['金重：到 3g']);
  expect(words({})).toEqual([]);
  expect(tokensOf(ranges, { goldWeightFrom: '1' }, context)[0]?.names).toEqual(['goldWeightFrom', 'goldWeightTo']);
});

test('a desk keeps the filters of every day and the dates in sight, a phone the first that is typed or scanned', () => {
  const daily: readonly Filter[] = [...filters, { kind: 'shop', name: 'home', label: '本店', daily: true }];
  expect(inSight(daily, false).map(({ label }) => label)).toEqual(['入库日期', '本店']);
  expect(inSight(daily, true).map(({ label }) => label)).toEqual(['条码']);
  const asked: Filter = { kind: 'number', name: 'price', label: '试算金价', as: 'money', required: '请输入试算金价！' };
  expect(inSight([...daily, asked], true).map(({ label }) => label)).toEqual(['条码', '试算金价']);
});

test('a code that is looked for is named, for only whole ones are found', () => {
  expect(codesSought(filters, { barcode: '2026' })).toEqual(['条码']);
  expect(codesSought(filters, { barcode: '' })).toEqual([]);
});

test('no dates means all days for one piece, for one customer, and where a list says so', () => {
  const list: readonly Filter[] = [
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true },
    { kind: 'remote', name: 'customerId', label: '客户', source: { path: '/base-customer', search: 'name' } },
    { kind: 'dates', label: '收件日期', range: 'none', lifted: ({ state }) => state === '待取件' },
  ];
  expect(
    [{}, { barcode: '2026' }, { customerId: '7' }, { state: '待取件' }].map((values) => isLifted(list, values)),
  ).toEqual([false, true, true, true]);
});
