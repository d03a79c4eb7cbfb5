import { expect, test } from 'vitest';
import { stillWrong, toShown } from './shown-problems.ts';

const first = { num: 0 };
const second = { num: 9 };
const linesAt = (lines: readonly object[]) => (name: string) => (name === 'list' ? lines : undefined);
const nothingWrong = () => [];

test('what the form found goes when it is mended, and nothing new is shown before the next save', () => {
  const found = [
    { path: 'shopId', message: '分店不能为空' },
    { path: 'inShopId', message: '不能与调出分店相同' },
  ];
  const shown = toShown(found, true, linesAt([]));
  const validate = () => [
    { path: 'shopId', message: '分店已停用' },
    { path: 'remark', message: '太长' },
  ];
  expect(stillWrong(shown, { linesAt: linesAt([]), validate })).toEqual([{ path: 'shopId', message: '分店已停用' }]);
});

test('the words about a line go with it, stay with it, and end when it is changed', () => {
  const said = [
    { path: 'list.0.num', message: '不能为0' },
    { path: 'list.1.num', message: '库存不足' },
  ];
  const shown = toShown(said, false, linesAt([first, second]));
  const left = (lines: readonly object[]) => stillWrong(shown, { linesAt: linesAt(lines), validate: nothingWrong });
  expect(left([first, second])).toEqual(said);
  expect(left([second])).toEqual([{ path: 'list.0.num', message: '库存不足' }]);
  expect(left([first, { ...second, num: 1 }])).toEqual([{ path: 'list.0.num', message: '不能为0' }]);
  expect(left([])).toEqual([]);
});
