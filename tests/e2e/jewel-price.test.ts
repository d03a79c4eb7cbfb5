/** 实时金价 over a feed that stands beside the house. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { USER_PASSWORD } from '../support/app.ts';
import { accessFindings } from './support/access.ts';
import { see, useDesk } from './support/desk.ts';

describe('live metal prices', () => {
  let ahead = 0;
  let sell = 780;
  let feed: Server | undefined;
  const desk = useDesk({ clock: () => new Date(Date.now() + ahead) }, async (app) => {
    await app.addUser({ username: 'clerk', roleIds: [4] });
    const running = createServer((_request, response) => {
      if (sell === 0) response.writeHead(503).end();
      else response.end(JSON.stringify([{ name: '黄金9999', recycle: sell - 12, sell, rise: 790, fall: 765 }]));
    });
    feed = running;
    await new Promise<void>((resolve) => {
      running.listen(0, '127.0.0.1', resolve);
    });
    const { port } = running.address() as AddressInfo;
    const set = (configValue: string) => app.put('/set-config', [{ configKey: 'jewel_price_url', configValue }]);
    expect((await set('file:///etc/passwd')).status).toBe(422);
    expect((await set(`http://127.0.0.1:${port}/`)).status).toBe(200);
  });
  afterAll(() => {
    feed?.closeAllConnections();
    feed?.close();
  });

  test('show what the feed says, which way it went, and that it is old once it is (S1§2.15/1 S1§7/24)', async () => {
    const { page } = await desk.sit('/sales/jewel-price', { username: 'clerk', password: USER_PASSWORD });
    const row = page.getByRole('row', { name: /黄金9999/ });
    await see(row.getByText('780.00'));
    await see(row.getByText('768.00'));
    await see(row.getByText('790.00'));
    sell = 785;
    ahead = 60_000;
    await page.reload();
    await see(row.getByText('785.00'));
    await see(row.getByRole('img', { name: '上涨' }).first());
    sell = 0;
    ahead += 6 * 60_000;
    await page.reload();
    await see(page.getByText(/已超过5分钟，仅供参考/));
    await see(page.getByText(/行情源暂时连接不上，显示的是之前的价格/));
    await see(row.getByText('785.00'));
    expect(await accessFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
