import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PrintElement, PrintLayout } from 'services/contracts/print-layout';
import { MOST_STEPS, layoutOf, openDesign, selectedItems, stepDesign, type Design, type DesignStep } from './model.ts';

const line = (x = 1, y = 1) => PrintElement.parse({ type: 'line', x, y, width: 10, height: 0 });
const field = (name: string) => PrintElement.parse({ type: 'field', field: name, x: 2, y: 2, width: 20, height: 4 });
const START = PrintLayout.parse({
  version: 2,
  page: { width: 60, height: 30 },
  elements: [field('name'), field('goldWeight'), line()],
});
const start = (): Design => openDesign(START);
const after = (design: Design, ...steps: readonly DesignStep[]): Design => steps.reduce(stepDesign, design);
const order = (design: Design): readonly number[] => design.drawing.items.map(({ id }) => id);
const select = (...ids: number[]): DesignStep => ({ type: 'select', ids });

describe('steps', () => {
  test('what is opened is what is saved', () => {
    expect(layoutOf(start().drawing)).toEqual(START);
  });
  test('a new element is selected, lies on top, and leaves with undo', () => {
    const added = after(start(), { type: 'add', elements: [line(5, 5)] });
    expect(selectedItems(added).map(({ element }) => element)).toEqual([line(5, 5)]);
    expect(order(added)).toEqual([0, 1, 2, 3]);
    const back = after(added, { type: 'undo' });
    expect(layoutOf(back.drawing)).toEqual(START);
    expect(back.selected).toEqual([]);
  });
  test('a drag is one step, however many moves it had; Escape takes it back without one', () => {
    const box = (x: number) => new Map([[0, { x, y: 3, width: 20, height: 4 }]]);
    const dragging = after(start(), select(0), { type: 'drag', boxes: box(3) }, { type: 'drag', boxes: box(9) });
    expect(dragging.past).toHaveLength(0);
    const dropped = after(dragging, { type: 'drop' });
    expect(dropped.past).toHaveLength(1);
    expect(selectedItems(dropped)[0]?.element).toMatchObject({ x: 9, y: 3 });
    expect(after(dragging, { type: 'cancel' })).toEqual(after(start(), select(0)));
    expect(layoutOf(after(dropped, { type: 'undo' }).drawing)).toEqual(START);
  });
  test('arrow keys and typing in one field are taken back together, another selection begins anew', () => {
    const nudge: DesignStep = { type: 'nudge', by: { x: 0.1, y: 0 } };
    const nudged = after(start(), select(0), nudge, nudge, nudge);
    expect(selectedItems(nudged)[0]?.element.x).toBe(2.3);
    expect(nudged.past).toHaveLength(1);
    const typed = after(nudged, select(1), nudge, { type: 'change', patch: { prefix: '金' }, tag: 'prefix' });
    const more = after(typed, { type: 'change', patch: { prefix: '金重' }, tag: 'prefix' });
    expect(more.past).toHaveLength(3);
    expect(layoutOf(after(more, { type: 'undo' }, { type: 'undo' }, { type: 'undo' }).drawing)).toEqual(START);
  });
  test('nothing changed is no step', () => {
    expect(after(start(), { type: 'remove' }, { type: 'page', page: { width: 60, height: 30 } }).past).toEqual([]);
    expect(after(start(), { type: 'undo' }, { type: 'redo' })).toEqual(start());
  });
  test('layers: one place at a time or to an end; several keep their order', () => {
    expect(order(after(start(), select(0), { type: 'layer', to: 'forward' }))).toEqual([1, 0, 2]);
    expect(order(after(start(), select(2), { type: 'layer', to: 'backward' }))).toEqual([0, 2, 1]);
    expect(order(after(start(), select(0), { type: 'layer', to: 'front' }))).toEqual([1, 2, 0]);
    expect(order(after(start(), select(0, 1), { type: 'layer', to: 'forward' }))).toEqual([2, 0, 1]);
    expect(order(after(start(), select(2), { type: 'layer', to: 'back' }))).toEqual([2, 0, 1]);
    expect(after(start(), select(2), { type: 'layer', to: 'forward' }).past).toEqual([]);
  });
  test('one is aligned to the page, several to each other', () => {
    const one = after(start(), select(0), { type: 'align', to: 'right' });
    expect(selectedItems(one)[0]?.element.x).toBe(40);
    const two = after(start(), { type: 'add', elements: [line(30, 20)] }, { type: 'toggle', id: 0 });
    const left = after(two, { type: 'align', to: 'left' });
    expect(selectedItems(left).map(({ element }) => element.x)).toEqual([2, 2]);
  });
  test('a layout holds 200 elements, history a hundred steps', () => {
    const many = Array.from({ length: 300 }, () => line());
    expect(after(start(), { type: 'add', elements: many }).drawing.items).toHaveLength(200);
    const steps = Array.from({ length: MOST_STEPS + 20 }, (_, index): DesignStep => ({
      type: 'page',
      page: { width: 20 + index, height: 30 },
    }));
    const long = steps.reduce((design, step) => after(design, step, select()), start());
    expect(long.past).toHaveLength(MOST_STEPS);
  });
});

const mm = fc.integer({ min: -500, max: 5_000 }).map((value) => value / 10);
const anyStep: fc.Arbitrary<DesignStep> = fc.oneof(
  fc.array(fc.nat(6), { maxLength: 4 }).map((ids): DesignStep => ({ type: 'select', ids })),
  fc.nat(6).map((id): DesignStep => ({ type: 'toggle', id })),
  fc.record({ x: mm, y: mm }).map(({ x, y }): DesignStep => ({ type: 'add', elements: [line(x, y)] })),
  fc.constant<DesignStep>({ type: 'remove' }),
  fc.record({ x: mm, y: mm }).map((by): DesignStep => ({ type: 'nudge', by })),
  fc
    .record({ width: fc.integer({ min: 5, max: 600 }), height: fc.integer({ min: 5, max: 600 }) })
    .map((page): DesignStep => ({ type: 'page', page })),
  fc
    .constantFrom('left', 'center', 'right', 'top', 'middle', 'bottom')
    .map((to): DesignStep => ({ type: 'align', to })),
  fc.constantFrom('front', 'forward', 'backward', 'back').map((to): DesignStep => ({ type: 'layer', to })),
  fc
    .tuple(fc.nat(6), mm, mm)
    .map(([id, x, y]): DesignStep => ({ type: 'drag', boxes: new Map([[id, { x, y, width: 5, height: 5 }]]) })),
  fc.constant<DesignStep>({ type: 'drop' }),
  fc.constant<DesignStep>({ type: 'cancel' }),
  fc.constant<DesignStep>({ type: 'change', patch: { rotation: 90 }, tag: 'rotation' }),
);
/** A design somebody worked on for a while, with nothing under way. */
const worked = fc
  .array(anyStep, { maxLength: 40 })
  .map((steps) => after(after(start(), ...steps), { type: 'drop' }, select(0, 1)));

describe('for anything somebody does', () => {
  test('undo takes back exactly what was done, redo does it again', () => {
    fc.assert(
      fc.property(worked, anyStep, (design, step) => {
        const done = after(design, step, { type: 'drop' });
        const undone = after(done, { type: 'undo' });
        if (done.past === design.past) expect(done.drawing).toEqual(design.drawing);
        else {
          expect(undone.drawing).toEqual(design.drawing);
          expect(undone.past).toEqual(design.past.length < MOST_STEPS ? design.past : design.past.slice(1));
          expect(after(undone, { type: 'redo' }).drawing).toEqual(done.drawing);
        }
      }),
      { numRuns: 300 },
    );
  });
  test('all undone is where it began, all redone is where it went', () => {
    const all = (design: Design, type: 'undo' | 'redo'): Design =>
      Array.from({ length: MOST_STEPS }).reduce<Design>((before) => after(before, { type }), design);
    fc.assert(
      fc.property(worked, (design) => {
        const begun = all(design, 'undo');
        expect(layoutOf(begun.drawing)).toEqual(START);
        expect(all(begun, 'redo').drawing).toEqual(design.drawing);
      }),
      { numRuns: 200 },
    );
  });
  test('what is selected is there, and what is saved is a layout', () => {
    fc.assert(
      fc.property(worked, (design) => {
        const there = order(design);
        expect(new Set(there).size).toBe(there.length);
        expect(design.selected.every((id) => there.includes(id))).toBe(true);
        expect(PrintLayout.safeParse(layoutOf(design.drawing)).success).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
