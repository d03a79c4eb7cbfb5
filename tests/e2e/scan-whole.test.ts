/** A scan is whole or none (R149): keys with their exact times in a scan box, in a field, in an open cell. */
import { describe, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { plantChain, type SmallChain } from './support/chain.ts';
import { gone, see, useDesk } from './support/desk.ts';
import { scan, strikeParts, type } from './support/keys.ts';
import { button, dialog, fill, pick, pickFirst } from './support/screens.ts';

const WHOLE = '88209256';
const PART = '209256';
const BROKEN = '刚才的扫码没有读完整，没有录入，请重新扫描';

describe('a scan', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 2);
    const ids: number[] = [];
    for (const barcode of [WHOLE, PART]) {
      const body = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today, barcode });
      ids.push(Number((await app.post('/biz-goods-in', body)).body.data));
    }
    await app.put(`/biz-goods-in/audit/${ids[0]}`, { ids });
  });
  const till = async () => {
    const { page } = await desk.sit('/sales/order');
    await button(page, '新增销售单').click();
    const form = dialog(page, '新增销售单');
    await pick(page, form, '分店', '罗湖店');
    await pickFirst(page, form, '销售员');
    return { page, form, grid: form.getByRole('grid').first(), box: form.locator('[data-scanner=box]').first() };
  };

  test('in the scan box: 88, 70 ms, 209256, Enter is 88209256, and so is the code at a hand\u2019s pace', async () => {
    const { page, form, grid, box } = await till();
    await box.focus();
    await strikeParts(page, ['88', 70, PART, 'Enter']);
    await see(grid.getByText(WHOLE));
    await expect.poll(() => grid.getByText(PART, { exact: true }).count()).toBe(0);
    await expect.poll(() => box.inputValue()).toBe('');
    await type(page, '1234');
    await strikeParts(page, [PART, 'Enter']);
    await see(form.getByRole('list', { name: '未识别的条码' }).getByText(`1234${PART}`));
    await type(page, PART);
    await page.keyboard.press('Enter');
    await see(grid.getByText(PART, { exact: true }));
  });

  test('elsewhere the same keys are no scan: the remark is as it was, and it is said aloud', async () => {
    const { page, form, grid } = await till();
    const remark = form.getByLabel('备注', { exact: true });
    await fill(form, '备注', 'abc');
    await strikeParts(page, ['88', 70, PART, 'Enter']);
    await see(page.getByText(BROKEN));
    expect(await page.getByText(BROKEN).evaluate((said) => said.closest('[aria-live]') !== null)).toBe(true);
    await expect.poll(() => remark.inputValue()).toBe('abc');
    await expect.poll(() => grid.getByText(/209256/).count()).toBe(0);
    await strikeParts(page, [WHOLE, 'Enter']);
    await see(grid.getByText(WHOLE));
    await expect.poll(() => remark.inputValue()).toBe('abc');
  });

  test('an open cell keeps what was typed in it, and commits that when it is left', async () => {
    const { page, grid } = await till();
    await scan(page, chain.barcodes[0] ?? '');
    await see(grid.getByText(chain.barcodes[0] ?? ''));
    const cell = grid.locator('[role=gridcell].ui-editable').last();
    await cell.click();
    await type(page, 'abc');
    await see(cell.locator('input'));
    await scan(page, chain.barcodes[1] ?? '');
    await see(grid.getByText(chain.barcodes[1] ?? ''));
    await expect.poll(() => grid.locator('input').count()).toBe(1);
    await expect.poll(() => grid.locator('input').inputValue()).toBe('abc');
    await page.keyboard.press('Enter');
    await gone(grid.locator('input'));
    await see(grid.getByText('abc', { exact: true }));
    await expect.poll(() => grid.getByText(/abc\d/).count()).toBe(0);
  });

  test('a code with what scanners put around it is the code: till, search and the life of a piece', async () => {
    const { page } = await desk.sit('/index');
    await strikeParts(page, [']C1', 5, WHOLE, 'Enter']);
    await page.waitForURL(`**barcode=${WHOLE}`);
    await page.goto('/index');
    await see(page.getByRole('heading', { level: 1 }));
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: '功能名称或条码' });
    await search.fill(`\\000026${PART}`);
    await see(page.getByRole('option', { name: `查看货品 ${PART}` }));
    await strikeParts(page, ['Enter']);
    await page.waitForURL(`**barcode=${PART}`);
  });
});
