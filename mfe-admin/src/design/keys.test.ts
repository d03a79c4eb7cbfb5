import { expect, test } from 'vitest';
import { PrintLayout } from 'services/contracts/print-layout';
import { stepsOf, type KeyPress } from './keys.ts';
import { openDesign, selectedItems, stepDesign, type Design } from './model.ts';

const line = { type: 'line', x: 1, y: 1, width: 10, height: 0 };
const start = (): Design =>
  stepDesign(openDesign(PrintLayout.parse({ version: 2, page: { width: 60, height: 30 }, elements: [line, line] })), {
    type: 'select',
    ids: [1],
  });
const press = (design: Design, key: string, change: Partial<KeyPress> = {}): Design =>
  (stepsOf({ key, ctrl: false, shift: false, ...change }, design) ?? []).reduce(stepDesign, design);
const CTRL = { ctrl: true };

test('arrows move by a tenth of a millimetre, with Shift by one; without a selection they are not taken', () => {
  const moved = press(press(start(), 'ArrowRight'), 'ArrowDown', { shift: true });
  expect(selectedItems(moved)[0]?.element).toMatchObject({ x: 1.1, y: 2 });
  expect(
    stepsOf(
      { key: 'ArrowRight', ...CTRL, ctrl: false, shift: false },
      stepDesign(start(), { type: 'select', ids: [] }),
    ),
  ).toBeNull();
});
test('copies lie a little aside, each paste farther; cut takes away', () => {
  const copied = press(start(), 'c', CTRL);
  const once = press(copied, 'v', CTRL);
  expect(selectedItems(once)[0]?.element).toMatchObject({ x: 3, y: 3 });
  expect(selectedItems(press(once, 'v', CTRL))[0]?.element).toMatchObject({ x: 5, y: 5 });
  const cut = press(start(), 'x', CTRL);
  expect(cut.drawing.items).toHaveLength(1);
  expect(press(cut, 'V', CTRL).drawing.items).toHaveLength(2);
});
test('undo and redo by both habits', () => {
  const removed = press(start(), 'Delete');
  expect(removed.drawing.items).toHaveLength(1);
  const back = press(removed, 'z', CTRL);
  expect(back.drawing.items).toHaveLength(2);
  expect(press(back, 'y', CTRL).drawing).toEqual(removed.drawing);
  expect(press(back, 'Z', { ctrl: true, shift: true }).drawing).toEqual(removed.drawing);
});
test('all are selected at once, doubled, and put behind', () => {
  const all = press(start(), 'a', CTRL);
  expect(all.selected).toEqual([0, 1]);
  expect(press(all, 'd', CTRL).drawing.items).toHaveLength(4);
  expect(press(start(), '[').drawing.items.map(({ id }) => id)).toEqual([1, 0]);
});
test('other keys are left to the page', () => {
  for (const key of ['Tab', 'F5', 'x', 'Enter'])
    expect(stepsOf({ key, ctrl: false, shift: false }, start())).toBeNull();
  expect(stepsOf({ key: 'p', ctrl: true, shift: false }, start())).toBeNull();
});
