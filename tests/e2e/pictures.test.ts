/** The pictures of a piece: taken, cut, removed; and a camera that is refused, absent or not there at all (S0§2, §8). */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { USER_PASSWORD } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { button, dialog, rowAction } from './support/screens.ts';

const EDGE = 400;

describe('pictures of a piece', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 0);
    const shopId = chain.home;
    const made = await app.post(
      '/biz-goods-in',
      sampleBody({ shopId, supplierId: null, inStorageAt: chain.today, pictures: '[]' }),
    );
    expect(made.status).toBe(200);
    const keys = ['list', 'edit'].map((key) => `biz:bizGoodsIn:${key}`);
    await app.addUser({ username: 'typist', roleIds: [await roleWith(app, [...keys, 'biz:cost:view'])] });
  });
  const typist = { username: 'typist', password: USER_PASSWORD };
  const editing = async (page: Page) => {
    await rowAction(page, '罗湖店', '编辑');
    const form = dialog(page, /^编辑首饰入库/);
    await form.getByRole('tab', { name: '图片' }).click();
    return form;
  };
  const kept = async (): Promise<string[]> => {
    const { list } = await rowsOf(desk.app(), '/biz-goods-in');
    return JSON.parse(list[0]?.['pictures'] as string) as string[];
  };
  /** Width and height of a stored picture as the browser sees them. */
  const sizeOf = (page: Page, name: string): Promise<readonly [number, number]> =>
    page.evaluate(async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight] as const;
    }, `/static/uploadfile/${name}`);

  test('the camera opens, takes two pictures of 400 × 400, and one of them is cut (S0§2/5 S1§5/28)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.context().grantPermissions(['camera']);
    const form = await editing(page);
    await button(form, '打开摄像头').click();
    const take = button(form, '拍照');
    await take.click();
    await see(button(form, '裁剪第1张图片'));
    await take.click();
    await see(button(form, '裁剪第2张图片'));
    await see(form.getByText('图片已满，移除一张后才能再拍'));
    await expect.poll(() => take.isDisabled()).toBe(true);
    await button(form, '关闭摄像头').click();
    await expect
      .poll(() => form.locator('video').evaluate((video: HTMLVideoElement) => video.checkVisibility()))
      .toBe(false);
    await button(form, '裁剪第2张图片').click();
    const cropping = dialog(page, '裁剪图片');
    await cropping.getByLabel('缩放').fill('2');
    await see(cropping.getByText('2.0 倍'));
    await button(cropping, '确定').click();
    await gone(cropping);
    await button(form, '保存').or(button(form, '仅保存')).click();
    await gone(form);
    const [first, second] = await kept();
    expect(await sizeOf(page, first ?? '')).toEqual([EDGE, EDGE]);
    expect(await sizeOf(page, second ?? '')).toEqual([EDGE / 2, EDGE / 2]);
  });

  test('who may not take pictures is not offered the camera (S0§6/36)', async () => {
    const { page } = await desk.sit('/stock/goods-in', typist);
    const form = await editing(page);
    await see(button(form, '裁剪第1张图片'));
    await expect.poll(() => button(form, '打开摄像头').count()).toBe(0);
  });

  test('a refused camera is told; pictures can still be chosen (S0§8/4)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    const form = await editing(page);
    await button(form, '移除第2张图片').click();
    await button(form, '打开摄像头').click();
    await see(form.getByText('没有使用摄像头的权限，请在浏览器地址栏允许后重试'));
    await see(button(form, '打开摄像头'));
    await see(form.getByRole('button', { name: '选择图片' }));
  });

  test('no camera, and a browser without cameras, say so (S0§8/4 S1§5/28)', async () => {
    const { page } = await desk.sit('/stock/goods-in');
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('none', 'NotFoundError'));
    });
    const form = await editing(page);
    await button(form, '打开摄像头').click();
    await see(form.getByText('没有找到摄像头，请接好后重试'));
    await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
    await button(form, '打开摄像头').click();
    await see(form.getByText('此浏览器不支持拍照！'));
  });
});
