/**
 * The bills of a shopper as a slow phone sees them, nothing cached: from opening the address, signed in, to the frame that shows them, at a
 * quarter of the processor and slow 4G (1.6 Mbit, 150 ms there and back); bytes of script and styles beside it. `BENCH_URL`: a house of the
 * demonstration that runs already.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { buildWeb } from '../../tools/prepare.mjs';
import { PLACE, launch } from '../e2e/support/chromium.mjs';
import { withHouse } from './house.mjs';
import { atMost, withPostgres } from './support.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
const PAGE = process.env['BENCH_PAGE'] ?? '/wx/bill';
const SLOWER = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const PHONE = { ...PLACE, viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };

/** In the page: the frame that shows what the house answered stops the clock, which began with the address. */
const clock = () => {
  const look = () => {
    const cards = document.querySelectorAll('main .card:not(.skeleton)');
    if (cards.length === 0) return void requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => (window.shownAt = performance.now()));
    port1.start();
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
};

const signedIn = async (browser, base) => {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.goto(`${base}/wx`);
  await page.locator('.people button').first().click();
  await page.waitForURL('**/wx/userinfo');
  await page.locator('.bars').first().waitFor();
  const { cookies } = await context.storageState();
  await context.close();
  return cookies;
};
const visit = async (browser, base, cookies) => {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  await context.addCookies(cookies);
  try {
    const page = await context.newPage();
    await page.addInitScript(clock);
    const wire = await context.newCDPSession(page);
    let bytes = 0;
    const open = new Map();
    await wire.send('Network.enable');
    await wire.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
    wire.on('Network.requestWillBeSent', ({ requestId, request }) => open.set(requestId, request.url));
    wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (/\.(?:js|css)$/.test(open.get(requestId) ?? '')) bytes += encodedDataLength;
    });
    await wire.send('Network.emulateNetworkConditions', LINE);
    await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(`${base}${PAGE}`);
    const shown = await page.waitForFunction(() => window.shownAt, undefined, { timeout: 60_000 });
    return { ms: await shown.jsonValue(), bytes };
  } finally {
    await context.close();
  }
};

const demoLoaded = async (call) => {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await pause(500)) {
    const { data } = await call('GET', '/demo-progress');
    if (!data.running && data.percent === 100) return;
  }
  throw new Error('the demo chain was not ready in ten minutes');
};
const measured = async (base) => {
  const browser = await launch();
  try {
    const cookies = await signedIn(browser, base);
    await visit(browser, base, cookies);
    const visits = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, base, cookies));
    const at = `${SLOWER}× CPU, slow 4G`;
    const seconds = visits.map(({ ms }) => ms / 1000);
    atMost({ figure: `${PAGE} of a shopper shown, ${at}`, values: seconds, limit: 1, unit: 's' });
    const kilobytes = visits.map(({ bytes }) => bytes / 1_000);
    atMost({ figure: `${PAGE} of a shopper, script and styles, gzip`, values: kilobytes, limit: 90, unit: 'KB' });
  } finally {
    await browser.close();
  }
};

const running = process.env['BENCH_URL'];
if (running === undefined) {
  buildWeb();
  await withPostgres((url, folder) =>
    withHouse(
      url,
      folder,
      async (house) => {
        await demoLoaded(house.call);
        await measured(house.base);
      },
      { demo: true },
    ),
  );
} else await measured(running);
