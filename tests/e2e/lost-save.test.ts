/** 日志里已没有的保存 (R63): from 系统状态 to the list, what was filled in, and ticked off; at a desk and on a phone. */
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { dayOf } from 'services/contracts/dates';
import { sampleBody } from '../../services/goods/sample.ts';
import { ADMIN, accessFindings, see, useDesk } from './support/desk.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
describe('a house that lost saves', () => {
  const desk = useDesk({});
  /** As following an older log leaves them: the flow tests follow one. */
  const loseAll = async (): Promise<void> => {
    const app = desk.app();
    const shop = await app.post('/base-shop', { name: '罗湖店', status: '2', remark: '' });
    const body = sampleBody({ shopId: shop.body.data, supplierId: null, inStorageAt: dayOf(new Date()) });
    for (const barcode of ['LOST0001', 'LOST0002'])
      expect((await app.post('/biz-goods-in', { ...body, barcode })).status).toBe(200);
    await app.house.deps.master.query(sql.unsafe`
    UPDATE master.command SET lost_at = now(), lost_position = (answer ->> 'position')::bigint
    WHERE route = 'POST /biz-goods-in'`);
  };

  test('what was lost is found from 系统状态, read, and ticked off', async () => {
    await loseAll();
    for (const who of [ADMIN, PHONE]) {
      const { page } = await desk.sit('/index', who);
      await page.goto(new URL('/sys-tools/system-state', page.url()).href);
      const left = who === ADMIN ? 2 : 1;
      const line = page.getByRole('listitem').filter({ hasText: `${left} 次已确认的保存不在现在的日志中` });
      await line.getByRole('link', { name: '日志里已没有的保存' }).click();
      await see(page.getByText('LOST0001').first());
      expect(await accessFindings(page)).toEqual([]);
      await page.getByRole('button', { name: '详情' }).first().click();
      const dialog = page.getByRole('dialog', { name: '丢失的保存' });
      await see(dialog.getByText(/保存成功：LOST000\d/).first());
      await see(dialog.getByText('标准标签', { exact: true }));
      await see(dialog.getByText('罗湖店', { exact: true }));
      expect(await accessFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page
        .getByRole('button', { name: /^标为已处理/ })
        .first()
        .click();
      await see(page.getByText('已标记1条为已处理').first());
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider).toBe(0);
    }
    const { page } = await desk.sit('/sys-tools/system-state', ADMIN);
    await see(page.getByRole('listitem').filter({ hasText: '丢失的保存' }).getByText('没有', { exact: true }));
  });
});
