/** What is said of a shop that is being opened: each step by itself. */
import { expect, test } from 'vitest';
import type { StepKey } from './contract.ts';
import { MOST_WAITING, departmentsOf, parentForShop, stepsOf, type Department, type ShopFacts } from './steps.ts';

const HEAD: Department = { id: 1, parentId: 0, name: '总部', enabled: true };
const SHOPS: Department = { id: 2, parentId: 1, name: '门店', enabled: true };
const OWN: Department = { id: 3, parentId: 2, name: '罗湖店', enabled: true };
const READY: ShopFacts = {
  shop: { name: '罗湖店', enabled: true },
  departments: [HEAD, SHOPS, OWN],
  people: [{ deptId: 3, enters: true, sells: true }],
  tills: [{ name: '一号台', enabled: true }],
  templates: [
    { kind: 'label', designed: true },
    { kind: 'invoice', designed: true },
  ],
  stock: { received: true, waiting: 0 },
};
const stepOf = (key: StepKey, change: Partial<ShopFacts>) => {
  const { needs, ...step } = stepsOf({ ...READY, ...change }).find((one) => one.key === key)!;
  return [step.done, step.act, needs[0], step.text];
};
const lacks = (facts: ShopFacts) =>
  stepsOf(facts)
    .filter(({ done }) => !done)
    .map(({ key }) => key);

test('a shop that has everything lacks nothing, one that has nothing lacks each step in its order', () => {
  expect(lacks(READY)).toEqual([]);
  const nothing: ShopFacts = {
    shop: { name: '福田店', enabled: false },
    departments: [HEAD],
    people: [],
    tills: [],
    templates: [],
    stock: { received: false, waiting: 0 },
  };
  expect(lacks(nothing)).toEqual(['shop', 'department', 'people', 'till', 'label', 'bill', 'stock']);
  expect(stepsOf(nothing).filter(({ text }) => !text.endsWith('。'))).toEqual([]);
});
test('a department is the one with the name of the shop, else those of its people; one that is disabled is none', () => {
  const someone = [{ deptId: 1, enters: true, sells: true }];
  expect(stepOf('department', { departments: [HEAD], people: someone })[3]).toBe('本店的部门：总部。');
  expect(stepOf('department', { departments: [HEAD], people: [] })).toEqual([
    false,
    'add',
    'admin:sysDept:add',
    expect.stringContaining('还没有本店的部门'),
  ]);
  const closed = [HEAD, { ...OWN, enabled: false }];
  expect(stepOf('department', { departments: closed, people: someone })).toEqual([
    false,
    'open',
    'admin:sysDept:edit',
    '部门“罗湖店”已停用。启用它，或给本店的人换一个部门。',
  ]);
  expect(departmentsOf(READY).map(({ id }) => id)).toEqual([3]);
});
test('a new department lies beside those of other shops, else below the only root', () => {
  expect(parentForShop([HEAD, SHOPS, OWN], new Set(['罗湖店', '福田店']))).toBe(2);
  expect(parentForShop([HEAD, SHOPS], new Set(['福田店']))).toBe(1);
  expect(parentForShop([HEAD, { ...SHOPS, parentId: 0 }], new Set(['福田店']))).toBe(0);
  expect(parentForShop([], new Set())).toBe(0);
});
test('somebody must be able to sell, and everybody to sign in', () => {
  const seller = { deptId: 3, enters: true, sells: true };
  const keeper = { deptId: 3, enters: true, sells: false };
  const outside = { deptId: 3, enters: false, sells: false };
  expect(stepOf('people', { people: [] })[2]).toBe('admin:sysUser:add');
  expect(stepOf('people', { people: [keeper, outside] })).toEqual([
    false,
    'edit',
    'admin:sysUser:edit',
    '本店有 2 人，没有人能开销售单。给其中一人加上能开销售单的角色（如营业员）。',
  ]);
  expect(stepOf('people', { people: [seller, outside] })[3]).toBe(
    '有 1 人没有启用的角色，不能登录。给他们选角色，离开的人请停用。',
  );
  expect(stepOf('people', { people: [seller, keeper] })).toEqual([
    true,
    'add',
    'admin:sysUser:add',
    '本店 2 人，其中 1 人能开销售单。',
  ]);
});
test('a till that is disabled takes no money, a template without a design prints nothing', () => {
  expect(stepOf('till', { tills: [{ name: '一号台', enabled: false }] })[3]).toBe(
    '收银台都已停用。启用一个，或登记新的。',
  );
  expect(stepOf('till', { tills: [] })[0]).toBe(false);
  const blank = { templates: [{ kind: 'label', designed: false }] };
  expect(stepOf('label', blank)).toEqual([
    false,
    'open',
    'base:basePrintTemplate:edit',
    '标签模板还没有设计，标签打印不了。打开它，点“设计”。',
  ]);
  expect(stepOf('bill', blank)[2]).toBe('base:basePrintTemplate:add');
});
test('goods count once they are audited; what waits is told by its number', () => {
  expect(stepOf('stock', { stock: { received: false, waiting: 3 } })).toEqual([
    false,
    'audit',
    'biz:bizGoodsIn:audit',
    '有 3 条入库还没有审核，审核以后才能卖。',
  ]);
  expect(stepOf('stock', { stock: { received: false, waiting: MOST_WAITING } })[3]).toContain('1000 条以上');
  expect(stepOf('stock', { stock: { received: false, waiting: 0 } })[2]).toBe('biz:bizGoodsIn:import');
});
