/** What can be looked at of the counter: the order with each of its tabs, and the pages of offers, repairs and reports. */
import { choose, month, press, view } from './scene-steps.mjs';

/** @typedef {import('./scenes.mjs').Scene} Scene */
const dialog = (page) => page.getByRole('dialog').last();
const tab = (page, name) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const newOrder = async (page) => {
  await press(page, '新增销售单');
  await choose(page, '客户');
  const shop = dialog(page).getByRole('button', { name: /^分店：/ });
  if (await shop.isEnabled()) await choose(page, '分店', '人民路旗舰店');
  await choose(page, '销售员');
};
/** A barcode that this shop has, as its own stock list says. */
const inStock = (page, shop) =>
  page.evaluate(async (name) => {
    const { client } = await import('root-config/api');
    const { list } = await client.get('/biz-goods-in', { pageSize: 100, state: '在库' });
    return list
      .filter(({ shopName, state }) => shopName.includes(name) && state === '在库')
      .map(({ barcode }) => barcode);
  }, shop);
const onTab = (name) => async (page) => {
  await newOrder(page);
  await tab(page, name);
};
const fromReport = (path) => async (page) => {
  await month(page);
  const list = page.getByRole('list', { name: '合计' }).last();
  await list.getByRole('button').first().click();
  await page.waitForTimeout(600);
  return path;
};
const pictureOf = async (page) => {
  await month(page);
  const open = page.getByRole('button', { name: /^(展开图表|图表|显示图|打开图)/ }).first();
  if (await open.isVisible()) await open.click();
  await page.waitForTimeout(900);
};

const REPORTS = ['detail', 'goods', 'score', 'profit', 'change', 'gift', 'clean', 'recycle'];

/** @type {readonly Scene[]} */
export const SALES_SCENES = [
  { name: 'till-empty', path: '/sales/order', act: (page) => press(page, '新增销售单') },
  {
    name: 'till-mistakes',
    path: '/sales/order',
    act: async (page) => {
      await press(page, '新增销售单');
      await dialog(page)
        .getByRole('button', { name: /^保存( F9)?$/ })
        .first()
        .click();
    },
  },
  {
    name: 'till-goods',
    path: '/sales/order',
    act: async (page) => {
      await newOrder(page);
      const shop = (
        await dialog(page)
          .getByRole('button', { name: /^分店：/ })
          .innerText()
      ).trim();
      const codes = await inStock(page, shop.slice(0, 4));
      const box = dialog(page).getByLabel('条码', { exact: true });
      for (const code of codes.slice(0, 3)) {
        await box.fill(code);
        await box.press('Enter');
        await page.waitForTimeout(500);
      }
      await page.getByRole('button', { name: /剩余全部用现金支付/ }).click();
    },
  },
  { name: 'till-change', path: '/sales/order', act: onTab('退换货') },
  {
    name: 'till-change-picker',
    path: '/sales/order',
    act: async (page) => {
      await onTab('退换货')(page);
      await press(page, /选择.*商品|选择退货|选择购买/);
      await page.waitForTimeout(600);
    },
  },
  { name: 'till-old', path: '/sales/order', act: onTab('旧料回收') },
  { name: 'till-gift', path: '/sales/order', act: onTab('赠品销售') },
  { name: 'till-clean', path: '/sales/order', act: onTab('维修清洗') },
  { name: 'till-pictures', path: '/sales/order', act: onTab('图片') },
  {
    name: 'till-parked',
    path: '/sales/order',
    act: (page) => press(page, /^取单|挂单/),
  },
  {
    name: 'till-customer',
    path: '/sales/order',
    act: async (page) => {
      await press(page, '新增销售单');
      await press(page, /新增客户/);
    },
  },
  ...['首饰销售', '退换货', '旧料回收', '赠品销售', '维修清洗', '图片'].map((name, index) => ({
    name: `order-view-tab${index + 1}`,
    path: '/sales/order',
    act: async (page) => {
      await month(page);
      await view(page);
      await tab(page, name);
    },
  })),
  { name: 'giveaway', path: '/sales/giveaway' },
  { name: 'giveaway-add', path: '/sales/giveaway', act: (page) => press(page, /^新增/) },
  { name: 'giveaway-edit', path: '/sales/giveaway', act: (page) => press(page, /^编辑 /) },
  { name: 'write-off', path: '/sales/write-off' },
  { name: 'write-off-add', path: '/sales/write-off', act: (page) => press(page, /^新增/) },
  { name: 'repair', path: '/sales/repair' },
  { name: 'repair-open', path: '/sales/repair', act: (page) => press(page, /^(查看|详情|处理|打开) /) },
  { name: 'deposit', path: '/sales/deposit', act: month },
  { name: 'deposit-add', path: '/sales/deposit', act: (page) => press(page, /^新增/) },
  { name: 'shift', path: '/sales/shift', act: month },
  { name: 'shift-add', path: '/sales/shift', act: (page) => press(page, /^(新增|交班)/) },
  { name: 'customer-merge', path: '/sales/customer', act: (page) => press(page, /合并/) },
  ...REPORTS.flatMap((report) => [
    { name: `report-${report}-month`, path: `/sales/report-${report}`, act: month },
    { name: `report-${report}-picture`, path: `/sales/report-${report}`, act: pictureOf },
    { name: `report-${report}-explain`, path: `/sales/report-${report}`, act: fromReport(report) },
  ]),
  { name: 'report-detail-empty', path: '/sales/report-detail?barcode=ZZ999' },
];
