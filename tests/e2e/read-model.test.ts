/** 读模型: what is not up to date is seen, told why, and taken up again; by mouse, by keyboard and on a phone. */
import { sql } from 'slonik';
import { describe, expect, test } from 'vitest';
import { goodsStream } from 'services/goods/contract';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, see, still, useDesk } from './support/desk.ts';
import { keysIn, escape } from './support/keys.ts';
import { agree, dialog, rowAction } from './support/screens.ts';

describe('read models', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
  });
  const master = () => desk.app().house.deps.master;
  /** An event that no fold understands. */
  const plant = async (barcode: string): Promise<void> => {
    await desk.app().house.deps.store.append(goodsStream(barcode), 'any', [
      {
        id: crypto.randomUUID(),
        type: 'GoodsReceiptCorrected',
        data: { barcode },
        meta: {
          key: crypto.randomUUID(),
          correlationId: 'c',
          causationId: 'c',
          userId: 1,
          userName: 'admin',
          shopId: chain.home,
          at: new Date().toISOString(),
          schema: 1,
        },
      },
    ]);
    await desk.app().house.caughtUp();
  };

  test('all is up to date, then a piece is not: why, retried, rebuilt', async () => {
    const { page } = await desk.sit('/system/read-model');
    await see(page.getByText('所有读模型都是最新的，没有未更新的数据。'));
    // Nothing can be filtered here, so nothing is reset.
    await expect.poll(() => page.getByRole('button', { name: '重置', exact: true }).count()).toBe(0);
    const [barcode = ''] = chain.barcodes;
    await plant(barcode);
    await page.reload();
    await see(page.getByText(/\d+项数据未更新，其他数据照常更新/));
    await rowAction(page, '首饰流水', '重建');
    await agree(page, '重建并启用');
    await still(page);
    await rowAction(page, '首饰入库正常1项', '未更新的数据');
    const why = dialog(page, '首饰入库：未更新的数据');
    await see(why.getByText(barcode).first());
    await see(why.getByText('处理这条记录时出错'));
    expect(await accessFindings(page)).toEqual([]);
    await escape(why);

    // By keyboard: the first row has the focus, its button is a Tab away.
    await rowAction(page, '首饰入库正常1项', '重试');
    await keysIn(page.getByRole('alertdialog'));
    await page.keyboard.press('Enter');
    await see(page.getByText('已更新0项，仍有1项未更新'));
    expect(await master().oneFirst(sql.unsafe`SELECT count(*)::int FROM projection.parked`)).toBeGreaterThan(0);
  });

  test('on a phone each is a card', async () => {
    const { page } = await desk.sit('/system/read-model', {
      ...ADMIN,
      options: { viewport: { width: 390, height: 780 }, hasTouch: true },
    });
    const card = page.getByRole('listitem').filter({ hasText: '首饰入库' }).first();
    await see(card.getByText('1项'));
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await card.getByRole('button', { name: /^未更新的数据/ }).click();
    await see(dialog(page, /未更新的数据/).getByText('处理这条记录时出错'));
  });
});
