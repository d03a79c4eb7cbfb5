/** An order that is put aside at the till. */
import { expect, test } from 'vitest';
import { PieceMatch, lineOf } from './line.ts';
import { boardQuestion, isEmpty, noteOf, takenUpOn, textIn, type ParkedOrder } from './parked-order.ts';

const ring = { barcode: 'A1', num: 2 };
const order = (change: Partial<ParkedOrder> = {}): ParkedOrder => ({ values: {}, lines: {}, ...change });

test('is found by its customer, its pieces and what was noted', () => {
  const values = { customerId: 7, customerName: '王女士', remark: '等改圈' };
  expect(noteOf(order({ values, lines: { sellGoodsList: [ring, { barcode: 'A2', num: 1 }] } }))).toBe(
    '王女士 · 3件 · 等改圈',
  );
  expect(noteOf(order({ lines: { sellCleanList: [{ type: '项链' }] } }))).toBe('未选客户 · 1行');
});

test('has a note of a hundred characters at most, and no half of one', () => {
  const note = noteOf(order({ values: { remark: '💍'.repeat(200) } }));
  expect(Array.from(note)).toHaveLength(100);
  expect(note.isWellFormed()).toBe(true);
});

test('is nothing without customer and lines', () => {
  expect(isEmpty(order({ values: { sellAt: '2026-11-23' }, lines: { sellGoodsList: [] } }))).toBe(true);
  expect(isEmpty(order({ values: { customerId: 7 } }))).toBe(false);
  expect(isEmpty(order({ lines: { sellGiftList: [ring] } }))).toBe(false);
});

test('is of the day on which it is taken up', () => {
  const taken = takenUpOn(order({ values: { sellAt: '2026-11-22', remark: '急' } }), '2026-11-23');
  expect(taken.values).toEqual({ sellAt: '2026-11-23', remark: '急' });
});

test('names the codes that are looked up again', () => {
  expect([textIn('A1'), textIn(undefined), textIn(7)]).toEqual(['A1', '', '']);
});

test('asks the board for the very gold of a piece, and not about what had no price', () => {
  const piece = { id: 1, barcode: 'A1', num: 1, fineness: '足金', goldContent: '999.9', goldWeight: 3, gramShare: 0 };
  const quoted = { price: 780, at: null };
  const parked = (change: object): Readonly<Record<string, unknown>> =>
    JSON.parse(JSON.stringify(lineOf(PieceMatch.parse({ ...piece, ...change }), quoted)));
  expect(boardQuestion(parked({}))).toEqual({ said: 780, asked: { name: '足金', goldContent: '999.9' } });
  expect(boardQuestion(parked({ goldContent: undefined }))?.asked).toEqual({ name: '足金', goldContent: '' });
  expect(boardQuestion({ ...parked({}), originalTodayGoldCost: 0 })).toBeNull();
});
