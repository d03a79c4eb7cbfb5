import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf, placeIn, type Busy } from './toast-position.ts';

const VIEW = { width: 1440, height: 900 };
const SIZE = { width: 340, height: 44 };
const busy = (...[left, top, width, height, pressed = false]: [number, number, number, number, boolean?]): Busy => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
  pressed,
});

test('an empty page: at the foot, on the left', () => {
  expect(placeIn(VIEW, SIZE, [])).toEqual({ left: 8, top: 853 });
});
test('beside a foot of two lines and its buttons, never on them', () => {
  const foot = [busy(0, 0, 1440, 740), busy(40, 750, 830, 80), busy(1050, 810, 340, 40, true), busy(0, 850, 1440, 50)];
  const place = placeIn(VIEW, SIZE, foot);
  expect(costOf(place, SIZE, foot)).toBe(0);
  expect(place.top).toBeGreaterThan(740);
});
test('where nothing is free, words are covered before a button is', () => {
  const full = [busy(0, 0, 1440, 450), busy(0, 450, 1440, 450, true)];
  expect(placeIn(VIEW, SIZE, full).top).toBeLessThan(450);
});
test('it lies in the view, and is free wherever some corner is', () => {
  const boxes = fc.array(
    fc.record({ left: fc.nat(1400), top: fc.integer({ min: 60, max: 850 }), width: fc.nat(500), height: fc.nat(200) }),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(boxes, (drawn) => {
      const all = drawn.map(({ left, top, width, height }) => busy(left, top, width, height));
      const place = placeIn(VIEW, SIZE, all);
      expect(place.left + SIZE.width).toBeLessThanOrEqual(VIEW.width);
      expect(place.top + SIZE.height).toBeLessThanOrEqual(VIEW.height);
      // Nothing stands in the first 60 px.
      expect(costOf(place, SIZE, all)).toBe(0);
    }),
    { numRuns: 200 },
  );
});
