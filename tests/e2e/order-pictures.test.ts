/** Pictures of an order, of a recycle order and of the price board; and the mistakes of a customer's form (S1§2.1, §2.13, §5). */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { gone, see, still, useDesk } from './support/desk.ts';
import { type, typeIn } from './support/keys.ts';
import { button, dialog, openSale, pick, pickFirst, rowAction } from './support/screens.ts';

const EDGE = 400;

describe('pictures at the counter', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 1);
  });
  const photo = async (): Promise<Buffer> =>
    sharp({ create: { width: 600, height: 500, channels: 3, background: '#a33' } })
      .png()
      .toBuffer();
  const sizeOf = async (name: string): Promise<readonly [number, number]> => {
    const answer = await fetch(`${desk.app().url}/static/uploadfile/${name}`);
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    return [width, height];
  };
  /** Wrong type, a third one, the camera with its 400 × 400, and cutting (S1§2.1, §5). */
  const takePictures = async (page: Page, form: Locator): Promise<void> => {
    const input = form.locator('input[type=file]').first();
    await input.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
    await see(page.getByText('文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。').first());
    const file = { name: 'a.png', mimeType: 'image/png', buffer: await photo() };
    await input.setInputFiles([file, file, file]);
    await see(page.getByText('上传文件个数超出限制!最多上传2张图片!').first());
    // None of the three is taken.
    await expect.poll(() => form.getByRole('button', { name: /^移除/ }).count()).toBe(0);
    await button(form, '打开摄像头').click();
    await button(form, '拍照').click();
    await see(button(form, '裁剪第1张图片'));
    await button(form, '拍照').click();
    await button(form, '裁剪第2张图片').click();
    const cropping = dialog(page, '裁剪图片');
    await cropping.getByLabel('缩放').fill('2');
    await button(cropping, '确定').click();
    await gone(cropping);
    await button(form, '关闭摄像头').click();
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  };
  const checkPictures = async (text: unknown): Promise<void> => {
    const [first = '', second = ''] = JSON.parse(String(text)) as string[];
    expect(await sizeOf(first)).toEqual([EDGE, EDGE]);
    expect(await sizeOf(second)).toEqual([EDGE / 2, EDGE / 2]);
  };

  test('pictures of an order: chosen, refused, taken, cut; the list shows the first', async () => {
    const { page } = await desk.sit('/sales/order');
    await page.context().grantPermissions(['camera']);
    const form = await openSale(page, chain.barcodes[0] ?? '');
    await form.getByRole('tab', { name: '图片' }).click();
    await takePictures(page, form);
    await see(form.getByRole('tab', { name: '图片 2' }));
    await button(form, '剩余全部用现金支付').click();
    await button(form, '保存').click();
    await gone(form);
    const [row] = (await rowsOf(desk.app(), '/biz-sell')).list;
    const record = (await desk.app().get(`/biz-sell/${Number(row?.['id'])}`)).body.data as { pictures: string };
    await checkPictures(record.pictures);
  });

  test('pictures of a recycle order', async () => {
    const { page } = await desk.sit('/sales/recycle');
    await page.context().grantPermissions(['camera']);
    await button(page, '新增回收单').click();
    const form = dialog(page, '新增独立回收单');
    await pick(page, form, '客户', '王女士');
    await pick(page, form, '回收分店', '罗湖店');
    await pickFirst(page, form, '回收员');
    const grid = form.getByRole('grid').first();
    const heads = (await grid.getByRole('columnheader').allTextContents()).map((head) => head.trim());
    await grid.getByRole('gridcell').nth(0).click();
    const cells = [
      ['类别', '戒指'],
      ['款式', '光圈'],
      ['成色', '足金'],
      ['重量', '3'],
      ['单价', '500'],
      ['备注', 'old'],
    ] as const;
    for (const [title, text] of cells) {
      await page.keyboard.press('Home');
      const steps = heads.findIndex((head) => head.startsWith(title)) - 1;
      for (let step = 0; step < steps; step++) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('F2');
      await page.keyboard.press('Control+a');
      await type(page, text);
      await page.keyboard.press('Tab');
    }
    await see(form.getByText('¥1,500.00').first());
    await form.getByRole('tab', { name: '图片' }).click();
    // The head of the document stands above its tabs.
    await see(form.getByRole('button', { name: /^客户：王女士/ }));
    await takePictures(page, form);
    await button(form, '保存').click();
    await gone(form);
    const [row] = (await rowsOf(desk.app(), '/biz-alone-recycle')).list;
    await checkPictures(
      ((await desk.app().get(`/biz-alone-recycle/${Number(row?.['id'])}`)).body.data as { pictures: string }).pictures,
    );
  });

  test('a customer says what it lacks at its fields, and names who has that phone already', async () => {
    const { page } = await desk.sit('/sales/customer');
    await button(page, '新增客户').click();
    const form = dialog(page, '新增客户');
    await button(form, '保存').click();
    for (const lack of ['客户名称不能为空', '联系电话不能为空']) await see(form.getByText(lack).first());
    await typeIn(form.getByLabel(/^客户名称/).first(), 'Li');
    await typeIn(form.getByLabel(/^联系电话/).first(), '13800000001');
    await button(form, '保存').click();
    await see(form.getByText(/王女士/).first());
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await typeIn(form.getByLabel(/^联系电话/).first(), '13800000002');
    await button(form, '保存').click();
    await gone(form);
    await rowAction(page, 'Li', '详情');
    await see(dialog(page, 'Li').getByText(/13800000002/));
  });

  test('the background of the price board is cut to 300 × 400, and a second one is refused', async () => {
    await desk.app().post('/base-quoted-price', { details: [{ name: '足金', price: 600 }] });
    const { page } = await desk.sit('/sales/quoted-price');
    await button(page, '修改报价').click();
    const form = dialog(page, '修改报价');
    const slot = form.locator('[data-field="backgroudPicture"]');
    await see(slot.getByRole('button', { name: '选择背景图片' }));
    const file = { name: 'a.png', mimeType: 'image/png', buffer: await photo() };
    await slot.locator('input[type=file]').setInputFiles(file);
    const crop = dialog(page, '裁剪图片');
    await button(crop, '确定').click();
    await gone(crop);
    await see(slot.getByRole('button', { name: '移除第1张图片' }));
    // Dropped beside it: a second one has no place.
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['x'], 'b.png', { type: 'image/png' }));
      return transfer;
    });
    await slot.locator('.ui-upload').dispatchEvent('drop', { dataTransfer: dropped });
    await see(page.getByText('上传文件个数超出限制!最多上传1张图片!').first());
    await expect.poll(() => slot.getByRole('button', { name: /^移除/ }).count()).toBe(1);
    await button(form, '保存').click();
    await gone(form);
    const board = (await desk.app().get('/base-quoted-price')).body.data as { backgroudPicture: string };
    const [width, height] = await sizeOf(board.backgroudPicture);
    expect(width / height).toBeCloseTo(3 / 4, 1);
  });
});
