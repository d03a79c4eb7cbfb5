/** 日志里已没有的保存 (R63): from 系统状态 to the list, what was filled in, and ticked off; at a desk and on a phone. */
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { dayOf } from 'services/contracts/dates';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Reply } from '../support/app.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, useDesk } from './support/desk.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
describe('a house that lost saves', () => {
  const desk = useDesk({});
  /** As following an older log leaves them: the flow tests follow one. */
  const loseAll = async (): Promise<void> => {
    const app = desk.app();
    const done = async (asked: Promise<Reply>): Promise<unknown> => {
      const { status, text, body } = await asked;
      expect(status, text).toBe(200);
      return body.data;
    };
    const supplierId = await done(
      app.post('/base-supplier', { name: '周氏金店', contract: '周经理', mobile: '13900000001', status: '2' }),
    );
    const shopOf = (name: string) => done(app.post('/base-shop', { name, status: '2', remark: '' }));
    const [outShopId, inShopId] = [await shopOf('罗湖店'), await shopOf('南山店')];
    const today = dayOf(new Date());
    const body = sampleBody({ shopId: outShopId, supplierId, inStorageAt: today, barcode: 'LOST0001' });
    const id = await done(app.post('/biz-goods-in', body));
    await done(app.put(`/biz-goods-in/audit/${id as number}`, { ids: [id] }));
    const bizGoodsList = [{ barcode: 'LOST0001', inNum: 1, inPrice: 1800.4, remark: '' }];
    await done(app.post('/biz-allocate', { outShopId, inShopId, allocateAt: today, remark: '', bizGoodsList }));
    await app.house.deps.master.query(sql.unsafe`
    UPDATE master.command SET lost_at = now(), lost_position = (answer ->> 'position')::bigint
    WHERE route IN ('POST /biz-goods-in', 'POST /biz-allocate')`);
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
      const dialog = page.getByRole('dialog', { name: '丢失的保存' });
      await page.getByRole('button', { name: '详情' }).nth(0).click();
      for (const text of ['调出分店', '罗湖店', '调入分店', '南山店', '¥1,800.40'])
        await see(dialog.getByText(text, { exact: true }));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: '详情' }).nth(1).click();
      await see(dialog.getByText(/保存成功：LOST0001/).first());
      for (const text of ['标准标签', '罗湖店', '3.215 g', '¥560.00/g'])
        await see(dialog.getByText(text, { exact: true }));
      await see(dialog.getByText(/^周氏金店（编号 \d+）$/));
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
