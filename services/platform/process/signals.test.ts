import { expect, test } from 'vitest';
import { pressCounter } from './signals.ts';

const meant = (...times: readonly number[]) => {
  const press = pressCounter();
  return times.map(press);
};

test('one Ctrl-C that comes from the terminal, from npm and from the starter is one press', () => {
  expect(meant(0, 3, 60, 180)).toEqual(['end', null, null, null]);
});

test('a second press changes nothing, a third within two seconds ends the waiting', () => {
  expect(meant(0, 700, 1_400)).toEqual(['end', null, 'hurry']);
  expect(meant(0, 5, 700, 705, 1_400, 1_405)).toEqual(['end', null, null, null, 'hurry', null]);
});

test('presses far apart are patience', () => {
  expect(meant(0, 1_500, 3_100, 4_800)).toEqual(['end', null, null, null]);
  expect(meant(0, 5_000, 5_500, 6_000)).toEqual(['end', null, null, 'hurry']);
});
