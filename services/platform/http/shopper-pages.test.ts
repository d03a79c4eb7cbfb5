import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isShopperPage, shopperPageOf } from './shopper-pages.ts';

const siteDir = fs.mkdtempSync(path.join(os.tmpdir(), 'shopper-site-'));
fs.mkdirSync(path.join(siteDir, 'shopper'));
for (const name of ['wx', 'wx-bill']) fs.writeFileSync(path.join(siteDir, 'shopper', `${name}.html`), name);
afterAll(() => fs.rmSync(siteDir, { recursive: true }));

test('addresses of shoppers are told from those of the console', () => {
  const ours = [
    '/report-price',
    '/report-price?shop=5',
    '/wx',
    '/wx/',
    '/wx?state=1',
    '/wx/bill-detail?id=5',
    '/v/JW1.abc-_.def',
  ];
  const others = ['/', '/report-prices', '/wxyz', '/stock/wx', '/vault', '/api/v1/wx/bill', '/index?from=/wx'];
  expect(ours.filter(isShopperPage)).toEqual(ours);
  expect(others.filter(isShopperPage)).toEqual([]);
});
test('an address has its own page, else the first; nothing leads out of the folder', () => {
  expect(shopperPageOf(siteDir, '/wx/bill')).toBe('shopper/wx-bill.html');
  expect(shopperPageOf(siteDir, '/wx/bill/')).toBe('shopper/wx-bill.html');
  for (const pathname of ['/wx', '/wx/', '/wx/nothing', '/wx/..', '/wx/%2e%2e', '/wx/../../etc/passwd'])
    expect(shopperPageOf(siteDir, pathname), pathname).toBe('shopper/wx.html');
  expect(shopperPageOf(os.tmpdir(), '/wx')).toBeNull();
});
