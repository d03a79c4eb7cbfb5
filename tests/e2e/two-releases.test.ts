/** Two releases meet: micro-frontends of before in the shell of now, the console of now before the server of before. */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { startApp } from '../support/app.ts';
import { PLACE, launch } from './support/chromium.mjs';
import { ADMIN, fillSignIn, gone, see, visit } from './support/desk.ts';
import { releaseBefore, siteOf, startBefore } from './support/release-before.ts';
import { button, dialog, fill } from './support/screens.ts';

const NOW = path.join(import.meta.dirname, '../..');
const before = releaseBefore();
const sites: string[] = [];
afterAll(() => {
  for (const site of sites) fs.rmSync(path.dirname(site), { recursive: true, force: true });
});
const site = (parts: Parameters<typeof siteOf>[0]): string => {
  const made = siteOf(parts);
  sites.push(made);
  return made;
};

/** A page of each micro-frontend, with something saved in two. */
const walkThrough = async (page: Page): Promise<void> => {
  await page.goto('/login?redirect=%2Fadmin%2Fshop');
  await fillSignIn(page, ADMIN);
  await see(page.getByRole('heading', { level: 2, name: '分店' }));
  await button(page, '新增分店').click();
  const shop = dialog(page, '新增分店');
  await fill(shop, '分店名称', '罗湖店');
  await button(shop, '保存').click();
  await gone(shop);
  await see(page.getByRole('row').filter({ hasText: '罗湖店' }));
  await visit(page, '/sales/customer');
  await button(page, '新增客户').click();
  const customer = dialog(page, '新增客户');
  await fill(customer, '客户名称', '王女士');
  await fill(customer, '联系电话', '13800138000');
  await button(customer, '保存').click();
  await gone(customer);
  await see(page.getByRole('row').filter({ hasText: '王女士' }));
  await visit(page, '/stock/goods-in');
  await see(page.getByRole('heading', { level: 2, name: '首饰入库' }));
  await see(page.getByRole('search'));
};
const isUsable = async (url: string): Promise<void> => {
  const browser = await launch();
  try {
    const context = await browser.newContext({ ...PLACE, baseURL: url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    await walkThrough(page);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
};

describe('two releases', () => {
  test('micro-frontends of before work in the shell of now', async () => {
    const app = await startApp({ siteDir: site({ shell: NOW, mfes: before }) });
    try {
      await isUsable(app.url);
    } finally {
      await app.stop();
    }
  });
  test('the console of now works before the server of before', async () => {
    const server = await startBefore(before, site({ shell: NOW, mfes: NOW }));
    try {
      await isUsable(server.url);
    } finally {
      await server.stop();
    }
  });
});
