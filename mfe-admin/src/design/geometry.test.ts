import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  HANDLES,
  aligned,
  around,
  resizeTurned,
  snapMove,
  snapResize,
  type Box,
  type SnapContext,
} from './geometry.ts';

const page = { width: 60, height: 30 };
const box: Box = { x: 10, y: 10, width: 20, height: 5 };
const snapping = (change: Partial<SnapContext> = {}): SnapContext => ({
  others: [],
  page,
  reach: 0.4,
  on: true,
  ...change,
});

describe('moving', () => {
  test('comes to rest on the half millimetre, with Alt where it is let go', () => {
    expect(snapMove({ ...box, x: 12.29, y: 11.7 }, snapping()).box).toMatchObject({ x: 12.5, y: 11.5 });
    expect(snapMove({ ...box, x: 10.29, y: 11.73 }, snapping({ on: false })).box).toMatchObject({ x: 10.29, y: 11.73 });
  });
  test('an edge of another element catches it before the raster does, and shows a guide', () => {
    const other = { x: 33.3, y: 20, width: 8, height: 4 };
    const { box: rested, guides } = snapMove({ ...box, x: 13.1 }, snapping({ others: [other] }));
    expect(rested.x).toBe(13.3);
    expect(guides).toContainEqual({ axis: 'x', at: 33.3 });
  });
  test('the middle of the page catches the middle of a box', () => {
    const { box: rested, guides } = snapMove({ ...box, x: 20.2 }, snapping());
    expect(rested.x).toBe(20);
    expect(guides).toContainEqual({ axis: 'x', at: 30 });
  });
});
describe('resizing', () => {
  test('each handle moves its own sides and leaves the others', () => {
    const by = { x: 2, y: 1 };
    const moved = Object.fromEntries(
      HANDLES.map((handle) => [handle, snapResize(box, { handle, by, least: 1 }, snapping({ reach: 0 })).box]),
    );
    expect(moved).toEqual({
      nw: { x: 12, y: 11, width: 18, height: 4 },
      n: { x: 10, y: 11, width: 20, height: 4 },
      ne: { x: 10, y: 11, width: 22, height: 4 },
      e: { x: 10, y: 10, width: 22, height: 5 },
      se: { x: 10, y: 10, width: 22, height: 6 },
      s: { x: 10, y: 10, width: 20, height: 6 },
      sw: { x: 12, y: 10, width: 18, height: 6 },
      w: { x: 12, y: 10, width: 18, height: 5 },
    });
  });
  test('a side pulled past the other stops at the least size', () => {
    const { box: least } = snapResize(box, { handle: 'w', by: { x: 99, y: 0 }, least: 1 }, snapping());
    expect(least).toMatchObject({ x: 29, width: 1 });
    expect(snapResize(box, { handle: 'e', by: { x: -99, y: 0 }, least: 1 }, snapping()).box).toMatchObject({
      x: 10,
      width: 1,
    });
  });
  test('the pulled side is caught by an edge of another element', () => {
    const other = { x: 33.3, y: 20, width: 8, height: 4 };
    const { box: next, guides } = snapResize(
      box,
      { handle: 'e', by: { x: 3.2, y: 0 }, least: 1 },
      snapping({ others: [other] }),
    );
    expect(next.width).toBe(23.3);
    expect(guides).toEqual([{ axis: 'x', at: 33.3 }]);
  });
  test('a box turned by a right angle grows along its own sides', () => {
    // Turned by 90°, its right side looks down.
    const next = resizeTurned(box, 90, { handle: 'e', by: { x: 0, y: 4 }, least: 1 });
    expect(next).toMatchObject({ width: 24, height: 5 });
    expect({ x: next.x + next.width / 2, y: next.y + next.height / 2 }).toEqual({ x: 20, y: 14.5 });
  });
});
test('aligning keeps sizes and ends at the frame', () => {
  const frame = { x: 0, y: 0, ...page };
  expect(aligned(box, frame, 'right')).toEqual({ ...box, x: 40 });
  expect(aligned(box, frame, 'middle')).toEqual({ ...box, y: 12.5 });
});

const mm = fc.integer({ min: -4_000, max: 4_000 }).map((value) => value / 100);
const size = fc.integer({ min: 100, max: 4_000 }).map((value) => value / 100);
const anyBox = fc.record({ x: mm, y: mm, width: size, height: size });
test('a box at rest stays at rest, and never moves farther than half a raster or the reach of a guide', () => {
  fc.assert(
    fc.property(anyBox, fc.array(anyBox, { maxLength: 4 }), (moving, others) => {
      const asked = snapping({ others });
      const { box: rested } = snapMove(moving, asked);
      expect(Math.abs(rested.x - moving.x)).toBeLessThanOrEqual(0.4 + 0.006);
      expect(Math.abs(rested.y - moving.y)).toBeLessThanOrEqual(0.4 + 0.006);
      const again = snapMove(rested, asked).box;
      expect(Math.abs(again.x - rested.x)).toBeLessThanOrEqual(0.4 + 0.006);
      expect([rested.width, rested.height]).toEqual([moving.width, moving.height]);
    }),
  );
});
test('whatever is pulled, the side across stays and nothing turns inside out', () => {
  fc.assert(
    fc.property(
      anyBox,
      fc.constantFrom(...HANDLES),
      fc.record({ x: mm, y: mm }),
      fc.boolean(),
      (...[pulled, handle, by, on]) => {
        const { box: next } = snapResize(pulled, { handle, by, least: 1 }, snapping({ on }));
        expect(Math.min(next.width, next.height)).toBeGreaterThanOrEqual(1 - 0.011);
        if (!handle.includes('w')) expect(next.x).toBe(pulled.x);
        else expect(next.x + next.width).toBeCloseTo(pulled.x + pulled.width, 1);
        if (!handle.includes('n')) expect(next.y).toBe(pulled.y);
        else expect(next.y + next.height).toBeCloseTo(pulled.y + pulled.height, 1);
      },
    ),
  );
});
test('the frame around boxes touches each side of one of them', () => {
  expect(around([box, { x: 5, y: 20, width: 3, height: 3 }])).toEqual({ x: 5, y: 10, width: 25, height: 13 });
});
