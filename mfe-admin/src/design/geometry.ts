/** Boxes in millimetres: snapping, resizing, aligning. Pure. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
export type Size = { readonly width: number; readonly height: number };
export type Point = { readonly x: number; readonly y: number };

/** The raster things snap to. */
export const GRID_MM = 0.5;
/** Nothing but a line is smaller. */
export const LEAST_MM = 1;
/** The farthest place a layout may name (see the layout contract). */
const FAR_MM = 600;

/** To a hundredth of a millimetre: finer than any printer. */
export const round = (value: number): number => Math.round(value * 100) / 100;
const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);
export const placed = (box: Box): Box => ({
  x: round(clamp(box.x, -FAR_MM, FAR_MM)),
  y: round(clamp(box.y, -FAR_MM, FAR_MM)),
  width: round(clamp(box.width, 0, FAR_MM)),
  height: round(clamp(box.height, 0, FAR_MM)),
});
/** The smallest box around all of them. */
export const around = (boxes: readonly Box[]): Box => {
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
};
export const overlaps = (one: Box, other: Box): boolean =>
  one.x <= other.x + other.width &&
  other.x <= one.x + one.width &&
  one.y <= other.y + other.height &&
  other.y <= one.y + one.height;

/** A line shown while something lies on it: across the page at `at`. */
export type Guide = { readonly axis: 'x' | 'y'; readonly at: number };
type Axis = Guide['axis'];
const start = (box: Box, axis: Axis): number => (axis === 'x' ? box.x : box.y);
const length = (box: Size, axis: Axis): number => (axis === 'x' ? box.width : box.height);
/** Where others begin, end and have their middle; the page's edges and middle too. */
const stops = (others: readonly Box[], page: Size, axis: Axis): number[] => {
  const whole = length(page, axis);
  const marks = others.flatMap((box) => {
    const from = start(box, axis);
    return [from, from + length(box, axis) / 2, from + length(box, axis)];
  });
  return [0, whole / 2, whole, ...marks];
};
export type SnapContext = {
  readonly others: readonly Box[];
  readonly page: Size;
  /** How near a guide catches, mm: a few pixels at the present zoom. */
  readonly reach: number;
  /** false while Alt is held. */
  readonly on: boolean;
};
type Caught = { readonly shift: number; readonly at: number };
const nearest = (edges: readonly number[], marks: readonly number[], reach: number): Caught | null => {
  let best: Caught | null = null;
  for (const edge of edges) {
    for (const at of marks) {
      const shift = at - edge;
      if (Math.abs(shift) > reach || (best !== null && Math.abs(shift) >= Math.abs(best.shift))) continue;
      best = { shift, at };
    }
  }
  return best;
};
const toGrid = (value: number): number => Math.round(value / GRID_MM) * GRID_MM;

export type SnapResult = { readonly box: Box; readonly guides: readonly Guide[] };
/** A moved box comes to rest on an edge or middle of others, else on the raster. */
export const snapMove = (box: Box, { others, page, reach, on }: SnapContext): SnapResult => {
  if (!on) return { box: placed(box), guides: [] };
  const guides: Guide[] = [];
  const along = (axis: Axis): number => {
    const from = start(box, axis);
    const edges = [from, from + length(box, axis) / 2, from + length(box, axis)];
    const caught = nearest(edges, stops(others, page, axis), reach);
    if (caught === null) return toGrid(from);
    guides.push({ axis, at: caught.at });
    return from + caught.shift;
  };
  return { box: placed({ ...box, x: along('x'), y: along('y') }), guides };
};

/** The corner or side that is pulled: n, ne, e, … */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];
/** −1: the side before moves, 1: the one behind, 0: neither. */
export const pulls = (handle: Handle): Point => ({
  x: handle.includes('w') ? -1 : handle.includes('e') ? 1 : 0,
  y: handle.includes('n') ? -1 : handle.includes('s') ? 1 : 0,
});
type Span = { readonly from: number; readonly size: number };
type Pull = { readonly side: number; readonly by: number; readonly least: number };
/** One dimension after a pull; the other side stays where it is. */
const stretched = ({ from, size }: Span, { side, by, least }: Pull, rest: (edge: number) => number): Span => {
  if (side === 0) return { from, size };
  if (side > 0) return { from, size: Math.max(rest(from + size + by) - from, least) };
  const edge = Math.min(rest(from + by), from + size - least);
  return { from: edge, size: from + size - edge };
};
export type Resize = { readonly handle: Handle; readonly by: Point; readonly least: number };
/** The pulled sides come to rest on edges of others, else on the raster. */
export const snapResize = (
  box: Box,
  { handle, by, least }: Resize,
  { others, page, reach, on }: SnapContext,
): SnapResult => {
  const side = pulls(handle);
  const guides: Guide[] = [];
  const rest =
    (axis: Axis) =>
    (edge: number): number => {
      if (!on) return edge;
      const caught = nearest([edge], stops(others, page, axis), reach);
      if (caught === null) return toGrid(edge);
      guides.push({ axis, at: caught.at });
      return caught.at;
    };
  const across = stretched({ from: box.x, size: box.width }, { side: side.x, by: by.x, least }, rest('x'));
  const down = stretched({ from: box.y, size: box.height }, { side: side.y, by: by.y, least }, rest('y'));
  const next = { x: across.from, y: down.from, width: across.size, height: down.size };
  return { box: placed(next), guides };
};
const turn = ({ x, y }: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return { x: x * Math.cos(angle) - y * Math.sin(angle), y: x * Math.sin(angle) + y * Math.cos(angle) };
};
/** A turned box is pulled along its own sides, and the side across stays where it lies on the page. */
export const resizeTurned = (box: Box, rotation: number, { handle, by, least }: Resize): Box => {
  const own = turn(by, -rotation);
  const free: SnapContext = { others: [], page: { width: 0, height: 0 }, reach: 0, on: false };
  const { box: next } = snapResize({ ...box, x: 0, y: 0 }, { handle, by: own, least }, free);
  const shift = turn(
    { x: next.x + next.width / 2 - box.width / 2, y: next.y + next.height / 2 - box.height / 2 },
    rotation,
  );
  return placed({
    x: box.x + box.width / 2 + shift.x - next.width / 2,
    y: box.y + box.height / 2 + shift.y - next.height / 2,
    width: next.width,
    height: next.height,
  });
};

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';
const ALIGN: Readonly<Record<Alignment, (box: Box, frame: Box) => Partial<Point>>> = {
  left: (_box, frame) => ({ x: frame.x }),
  center: (box, frame) => ({ x: frame.x + (frame.width - box.width) / 2 }),
  right: (box, frame) => ({ x: frame.x + frame.width - box.width }),
  top: (_box, frame) => ({ y: frame.y }),
  middle: (box, frame) => ({ y: frame.y + (frame.height - box.height) / 2 }),
  bottom: (box, frame) => ({ y: frame.y + frame.height - box.height }),
};
/** Where a box lies when it is aligned in a frame: what else is selected, or the page. */
export const aligned = (box: Box, frame: Box, to: Alignment): Box => placed({ ...box, ...ALIGN[to](box, frame) });
