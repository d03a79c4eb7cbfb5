import { expect, test } from 'vitest';
import { calendarOf, cashOf, isIdentityNumber, maskedNumber, workdayAfter } from './contract.ts';

const pay = (...fen: readonly number[]) => fen.map((amountFen) => ({ method: '现金', amountFen }));
test('cash in and out of a document stand apart, whatever else it is paid with', () => {
  expect(cashOf([...pay(500, -200), { method: '微信', amountFen: 900 }], 1)).toEqual({ inFen: 500, outFen: 200 });
  expect(cashOf(pay(300), -1)).toEqual({ inFen: 0, outFen: 300 });
  expect(cashOf([], 1)).toEqual({ inFen: 0, outFen: 0 });
});

test.each([
  ['居民身份证', '11010519491231002X', true],
  ['居民身份证', '110105194912310021', false],
  ['居民身份证', '110105194913310020', false],
  ['居民身份证', '11010519491231002', false],
  ['护照', 'E12345678', true],
  ['护照', '护照一', false],
  ['其他证件', 'A1', false],
] as const)('%s %s: %s', (type, number, good) => expect(isIdentityNumber(type, number)).toBe(good));

test('of a number four characters at both ends are shown, of a short one two', () => {
  expect(maskedNumber('11010519491231002X')).toBe('1101**********002X');
  expect(maskedNumber('E1234567')).toBe('******67');
  expect(maskedNumber('')).toBe('');
});

test('five working days leave out weekends and holidays, and count weekends that are worked (S1§4/16)', () => {
  const calendar = {
    holidays: ['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07'],
    workdays: ['2026-10-10'],
  };
  expect(workdayAfter('2026-11-25', 5, { holidays: [], workdays: [] })).toBe('2026-12-02');
  expect(workdayAfter('2026-09-30', 5, calendar)).toBe('2026-10-13');
  expect(workdayAfter('2026-11-27', 1, { holidays: [], workdays: ['2026-11-28'] })).toBe('2026-11-28');
});
test('a setting that says nothing is a week like every other', () => {
  for (const setting of [null, '', '[]', '{"holidays":"morgen"}']) {
    expect(calendarOf(setting)).toEqual({ holidays: [], workdays: [] });
  }
  expect(calendarOf('{"holidays":["2027-01-01"]}')).toEqual({ holidays: ['2027-01-01'], workdays: [] });
});
