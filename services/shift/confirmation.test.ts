import { expect, test } from 'vitest';
import { SHIFT_LIST, differencesOf, waitsForThird, type ShiftHeader, type ShiftLine } from './contract.ts';
import { shiftFacts, type ShiftConfirmation } from './confirmation.ts';

const header: ShiftHeader = {
  shopId: 1,
  till: '一号台',
  shiftOn: '2026-11-28',
  afterId: null,
  fromPosition: 0,
  untilPosition: 9,
  handedBy: { id: 11, name: '小李' },
  takenBy: { id: 12, name: '小王' },
  remark: '',
  limitFen: 2_000,
};
const line = (method: string, expected: number, counted: number): ShiftLine => ({
  list: SHIFT_LIST,
  lineId: method,
  method,
  openingFen: 0,
  receivedFen: expected,
  correctedFen: 0,
  countedFen: counted,
  reason: expected === counted ? '' : 'x',
});
const decide = (lines: readonly ShiftLine[], id: number, own: ShiftConfirmation = null, of = header) =>
  shiftFacts.decide({ by: { id, name: '店长' }, remark: '' }, own, {
    id: 5,
    stage: 'posted',
    version: 1,
    outcomes: [],
    current: { header: of, lines },
  });

test('a difference beyond the limit in one method waits, whatever the sum of all comes to', () => {
  expect(waitsForThird(header, [line('现金', 307_451, 0)])).toBe(true);
  expect(waitsForThird(header, [line('现金', 10_000, 7_999), line('微信', 10_000, 12_001)])).toBe(true);
  expect(waitsForThird(header, [line('现金', 10_000, 8_000), line('微信', 10_000, 12_000)])).toBe(false);
  expect(differencesOf([line('现金', 10_000, 8_000), line('微信', 10_000, 12_500)])).toEqual([-2_000, 2_500]);
});
test('a shift of before the limit waits for nobody', () => {
  expect(waitsForThird({}, [line('现金', 307_451, 0)])).toBe(false);
});
test('neither who handed over nor who took it confirms; a third person does, once', () => {
  const short = [line('现金', 307_451, 0)];
  expect(decide(short, 11)).toMatchObject({ code: 'shift.third' });
  expect(decide(short, 12)).toMatchObject({ code: 'shift.third' });
  expect(decide(short, 13)).toEqual([{ type: 'ShiftConfirmed', data: { by: { id: 13, name: '店长' }, remark: '' } }]);
  expect(decide(short, 13, { by: { id: 14, name: '老板' }, remark: '' })).toMatchObject({ code: 'shift.confirmed' });
});
test('what agrees, or nearly, has nothing to confirm', () => {
  expect(decide([line('现金', 10_000, 8_001)], 13)).toMatchObject({ code: 'shift.no_difference' });
});
