/** The code that the counter scans. */
import { expect, test } from 'vitest';
import { isBindingCard, isProofCard } from '../contracts/shopper-card.ts';
import { newCardCode } from './new-card-code.ts';

test('a code is BD and twelve signs that nobody takes for others, and another one each time', () => {
  const codes = new Set(Array.from({ length: 200 }, () => newCardCode()));
  expect(codes.size).toBe(200);
  for (const code of codes) {
    expect(code).toMatch(/^BD[A-Z0-9]{12}$/);
    expect(isBindingCard(code), code).toBe(true);
  }
});
test('what is shorter, longer or has other signs is none', () => {
  const code = newCardCode();
  const wrong = [
    '',
    code.slice(1),
    code.slice(0, -1),
    `${code}A`,
    code.toLowerCase(),
    `BD${'O'.repeat(12)}`,
    `${code}\n`,
  ];
  for (const text of wrong) expect(isBindingCard(text), text).toBe(false);
});
test('a code that proves is MP and twelve signs, and binds nobody', () => {
  const code = newCardCode('MP');
  expect([isProofCard(code), isBindingCard(code), isProofCard(newCardCode())]).toEqual([true, false, false]);
});
