/** What opens over a page, and pages of the administration. Scenes that one width lacks are marked with the other. */
import { supplierFile } from '../../support/supplier-file.ts';
import { choose, countRings, month, press, view } from './scene-steps.mjs';

/** @typedef {import('./scenes.mjs').Scene} Scene */
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const isPhone = (page) => (page.viewportSize()?.width ?? 0) < 641;
const dialog = (page) => page.getByRole('dialog').last();
const account = async (page, entry) => {
  await page.getByRole('button', { name: /^账号：/ }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
};
/** A file of a supplier, as far as the columns. */
const importFile = async (page) => {
  await press(page, '从Excel导入');
  await choose(page, '分店');
  await choose(page, '首饰类别', '戒指');
  const file = { name: '出货清单.xlsx', mimeType: XLSX, buffer: supplierFile() };
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await page.getByText(/已匹配 12 列/).waitFor();
};
/** Two cards or rows chosen. */
const chooseTwo = async (page) => {
  await month(page);
  const boxes = page.getByRole('checkbox', { name: /^选择(?!本页)/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
};
/** The first piece that a shop has, on a new sale of it at half the price. */
const halfPrice = async (page) => {
  await month(page);
  const row = page.locator('.ui-card, tbody tr').filter({ hasText: '在库' }).filter({ hasText: '店' }).first();
  const barcode = /\d{12}/.exec(await row.innerText())?.[0] ?? '';
  const found = await page.evaluate(async (code) => {
    const { client } = await import('root-config/api');
    const { list } = await client.get('/biz-goods-in', { barcode: code });
    return list[0].shopName;
  }, barcode);
  await page.goto(new URL('/sales/order', page.url()).href);
  await press(page, '新增销售单');
  await choose(page, '客户');
  const shop = dialog(page).getByRole('button', { name: /^分店：/ });
  if (await shop.isEnabled()) await choose(page, '分店', found);
  await choose(page, '销售员');
  const box = dialog(page).getByLabel('条码', { exact: true });
  await box.fill(barcode);
  await box.press('Enter');
  await dialog(page).getByRole('grid').getByRole('gridcell', { name: /%$/ }).first().dblclick();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('50', { delay: 80 });
  await page.keyboard.press('Enter');
};

/** @type {readonly Scene[]} */
export const OPENED = [
  {
    name: 'phone-menu',
    path: '/index',
    act: (page) => (isPhone(page) ? press(page, '打开菜单') : press(page, '外观')),
  },
  { name: 'account', path: '/index', act: (page) => page.getByRole('button', { name: /^账号：/ }).click() },
  { name: 'password', path: '/index', act: (page) => account(page, '修改密码') },
  { name: 'second-factor', path: '/index', act: (page) => account(page, '两步验证') },
  {
    name: 'second-factor-bind',
    path: '/index',
    act: async (page) => {
      await account(page, '两步验证');
      await dialog(page).getByLabel(/^密码/).fill('Admin-2026');
      await dialog(page).getByRole('button', { name: '开始绑定' }).click();
      await page.getByAltText('身份验证器二维码').waitFor();
    },
  },
  {
    name: 'scan-sheet',
    path: '/index',
    act: async (page) => {
      if (isPhone(page)) await press(page, /^扫码$/);
    },
  },
  {
    name: 'goods-in-filters',
    path: '/stock/goods-in',
    act: async (page) => {
      await month(page);
      await press(page, isPhone(page) ? /^筛选/ : '更多筛选');
    },
  },
  {
    name: 'goods-in-dates',
    path: '/stock/goods-in',
    act: async (page) => {
      if (isPhone(page)) await press(page, /^筛选/);
      await press(page, /^入库日期：/);
    },
  },
  {
    name: 'goods-in-choice',
    path: '/stock/goods-in',
    act: async (page) => {
      if (isPhone(page)) await press(page, /^筛选/);
      await press(page, /^分店：/);
    },
  },
  { name: 'goods-in-chosen', path: '/stock/goods-in', act: chooseTwo },
  {
    name: 'goods-in-labels',
    path: '/stock/goods-in',
    act: async (page) => {
      await chooseTwo(page);
      await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '批量打印' }).click();
    },
  },
  { name: 'goods-in-clock', path: '/stock/goods-in', act: (page) => press(page, '历史时点') },
  {
    name: 'goods-in-columns',
    path: '/stock/goods-in',
    act: async (page) => {
      if (!isPhone(page)) await press(page, '列设置');
    },
  },
  {
    name: 'goods-in-gallery',
    path: '/stock/goods-in',
    act: async (page) => {
      await month(page);
      if (!isPhone(page)) await press(page, '图片');
    },
  },
  {
    name: 'goods-in-table',
    path: '/stock/goods-in',
    act: async (page) => {
      if (!isPhone(page)) await press(page, '表格');
    },
  },
  { name: 'goods-in-export', path: '/stock/goods-in', act: (page) => press(page, '导出') },
  {
    name: 'goods-in-explain',
    path: '/stock/goods-in',
    act: async (page) => {
      await month(page);
      await page.getByRole('list', { name: '合计' }).getByRole('button').first().click();
    },
  },
  { name: 'goods-in-import-columns', path: '/stock/goods-in', act: importFile },
  {
    name: 'goods-in-import-preview',
    path: '/stock/goods-in',
    act: async (page) => {
      await importFile(page);
      await dialog(page).getByRole('button', { name: '下一步' }).click();
      await page.getByText(/行预览/).waitFor();
    },
  },
  {
    name: 'batch-entry-rows',
    path: '/stock/batch-entry',
    act: async (page) => {
      const form = page.getByRole('region', { name: '批量入库' });
      for (const label of ['分店', '首饰类别']) {
        await form.getByRole('button', { name: new RegExp(`^${label}：`) }).click();
        await page.getByRole('dialog', { name: label, exact: true }).getByRole('option').last().click();
      }
      await press(page, '新增一行');
    },
  },
  {
    name: 'batch-entry-cell',
    path: '/stock/batch-entry',
    act: async (page) => {
      await page.getByRole('grid').getByRole('gridcell').nth(1).dblclick();
    },
  },
  { name: 'batch-entry-columns', path: '/stock/batch-entry', act: (page) => press(page, '列设置') },
  { name: 'order-approval-price', path: '/stock/goods-in', act: halfPrice },
  {
    name: 'order-approval',
    path: '/stock/goods-in',
    user: 'yingye01a',
    act: async (page) => {
      await halfPrice(page);
      await page.getByRole('button', { name: /剩余全部用现金支付/ }).click();
      await dialog(page).getByRole('button', { name: '保存', exact: true }).click();
    },
  },
  {
    name: 'check-done',
    path: '/stock/check',
    act: async (page) => {
      await countRings(page);
      await dialog(page).getByRole('button', { name: '完成盘点' }).click();
    },
  },
  {
    name: 'goods-flow-shop',
    path: '/stock/goods-flow',
    act: (page) => press(page, '按分店和日期'),
  },
  { name: 'print-template', path: '/admin/print-template' },
  { name: 'print-template-add', path: '/admin/print-template', act: (page) => press(page, /^新增/) },
  { name: 'template-column', path: '/admin/template-column' },
  { name: 'template-column-add', path: '/admin/template-column', act: (page) => press(page, /^新增/) },
  { name: 'customer-edit', path: '/sales/customer', act: (page) => press(page, /^编辑 /) },
  { name: 'customer-delete', path: '/sales/customer', act: (page) => press(page, /^删除 /) },
  { name: 'user-safety', path: '/admin/user-safety' },
  { name: 'user-safety-roles', path: '/admin/user-safety', act: (page) => press(page, '角色要求') },
  { name: 'read-model', path: '/system/read-model' },
  {
    name: 'transfer-audit',
    path: '/stock/transfer',
    act: async (page) => {
      await month(page);
      await press(page, /^审核 /);
    },
  },
  {
    name: 'adjust-view',
    path: '/stock/adjust',
    act: async (page) => {
      await month(page);
      await view(page);
    },
  },
  {
    name: 'inspection-view',
    path: '/stock/inspection',
    act: async (page) => {
      await month(page);
      await view(page);
    },
  },
  {
    name: 'supplier-return-view',
    path: '/stock/supplier-return',
    act: async (page) => {
      await month(page);
      await view(page);
    },
  },
  {
    name: 'goods-in-empty',
    path: '/stock/goods-in',
    act: async (page) => {
      await page.getByRole('search').getByLabel('条码', { exact: true }).fill('没有这件');
      await page.getByText(/筛掉了全部数据/).waitFor();
    },
  },
  {
    name: 'goods-in-past',
    path: '/stock/goods-in',
    act: async (page) => {
      await press(page, '历史时点');
      await page.locator('.ui-clock-usual button').first().click();
    },
  },
  { name: 'not-found', path: '/stock/nowhere' },
  { name: 'shopper', path: '/wx' },
];
