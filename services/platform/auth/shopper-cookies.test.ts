/** What shoppers' browsers keep. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  browserCookie,
  browserSecret,
  endedSessionCookie,
  newToken,
  sessionCookie,
  signedToken,
} from './shopper-cookies.ts';

const key = randomBytes(32);
const valueOf = (cookie: string): string => cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf(';'));

test('a session lasts thirty days, for this house’s shopper calls alone, out of reach of scripts', () => {
  const text = sessionCookie(newToken(), key, true);
  expect(text.replace(valueOf(text), '')).toBe(
    'jewel_shopper=; Path=/api/v1/wx; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
  );
  expect(sessionCookie(newToken(), key, false)).not.toContain('Secure');
  expect(endedSessionCookie(false)).toBe('jewel_shopper=; Path=/api/v1/wx; Max-Age=0; HttpOnly; SameSite=Lax');
});
test('only what this house signed is a session', () => {
  const token = newToken();
  const value = valueOf(sessionCookie(token, key, false));
  expect(signedToken(value, key)).toBe(token);
  const [, signature = ''] = value.split('.');
  for (const wrong of [undefined, '', token, `${token}.`, `${newToken()}.${signature}`, `${value}A`, `x${value}`])
    expect(signedToken(wrong, key)).toBeNull();
  expect(signedToken(value, randomBytes(32))).toBeNull();
});
test('a browser’s secret is 43 signs, anything else is none', () => {
  const secret = newToken();
  expect(browserSecret(valueOf(browserCookie(secret, true)))).toBe(secret);
  for (const wrong of [undefined, '', secret.slice(1), `${secret}A`, `${secret.slice(1)};`])
    expect(browserSecret(wrong)).toBe('');
});
