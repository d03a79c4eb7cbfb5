import { expect, test } from 'vitest';
import { keysInWords } from './keys-in-words.ts';

const of = (page: string, ...keys: readonly string[]) => keys.map((key) => ({ page, key }));

test('keys are told under their pages, a page by itself by its name (R158)', () => {
  expect(keysInWords(of('销售单', '新增', '修改'))).toBe('销售单：新增、修改');
  expect(keysInWords([...of('销售单', '新增'), ...of('首饰入库', '新增'), ...of('卷宗', '')])).toBe(
    '销售单：新增；首饰入库：新增；卷宗',
  );
  expect(keysInWords([])).toBe('');
});
test('of many the first are told, and how many there are', () => {
  const many = ['一', '二', '三', '四'].flatMap((page) => of(page, '新增', '编辑', '删除', '审核', '打印'));
  expect(keysInWords(many)).toBe(
    '一：新增、编辑、删除、审核；二：新增、编辑、删除、审核；三：新增、编辑、删除、审核 等20项',
  );
  expect(keysInWords(of('一', '甲', '乙', '丙', '丁', '戊'))).toBe('一：甲、乙、丙、丁 等5项');
});
