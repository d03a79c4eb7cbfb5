/** Two releases meet: micro-frontends of before in the shell of now, the console of now before the server of before. */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, test } from 'vitest';
import { ADMIN, fillSignIn, gone, see, useDesk, visit } from './support/desk.ts';
import { releaseBefore, siteOf, startBefore } from './support/release-before.ts';
import { button, dialog, fill } from './support/screens.ts';

const NOW = path.join(import.meta.dirname, '../..');
const before = releaseBefore();
const mixed = siteOf({ shell: NOW, mfes: before });
const ofNow = siteOf({ shell: NOW, mfes: NOW });
afterAll(() => {
  for (const site of [mixed, ofNow]) fs.rmSync(path.dirname(site), { recursive: true, force: true });
});

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

describe('two releases', () => {
  const desk = useDesk({ siteDir: mixed });
  test('micro-frontends of before work in the shell of now', async () => {
    const { page } = await desk.open();
    await walkThrough(page);
  });
  test('the console of now works before the server of before', async () => {
    const server = await startBefore(before, ofNow);
    try {
      const { page } = await desk.open({ baseURL: server.url });
      await walkThrough(page);
      await page.context().close();
    } finally {
      await server.stop();
    }
  });
});
