/** Who may be the seller of an order: the people of its shop, as the shop is chosen. */
import { describe, expect, test } from 'vitest';
import { plantChain, type SmallChain } from './support/chain.ts';
import { see, useDesk } from './support/desk.ts';
import { escape } from './support/keys.ts';
import { button, dialog, pick } from './support/screens.ts';

describe('the sellers of the till', () => {
  let chain: SmallChain;
  const desk = useDesk({}, async (app) => {
    chain = await plantChain(app, 0);
    await app.addUser({ username: 'home-clerk', roleIds: [4], lockShops: [chain.home] });
    await app.addUser({ username: 'away-clerk', roleIds: [4], lockShops: [chain.away] });
    await app.addUser({ username: 'both-clerk', roleIds: [4], lockShops: [chain.home, chain.away] });
    await app.addUser({ username: 'chain-clerk', roleIds: [4] });
  });

  test('follow its shop, and one of another shop is taken back (S1§6/1)', async () => {
    const { page } = await desk.sit('/sales/order');
    await button(page, '新增销售单').click();
    const form = dialog(page, '新增销售单');
    const opener = form.getByRole('button', { name: /^销售员：/ });
    const offered = async (): Promise<readonly string[]> => {
      await opener.click();
      const list = page.getByRole('dialog', { name: '销售员', exact: true });
      await see(list.getByRole('option'));
      const names = await list.getByRole('option').allInnerTexts();
      await escape(list);
      return names.map((name) => name.trim()).toSorted();
    };
    await pick(page, form, '分店', '罗湖店');
    await expect.poll(offered).toEqual(['both-clerk', 'chain-clerk', 'home-clerk']);
    await pick(page, form, '销售员', 'both-clerk');
    await pick(page, form, '分店', '南山店');
    await expect.poll(offered).toEqual(['away-clerk', 'both-clerk', 'chain-clerk']);
    await see(form.getByRole('button', { name: '销售员：both-clerk' }));
    await pick(page, form, '销售员', 'away-clerk');
    await pick(page, form, '分店', '罗湖店');
    await expect.poll(() => opener.getAttribute('aria-label')).not.toContain('away-clerk');
    await expect.poll(offered).toEqual(['both-clerk', 'chain-clerk', 'home-clerk']);
  });
});
