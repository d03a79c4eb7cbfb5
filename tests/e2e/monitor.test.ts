/** 服务监控 and 实时日志 (S2§2.17, 2.24): at a desk and on a phone. */
import { describe, expect, test } from 'vitest';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, useDesk } from './support/desk.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };

describe('the watched server', () => {
  const desk = useDesk({});
  test('what it is busy with, at a desk and on a phone', async () => {
    for (const who of [ADMIN, PHONE]) {
      const { page } = await desk.sit('/index', who);
      await page.goto(new URL('/sys-tools/monitor', page.url()).href);
      await see(page.getByRole('meter', { name: '内存使用率' }));
      await see(page.getByText('每 5 秒更新'));
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider).toBe(0);
      expect(await accessFindings(page)).toEqual([]);
    }
  });
  test('what it stands on, with what to do and the way there', async () => {
    for (const who of [ADMIN, PHONE]) {
      const { page } = await desk.sit('/index', who);
      await page.goto(new URL('/sys-tools/system-state', page.url()).href);
      const backup = page
        .getByRole('list', { name: '检查结果' })
        .getByRole('listitem')
        .filter({ hasText: '还没有备份' });
      await see(backup.getByRole('link', { name: '备份' }));
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider).toBe(0);
      expect(await accessFindings(page)).toEqual([]);
    }
  });
  test('its log runs on, is paused, cleared and filtered', async () => {
    const { page } = await desk.sit('/index', ADMIN);
    await page.goto(new URL('/sys-tools/log', page.url()).href);
    await see(page.getByText('已连接'));
    const log = page.getByRole('log');
    desk.app().house.deps.log.warn('first of all');
    await see(log.getByText(/WARN first of all$/));
    await page.getByRole('button', { name: '暂停' }).click();
    desk.app().house.deps.log.error('behind it');
    // The house may have a word of its own meanwhile.
    await page.getByRole('button', { name: /^继续（新增 \d+ 行）$/ }).click();
    await see(log.getByText(/ERROR behind it$/));
    await page.getByRole('button', { name: '仅错误' }).click();
    await see(log.getByText(/ERROR behind it$/));
    await expect.poll(() => log.getByText('first of all').count()).toBe(0);
    await page.getByRole('button', { name: '清空' }).click();
    await see(log.getByText('还没有日志'));
    expect(await accessFindings(page)).toEqual([]);
  });
});
