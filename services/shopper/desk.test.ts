/** What every shopper call passes first. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Client } from '../contracts/client.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { newToken, sessionCookie } from '../platform/auth/shopper-cookies.ts';
import { isSecure, nameOf, shopperDesk } from './desk.ts';

const SHOPPER = { openId: 'open-1', customerId: 7, recordId: 7, token: newToken() };
const key = randomBytes(32);
const desk = () =>
  shopperDesk({
    shopperOf: async (token) => (token === SHOPPER.token ? SHOPPER : null),
    key: async () => key,
    config: { publicUrl: 'https://house.example/' },
  });
const client = (more: Partial<Client> = {}): Client => ({
  ip: '10.0.0.1',
  userAgent: 'app',
  origin: 'http://house.local',
  ...more,
});
const at = (ms: number): Date => new Date(Date.parse('2026-05-01T02:00:00Z') + ms);
const codeOf = (answer: unknown): unknown => (isRefusal(answer) ? answer.code : answer);

test('a write comes from a page of the house, by either of its addresses, or from no page at all', () => {
  const from = (page?: string) =>
    codeOf(desk().paceWrite({ client: client({ shopper: page === undefined ? {} : { page } }), now: at(0) }));
  expect([from(), from('http://house.local'), from('https://house.example')]).toEqual([null, null, null]);
  for (const page of ['null', 'https://evil.example', 'https://house.example.evil.example', 'http://house.example'])
    expect(from(page), page).toBe('shopper.other_page');
});
test('one browser has 120 calls a minute, an address 3,000; a minute later they go on', () => {
  const one = desk();
  const call = (browser: string, ms = 0) => one.pace({ client: client({ shopper: { browser } }), now: at(ms) });
  const [mine, others] = [newToken(), Array.from({ length: 24 }, newToken)];
  for (let nth = 0; nth < 120; nth += 1) expect(call(mine)).toBeNull();
  expect(call(mine, 1_000)).toMatchObject({ kind: 'too-many', data: { retryAfter: 59 } });
  for (const browser of others) for (let nth = 0; nth < 119; nth += 1) expect(call(browser)).toBeNull();
  for (let nth = 0; nth < 23; nth += 1) expect(call(newToken())).toBeNull();
  expect(codeOf(call(newToken()))).toBe('shopper.throttled');
  expect(call(mine, 60_000)).toBeNull();
});
test('ten tries of a shopper within ten minutes, whatever he tries', () => {
  const one = desk();
  const tried = (ms: number) => codeOf(one.paceTries({ client: client(), now: at(ms) }, 'open-id:x'));
  for (let nth = 0; nth < 10; nth += 1) expect(tried(nth)).toBeNull();
  expect([tried(599_999), tried(600_000)]).toEqual(['shopper.throttled', null]);
});
test('of ten thousand guesses by ten thousand browsers of one address sixty are judged, and of a second address as many (S1§2.16/4)', () => {
  const one = desk();
  const judged = (ip: string): number =>
    Array.from({ length: 10_000 }, (_, nth) => nth).filter(
      (nth) => one.paceTries({ client: client({ ip }), now: at(nth) }, nameOf('browser', String(nth))) === null,
    ).length;
  expect([judged('10.0.0.1'), judged('10.0.9.9')]).toEqual([60, 60]);
});
test('a session is its own openId, named or not, and no other', async () => {
  const session = sessionCookie(SHOPPER.token, key, false).split(/[=;]/)[1] ?? '';
  const call = { client: client({ shopper: { session } }), now: at(0) };
  expect([await desk().ask(call, ''), await desk().find(call, 'open-1')]).toEqual([SHOPPER, SHOPPER]);
  expect(codeOf(await desk().find(call, 'open-2'))).toBe('shopper.foreign');
});
test('nobody is nobody, and an openId in the address without a session is a 401', async () => {
  const signedBy = (other: Buffer): string => sessionCookie(newToken(), other, false).split(/[=;]/)[1] ?? '';
  for (const session of [undefined, '', 'x.y', signedBy(randomBytes(32))]) {
    const call = { client: client({ shopper: session === undefined ? {} : { session } }), now: at(0) };
    expect(await desk().find(call, '')).toBeNull();
    expect(codeOf(await desk().find(call, 'open-1'))).toBe('shopper.signed_out');
    expect(codeOf(await desk().ask(call, ''))).toBe('shopper.signed_out');
  }
});
test('cookies are for https alone where the browser came over it; names of shoppers say nothing of them', () => {
  expect(isSecure(client(), { behindTls: false })).toBe(false);
  expect([
    isSecure(client(), { behindTls: true }),
    isSecure(client({ origin: 'https://a' }), { behindTls: false }),
  ]).toEqual([true, true]);
  expect(nameOf('open-id', 'open-1')).toMatch(/^open-id:[0-9a-f]{32}$/);
  expect(nameOf('open-id', 'open-1')).not.toBe(nameOf('browser', 'open-1'));
});
