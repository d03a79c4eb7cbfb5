/** A layout while somebody draws it: elements with a name of their own, a selection, and steps that can be taken back. Pure. */
import { LAYOUT_LIMITS, LAYOUT_VERSION, type PrintElement, type PrintLayout } from 'services/contracts/print-layout';
import { aligned, around, placed, round, type Alignment, type Box, type Point, type Size } from './geometry.ts';

/** `id` lives as long as the page is open; layouts know their elements by place only. */
export type Item = { readonly id: number; readonly element: PrintElement };
/** What is drawn; what undo brings back. Later items lie above earlier ones. */
export type Drawing = { readonly page: Size; readonly items: readonly Item[] };
export type Design = {
  readonly drawing: Drawing;
  readonly selected: readonly number[];
  readonly past: readonly Drawing[];
  readonly future: readonly Drawing[];
  /** The drawing before a drag that is still under way. */
  readonly before: Drawing | null;
  /** Steps of one kind in a row (arrow keys, typing into one field) are taken back together. */
  readonly tag: string | null;
  readonly nextId: number;
};
/** Steps that can be taken back; older ones are forgotten. */
export const MOST_STEPS = 100;

export type ElementPatch = Partial<{ [Name in PropertyOf]: unknown }>;
type PropertyOf = PrintElement extends infer One ? (One extends PrintElement ? keyof One : never) : never;
export type Boxes = ReadonlyMap<number, Box>;
export type Layer = 'front' | 'forward' | 'backward' | 'back';

export type DesignStep =
  /** A whole other layout (a draft that is taken up again): a step like any other. */
  | { readonly type: 'replace'; readonly layout: PrintLayout }
  | { readonly type: 'select'; readonly ids: readonly number[] }
  | { readonly type: 'toggle'; readonly id: number }
  | { readonly type: 'add'; readonly elements: readonly PrintElement[] }
  | { readonly type: 'remove' }
  | { readonly type: 'change'; readonly patch: ElementPatch; readonly tag: string }
  | { readonly type: 'page'; readonly page: Size }
  | { readonly type: 'nudge'; readonly by: Point }
  | { readonly type: 'align'; readonly to: Alignment }
  | { readonly type: 'layer'; readonly to: Layer }
  | { readonly type: 'drag'; readonly boxes: Boxes }
  | { readonly type: 'drop' }
  | { readonly type: 'cancel' }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' };

export const layoutOf = ({ page, items }: Drawing): PrintLayout => ({
  version: LAYOUT_VERSION,
  page: { ...page },
  elements: items.map(({ element }) => element),
});
export const openDesign = ({ page, elements }: PrintLayout): Design => ({
  drawing: { page, items: elements.map((element, id) => ({ id, element })) },
  selected: [],
  past: [],
  future: [],
  before: null,
  tag: null,
  nextId: elements.length,
});
export const selectedItems = ({ drawing, selected }: Design): readonly Item[] =>
  drawing.items.filter(({ id }) => selected.includes(id));

const sameDrawing = (one: Drawing, other: Drawing): boolean => JSON.stringify(one) === JSON.stringify(other);
/** A step that can be taken back; nothing changed is no step. */
const stepped = (design: Design, drawing: Drawing, tag: string | null = null): Design => {
  if (sameDrawing(design.drawing, drawing)) return design;
  const joined = tag !== null && tag === design.tag;
  const past = joined ? design.past : [...design.past, design.drawing].slice(-MOST_STEPS);
  return { ...design, drawing, past, future: [], tag, before: null };
};
const kept = (design: Design): Design => {
  const there = new Set(design.drawing.items.map(({ id }) => id));
  return { ...design, selected: design.selected.filter((id) => there.has(id)) };
};
const boxOf = ({ element }: Item): Box => element;
/** Items of the selection changed one by one. */
const changed = ({ drawing, selected }: Design, change: (item: Item) => PrintElement): Drawing => ({
  ...drawing,
  items: drawing.items.map((item) => (selected.includes(item.id) ? { ...item, element: change(item) } : item)),
});
const withBox = (element: PrintElement, box: Box): PrintElement => ({ ...element, ...placed(box) });

const add = (design: Design, elements: readonly PrintElement[]): Design => {
  const room = LAYOUT_LIMITS.elements - design.drawing.items.length;
  const items = elements.slice(0, Math.max(room, 0)).map((element, index) => ({ id: design.nextId + index, element }));
  if (items.length === 0) return design;
  const next = stepped(design, { ...design.drawing, items: [...design.drawing.items, ...items] });
  return { ...next, selected: items.map(({ id }) => id), nextId: design.nextId + items.length };
};
const replace = (design: Design, { page, elements }: PrintLayout): Design => {
  const items = elements.map((element, index) => ({ id: design.nextId + index, element }));
  return { ...kept(stepped(design, { page, items })), nextId: design.nextId + items.length };
};
const remove = (design: Design): Design =>
  kept(
    stepped(design, {
      ...design.drawing,
      items: design.drawing.items.filter(({ id }) => !design.selected.includes(id)),
    }),
  );
const align = (design: Design, to: Alignment): Design => {
  const boxes = selectedItems(design).map(boxOf);
  const frame = boxes.length > 1 ? around(boxes) : { x: 0, y: 0, ...design.drawing.page };
  return stepped(
    design,
    changed(design, ({ element }) => withBox(element, aligned(element, frame, to))),
  );
};
/** One place up or down past those that are not selected, or to an end; the selected keep their order. */
const layer = (design: Design, to: Layer): Design => {
  const { items } = design.drawing;
  const own = (item: Item): boolean => design.selected.includes(item.id);
  const [mine, others] = [items.filter(own), items.filter((item) => !own(item))];
  if (to === 'front') return stepped(design, { ...design.drawing, items: [...others, ...mine] });
  if (to === 'back') return stepped(design, { ...design.drawing, items: [...mine, ...others] });
  const order = to === 'forward' ? items.toReversed() : [...items];
  const moved: Item[] = [];
  for (const item of order) {
    const last = moved.at(-1);
    // Read from the end it moves to: what is selected goes before the one it follows.
    if (own(item) && last !== undefined && !own(last)) moved.splice(-1, 0, item);
    else moved.push(item);
  }
  return stepped(design, { ...design.drawing, items: to === 'forward' ? moved.toReversed() : moved });
};
/** During a drag every move starts from the drawing before it; only the drop is a step. */
const drag = (design: Design, boxes: Boxes): Design => {
  const before = design.before ?? design.drawing;
  const items = before.items.map((item) => {
    const box = boxes.get(item.id);
    return box === undefined ? item : { ...item, element: withBox(item.element, box) };
  });
  return { ...design, before, drawing: { ...before, items } };
};
const drop = (design: Design): Design =>
  design.before === null ? design : { ...stepped({ ...design, drawing: design.before }, design.drawing), before: null };
const undo = (design: Design): Design => {
  const drawing = design.past.at(-1);
  if (drawing === undefined) return design;
  const { past, future } = design;
  return kept({ ...design, drawing, past: past.slice(0, -1), future: [design.drawing, ...future], tag: null });
};
const redo = (design: Design): Design => {
  const [drawing, ...future] = design.future;
  if (drawing === undefined) return design;
  return kept({ ...design, drawing, past: [...design.past, design.drawing], future, tag: null });
};

const toggle = (design: Design, id: number): Design => {
  const { selected } = design;
  const next = selected.includes(id) ? selected.filter((each) => each !== id) : [...selected, id];
  return { ...design, tag: null, selected: next };
};
const change = (design: Design, patch: ElementPatch, tag: string): Design =>
  stepped(
    design,
    // A patch comes from the panel of this very kind of element, which offers only its properties.
    changed(design, ({ element }) => ({ ...element, ...patch }) as PrintElement),
    `${tag}:${design.selected.join()}`,
  );
const nudge = (design: Design, by: Point): Design =>
  stepped(
    design,
    changed(design, ({ element }) =>
      withBox(element, { ...element, x: round(element.x + by.x), y: round(element.y + by.y) }),
    ),
    `nudge:${design.selected.join()}`,
  );
/** A drag taken back. */
const cancel = (design: Design): Design =>
  design.before === null ? design : { ...design, drawing: design.before, before: null };

const DURING_A_DRAG: readonly DesignStep['type'][] = ['drag', 'drop', 'cancel'];
/** Whatever comes in the middle of a drag ends it first: its step must not get lost. */
export const stepDesign = (before: Design, step: DesignStep): Design => {
  const design = DURING_A_DRAG.includes(step.type) ? before : drop(before);
  switch (step.type) {
    case 'replace':
      return replace(design, step.layout);
    case 'select':
      return kept({ ...design, selected: [...step.ids], tag: null });
    case 'toggle':
      return toggle(design, step.id);
    case 'add':
      return add(design, step.elements);
    case 'remove':
      return remove(design);
    case 'change':
      return change(design, step.patch, step.tag);
    case 'page':
      return stepped(design, { ...design.drawing, page: step.page }, 'page');
    case 'nudge':
      return nudge(design, step.by);
    case 'align':
      return align(design, step.to);
    case 'layer':
      return layer(design, step.to);
    case 'drag':
      return drag(design, step.boxes);
    case 'drop':
      return drop(design);
    case 'cancel':
      return cancel(design);
    case 'undo':
      return undo(design);
    case 'redo':
      return redo(design);
  }
};
