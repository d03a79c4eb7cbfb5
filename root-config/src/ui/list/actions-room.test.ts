import { expect, test } from 'vitest';
import { inlineIn } from './actions-room.ts';

const actions = (...labels: string[]) => labels.map((label) => ({ label }));
test('what a row has beside each other fits its column; the others wait behind 更多', () => {
  expect(inlineIn(188, actions('查看', '编辑', '审核', '删除'))).toBe(4);
  expect(inlineIn(188, actions('查看', '编辑', '审核', '删除', '打印'))).toBe(3);
  expect(inlineIn(188, actions('查看', '反审核', '打印', '在线打印'))).toBe(2);
  expect(inlineIn(202, actions('查看', '反审核', '打印', '在线打印'))).toBe(3);
  expect(inlineIn(72, actions('重置两步验证', '删除'))).toBe(1);
  expect(inlineIn(72, actions('删除'))).toBe(1);
  expect(inlineIn(72, [])).toBe(0);
});
