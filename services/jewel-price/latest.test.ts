/** Over a stand-in server that is well, away, slow, redirecting and answering rubbish. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { outbound } from '../platform/outbound/outbound.ts';
import { httpFeed } from './http-feed.ts';
import { LatestPrices } from './latest.ts';

const START = Date.parse('2026-11-23T09:00:00+08:00');
const MINUTE = 60_000;
let server: Server | undefined;
let answering: RequestListener;
let now = START;
let asked = 0;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const gold = (sell: number) => json([{ name: '黄金', recycle: sell - 10, sell, rise: 790, fall: 770 }]);
const start = async (first: RequestListener) => {
  now = START;
  asked = 0;
  answering = first;
  const running = createServer((request, response) => {
    asked += 1;
    answering(request, response);
  });
  server = running;
  await new Promise<void>((resolve) => {
    running.listen(0, '127.0.0.1', resolve);
  });
  const { port } = running.address() as AddressInfo;
  const failures: unknown[] = [];
  const latest = new LatestPrices(httpFeed(`http://127.0.0.1:${port}/prices`, outbound(['127.0.0.1:*'])), {
    clock: () => new Date(now),
    failed: (error) => failures.push(error),
  });
  return { latest, failures };
};

test('fresh prices, asked for once by however many look, and which way they went (S1§2.15/1)', async () => {
  const { latest } = await start(gold(780));
  const seen = await Promise.all([latest.look(), latest.look(), latest.look()]);
  expect(asked).toBe(1);
  for (const one of seen)
    expect(one).toMatchObject({ stale: false, reason: '', list: [{ sell: 780, sell_style: '' }] });
  now += MINUTE;
  answering = gold(781);
  expect(await latest.look()).toMatchObject({
    at: '2026-11-23T09:01:00.000+08:00',
    list: [{ sell: 781, sell_style: 'symbol-price-rise', recycle_style: 'symbol-price-rise' }],
  });
  now += MINUTE;
  answering = gold(779);
  expect(await latest.look()).toMatchObject({ list: [{ sell_style: 'symbol-price-fall' }] });
});

const RUBBISH: readonly (readonly [what: string, answer: RequestListener])[] = [
  ['an error', (_request, response) => void response.writeHead(500).end('no')],
  ['no JSON', (_request, response) => void response.end('<html>')],
  ['no list', json({ hello: 1 })],
  ['a redirect', (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
  ['far too much', (_request, response) => void response.end(`["${'x'.repeat(400_000)}"]`)],
  ['a broken line', (request) => void request.socket.destroy()],
];
test.each(RUBBISH)('%s leaves the prices of before, marked after five minutes (S1§2.15/2)', async (_, answer) => {
  const { latest, failures } = await start(gold(780));
  await latest.look();
  answering = answer;
  now += MINUTE;
  expect(await latest.look()).toMatchObject({
    stale: false,
    reason: '行情源暂时连接不上，显示的是之前的价格',
    list: [{ sell: 780 }],
  });
  expect(failures).toHaveLength(1);
  now += 5 * MINUTE;
  expect(await latest.look()).toMatchObject({ stale: true, at: '2026-11-23T09:00:00.000+08:00' });
  answering = gold(785);
  now += MINUTE;
  expect(await latest.look()).toMatchObject({ stale: false, reason: '', list: [{ sell: 785 }] });
});

test('away from the start: nothing, and it says so (S1§2.15/1 S1§2.15/2)', async () => {
  const { latest } = await start((request) => void request.socket.destroy());
  expect(await latest.look()).toEqual({
    list: [],
    stale: true,
    at: null,
    reason: '行情源暂时连接不上，请稍后再看',
  });
});
test('slow: a look does not wait for it, and nobody asks twice meanwhile (S1§2.15/1 S1§2.15/2)', async () => {
  const { latest } = await start(() => undefined);
  const started = performance.now();
  const [one] = await Promise.all([latest.look(), latest.look()]);
  expect(one).toMatchObject({ list: [], stale: true });
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(asked).toBe(1);
});
test('prices that the feed itself calls old are marked', async () => {
  const { latest } = await start(json({ at: '2026-11-23T08:00:00+08:00', list: [{ name: '黄金', sell: 780 }] }));
  expect(await latest.look()).toMatchObject({ stale: true, reason: '行情源的价格没有更新', list: [{ sell: 780 }] });
});
