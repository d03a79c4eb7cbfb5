/** What goes wrong at the scan box of a check: a scanner without pause, Tab for Enter, an input method; two who audit. */
import { describe, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { plantChain, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { compose, fire, scan, type } from './support/keys.ts';
import { agree, button, dialog, rowAction } from './support/screens.ts';

const PIECES = 34;

describe('the scan box of a check', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, PIECES);
  });
  const opened = async (): Promise<number> => {
    const header = { shopId: chain.home, checkAt: chain.today, type: '戒指' };
    return Number((await desk.app().post('/biz-check/open', header)).body.data);
  };
  const counted = async (id: number): Promise<Map<string, number>> => {
    const reply = await desk.app().get(`/biz-check-detail/list?checkId=${id}`);
    const lines = reply.body.data as { barcode: string; scanNum: number }[];
    return new Map(lines.filter(({ scanNum }) => scanNum > 0).map(({ barcode, scanNum }) => [barcode, scanNum]));
  };
  const edit = async (page: Page, id: number): Promise<Locator> => {
    await rowAction(page, `PD${id}`, '编辑');
    const form = dialog(page, /编辑首饰盘点/);
    await see(form.getByRole('grid').getByText(chain.barcodes[0] ?? ''));
    return form;
  };

  test('30 codes in a second: every one is counted once, on the screen and in the house (S0§4/19)', async () => {
    const id = await opened();
    const { page } = await desk.sit('/stock/check');
    const form = await edit(page, id);
    const codes = chain.barcodes.slice(0, 30);
    await fire(page, codes);
    await see(form.getByText(`已盘 ${codes.length}/${PIECES}`));
    await form.getByRole('button', { name: /^只看：/ }).click();
    await see(page.getByRole('option', { name: `未扫码 ${PIECES - codes.length}`, exact: true }));
    await page.keyboard.press('Escape');
    await expect.poll(() => counted(id)).toEqual(new Map(codes.map((code) => [code, 1])));
    await expect.poll(() => form.getByRole('list', { name: '未识别的条码' }).getByRole('listitem').count()).toBe(0);
  });

  test('Tab instead of Enter, full-width digits, and a code that an input method still holds (S0§4/19)', async () => {
    const id = await opened();
    const { page } = await desk.sit('/stock/check');
    const form = await edit(page, id);
    const box = form.getByLabel('条码', { exact: true });
    const [first = '', second = '', third = '', fourth = ''] = chain.barcodes;
    const state = (code: string): Locator => form.getByRole('row').filter({ hasText: code }).getByText('相符');
    await scan(page, first, 'Tab');
    await see(state(first));
    await box.focus();
    await type(page, second);
    await page.keyboard.press('Tab');
    await see(state(second));
    await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
    await expect.poll(() => box.inputValue()).toBe('');
    const wide = (code: string): string =>
      code.replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
    await page.keyboard.insertText(wide(third));
    await page.keyboard.press('Enter');
    await see(state(third));
    await compose(box, wide(fourth));
    await see(state(fourth));
    await expect.poll(() => box.inputValue()).toBe('');
    await expect.poll(() => counted(id)).toEqual(new Map([first, second, third, fourth].map((code) => [code, 1])));
    await page.keyboard.press('Tab');
    await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(false);
  });

  test('two people audit the same check: one wins, the other is told; who still scans is told too (S0§4/20)', async () => {
    const id = await opened();
    const { page } = await desk.sit('/stock/check');
    const other = await desk.sit('/stock/check');
    const third = await desk.sit('/stock/check');
    const form = await edit(third.page, id);
    await rowAction(page, `PD${id}`, '审核');
    await rowAction(other.page, `PD${id}`, '审核');
    await agree(page);
    await see(
      page
        .getByRole('row')
        .filter({ hasText: `PD${id}` })
        .getByText('已审核', { exact: true }),
    );
    await button(other.page.getByRole('alertdialog'), '确定').click();
    await see(other.page.getByText(/单据已审核，不能重复审核/).first());
    await gone(other.page.getByRole('alertdialog'));
    await see(form.getByText('别人已审核这张盘点单，不能再盘点'));
    await scan(third.page, chain.barcodes[0] ?? '');
    await see(form.getByRole('list', { name: '未识别的条码' }).getByText('已审核的单据不能盘点'));
  });
});
