/** Old material leaves by mouse and keyboard: lots by scan and from the list, a mistake in every field, coming back; and on a phone. */
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { accessFindings } from './support/access.ts';
import { ADMIN, gone, see, still, useDesk } from './support/desk.ts';
import { escape, scan } from './support/keys.ts';
import { audit, button, dialog, fill, pick, rowAction } from './support/screens.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
type Row = Record<string, unknown>;

describe('exits of old material', () => {
  let chain: SmallChain;
  const lots: string[] = [];
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 0);
    const customers = (await app.get('/base-customer?pageSize=50&nameOrMobile=13800000001')).body.data as {
      list: Row[];
    };
    const line = { type: '戒指', style: '光圈', fineness: '足金', lossRatio: 100, cost: 600, workFee: 0, remark: '旧' };
    const made = await app.post('/biz-alone-recycle', {
      customerId: customers.list[0]?.['id'],
      shopId: chain.home,
      recycleAt: chain.today,
      seller: 'admin',
      recycleList: [10, 5, 2].map((weight) => ({ ...line, weight })),
    });
    const id = Number(made.body.data);
    await app.put(`/biz-alone-recycle/audit/${id}`, { ids: [id] });
    const stock = (await app.get('/report-recycle?pageSize=50')).body.data as { list: { list: Row[] } };
    lots.push(...stock.list.list.map(({ lotNo }) => String(lotNo)));
  });

  test('what is missing is said at its field; a scan and the list bring lots; audited it waits, then it comes back', async () => {
    const [first = '', second = ''] = lots;
    const { page } = await desk.sit('/sales/recycle-out');
    await page.getByRole('button', { name: '新增旧料出库' }).click();
    const form = dialog(page, '新增旧料出库');
    await button(form, '保存').click();
    for (const lack of ['分店名称不能为空', '请选择要出库的旧料！']) await see(form.getByText(lack).first());
    await pick(page, form, '分店', '罗湖店');
    await fill(form, '去向', '大金工厂');
    await scan(page, 'JL999999');
    await see(page.getByText(/本店没有可出库的旧料JL999999/).first());
    await scan(page, first);
    const grid = form.getByRole('grid');
    await see(grid.getByText(first));
    await scan(page, first);
    await see(page.getByText('列表已有此旧料，请不要重复输入！').first());
    await button(form, '选择旧料').click();
    const picker = dialog(page, '选择旧料');
    await picker.getByRole('checkbox', { name: new RegExp(second) }).check();
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await button(picker, '添加 1 批').click();
    await gone(picker);
    await see(grid.getByText(second));
    await still(page);
    expect(await accessFindings(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await gone(form);
    await audit(page, '大金工厂');
    await see(page.getByRole('row').filter({ hasText: '大金工厂' }).getByText('待回料'));
    await rowAction(page, '大金工厂', '回料');
    const back = dialog(page, /^回料 JC\d+$/);
    await button(back, '保存').click();
    await see(back.getByText('请选择成色').first());
    await pick(page, back, '回料成色', '足金');
    await fill(back, '回料重量', '14.85');
    await see(back.getByText('0.150').first());
    await page.keyboard.press('Control+Enter');
    await gone(back);
    await see(page.getByRole('row').filter({ hasText: '大金工厂' }).getByText('已完成'));
    await rowAction(page, '大金工厂', '查看');
    const view = dialog(page, /^查看旧料出库 JC\d+$/);
    await see(view.getByText('回料', { exact: true }).first());
    await escape(view);
    await rowAction(page, '大金工厂', '反审核');
    const asked = page.getByRole('dialog', { name: /反审核/ }).or(page.getByRole('alertdialog'));
    await asked.getByRole('textbox').fill('录入错误');
    await asked
      .getByRole('button', { name: /确定|反审核/ })
      .first()
      .click();
    await see(page.getByRole('row').filter({ hasText: '大金工厂' }).getByText('待审核').first());
  });

  test('chosen lots of 旧料库存 go straight into an exit; 金料平衡 is even', async () => {
    const [, , third = ''] = lots;
    const { page } = await desk.sit('/sales/report-recycle-stock');
    await page.getByRole('row').filter({ hasText: third }).getByRole('checkbox').check();
    await button(page, '出库').click();
    const form = dialog(page, '新增旧料出库');
    await see(form.getByRole('grid').getByText(third));
    await fill(form, '去向', '李老板');
    await page.keyboard.press('Control+Enter');
    await gone(form);
    const gold = await desk.sit('/sales/report-gold-balance');
    await see(gold.page.getByRole('row').filter({ hasText: '足金' }).getByText('17.000').first());
    await still(gold.page);
    expect(await accessFindings(gold.page)).toEqual([]);
  });

  test('on a phone it is read and made without scrolling sideways', async () => {
    const { page } = await desk.sit('/sales/recycle-out', PHONE);
    await page.getByRole('button', { name: '新增旧料出库' }).click();
    await see(dialog(page, '新增旧料出库'));
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
    expect(wide).toBe(false);
  });
});
