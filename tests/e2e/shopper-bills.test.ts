/** Shoppers' bills on their phones (S1§2.16; R28, R161): list, slip, picture, paper, without a network, and where repairs are. */
import type { BrowserContextOptions } from 'playwright-core';
import sharp from 'sharp';
import { sql } from 'slonik';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { plantChain, type SmallChain } from './support/chain.ts';
import { forgive, gone, see, useDesk, type Seat } from './support/desk.ts';
import { boundPhone, fitsPhone, PHONE } from './support/phone.ts';

const LONG = '深圳市罗湖区水贝国际珠宝交易中心一楼东门大街旗舰店周大生金行联合专柜特许经营体验店铺';
const NAME = '古法传承足金镶嵌天然钻石龙凤呈祥双喜临门百年好合婚庆典藏纪念款手工錾刻花丝戒指女士款';
const TERMS = '一、凭本单或绑定的手机号，到任一分店免费清洗。\n二、以旧换新按当日金价计算。';
const SMALL: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 640 } };

describe('at the phone', () => {
  const desk = useDesk();
  let chain: SmallChain;
  let bill: { readonly id: number; readonly barcode: string };
  const idOf = async (path: string, body: object): Promise<number> => {
    const reply = await desk.app().post(path, body);
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };
  let last = 13_700_800_000;
  const customer = (name: string): Promise<number> =>
    idOf('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  const sold = async (customerId: number, body: object): Promise<number> => {
    const order = { customerId, shopId: chain.home, sellAt: chain.today, seller: 'admin', printTemplate: '销售单' };
    const id = await idOf('/biz-sell', { ...order, ...body });
    expect((await desk.app().put(`/biz-sell/audit/${id}`, { ids: [id] })).status).toBe(200);
    return id;
  };
  const cash = (amount: number) => ({ sellBalanceList: [{ balance: '现金', amount }] });

  /** At a phone of whoever is bound to the record; 0: to none. */
  const at = (customerId: number, path: string, window = PHONE): Promise<Seat> =>
    boundPhone(desk, customerId, { openId: `open-${(last += 1)}`, path, window });
  let buyer: number;
  beforeAll(async () => {
    const app = desk.app();
    chain = await plantChain(app, 0);
    const { body } = await app.get(`/base-shop/${chain.home}`);
    await app.put(`/base-shop/${chain.home}`, { ...(body.data as object), name: LONG.slice(0, 40) });
    await app.put('/set-config', [{ configKey: 'wx_slip_terms', configValue: TERMS }]);
    buyer = await customer(NAME.slice(0, 40));
    const gold = { width: 400, height: 300, channels: 3, background: '#d4af37' } as const;
    const form = new FormData();
    form.append('file', new Blob([await sharp({ create: gold }).png().toBuffer()], { type: 'image/png' }), 'ring.png');
    form.append('type', '1');
    const uploaded = await app.post('/public/uploadFile', form);
    expect(uploaded.status, uploaded.text).toBe(200);
    const picture = String((uploaded.body.data as { name?: string; path: string }).path.split('/').at(-1));
    const piece = { shopId: chain.home, supplierId: null, inStorageAt: chain.today, name: NAME.slice(0, 40) };
    const receipt = await idOf(
      '/biz-goods-in',
      sampleBody({ ...piece, cerif: 'GTC2026112800017', pictures: JSON.stringify([picture]) }),
    );
    await app.put(`/biz-goods-in/audit/${receipt}`, { ids: [receipt] });
    const { barcode } = (await app.get(`/biz-goods-in/${receipt}`)).body.data as { barcode: string };
    const id = await sold(buyer, { sellGoodsList: [{ barcode, num: 1 }], ...cash(2238) });
    bill = { id, barcode };
    await app.house.caughtUp();
  });

  describe('bills', () => {
    test('the list opens the slip, at every width; names of forty signs stay inside (S1§2.16/8)', async () => {
      for (const window of [SMALL, PHONE, { viewport: { width: 1440, height: 900 } }]) {
        const { page } = await at(buyer, '/wx/bill', window);
        await see(page.getByRole('heading', { name: '质保单', level: 1 }));
        await see(page.getByText('共 1 张'));
        await fitsPhone(page);
        await page.getByRole('link', { name: new RegExp(`XS${bill.id}`) }).click();
        await page.waitForURL(`**/wx/bill-detail?id=${bill.id}`);
        await see(page.getByRole('img', { name: `条码 ${bill.barcode}` }));
        const text = (await page.getByRole('main').textContent()) ?? '';
        for (const said of [
          `XS${bill.id}`,
          LONG.slice(0, 40),
          NAME.slice(0, 40),
          '3.215 克',
          'GTC2026112800017',
          '本单积分',
        ])
          expect(text).toContain(said);
        expect(text).toContain(TERMS);
        expect(text).not.toContain('¥');
        await see(page.getByRole('img', { name: `${NAME.slice(0, 40)}的照片` }));
        await fitsPhone(page);
        await page.getByRole('link', { name: '返回' }).click();
        await see(page.getByText('共 1 张'));
      }
    });
    test('no bill explains itself; a link to nothing and to another’s bill says so; without a record the card comes first (S1§2.16/8)', async () => {
      const seat = await at(await customer('李先生'), '/wx/bill');
      const { page } = seat;
      await see(page.getByText('还没有质保单'));
      await fitsPhone(page);
      for (const id of [bill.id, 999_999_999]) {
        await page.goto(`/wx/bill-detail?id=${id}`);
        await see(page.getByText('没有找到这张质保单'));
      }
      await page.goto('/wx/bill-detail');
      await see(page.getByText('链接不完整'));
      await fitsPhone(page);
      await page.getByRole('link', { name: '全部质保单' }).click();
      await see(page.getByText('还没有质保单'));
      const unbound = await at(0, '/wx/bill');
      await unbound.page.waitForURL('**/wx/userinfo');
    });
    test('five hundred bills are read on in steps, each once, below their years (S1§2.16/8)', async () => {
      const many = await customer('陈女士');
      const { house } = desk.app();
      await house.deps.master.query(sql.unsafe`
      INSERT INTO live.sales
      SELECT copy.* FROM live.sales AS d, generate_series(1, 500) AS n,
        LATERAL jsonb_populate_record(d, jsonb_build_object(
          'id', ${many}::bigint * 1000 + n, 'customer_id', ${many}::bigint, 'sold_on', d.sold_on - n)) AS copy
      WHERE d.id = ${bill.id}::bigint`);
      const { page } = await at(many, '/wx/bill');
      await see(page.getByText('已显示 20 张，共 500 张'));
      for (const shown of [100, 200, 300, 400, 500]) {
        await page.getByRole('button', { name: '看更早的' }).click();
        await see(page.getByText(shown === 500 ? /^共 500 张$/ : `已显示 ${shown} 张，共 500 张`));
      }
      await gone(page.getByRole('button', { name: '看更早的' }));
      const numbers = await page
        .getByRole('link', { name: /XS\d/ })
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      expect([numbers.length, new Set(numbers).size]).toEqual([500, 500]);
      expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(1);
    });
  });

  describe('a slip', () => {
    test('is kept as one picture with the words of the page, by a long press (S1§2.16/9)', async () => {
      const { page } = await at(buyer, `/wx/bill-detail?id=${bill.id}`);
      await page.getByRole('button', { name: '保存为图片' }).click();
      const picture = page.getByRole('img', { name: `质保单 XS${bill.id}` });
      await see(picture);
      await see(page.getByText('长按图片，保存到手机'));
      const source = (await picture.getAttribute('src')) ?? '';
      const drawn = sharp(Buffer.from(source.slice(source.indexOf(',') + 1), 'base64'));
      const { width, height } = await drawn.metadata();
      expect(width).toBe(1440);
      expect(height).toBeGreaterThan(1800);
      // Words and bars are on it: dark on white.
      const { channels } = await drawn.stats();
      expect([channels[0]?.min, channels[0]?.max]).toEqual([expect.any(Number), 255]);
      expect(channels[0]?.min).toBeLessThan(64);
      await fitsPhone(page);
      await page.getByRole('button', { name: '关闭图片' }).click();
      await gone(picture);
    });
    test('is printed on A5, black on white, without its buttons (S1§2.16/9)', async () => {
      const { page } = await at(buyer, `/wx/bill-detail?id=${bill.id}`, { ...PHONE, colorScheme: 'dark' });
      await see(page.getByRole('img', { name: `条码 ${bill.barcode}` }));
      const photo = page.getByRole('img', { name: /的照片$/ });
      await photo.scrollIntoViewIfNeeded();
      await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
      const paper = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(paper) ?? [];
      expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([420, 595]);
      await page.emulateMedia({ media: 'print' });
      await gone(page.getByRole('button', { name: '打印' }));
      await gone(page.getByRole('link', { name: '返回' }));
      expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(0, 0, 0)');
      expect(paper.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
    });
    test('seen once opens without a network, from its address and from the list; whoever comes after sees nothing of it (S1§2.16/9)', async () => {
      const seat = await at(buyer, '/wx/bill');
      const { page } = seat;
      const context = page.context();
      await page.getByRole('link', { name: new RegExp(`XS${bill.id}`) }).click();
      await see(page.getByRole('img', { name: `条码 ${bill.barcode}` }));
      const kept = () =>
        page.evaluate(async () => {
          const release = (await caches.keys()).find((name) => name.startsWith('wx-release-'));
          const slips = await (await caches.open('wx-slips')).keys();
          return release !== undefined && navigator.serviceWorker.controller !== null ? slips.length : 0;
        });
      await expect.poll(kept).toBe(2);
      await context.setOffline(true);
      await page.reload();
      await see(page.getByText(/网络不通，显示的是.*保存在本机的内容/));
      await see(page.getByRole('img', { name: `条码 ${bill.barcode}` }));
      expect(await page.getByRole('main').textContent()).toContain('GTC2026112800017');
      await page.getByRole('link', { name: '返回' }).click();
      await see(page.getByText(/网络不通/));
      await page.getByRole('link', { name: new RegExp(`XS${bill.id}`) }).click();
      await see(page.getByRole('img', { name: `条码 ${bill.barcode}` }));
      await context.setOffline(false);
      await page.getByRole('button', { name: '重试' }).click();
      await gone(page.getByText(/网络不通/));
      // Another shopper of the same phone.
      await context.clearCookies();
      await page.goto('/wx/bill');
      await expect.poll(() => page.evaluate(async () => (await caches.keys()).includes('wx-slips'))).toBe(false);
      forgive(seat, /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/);
    });
  });

  test('repairs are told step by step, what waits with what to do (S1§3/17)', async () => {
    const owner = await customer('周女士');
    const ring = {
      type: '戒指',
      style: '光圈',
      fineness: '足金',
      weight: 3.2,
      price: 50,
      remark: '改圈到 13 号，抛光',
    };
    const sale = await sold(owner, { sellCleanList: [ring, { ...ring, type: '项链' }], ...cash(100) });
    const lines = (await desk.app().get(`/biz-sell-clean/list?sellId=${sale}`)).body.data as { id: number }[];
    const [first = 0, second = 0] = lines.map(({ id }) => id);
    for (const step of ['已送修', '已修好'])
      await desk.app().put(`/biz-sell-clean/step/${first}`, { step, by: '李师傅' });
    await desk.app().house.caughtUp();
    const { page } = await at(owner, '/wx/repairs', SMALL);
    const one = page.getByRole('region', { name: `维修 WX${first}` });
    await see(one.getByText('已修好，可以带收件单到店取件'));
    expect(await one.getByRole('listitem').allTextContents()).toMatchObject([
      expect.stringContaining('已收件'),
      expect.stringContaining('已送修'),
      expect.stringContaining('已修好'),
      '已取件',
    ]);
    await see(page.getByRole('region', { name: `维修 WX${second}` }).getByText('还在处理，修好后请到店取件'));
    await fitsPhone(page);
    const none = await at(await customer('吴先生'), '/wx/repairs');
    await see(none.page.getByText('没有送修的首饰'));
    await fitsPhone(none.page);
  });
});
