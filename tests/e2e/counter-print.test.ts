/** Printing at the counter (S1§2.1, §4, §6, §7; R53, R90, R98): orders and slips, by print service and browser, and their copies. */
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fullOrder } from '../support/full-order.ts';
import { USER_PASSWORD } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { plantChain, rowsOf, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk, type Seat } from './support/desk.ts';
import { freePort, printServiceAt } from './support/print-service.ts';
import { button, dialog, fill, openSale, rowAction } from './support/screens.ts';

const PORT = await freePort();
const WAIT_MS = 20_000;

describe('printing at the counter', () => {
  const service = printServiceAt(PORT);
  let chain: SmallChain;
  let order = 0;
  let [recycle, deposit, shift, repair] = [0, 0, 0, 0];
  const desk = useDesk({ env: { PRINT_SERVICE_PORT: String(PORT) } }, async (app) => {
    chain = await plantChain(app, 5);
    const { home, today } = chain;
    const [customer] = (await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list;
    const customerId = Number(customer?.['id']);
    const made = async (path: string, body: object, headers = {}): Promise<number> => {
      const reply = await app.post(path, body, { headers });
      expect(reply.status, reply.text).toBe(200);
      return Number(reply.body.data);
    };
    const [piece = '', sold = ''] = chain.barcodes;
    order = await made('/biz-sell', await fullOrder({ app, home, customerId, today }, [piece, sold]));
    const [line] = (await app.get(`/biz-sell-clean/list?sellId=${order}`)).body.data as { id: number }[];
    repair = line?.id ?? 0;
    const old = {
      type: '戒指',
      style: '光圈',
      fineness: '足金',
      weight: 2.5,
      lossRatio: 98,
      cost: 600,
      remark: '旧戒指',
    };
    const who = { customerId, shopId: home, seller: 'admin' };
    recycle = await made('/biz-alone-recycle', { ...who, recycleAt: today, recycleList: [old] });
    deposit = await made('/biz-deposit', {
      ...who,
      depositAt: today,
      account: '定金',
      kind: '1',
      amount: 1000,
      balanceList: [{ balance: '现金', amount: 1000 }],
    });
    await app.addUser({ username: 'taker', roleIds: [4], lockShops: [home] });
    await app.signIn('taker');
    const till = '一号台';
    const nothing = [{ balance: '现金', expected: 0, counted: 0, reason: '' }];
    const signed = { username: 'taker', password: USER_PASSWORD };
    shift = await made('/biz-shift', { shopId: home, till, list: nothing, takenBy: signed });
    for (const [username, keys] of [
      ['online', ['biz:bizSell:list', 'biz:bizSell:print']],
      ['offline', ['biz:bizSell:list', 'biz:bizSell:offlinePrint']],
      ['reader', ['biz:bizSell:list']],
    ] as const)
      await app.addUser({ username, roleIds: [await roleWith(app, keys)], lockShops: [] });
  });

  /** The browser's print dialog blocks a page: what it would print is kept, and it closes at once. */
  const withoutDialog = async ({ page }: Seat): Promise<void> => {
    await page.addInitScript(() => {
      window.print = () => {
        const frame = [...parent.document.querySelectorAll('iframe')].at(-1);
        parent.document.body.dataset['paper'] = frame?.srcdoc ?? '';
        setTimeout(() => window.dispatchEvent(new Event('afterprint')), 0);
      };
    });
  };
  const paperOf = async (page: Page): Promise<string> => {
    const kept = (): Promise<string | undefined> => page.evaluate(() => document.body.dataset['paper']);
    await expect.poll(kept, { timeout: WAIT_MS }).toBeTruthy();
    const html = (await kept()) ?? '';
    await page.evaluate(() => delete document.body.dataset['paper']);
    return html;
  };
  const at = async (path: string, who = ADMIN): Promise<Page> => {
    const seat = await desk.open();
    await withoutDialog(seat);
    await desk.enter(seat, path, who);
    return seat.page;
  };
  const screen = (page: Page): Locator => page.getByRole('region', { name: '销售单' });
  const sheets = async (count: number): Promise<readonly string[]> => {
    await expect.poll(() => service.sheets().length, { timeout: WAIT_MS }).toBeGreaterThanOrEqual(count);
    return service.sheets();
  };

  test('an order with all six lists stands whole on the browser’s print page, and its second copy says 补打 (S1§2.1/14)', async () => {
    const page = await at('/sales/order');
    await rowAction(page, `XS${order}`, '在线打印');
    await page.waitForURL(/new-page/);
    await see(page.getByRole('img', { name: '第2张' }));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(page, '打印').click();
    const html = await paperOf(page);
    for (const words of [
      '首饰',
      '退换',
      '旧料',
      '赠品',
      '维修清洗',
      '收付款',
      '人民币大写：负壹仟肆佰贰拾壹元整',
      '待审核',
    ])
      expect(html).toContain(words);
    expect(html).not.toContain('补打');
    const paper = await page.context().newPage();
    await paper.setContent(html);
    const pdf = (await paper.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2);
    const [, width, height] = /\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)\s*\]/.exec(pdf) ?? [];
    expect(Math.abs(Number(width) - (210 / 25.4) * 72)).toBeLessThan(0.75);
    expect(Math.abs(Number(height) - (140 / 25.4) * 72)).toBeLessThan(0.75);
    await paper.close();
    await button(page, '打印').click();
    expect(await paperOf(page)).toContain('补打（第2份）');
    await page.goto('/sales/order');
    await rowAction(page, `XS${order}`, '查看');
    const form = dialog(page, /^查看销售单/);
    await see(form.getByText('补打', { exact: true }));
    await see(form.getByText(/在线打印：第1份/));
    await see(form.getByText(/第2份/).first());
    // A sheet of paper was nothing else before.
    await expect.poll(() => form.getByText(/空 →/).count()).toBe(0);
  });

  test('the print service gets it as tables, params and drawings; what it refuses is printed later (S1§7/5)', async () => {
    await service.start('refuse 打印机缺纸');
    const page = await at('/sales/order');
    await rowAction(page, `XS${order}`, '打印');
    const chip = page.getByRole('banner').getByRole('button', { name: '打印需处理 1' });
    await chip.click();
    const queue = dialog(page, '打印队列');
    await see(queue.getByText('打印机没有打印：打印机缺纸'));
    expect(service.sheets()).toEqual([]);
    service.say('ok');
    await button(queue, '重试').click();
    await see(page.getByText('打印成功！共 1 份单据'));
    const [first = '', second = ''] = await sheets(2);
    expect(first).toContain(`单号：XS${order}`);
    expect(first).toContain('width="210mm" height="140mm"');
    expect(second).toContain('第2页 共2页');
  });

  test('with print_direct a saved order prints at once, a blank one stands there, and a printer that is away loses nothing (S1§4/25)', async () => {
    const body = [{ configKey: 'print_direct', configValue: 'true' }];
    expect((await desk.app().put('/set-config', body)).status).toBe(200);
    await service.start();
    const page = await at('/sales/order');
    const form = await openSale(page, chain.barcodes[2] ?? '');
    await button(form, '剩余全部用现金支付').click();
    await button(form, '保存').click();
    const [sheet = ''] = await sheets(1);
    expect(sheet).toContain(`>${chain.barcodes[2]}<`);
    await see(page.getByText('打印成功！共 1 份单据'));
    const blank = dialog(page, '新增销售单');
    await see(blank.getByRole('tab', { name: '首饰销售', exact: true }));
    await expect.poll(() => blank.getByText(chain.barcodes[2] ?? '').count()).toBe(0);
    await service.stop();
    await button(blank, '取消').click();
    const next = await openSale(page, chain.barcodes[3] ?? '');
    await button(next, '剩余全部用现金支付').click();
    await button(next, '保存').click();
    // Nobody answers: the browser takes the service's place, and the order is there.
    expect(await paperOf(page)).toContain(`>${chain.barcodes[3]}<`);
    const { list } = await rowsOf(desk.app(), `/biz-sell?barcode=${chain.barcodes[3]}`);
    expect(list).toHaveLength(1);
    const off = [{ configKey: 'print_direct', configValue: 'false' }];
    expect((await desk.app().put('/set-config', off)).status).toBe(200);
  });

  test('without it 保存并打印 prints, and closes (S1§4/25)', async () => {
    await service.start();
    const page = await at('/sales/order');
    const form = await openSale(page, chain.barcodes[4] ?? '');
    await button(form, '剩余全部用现金支付').click();
    await button(form, '保存并打印').click();
    const [sheet = ''] = await sheets(1);
    expect(sheet).toContain(`>${chain.barcodes[4]}<`);
    await gone(form);
  });

  test('each key has its button: print, online print, design; one order at a time (S1§6/4)', async () => {
    const words = async (username: string): Promise<readonly string[]> => {
      const page = await at('/sales/order', { username, password: USER_PASSWORD });
      await see(page.getByRole('row').filter({ hasText: `XS${order}` }));
      return screen(page)
        .getByRole('button', { name: /^(打印|在线打印|设计打印模板)$/ })
        .allTextContents();
    };
    const named = async (username: string): Promise<ReadonlySet<string>> =>
      new Set((await words(username)).map((word) => word.trim()));
    expect(await named('online')).toEqual(new Set(['在线打印']));
    expect(await named('offline')).toEqual(new Set(['打印']));
    expect(await named('reader')).toEqual(new Set());
    const page = await at('/sales/order');
    await button(screen(page), '在线打印').first().click();
    await see(page.getByText('请选择一条数据！'));
    await screen(page)
      .getByRole('row')
      .filter({ hasText: `XS${order}` })
      .getByRole('checkbox')
      .check();
    await button(page.getByRole('group', { name: '批量操作' }), '设计打印模板').click();
    await page.waitForURL(/new-page\?design=1/);
    await see(page.getByRole('img', { name: /^画板：210 × 140 毫米/ }));
    await see(page.getByText(new RegExp(`XS${order} 罗湖店`)));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
  });

  test('each slip prints from its list, and says so on its second copy (S1§2.4/2)', async () => {
    await service.start();
    let count = 0;
    for (const [path, no, words] of [
      ['/sales/recycle', `HS${recycle}`, '证件号码：'],
      ['/sales/deposit', `CZ${deposit}`, '壹仟元整'],
      ['/sales/shift', `JB${shift}`, '签字：'],
      ['/sales/repair', `WX${repair}`, '抛光，焊接断开处'],
    ] as const) {
      const page = await at(path);
      for (const copy of [1, 2]) {
        await rowAction(page, no, '打印');
        const paper = (await sheets((count += 1)))[count - 1] ?? '';
        expect(paper, no).toContain(no);
        expect(paper, no).toContain(words);
        expect(paper.includes('补打（第2份）'), `${no} ${copy}`).toBe(copy === 2);
        await see(page.getByText('打印成功！共 1 份单据'));
      }
      await page.context().close();
    }
  });

  test('what is looked at prints from its dialog, and one button saves and prints (S1§2.4/2)', async () => {
    await service.start();
    const page = await at('/sales/recycle');
    await rowAction(page, `HS${recycle}`, '查看');
    const view = dialog(page, /^查看回收单/);
    await button(view, '打印').click();
    expect((await sheets(1))[0]).toContain(`HS${recycle}`);
    await button(view, '关闭').first().click();
    await rowAction(page, `HS${recycle}`, '编辑');
    const form = dialog(page, /^编辑回收单/);
    await fill(form, '备注', '当面称重');
    await button(form, '保存并打印').click();
    expect((await sheets(2))[1]).toContain('备注：当面称重');
    await gone(form);
  });
});
