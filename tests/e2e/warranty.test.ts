/** Whoever holds a paper checks it at /v/, and with one file and no house at all (R162). */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../services/contracts/dates.ts';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { forgive, see, useDesk } from './support/desk.ts';

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SMALL: BrowserContextOptions = { ...PHONE, viewport: { width: 320, height: 568 }, colorScheme: 'dark' };
describe('warranties', () => {
  const desk = useDesk();
  let chain: SmallChain;
  beforeAll(async () => {
    chain = await plantChain(desk.app(), 2);
  });

  const idOf = async (body: object): Promise<number> => {
    const order = { shopId: chain.home, sellAt: chain.today, seller: 'admin', printTemplate: '销售单' };
    const { list } = (await desk.app().get('/base-customer')).body.data as { list: { id: number }[] };
    const reply = await desk.app().post('/biz-sell', { ...order, customerId: list[0]?.id, ...body });
    expect(reply.status, reply.text).toBe(200);
    const id = Number(reply.body.data);
    expect((await desk.app().put(`/biz-sell/audit/${id}`, { ids: [id] })).status).toBe(200);
    return id;
  };
  const cash = (amount: number) => ({ sellBalanceList: [{ balance: '现金', amount }] });
  const slipOf = async (saleId: number): Promise<string> => {
    const reply = await desk.app().get(`/biz-sell/print/${saleId}`);
    const { tables } = reply.body.data as { tables: { goods: { warranty: string }[] } };
    return tables.goods[0]?.warranty ?? '';
  };
  const fits = async (page: Page): Promise<void> => {
    for (const size of ['', '140%']) {
      const wide = await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
        return document.documentElement.scrollWidth - innerWidth;
      }, size);
      expect(wide).toBeLessThanOrEqual(0);
    }
    expect(await accessFindings(page)).toEqual([]);
  };

  test('a scanned slip passes, tells its facts, and what became of the piece since (S1§2.14/3)', async () => {
    const [barcode = ''] = chain.barcodes;
    const saleId = await idOf({ sellGoodsList: [{ barcode, num: 1 }], ...cash(2238) });
    const text = await slipOf(saleId);
    for (const window of [SMALL, PHONE, { viewport: { width: 1440, height: 900 } }]) {
      const { page } = await desk.open(window);
      await page.goto(`/v/${text}`);
      await see(page.getByText('✓ 验证通过'));
      await see(page.getByText('门店记录：这件首饰已售出，没有退回。'));
      await see(page.getByText('请核对图片、条码和重量'));
      const said = (await page.getByRole('main').textContent()) ?? '';
      for (const fact of [`XS${saleId}`, barcode, '3.215 克', '罗湖店']) expect(said).toContain(fact);
      await fits(page);
    }
    await idOf({ sellChangeList: [{ rawSellId: saleId, barcode }], ...cash(-2238) });
    const { page } = await desk.open(PHONE);
    await page.goto(`/v/${text}`);
    await see(page.getByText('门店记录：这件首饰已经退回门店，此质保单不再有效。'));
    await fits(page);
  });
  test('what the house has otherwise stands in red; an altered text does not pass; a house that is away is said (S1§2.14/3)', async () => {
    const [, barcode = ''] = chain.barcodes;
    const saleId = await idOf({ sellGoodsList: [{ barcode, num: 1 }], ...cash(2238) });
    const text = await slipOf(saleId);
    const app = desk.app();
    expect((await app.put(`/biz-sell/unaudit/${saleId}`, { ids: [saleId], reason: '录入错误' })).status).toBe(200);
    const order = (await app.get(`/biz-sell/${saleId}`)).body.data as object;
    const changed = await app.put(`/biz-sell/${saleId}`, { ...order, sellAt: addDays(chain.today, -1) });
    expect(changed.status, changed.text).toBe(200);
    const seat = await desk.open(PHONE);
    const { page } = seat;
    await page.goto(`/v/${text}`);
    await see(page.getByText(`日期与门店记录不符：凭证上 ${chain.today}`));
    await see(page.getByText('这张单据还在待审核'));
    await page.getByLabel('粘贴二维码的内容').fill(text.replace(/.$/, text.endsWith('0') ? '1' : '0'));
    await page.getByRole('button', { name: '验证' }).click();
    await see(page.getByText('✗ 验证不通过'));
    await page.getByLabel('粘贴二维码的内容').fill(text.slice(0, 90));
    await page.getByRole('button', { name: '验证' }).click();
    await see(page.getByText('✗ 内容不完整'));
    await page.route('**/api/v1/warranty?**', (route) => route.abort());
    await page.getByLabel('粘贴二维码的内容').fill(text);
    await page.getByRole('button', { name: '验证' }).click();
    await see(page.getByText('暂时联系不上门店，只核对了签名'));
    await page.unroute('**/api/v1/warranty?**');
    await page.getByRole('button', { name: '重试' }).click();
    await see(page.getByText('这张单据还在待审核'));
    forgive(seat, /ERR_FAILED/);
  });
  test('顾客端 gives a new signing key after it said what that means; what was printed before still passes (S1§2.14/3)', async () => {
    const [, barcode = ''] = chain.barcodes;
    const { list } = (await desk.app().get(`/biz-goods-in?barcode=${barcode}`)).body.data as { list: { id: number }[] };
    const label = (await desk.app().get(`/biz-goods-in/print/${list[0]?.id}`)).body.data as { warranty: string };
    const { page } = await desk.sit('/admin/shopper-app');
    const part = page.getByRole('region', { name: '质保二维码' });
    await see(part.getByText(/^现用密钥 \w{8}，自 [\d-]{10} 起。$/));
    await part.getByRole('button', { name: '更换签名密钥' }).click();
    const asked = page.getByRole('alertdialog', { name: '更换签名密钥' });
    await see(asked.getByText(/已经打印的质保单和标签仍可验证/));
    await asked.getByRole('button', { name: '更换', exact: true }).click();
    await see(part.getByText(/，以前的 1 个仍可验证。$/));
    await page.goto(`/v/${label.warranty}`);
    await see(page.getByText('✓ 验证通过'));
  });
  test('the downloaded file checks without network and without the house, within 50 ms (S1§2.14/3)', async () => {
    const [, barcode = ''] = chain.barcodes;
    const { list } = (await desk.app().get(`/biz-goods-in?barcode=${barcode}`)).body.data as { list: { id: number }[] };
    const label = (await desk.app().get(`/biz-goods-in/print/${list[0]?.id}`)).body.data as { warranty: string };
    const reply = await fetch(`${desk.app().url}/api/v1/warranty-checker`);
    expect(reply.headers.get('content-disposition')).toContain('attachment');
    const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'checker-')), 'checker.html');
    fs.writeFileSync(file, await reply.text());
    const { page } = await desk.open(PHONE);
    await page.context().setOffline(true);
    await page.goto(pathToFileURL(file).href);
    await page.getByLabel('粘贴二维码的内容').fill(label.warranty);
    await page.getByRole('button', { name: '验证' }).click();
    await see(page.getByText('商品标签（未售出）'));
    await see(page.getByText('离线验证只看签名'));
    await fits(page);
    const took = await page.evaluate(() => {
      const [form, verdict] = [document.querySelector('form'), document.querySelector('#verdict')];
      if (form === null || verdict === null) return Infinity;
      const began = performance.now();
      form.requestSubmit();
      return new Promise<number>((resolve) => {
        const wait = (): void => {
          if (verdict.textContent?.includes('验证通过') === true) resolve(performance.now() - began);
          else setTimeout(wait, 0);
        };
        wait();
      });
    });
    expect(took).toBeLessThan(50);
  });
});
