/**
 * What can be looked at: one entry per picture. Used by the screenshots; the accessibility tests walk their own list.
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ name: string, path: string, signedOut?: boolean, user?: string, act?: (page: Page) => Promise<void> }} Scene
 */
import { countRings, inspectTwo, month, press, view } from './scene-steps.mjs';
import { CUSTOMER_SCENES } from './scenes-customers.mjs';
import { OPENED } from './scenes-opened.mjs';
import { SALES_SCENES } from './scenes-sales.mjs';

/** @type {readonly Scene[]} */
export const SCENES = [
  { name: 'sign-in', path: '/login', signedOut: true },
  { name: 'home', path: '/index' },
  {
    name: 'palette',
    path: '/index',
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('调拨', { delay: 70 });
    },
  },
  { name: 'goods-in', path: '/stock/goods-in', act: month },
  {
    name: 'goods-in-add',
    path: '/stock/goods-in',
    act: (page) => press(page, '新增入库'),
  },
  {
    name: 'goods-in-add-other',
    path: '/stock/goods-in',
    act: async (page) => {
      await press(page, '新增入库');
      await page.getByRole('tab', { name: '其他信息' }).click();
    },
  },
  {
    name: 'goods-in-invalid',
    path: '/stock/goods-in',
    act: async (page) => {
      await press(page, '新增入库');
      await page.getByRole('button', { name: '仅保存', exact: true }).click();
    },
  },
  {
    name: 'goods-in-view',
    path: '/stock/goods-in',
    act: async (page) => {
      await month(page);
      await view(page);
    },
  },
  {
    name: 'goods-in-import',
    path: '/stock/goods-in',
    act: async (page) => {
      await press(page, '从Excel导入');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'transfer', path: '/stock/transfer', act: month },
  { name: 'transfer-add', path: '/stock/transfer', act: (page) => press(page, '新增调拨') },
  {
    name: 'transfer-view',
    path: '/stock/transfer',
    act: async (page) => {
      await month(page);
      await view(page);
    },
  },
  { name: 'goods-flow', path: '/stock/goods-flow' },
  {
    name: 'goods-flow-piece',
    path: '/sales/order',
    act: async (page) => {
      await month(page);
      await view(page);
      const code = await page
        .getByRole('dialog')
        .getByText(/^\d{12}$/)
        .first()
        .textContent();
      await page.goto(new URL(`/stock/goods-flow?barcode=${code}`, page.url()).href);
    },
  },
  { name: 'order', path: '/sales/order', act: month },
  { name: 'order-add', path: '/sales/order', act: (page) => press(page, '新增销售单') },
  {
    name: 'order-view',
    path: '/sales/order',
    act: async (page) => {
      await month(page);
      await view(page);
    },
  },
  {
    name: 'order-old-recycle',
    path: '/sales/order',
    act: async (page) => {
      await press(page, '新增销售单');
      await page.getByRole('tab', { name: '旧料回收' }).click();
      await page.getByRole('button', { name: '新增一行' }).click();
    },
  },
  { name: 'recycle', path: '/sales/recycle', act: month },
  { name: 'recycle-add', path: '/sales/recycle', act: (page) => press(page, '新增回收单') },
  { name: 'recycle-view', path: '/sales/recycle', act: async (page) => (await month(page), await view(page)) },
  { name: 'report-recycle-stock', path: '/sales/report-recycle-stock' },
  { name: 'recycle-out', path: '/sales/recycle-out', act: month },
  { name: 'recycle-out-add', path: '/sales/recycle-out', act: (page) => press(page, '新增旧料出库') },
  { name: 'recycle-out-view', path: '/sales/recycle-out', act: async (page) => (await month(page), await view(page)) },
  { name: 'gold-balance', path: '/sales/report-gold-balance' },
  { name: 'gold-what-if', path: '/sales/report-gold-what-if' },
  { name: 'quoted-price', path: '/sales/quoted-price' },
  { name: 'quoted-price-edit', path: '/sales/quoted-price', act: (page) => press(page, '修改报价') },
  { name: 'report-price', path: '/report-price' },
  { name: 'price-live', path: '/sales/jewel-price' },
  { name: 'report-approval', path: '/sales/report-approval', act: month },
  ...['detail', 'goods', 'score', 'profit', 'change', 'gift'].map((report) => ({
    name: `sales-report-${report}`,
    path: `/sales/report-${report}`,
    act: month,
  })),
  {
    name: 'sales-report-sum',
    path: '/sales/report-sum',
    act: async (page) => {
      await press(page, '全部分店');
      await page.getByRole('button', { name: '销售日期', exact: false }).first().click();
      await page.getByRole('button', { name: '本月' }).click();
    },
  },
  { name: 'gift-in', path: '/sales/gift-in', act: month },
  { name: 'gift-in-add', path: '/sales/gift-in', act: (page) => press(page, '新增入库') },
  {
    name: 'gift-in-view',
    path: '/sales/gift-in',
    act: async (page) => {
      await month(page);
      await view(page);
    },
  },
  { name: 'gift-turnover', path: '/sales/report-gift-turnover' },
  { name: 'customer', path: '/sales/customer' },
  { name: 'customer-add', path: '/sales/customer', act: (page) => press(page, '新增客户') },
  ...CUSTOMER_SCENES,
  { name: 'shop', path: '/admin/shop' },
  { name: 'shop-add', path: '/admin/shop', act: (page) => press(page, '新增分店') },
  { name: 'supplier', path: '/admin/supplier' },
  { name: 'supplier-add', path: '/admin/supplier', act: (page) => press(page, '新增供应商') },
  { name: 'batch-entry', path: '/stock/batch-entry' },
  { name: 'check', path: '/stock/check', act: month },
  { name: 'check-add', path: '/stock/check', act: (page) => press(page, '新增盘点') },
  { name: 'check-count', path: '/stock/check', act: countRings },
  {
    name: 'check-count-unknown',
    path: '/stock/check',
    act: async (page) => {
      await countRings(page);
      const box = page.getByRole('dialog').getByLabel('条码', { exact: true });
      await box.fill('ZZ99887766');
      await box.press('Enter');
      await page.getByText('条码不存在').first().waitFor();
    },
  },
  {
    name: 'check-view',
    path: '/stock/check',
    act: async (page) => {
      await month(page);
      await view(page);
    },
  },
  { name: 'supplier-return', path: '/stock/supplier-return', act: month },
  { name: 'supplier-return-add', path: '/stock/supplier-return', act: (page) => press(page, '新增退货') },
  { name: 'adjust', path: '/stock/adjust', act: month },
  { name: 'inspection', path: '/stock/inspection', act: month },
  { name: 'inspection-add', path: '/stock/inspection', act: inspectTwo },
  { name: 'adjust-add', path: '/stock/adjust', act: (page) => press(page, '新增报损') },
  { name: 'report-turnover', path: '/stock/report-turnover' },
  { name: 'report-check', path: '/stock/report-check', act: month },
  { name: 'report-allocate', path: '/stock/report-allocate', act: month },
  { name: 'report-return', path: '/stock/report-return', act: month },
  { name: 'designer', path: '/new-page?design=1&kind=label' },
  ...SALES_SCENES,
  ...OPENED,
];
