/** The keyboard on the board. What is typed into a field stays there. */
import type { PrintElement } from 'services/contracts/print-layout';
import { aside } from './elements.ts';
import { selectedItems, type Design, type DesignStep } from './model.ts';

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const NUDGE_MM = 0.1;
const STRIDE_MM = 1;

/** Lives longer than one template: what is copied from one can be pasted into another. */
let copied: readonly PrintElement[] = [];
export type KeyPress = {
  readonly key: string;
  readonly ctrl: boolean;
  readonly shift: boolean;
};
const copy = (design: Design): readonly DesignStep[] => {
  const picked = selectedItems(design).map(({ element }) => element);
  if (picked.length > 0) copied = picked;
  return [];
};
const paste = (): readonly DesignStep[] => {
  if (copied.length === 0) return [];
  copied = copied.map(aside);
  return [{ type: 'add', elements: copied }];
};
const withCtrl = ({ key, shift }: KeyPress, design: Design): readonly DesignStep[] | null => {
  switch (key.toLowerCase()) {
    case 'z':
      return [{ type: shift ? 'redo' : 'undo' }];
    case 'y':
      return [{ type: 'redo' }];
    case 'a':
      return [{ type: 'select', ids: design.drawing.items.map(({ id }) => id) }];
    case 'c':
      return copy(design);
    case 'x':
      return [...copy(design), { type: 'remove' }];
    case 'v':
      return paste();
    case 'd':
      return [{ type: 'add', elements: selectedItems(design).map(({ element }) => aside(element)) }];
    default:
      return null;
  }
};
/** Steps of a key; null for keys that mean nothing here. */
export const stepsOf = (pressed: KeyPress, design: Design): readonly DesignStep[] | null => {
  if (pressed.ctrl) return withCtrl(pressed, design);
  const arrow = ARROWS[pressed.key];
  if (arrow !== undefined) {
    const by = pressed.shift ? STRIDE_MM : NUDGE_MM;
    return design.selected.length === 0 ? null : [{ type: 'nudge', by: { x: arrow[0] * by, y: arrow[1] * by } }];
  }
  if (pressed.key === 'Delete' || pressed.key === 'Backspace')
    return design.selected.length === 0 ? null : [{ type: 'remove' }];
  if (pressed.key === ']') return [{ type: 'layer', to: 'forward' }];
  return pressed.key === '[' ? [{ type: 'layer', to: 'backward' }] : null;
};
