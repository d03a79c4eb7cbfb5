/** The state that goes to the messaging app and comes back. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { PURPOSES } from './landing.ts';
import { readState, stateFor } from './signed-state.ts';

const NOW = new Date('2026-05-01T02:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const signing = { key: randomBytes(32), browser: 'browser-1' };
const nonce = randomBytes(16).toString('hex');

test('a state says what it was made for, in letters and digits, at most 128', () => {
  for (const purpose of PURPOSES) {
    const state = stateFor({ purpose, nonce, now: NOW }, signing);
    expect(state).toMatch(/^[0-9A-Za-z]{1,128}$/);
    expect(readState(state, signing, later(1000))).toEqual({ ok: true, purpose, nonce });
  }
});
test('it is good for ten minutes, and not before its time', () => {
  const state = stateFor({ purpose: 'bill', nonce, now: NOW }, signing);
  expect(readState(state, signing, later(600_000)).ok).toBe(true);
  expect(readState(state, signing, later(600_001))).toEqual({ ok: false, why: 'expired' });
  expect(readState(state, signing, later(-60_001))).toEqual({ ok: false, why: 'expired' });
});
test('another browser, no cookie and another house read nothing out of it', () => {
  const state = stateFor({ purpose: 'bill', nonce, now: NOW }, signing);
  const others = [
    { ...signing, browser: 'browser-2' },
    { ...signing, browser: '' },
    { ...signing, key: randomBytes(32) },
  ];
  for (const other of others) expect(readState(state, other, NOW)).toEqual({ ok: false, why: 'foreign' });
  const withoutBrowser = stateFor({ purpose: 'bill', nonce, now: NOW }, { ...signing, browser: '' });
  expect(readState(withoutBrowser, { ...signing, browser: '' }, NOW).ok).toBe(false);
});
test('no character of it can be changed, cut or added', () => {
  const state = stateFor({ purpose: 'giveaway', nonce, now: NOW }, signing);
  for (let at = 0; at < state.length; at += 1) {
    const other = state[at] === '0' ? '1' : '0';
    expect(readState(`${state.slice(0, at)}${other}${state.slice(at + 1)}`, signing, NOW).ok).toBe(false);
  }
  for (const text of ['', 'bill', state.slice(1), `${state}0`, ` ${state}`, `${state}\n`, state.toUpperCase(), '礼品'])
    expect(readState(text, signing, NOW)).toEqual({ ok: false, why: 'foreign' });
});
test('a nonce that is none is not signed', () => {
  for (const wrong of ['', 'x'.repeat(32), nonce.slice(1)])
    expect(() => stateFor({ purpose: 'bill', nonce: wrong, now: NOW }, signing)).toThrow(RangeError);
});
