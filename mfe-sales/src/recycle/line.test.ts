import { expect, test, vi } from 'vitest';
import { blankLine, lacksKind, lineBody, wantsPrice, withBoardPrice, withSums } from './line.ts';

vi.mock('root-config/api', () => ({ newId: () => 'key' }));

const gold = { ...blankLine(), fineness: '足金', weight: 5.32 };

test('the board fills the price of a line whose fineness is chosen, and the amount follows', () => {
  expect(wantsPrice(gold, undefined)).toBe(true);
  expect(withBoardPrice(gold, { fineness: '足金', cost: 560 }, 'add')).toMatchObject({ cost: 560, price: 2979.2 });
});
test('never over a price that was typed, nor once the fineness is another one', () => {
  const typed = withSums({ ...gold, cost: 500 }, 'add');
  expect(wantsPrice(typed, undefined)).toBe(false);
  expect(withBoardPrice(typed, { fineness: '足金', cost: 560 }, 'add')).toBe(typed);
  const other = { ...gold, fineness: '18K金' };
  expect(withBoardPrice(other, { fineness: '足金', cost: 560 }, 'add')).toBe(other);
});
test('another fineness takes another price, where the first came from the board', () => {
  const filled = withBoardPrice(gold, { fineness: '足金', cost: 560 }, 'add');
  const changed = { ...filled, fineness: '18K金' };
  const before = { fineness: '足金', cost: 560 };
  expect(wantsPrice(changed, before)).toBe(true);
  expect(withBoardPrice(changed, { fineness: '18K金', cost: 420, before }, 'add')).toMatchObject({ cost: 420 });
  expect(wantsPrice({ ...changed, cost: 430 }, before)).toBe(false);
});
test('asked once for a fineness: a price that was emptied stays empty, and is refused as such', () => {
  expect(wantsPrice(gold, { fineness: '足金', cost: 560 })).toBe(false);
  expect(lineBody(gold)).toMatchObject({ cost: 0 });
  expect(lineBody(withSums({ ...gold, cost: 560 }, 'add'))).toMatchObject({ cost: 560 });
});
test('the next line waits for kind and style of the last, and says in which cell', () => {
  expect(lacksKind(undefined)).toBeNull();
  expect(lacksKind(blankLine())).toEqual({ field: 'type', message: '请选择首饰类别!' });
  expect(lacksKind({ ...blankLine(), type: '戒指' })).toEqual({ field: 'style', message: '请选择首饰款式类!' });
  expect(lacksKind({ ...blankLine(), type: '戒指', style: '光圈' })).toBeNull();
});
