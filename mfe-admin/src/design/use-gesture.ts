/** Hands on the board: pick, move, pull a handle, draw a band around things. */
import { useRef, useState, type Dispatch, type PointerEvent, type RefObject } from 'react';
import {
  LEAST_MM,
  around,
  overlaps,
  pulls,
  resizeTurned,
  round,
  snapMove,
  snapResize,
  type Box,
  type Guide,
  type Handle,
  type Point,
  type SnapContext,
} from './geometry.ts';
import type { Design, Item, DesignStep } from './model.ts';
import { scaleOf, type View } from './view.ts';

/** A hand is never quite still. */
const STILL_PX = 3;
/** A guide catches from this near. */
const REACH_PX = 5;

type Gesture = { readonly from: Point; moved: boolean } & (
  | { readonly kind: 'move'; readonly boxes: ReadonlyMap<number, Box> }
  | { readonly kind: 'resize'; readonly handle: Handle; readonly item: Item }
  | { readonly kind: 'band'; readonly kept: readonly number[] }
);
type GestureOf<Kind extends Gesture['kind']> = Extract<Gesture, { kind: Kind }>;
type Target = { readonly item: number | null; readonly handle: Handle | null };
const targetOf = ({ target }: PointerEvent): Target => {
  const found = target instanceof Element ? target.closest<SVGElement>('[data-item],[data-handle]') : null;
  const { item, handle } = found?.dataset ?? {};
  return { item: item === undefined ? null : Number(item), handle: handle === undefined ? null : (handle as Handle) };
};
const normal = (from: Point, to: Point): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(to.x - from.x),
  height: Math.abs(to.y - from.y),
});

/** What the board knows while hands are on it. */
type BoardState = { readonly design: Design; readonly view: View; readonly alt: boolean };
type GestureOutcome = { readonly step: DesignStep; readonly guides?: readonly Guide[]; readonly band?: Box };
const snapping = (moving: readonly number[], { design, view, alt }: BoardState): SnapContext => ({
  others: design.drawing.items.filter(({ id }) => !moving.includes(id)).map(({ element }) => element),
  page: design.drawing.page,
  reach: REACH_PX / scaleOf(view),
  on: view.snap && !alt,
});
const moved = (boxes: ReadonlyMap<number, Box>, by: Point, board: BoardState): GestureOutcome => {
  const frame = around([...boxes.values()]);
  const snapped = snapMove({ ...frame, x: frame.x + by.x, y: frame.y + by.y }, snapping([...boxes.keys()], board));
  const shift = { x: snapped.box.x - frame.x, y: snapped.box.y - frame.y };
  const next = [...boxes].map(
    ([id, { x, y, width, height }]) => [id, { x: round(x + shift.x), y: round(y + shift.y), width, height }] as const,
  );
  return { step: { type: 'drag', boxes: new Map(next) }, guides: snapped.guides };
};
const resized = ({ item, handle }: GestureOf<'resize'>, by: Point, board: BoardState): GestureOutcome => {
  const { x, y, width, height, rotation, type } = item.element;
  const box = { x, y, width, height };
  const resize = { handle, by, least: type === 'line' ? 0 : LEAST_MM };
  const { box: next, guides } =
    rotation === 0
      ? snapResize(box, resize, snapping([item.id], board))
      : { box: resizeTurned(box, rotation, resize), guides: [] };
  return { step: { type: 'drag', boxes: new Map([[item.id, next]]) }, guides };
};
const banded = ({ from, kept }: GestureOf<'band'>, to: Point, { design }: BoardState): GestureOutcome => {
  const band = normal(from, to);
  const inside = design.drawing.items.filter(({ element }) => overlaps(element, band)).map(({ id }) => id);
  return { step: { type: 'select', ids: [...new Set([...kept, ...inside])] }, band };
};
/** What the gesture has come to with the pointer at `to`; null while the hand was only not quite still. */
const outcomeAt = (gesture: Gesture, to: Point, board: BoardState): GestureOutcome | null => {
  const by = { x: to.x - gesture.from.x, y: to.y - gesture.from.y };
  if (!gesture.moved && Math.hypot(by.x, by.y) * scaleOf(board.view) < STILL_PX) return null;
  gesture.moved = true;
  if (gesture.kind === 'move') return moved(gesture.boxes, by, board);
  return gesture.kind === 'resize' ? resized(gesture, by, board) : banded(gesture, to, board);
};
type GestureStart = { readonly gesture: Gesture | null; readonly step: DesignStep | null };
/** What a hand takes hold of: a handle, an element (with those selected beside it), or the empty page. */
const begun = ({ item, handle }: Target, from: Point, design: Design, several: boolean): GestureStart => {
  const { items } = design.drawing;
  const { selected } = design;
  const only = items.find(({ id }) => id === selected[0]);
  if (handle !== null && only !== undefined)
    return { gesture: { kind: 'resize', from, moved: false, handle, item: only }, step: null };
  if (item === null) {
    const gesture: Gesture = { kind: 'band', from, moved: false, kept: several ? selected : [] };
    return { gesture, step: several ? null : { type: 'select', ids: [] } };
  }
  if (several) return { gesture: null, step: { type: 'toggle', id: item } };
  const ids = selected.includes(item) ? selected : [item];
  const boxes = new Map(items.filter(({ id }) => ids.includes(id)).map(({ id, element }) => [id, element]));
  return {
    gesture: { kind: 'move', from, moved: false, boxes },
    step: selected.includes(item) ? null : { type: 'select', ids },
  };
};

type Board = {
  readonly page: RefObject<SVGGElement | null>;
  readonly design: Design;
  readonly step: Dispatch<DesignStep>;
  readonly view: View;
};
/** Where the pointer is on the page, mm. */
const pointOn = (page: SVGGElement | null, { clientX, clientY }: PointerEvent): Point => {
  const matrix = page?.getScreenCTM();
  return matrix == null ? { x: 0, y: 0 } : { x: (clientX - matrix.e) / matrix.a, y: (clientY - matrix.f) / matrix.d };
};
/** What is drawn over the page while a hand is on it. */
type Marks = { readonly guides: readonly Guide[]; readonly band: Box | null };
const NO_MARKS: Marks = { guides: [], band: null };

export const useGesture = ({ page, design, step, view }: Board) => {
  const gesture = useRef<Gesture | null>(null);
  const [marks, setMarks] = useState(NO_MARKS);
  const [pointer, setPointer] = useState<Point | null>(null);

  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const several = event.shiftKey || event.ctrlKey || event.metaKey;
    const first = begun(targetOf(event), pointOn(page.current, event), design, several);
    gesture.current = first.gesture;
    if (first.step !== null) step(first.step);
  };
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    const to = pointOn(page.current, event);
    setPointer(to);
    const outcome = gesture.current && outcomeAt(gesture.current, to, { design, view, alt: event.altKey });
    if (outcome === null) return;
    setMarks({ guides: outcome.guides ?? [], band: outcome.band ?? null });
    step(outcome.step);
  };
  const finish = (how: 'drop' | 'cancel'): boolean => {
    if (gesture.current === null) return false;
    gesture.current = null;
    setMarks(NO_MARKS);
    step({ type: how });
    return true;
  };
  return {
    ...marks,
    pointer,
    /** Takes back what is under way; false when nothing is. */
    cancel: (): boolean => finish('cancel'),
    handlers: {
      onPointerDown: begin,
      onPointerMove: move,
      onPointerUp: () => void finish('drop'),
      onPointerCancel: () => void finish('cancel'),
      onPointerLeave: () => setPointer(null),
    },
  };
};
/** Handles of a line are its ends: one without height has no corners to pull. */
export const shownHandles = (handles: readonly Handle[], { type, width, height }: Item['element']): Handle[] => {
  if (type !== 'line' || (width > 0 && height > 0)) return [...handles];
  return handles.filter((handle) => (height === 0 ? pulls(handle).y === 0 : pulls(handle).x === 0));
};
