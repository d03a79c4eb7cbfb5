/** What merging and parting ask a word for (R136). */
import { expect, test } from 'vitest';
import { carryAsks, type Carrying } from './merge-judge.ts';

const NOTHING = { money: {}, points: 0 };
const merge = (change: Partial<Carrying>): Carrying => ({
  doing: 'merge',
  keepId: 1,
  mergeId: 2,
  stays: NOTHING,
  goes: NOTHING,
  makerId: 5,
  ...change,
});
const said = (change: Partial<Carrying>) =>
  carryAsks(merge(change)).map(({ rule, message, notBy }) => [rule, message, notBy]);

test('two empty doubles, and a thousand points, ask nobody', () => {
  expect(said({})).toEqual([]);
  expect(said({ goes: { money: { 定金: 0 }, points: 1000 }, stays: { money: {}, points: 1000 } })).toEqual([]);
});
test('stored value or more points of either record ask somebody else', () => {
  expect(said({ goes: { money: { 储值卡: 1 }, points: 0 } })).toEqual([
    ['merge', '被合并的客户：储值卡0.01元；保留的客户：没有余额和积分', [5]],
  ]);
  expect(said({ stays: { money: {}, points: 1001 } })).toHaveLength(1);
});
test('parting asks for what would leave', () => {
  expect(said({ doing: 'part', stays: null })).toEqual([]);
  expect(said({ doing: 'part', stays: null, goes: { money: { 定金: 50_000 }, points: 20 } })).toEqual([
    ['unmerge', '定金500.00元、20积分要转回被合并的客户', [5]],
  ]);
});
