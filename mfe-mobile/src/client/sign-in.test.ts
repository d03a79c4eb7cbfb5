import { expect, test } from 'vitest';
import { keepWanted, landingAfter, purposeOf, wantedNow } from './sign-in.ts';

const store = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

test('without another wish a shopper lands as his purpose says; without a record at the card', () => {
  const landed = (state: string, customerId = 7) => landingAfter({ state, customerId }, store());
  expect(['bill', 'giveaway', 'userinfo', 'constructor', ''].map((state) => landed(state))).toEqual([
    '/wx/bill',
    '/wx/giveaway',
    '/wx/userinfo',
    '/wx/userinfo',
    '/wx/userinfo',
  ]);
  expect(landed('bill', 0)).toBe('/wx/userinfo');
});
test('whoever wanted a certain page gets there once, and only by the purpose that he left with', () => {
  const kept = store();
  keepWanted('/wx/bill-detail?id=12', kept);
  expect(landingAfter({ state: 'bill', customerId: 0 }, kept)).toBe('/wx/userinfo');
  expect(landingAfter({ state: 'bill', customerId: 7 }, kept)).toBe('/wx/bill-detail?id=12');
  expect(landingAfter({ state: 'bill', customerId: 7 }, kept)).toBe('/wx/bill');
  keepWanted('/wx/bill-detail?id=12', kept);
  expect(landingAfter({ state: 'giveaway', customerId: 7 }, kept)).toBe('/wx/giveaway');
  keepWanted('/wx/repairs', kept);
  expect(landingAfter({ state: 'userinfo', customerId: 7 }, kept)).toBe('/wx/repairs');
});
test('only pages of shoppers are wished for: no other site, no way in itself', () => {
  for (const address of [
    'https://evil.example/wx/bill',
    '//evil.example',
    '/stock',
    '/wx',
    '/wx/',
    '/wx?state=1',
    '/wx/code?code=1',
  ]) {
    const kept = store();
    keepWanted(address, kept);
    expect(wantedNow(kept), address).toBeNull();
  }
  const forged = store();
  forged.setItem('wx:wanted', 'javascript:alert(1)');
  expect(wantedNow(forged)).toBeNull();
});
test('a browser that keeps nothing signs in all the same', () => {
  const no = (): never => {
    throw new Error('no storage');
  };
  const closed = { getItem: no, setItem: no, removeItem: no };
  keepWanted('/wx/bill', closed);
  expect(landingAfter({ state: 'bill', customerId: 7 }, closed)).toBe('/wx/bill');
});
test('the purpose follows from the page', () => {
  const pages = ['/wx/bill', '/wx/bill-detail?id=1', '/wx/giveaway', '/wx/userinfo', '/wx/repairs', null];
  expect(pages.map(purposeOf)).toEqual(['bill', 'bill', 'giveaway', 'userinfo', 'userinfo', 'userinfo']);
});
