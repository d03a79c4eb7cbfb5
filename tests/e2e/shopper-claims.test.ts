/** Shoppers claim gifts on their phones (S1§2.16, §4; R22, R88, R137): what is offered, the code, and the counter's scan. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeCode128 } from '../../root-config/src/print/code128-reader.ts';
import { forgive, gone, see, useDesk, type Desk, type Seat } from './support/desk.ts';
import { scan } from './support/keys.ts';
import { boundPhone, fitsPhone, PHONE, signedInPhone } from './support/phone.ts';
import { dialog, rowAction } from './support/screens.ts';

const SMALL: BrowserContextOptions = { ...PHONE, viewport: { width: 320, height: 568 }, colorScheme: 'dark' };
const LYING: BrowserContextOptions = { ...PHONE, viewport: { width: 844, height: 390 } };
let desk: Desk;
const post = async (path: string, body: object): Promise<number> => {
  const reply = await desk.app().post(path, body);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
let picture = '';
let lastGift = 0;
const CONTENT = (): string =>
  [
    '<h2>金秋好礼</h2><p style="text-align:center"><span style="font-size:30px">到店即领</span></p>',
    `<p>凭<strong>核销码</strong>领取红绳手链一条。</p><ul><li>每人一份</li><li>领完为止</li></ul>${picture}`,
  ].join('');
const gift = async (change: object = {}): Promise<number> => {
  if (lastGift > 0) await end(lastGift);
  lastGift = await post('/mall-giveaway', {
    title: '金秋到店礼',
    content: CONTENT(),
    total: 9,
    limitNum: 1,
    status: '2',
    ...change,
  });
  return lastGift;
};
const end = async (id: number): Promise<void> => {
  const { body } = await desk.app().get(`/mall-giveaway/${id}`);
  const ended = await desk.app().put(`/mall-giveaway/${id}`, { ...(body.data as object), status: '1' });
  expect(ended.status, ended.text).toBe(200);
};
let last = 13_700_900_000;
const customer = (): Promise<number> =>
  post('/base-customer', { name: '沈女士', mobile: String((last += 1)), status: '2' });
const PAGE = '/wx/giveaway';
/** At a phone of whoever is bound to the record; 0: to none. */
const at = async (customerId: number, window = PHONE): Promise<Seat & { readonly openId: string }> => {
  const openId = `open-${(last += 1)}`;
  return { ...(await boundPhone(desk, customerId, { openId, path: PAGE, window })), openId };
};
const sit = (openId: string, window = PHONE): Promise<Seat> => signedInPhone(desk, { openId, path: PAGE, window });
/** As a scanner reads it from the screen. */
const readCode = async (page: Page): Promise<string> => {
  const bars = page.getByRole('img', { name: '核销码' });
  await see(bars);
  const path = (await bars.locator('path').getAttribute('d')) ?? '';
  return decodeCode128(
    [...path.matchAll(/M(\d+) 0h(\d+)/g)].map(([, x, width]) => ({ x: Number(x), width: Number(width) })),
  );
};
const claim = (page: Page) => page.getByRole('button', { name: '领取', exact: true });

describe('a shopper', () => {
  desk = useDesk();
  beforeAll(async () => {
    const form = new FormData();
    const red = { width: 2000, height: 900, channels: 3, background: '#b3261e' } as const;
    form.append('file', new Blob([await sharp({ create: red }).png().toBuffer()], { type: 'image/png' }), 'gift.png');
    form.append('type', '1');
    const uploaded = await desk.app().post('/public/uploadFile', form);
    expect(uploaded.status, uploaded.text).toBe(200);
    const name = String((uploaded.body.data as { readonly path: string }).path.split('/').at(-1));
    picture = `<img src="/static/uploadfile/${name}" alt="红绳手链">`;
  });

  test('claims, shows the code, the clerk scans it, and the page turns by itself (S1§2.16/2)', async () => {
    const shop = await post('/base-shop', { name: '罗湖店', status: '2', remark: '' });
    await desk.app().addUser({ username: 'clerk', roleIds: [4], lockShops: [shop] });
    await gift();
    const { page } = await at(await customer());
    await see(page.getByRole('heading', { name: '礼品领取', level: 1 }));
    await see(page.getByRole('heading', { name: '金秋到店礼' }));
    await see(page.getByRole('img', { name: '红绳手链' }));
    await see(page.getByText('每人限领 1 份'));
    await fitsPhone(page);
    await claim(page).click();
    await see(page.getByRole('heading', { name: '礼品待领取' }));
    const code = await readCode(page);
    expect(code).toMatch(/^HX\d{12}$/);
    await see(page.getByText(`HX ${code.slice(2, 6)} ${code.slice(6, 10)} ${code.slice(10)}`));
    await fitsPhone(page);

    const counter = await desk.sit('/sales/write-off', { username: 'clerk', password: 'Secret-1' });
    await scan(counter.page, code);
    await see(counter.page.getByRole('row').filter({ hasText: '沈女士' }).getByText('顾客自领'));
    await rowAction(counter.page, '沈女士', '核销');
    const form = dialog(counter.page, '核销');
    await expect.poll(() => form.getByLabel('核销码').inputValue()).toBe(code);
    await counter.page.keyboard.press('Control+Enter');
    await gone(form);
    await see(page.getByRole('heading', { name: '礼品已领取' }));
    await see(page.getByText('罗湖店'));
    await gone(page.getByRole('img', { name: '核销码' }));
    await fitsPhone(page);
    await page.reload();
    await see(page.getByRole('heading', { name: '礼品已领取' }));
    await expect.poll(() => claim(page).count()).toBe(0);
  });

  test('with two phones has one gift; the code is there on both (S1§2.16/2)', async () => {
    await gift();
    const who = await customer();
    const first = await at(who, SMALL);
    const second = await sit(first.openId, LYING);
    await Promise.all([first, second].map(({ page }) => see(claim(page))));
    await fitsPhone(first.page);
    await fitsPhone(second.page);
    await Promise.all([first, second].map(({ page }) => claim(page).click()));
    const codes = await Promise.all([first, second].map(({ page }) => readCode(page)));
    expect(new Set(codes).size).toBe(1);
    await fitsPhone(first.page);
    await fitsPhone(second.page);
    expect((await desk.app().get(`/mall-giveaway/${lastGift}`)).body.data).toMatchObject({ total: 8, claimed: 1 });
  });

  test('whose gift ended or was used up between page and press is told so; without a gift the page says it (S1§2.16/2)', async () => {
    const id = await gift();
    const { page } = await at(0);
    await see(claim(page));
    await end(id);
    lastGift = 0;
    await claim(page).click();
    await see(page.getByText('没有礼品可领取！'));
    await see(page.getByText('礼品活动已结束'));
    await fitsPhone(page);
    await page.reload();
    await see(page.getByText('没有礼品可领取！'));
    expect(await page.getByText('礼品活动已结束').count()).toBe(0);

    await gift({ total: 1 });
    const slow = await at(0);
    await see(claim(slow.page));
    const quick = await at(0);
    await claim(quick.page).click();
    await see(quick.page.getByRole('heading', { name: '礼品待领取' }));
    await claim(slow.page).click();
    await see(slow.page.getByText('礼品已领完'));
    await see(slow.page.getByText('没有礼品可领取！'));
  });

  test('whose network is away presses again and has one claim; of two codes one is collected after the other (S1§2.16/2)', async () => {
    const id = await gift({ total: 3, limitNum: 2 });
    const seat = await at(await customer());
    const { page } = seat;
    await see(claim(page));
    // The house takes the claim; its answer is lost.
    await page.route('**/wx/giveaway/claim', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await claim(page).click();
    await see(page.getByText('网络不稳定，请检查网络后重试'));
    await page.unroute('**/wx/giveaway/claim');
    await claim(page).click();
    await see(page.getByRole('heading', { name: '礼品待领取' }));
    expect((await desk.app().get(`/mall-giveaway/${id}`)).body.data).toMatchObject({ total: 2, claimed: 1 });
    forgive(seat, /ERR_FAILED/);
    // One more may be claimed: it is offered below, and both codes are collected one after the other.
    const first = await readCode(page);
    await claim(page).click();
    await expect.poll(() => readCode(page)).not.toBe(first);
    const second = await readCode(page);
    const collect = async (code: string): Promise<void> => {
      const found = await desk.app().get(`/mall-write-off?writeOffCode=${code}`);
      const [row] = (found.body.data as { readonly list: readonly { readonly id: number }[] }).list;
      expect((await desk.app().put(`/mall-write-off/user/${row?.id}`, { writeOffCode: code })).status).toBe(200);
    };
    await collect(second);
    await expect.poll(() => readCode(page)).toBe(first);
    await collect(first);
    await see(page.getByRole('heading', { name: '礼品已领取' }));
  });
});
