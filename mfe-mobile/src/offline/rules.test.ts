import { expect, test } from 'vitest';
import { cacheOf, isAway, isOver, keptAddress, type Release } from './rules.ts';

const release: Release = { name: 'b2', files: ['/mfe-mobile/main-1.js'], pages: ['/wx/bill', '/wx/bill-detail'] };
const HERE = 'https://house.example';
const asked = (address: string, mode = 'navigate', method = 'GET') =>
  keptAddress({ method, mode, url: new URL(address, HERE).href }, release, HERE);

test('pages below /wx/ and their scripts are kept, whatever the query', () => {
  expect(asked('/wx/bill-detail?id=5')).toEqual({ kind: 'page', address: '/wx/bill-detail' });
  expect(asked('/wx/bill/')).toEqual({ kind: 'page', address: '/wx/bill' });
  expect(asked('/mfe-mobile/main-1.js', 'cors')).toEqual({ kind: 'file', address: '/mfe-mobile/main-1.js' });
});
test('a call is never answered by the worker, nor another site, another release, the console or a write', () => {
  const others = [
    asked('/api/v1/wx/bill', 'cors'),
    asked('/api/v1/wx/bill'),
    asked('/wx'),
    asked('/stock/goods-in'),
    asked('/mfe-mobile/main-0.js', 'cors'),
    asked('https://elsewhere.example/wx/bill'),
    asked('/wx/bill', 'navigate', 'POST'),
    asked('/wx/bill', 'cors'),
  ];
  expect(others.filter((each) => each !== null)).toEqual([]);
});
test('caches of older releases are over; the own one and kept slips are not', () => {
  const names = ['wx-release-a1', cacheOf(release), 'wx-slips', 'other'];
  expect(names.filter((name) => isOver(name, release))).toEqual(['wx-release-a1']);
});
test('a proxy without its house is away; an answer that says no is an answer', () => {
  expect([200, 404, 500, 502, 503, 504].filter(isAway)).toEqual([502, 503, 504]);
});
