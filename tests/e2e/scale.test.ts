/** The scale behind the print service fills the gold weight of a new piece (S0§5, §7). */
import { describe, expect, test } from 'vitest';
import { plantChain } from './support/chain.ts';
import { see, useDesk } from './support/desk.ts';
import { freePort, printServiceAt } from './support/print-service.ts';
import { button, dialog, field } from './support/screens.ts';

const PORT = await freePort();

describe('the scale', () => {
  const service = printServiceAt(PORT);
  const desk = useDesk({ env: { PRINT_SERVICE_PORT: String(PORT) } }, async (app) => {
    await plantChain(app, 0);
  });

  test('switched on once, each weight becomes the gold weight of the new piece (S0§7/28)', async () => {
    await service.start();
    const { page } = await desk.sit('/stock/goods-in');
    await page.getByRole('button', { name: '新增入库' }).click();
    const form = dialog(page, '新增首饰入库');
    const gold = field(form, 'goldWeight').locator('input');
    await button(form, '电子秤：关').click();
    await see(form.getByText('已连接，把首饰放上电子秤'));
    service.say('3.215');
    await see(form.getByText('3.215 g 已填入金重'));
    await expect.poll(() => gold.inputValue()).toBe('3.215');
    await see(field(form, 'weight').getByText('3.215'));
    service.say('4.1');
    await see(form.getByText('4.100 g 已填入金重'));
    await expect.poll(async () => Number(await gold.inputValue())).toBe(4.1);
    await page.reload();
    await page.getByRole('button', { name: '新增入库' }).click();
    await see(button(form, '电子秤：开'));
    await button(form, '电子秤：开').click();
    await see(button(form, '电子秤：关'));
  });
});
