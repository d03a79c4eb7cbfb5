/** Every page there is, once at each width: what all of them keep to is looked at here, not in the tests of single screens. */
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { sql } from 'slonik';
import { expect } from 'vitest';
import { sampleBody } from '../../../services/goods/sample.ts';
import type { App } from '../../support/app.ts';
import { plantChain, rowsOf } from './chain.ts';
import { accessFindings } from './access.ts';
import { see, still, visit } from './desk.ts';

/** Lists of the administration with the name over them; some stand in no menu. */
const LISTS: Readonly<Record<string, string>> = {
  '/admin/user': '用户',
  '/admin/session': '在线会话',
  '/admin/backup': '备份',
  '/admin/role': '角色',
  '/admin/dept': '部门',
  '/admin/menu': '菜单',
  '/admin/post': '岗位',
  '/admin/tenant': '租户',
  '/admin/api': '接口',
  '/admin/parameter': '参数设置',
  '/admin/dict-type': '字典类型',
  '/admin/dict-data': '字典数据',
  '/admin/sys-dict-type': '系统字典',
  '/admin/sys-dict-data': '系统字典数据',
  '/admin/login-log': '登录日志',
  '/admin/oper-log': '操作日志',
  '/schedule/manage': '定时任务',
  '/schedule/log': '任务日志',
};
const SPECIAL: Readonly<Record<string, string>> = {
  '/dashboard': '仪表盘',
  '/demo/editor': '编辑仪表盘',
  '/demo/profile': '个人示例',
  '/demo/excel': 'Excel 示例',
};
const TITLES = { ...LISTS, ...SPECIAL };

/** A crawl of an area: thirty pages on a machine that others use too. */
export const CRAWL = { timeout: 600_000 };
export const AREAS = ['stock', 'sales', 'admin', 'rest'] as const;
type Area = (typeof AREAS)[number];
const areaOf = (page: string): Area => AREAS.find((area) => page.startsWith(`/${area}/`)) ?? 'rest';

/** Pages of an area: those that the links of `scope` lead to, and those that are named here. */
export const pagesOf = async (page: Page, scope: string, area: Area): Promise<readonly string[]> => {
  const links = page.locator(`${scope} a[href^="/"]`);
  await see(links.first());
  const linked = await links.evaluateAll((all) =>
    all.map((link) => new URL((link as HTMLAnchorElement).href).pathname).filter((each) => each !== '/index'),
  );
  const found = [...new Set([...linked, ...Object.keys(TITLES)])].filter((each) => areaOf(each) === area);
  expect(linked.length).toBeGreaterThan(60);
  expect(found.length).toBeGreaterThan(8);
  return found;
};

const done = async (reply: Promise<{ status: number; text: string; body: { data?: unknown } }>): Promise<number> => {
  const { status, text, body } = await reply;
  if (status !== 200) throw new Error(text);
  return Number(body.data);
};
/** A little of everything: a page of pieces with a very long name among them, a transfer, a sale, and what the administration lists. */
export const plantAll = async (app: App): Promise<void> => {
  const chain = await plantChain(app, 22);
  const [supplier] = (await rowsOf(app, '/base-supplier')).list;
  const [customer] = (await rowsOf(app, '/base-customer?nameOrMobile=13800000001')).list;
  const long = '足金999古法传承花丝镶嵌凤凰牡丹宽版手镯（典藏限量款）';
  const body = sampleBody({ shopId: chain.home, inStorageAt: chain.today, name: long, goldWeight: 9_876.543 });
  await done(app.post('/biz-goods-in', { ...body, supplierId: supplier?.['id'] }));
  const transfer = await done(
    app.post('/biz-allocate', {
      outShopId: chain.home,
      inShopId: chain.away,
      allocateAt: chain.today,
      remark: '',
      bizGoodsList: [{ barcode: chain.barcodes[0], inNum: 1 }],
    }),
  );
  await done(app.put(`/biz-allocate/audit/${transfer}`, { ids: [transfer] }));
  const sale = await done(
    app.post('/biz-sell', {
      customerId: customer?.['id'],
      shopId: chain.home,
      sellAt: chain.today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode: chain.barcodes[1], num: 1 }],
      sellCleanList: [{ type: '项链', style: '机织链', fineness: '足金', weight: 8.2, price: 50, remark: '抛光' }],
      sellBalanceList: [{ balance: '现金', amount: 2288 }],
    }),
  );
  await done(app.put(`/biz-sell/audit/${sale}`, { ids: [sale] }));
  await done(app.post('/post', { postName: '店长', postCode: 'DZ', sort: 1, status: '2' }));
  await done(app.post('/biz-tenant', { name: '金源珠宝', code: 'JY', serviceFee: 9800 }));
  await app.house.deps.master.query(sql.unsafe`
    INSERT INTO master.job_run (job_id, job_name, invoke_target, due_at, start_at, end_at, status, output)
    VALUES (2, '数据备份', 'Backup', now(), now(), now(), '2', '已备份')`);
  const backups = path.join(app.dataDir, 'backups');
  fs.mkdirSync(backups, { recursive: true });
  fs.writeFileSync(path.join(backups, 'backup-20261125-030000.ndjson.gz'), '');
};

/** On a phone they are words alone, which a finger scrolls: there is nothing in them that could have the focus. */
const WORDS_ALONE = ['/api-docs', '/dev-tools/build'];
const findingsAt = async (page: Page, where: string, menu: boolean): Promise<readonly string[]> =>
  (await accessFindings(page, { menu })).filter(
    (finding) => !(WORDS_ALONE.includes(where) && finding.startsWith('scrollable-region-focusable')),
  );

/** How far the page, or the part of it that scrolls up and down, can be pushed sideways. */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const parts = [document.documentElement, ...document.querySelectorAll('main, .ui-list')];
    return Math.max(...parts.map((part) => part.scrollWidth - part.clientWidth));
  });
/** Goes there and waits until all is shown. */
const arrive = async (page: Page, where: string): Promise<void> => {
  await visit(page, where);
  const title = TITLES[where as keyof typeof TITLES];
  await see(page.getByRole('heading', { level: 2, ...(title === undefined ? {} : { name: title, exact: true }) }));
  if (where in LISTS) await see(page.getByText(/^共 \d+ 条/));
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"], .ui-refreshing') === null);
  // A page of its own, which draws itself once it has read the document.
  if (where === '/api-docs') await see(page.frameLocator('iframe').locator('.opblock-tag').first());
  await still(page);
};
/** What every page keeps to at any width, and what `more` asks of it, page by page; each fault in words. */
export const crawl = async (
  page: Page,
  paths: readonly string[],
  more: (page: Page, where: string) => Promise<readonly string[]>,
): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const [index, where] of paths.entries()) {
    await arrive(page, where);
    const own = await more(page, where);
    const findings = await findingsAt(page, where, index === 0);
    const over = await sideways(page);
    const wide = over > 0 ? [`${over} px beyond the edge`] : [];
    const selects = (await page.locator('select').count()) > 0 ? ['a native select'] : [];
    faults.push(...[...own, ...findings, ...wide, ...selects].map((fault) => `${where}: ${fault}`));
  }
  return faults;
};
