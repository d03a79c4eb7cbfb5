import { expect, test } from 'vitest';
import { NUMBER_WIDTH, REMOVE_WIDTH, placeColumns } from './layout.ts';
import type { GridColumn } from './types.ts';

type Line = { readonly barcode: string; readonly name: string; readonly weight: number; readonly amount: number };
const COLUMNS: readonly GridColumn<Line>[] = [
  { field: 'name', title: '首饰名称', kind: 'text', width: 180 },
  { field: 'barcode', title: '条码', kind: 'text', width: 122, frozen: 'left' },
  { field: 'weight', title: '金重', kind: 'weight', width: 90 },
  { field: 'amount', title: '金额', kind: 'money', width: 116, frozen: 'right' },
];
const rightOf = ({ left, width }: { left: number; width: number }): number => left + width;

test('a wide grid has its frozen columns at its edges', () => {
  const { placed, leftEdge, rightEdge, total } = placeColumns(COLUMNS, {}, { end: REMOVE_WIDTH });
  expect(placed.map(({ column }) => column.field)).toEqual(['barcode', 'name', 'weight', 'amount']);
  expect([leftEdge, rightEdge]).toEqual([NUMBER_WIDTH + 122, REMOVE_WIDTH + 116]);
  expect(total).toBe(NUMBER_WIDTH + 122 + 180 + 90 + 116 + REMOVE_WIDTH);
  expect(placed[0]?.style).toMatchObject({ left: NUMBER_WIDTH });
  expect(placed[3]?.style).toMatchObject({ right: REMOVE_WIDTH });
  expect(placed.every(({ pageLeft }) => pageLeft === undefined)).toBe(true);
});

test.each([320, 356, 373])('a phone of %d px turns full pages: no column lies across the end of one', (room) => {
  const pageRoom = room - NUMBER_WIDTH - REMOVE_WIDTH;
  const { placed, leftEdge, rightEdge, total } = placeColumns(COLUMNS, { name: 900 }, { end: REMOVE_WIDTH, room });
  expect([leftEdge, rightEdge]).toEqual([NUMBER_WIDTH, REMOVE_WIDTH]);
  for (const place of placed) {
    const from = place.pageLeft ?? Number.NaN;
    expect((from - NUMBER_WIDTH) % pageRoom).toBe(0);
    expect(place.left).toBeGreaterThanOrEqual(from);
    expect(rightOf(place)).toBeLessThanOrEqual(from + pageRoom);
    expect(place.style).toEqual({ width: place.width });
    expect(place.className.includes('ui-page-begins')).toBe(place.left === from);
  }
  expect((total - NUMBER_WIDTH - REMOVE_WIDTH) % pageRoom).toBe(0);
  // A column that somebody made wider than a phone has a page of its own.
  expect(placed.find(({ column }) => column.field === 'name')).toMatchObject({ width: pageRoom });
});
