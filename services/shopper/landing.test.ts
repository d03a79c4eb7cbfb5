/** Where a shopper lands after sign-in. */
import { expect, test } from 'vitest';
import { landingOf } from './landing.ts';

test('a bound shopper lands on what he came for, everything else is the card (S1§2.16/3)', () => {
  expect(['bill', 'giveaway', 'userinfo', '', 'BILL', 'toString', '__proto__'].map((to) => landingOf(to, 7))).toEqual([
    '/wx/bill',
    '/wx/giveaway',
    ...Array.from({ length: 5 }, () => '/wx/userinfo'),
  ]);
});
test('whoever is not bound yet always lands on the card, where he binds (S1§2.16/3)', () => {
  for (const purpose of ['bill', 'giveaway', 'userinfo', 'x']) expect(landingOf(purpose, 0)).toBe('/wx/userinfo');
});
