/** What of a hand-over an owner sees (R138). */
import { expect, test } from 'vitest';
import { SHIFT_LIST, type ShiftHeader, type ShiftLine } from './contract.ts';
import { noteOfPerson, noteOfShift } from './differences.ts';

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
const cash = (expected: number, counted: number): ShiftLine => ({
  list: SHIFT_LIST,
  lineId: '0',
  method: '现金',
  openingFen: 0,
  receivedFen: expected,
  correctedFen: 0,
  countedFen: counted,
  reason: expected === counted ? '' : '找零',
});

test('a till counted at nothing is told with both who signed', () => {
  expect(noteOfShift({ header, lines: [cash(307_451, 0)], documentId: 10_020 })).toEqual({
    kind: 'shift-difference',
    shopId: 1,
    second: { id: 12, name: '小王' },
    documentNo: 'JB10020',
    amountFen: -307_451,
    what: '一号台交班，小李交、小王接：现金少3074.51元（找零），待第三人确认',
  });
  expect(noteOfShift({ header, lines: [cash(10_000, 8_000)] })).toBeNull();
});
test('19.99 a shift is told once it adds up to more than five limits, and a hand-over that agrees tells nothing', () => {
  expect(noteOfPerson(-4 * 1_999, { header, lines: [cash(10_000, 8_001)] })).toBeNull();
  expect(noteOfPerson(-5 * 1_999, { header, lines: [cash(10_000, 8_001)] })).toMatchObject({
    amountFen: -1_999,
    what: '小李最近30天交班合计少119.94元，超过100.00元',
  });
  expect(noteOfPerson(-90_000, { header, lines: [cash(10_000, 10_000)] })).toBeNull();
});
