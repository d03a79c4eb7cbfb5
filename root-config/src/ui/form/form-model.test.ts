import { expect, test } from 'vitest';
import { z } from 'zod';
import { changedBy, differences, inScreenOrder, placedWords, problemsOf } from './form-model.ts';
import type { Section } from './types.ts';

type Goods = { shopId?: number; name: string; num: number; price: number };
const sections: readonly Section<Goods>[] = [
  {
    fields: [
      { kind: 'shop', name: 'shopId', label: '分店', required: '分店不能为空' },
      { kind: 'text', name: 'name', label: '名称', required: true },
      { kind: 'count', name: 'num', label: '数量', min: 1 },
      { kind: 'money', name: 'price', label: '售价' },
    ],
  },
];

test('every wrong field is named once, in the order of the form', () => {
  const schema = z.object({ name: z.string().max(3, '最多3个字'), shopId: z.int({ error: '必填' }) });
  expect(
    problemsOf({ sections, schema }, { name: '太长的名称' }, { num: { text: '零', message: '请输入整数' } }),
  ).toEqual([
    { path: 'shopId', message: '分店不能为空' },
    { path: 'num', message: '请输入整数' },
    { path: 'name', message: '最多3个字' },
  ]);
  expect(problemsOf({ sections }, { shopId: 1, name: ' ' }, {})).toEqual([{ path: 'name', message: '名称不能为空' }]);
});

test('a text that cannot be read is named at its own place, and nothing is said of the whole it belongs to', () => {
  const check = () => [
    { path: 'payments', message: '请付款' },
    { path: 'paymentsTotal', message: '合计不对' },
  ];
  const typed = {
    'payments.cash': { text: 'abc', message: '请输入数字' },
    'payments.card': { text: '5', message: undefined },
  };
  expect(problemsOf({ sections, check }, { shopId: 1, name: 'a' }, typed)).toEqual([
    { path: 'payments.cash', message: '请输入数字' },
    { path: 'paymentsTotal', message: '合计不对' },
  ]);
  expect(problemsOf({ sections, check }, { shopId: 1, name: 'a' }, {})).toHaveLength(2);
});

test('own changes are kept apart from those of others', () => {
  const loaded = { shopId: 1, name: 'a', num: 1, price: 5 };
  expect(changedBy(loaded, { ...loaded, name: 'b' })).toEqual({ name: 'b' });
  expect(differences(sections, loaded, { ...loaded, num: 2, price: 6.5 })).toEqual([
    '数量：1 → 2',
    '售价：¥5.00 → ¥6.50',
  ]);
});

test('wrong places are named from top to bottom, a cell by its row and column', () => {
  type Bill = { shopId: number; list: readonly object[]; remark: string };
  const bill: readonly Section<Bill>[] = [
    { fields: [{ kind: 'shop', name: 'shopId', label: '分店' }] },
    {
      lines: {
        name: 'list',
        keyOf: () => '',
        columns: [{ field: 'note', title: '备注', kind: 'text' }],
      } as unknown as NonNullable<Section<Bill>['lines']>,
    },
    { fields: [{ kind: 'text', name: 'remark', label: '备注' }] },
  ];
  const problems = [
    { path: 'factFee', message: '请在支付方式中输入实收金额' },
    { path: 'remark', message: '最多200个字' },
    { path: 'list.2.note', message: '最多200个字' },
    { path: 'shopId', message: '分店不能为空' },
  ];
  const ordered = inScreenOrder(bill, problems);
  expect(ordered.map(({ path }) => path)).toEqual(['shopId', 'list.2.note', 'remark', 'factFee']);
  expect(ordered.map((problem) => placedWords(bill, problem))).toEqual([
    '分店不能为空',
    '第3行“备注”：最多200个字',
    '备注：最多200个字',
    '请在支付方式中输入实收金额',
  ]);
});
