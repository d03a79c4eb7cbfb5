/** What can be looked at of customers and their points. */
import { choose, press } from './scene-steps.mjs';

/** Whoever bought something, the first with points. */
const openPage = async (page) => {
  await page
    .getByRole('button', { name: /^详情 / })
    .nth(3)
    .click();
  await page.getByRole('list', { name: '合计' }).last().waitFor();
};
const tryRing = async (page) => {
  await press(page, '试算');
  await choose(page, '首饰类别', '戒指');
  await choose(page, '首饰成色', '18K金');
  await page.getByRole('dialog').getByLabel('实售金额').fill('12345.6');
  await page.getByRole('dialog').getByRole('button', { name: '试算', exact: true }).click();
  await page.getByText('客户积分').last().waitFor();
};

/** @type {readonly import('./scenes.mjs').Scene[]} */
export const CUSTOMER_SCENES = [
  { name: 'points', path: '/sales/points' },
  { name: 'points-add', path: '/sales/points', act: (page) => press(page, '新增规则') },
  { name: 'points-try', path: '/sales/points', act: tryRing },
  { name: 'customer-page', path: '/sales/customer', act: openPage },
  {
    name: 'customer-page-points',
    path: '/sales/customer',
    act: async (page) => {
      await openPage(page);
      await page.getByRole('button', { name: '积分明细' }).click();
      await page.waitForTimeout(500);
    },
  },
  { name: 'consents', path: '/sales/consent' },
];
