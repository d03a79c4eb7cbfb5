/**
 * Sign-in and the first list as a shop's browser sees them, with the demo chain behind it: bytes and requests of a cold
 * visit until the list stands (dialogs load ahead afterwards; root-config/build/size.test.ts counts them too), and the
 * time from the click on 登录 to the painted list at a quarter of the processor and 10 Mbit.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { buildWeb } from '../../tools/prepare.mjs';
import { PLACE, launch } from '../e2e/support/chromium.mjs';
import { withHouse } from './house.mjs';
import { atMost, withPostgres } from './support.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7);
const LIST = '/stock/goods-in';
const SLOWER = 4;
/** 10 Mbit both ways, 40 ms there and back. */
const LINE = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
/** Long enough to type a name and a password; somebody who lets the browser fill them is measured apart. */
const TYPING_MS = 4_000;

/** In the page: the click on 登录 starts the clock, the frame that shows the list's last row stops it. */
const clock = () => {
  let started;
  window.addEventListener(
    'click',
    ({ target }) => {
      if (target.closest('button')?.textContent === '登录') started = performance.now();
    },
    true,
  );
  const look = () => {
    const table = document.querySelector('table[aria-busy="false"]');
    const rows = table?.querySelectorAll('tbody tr:not([aria-hidden])').length ?? 0;
    if (started === undefined || rows === 0) return void requestAnimationFrame(look);
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => (window.firstList = { ms: performance.now() - started, rows }));
    port1.start();
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
};

const PICTURE = /^image\//;
/** What came over the wire so far; pictures are left out. */
const traffic = async (wire) => {
  const open = new Map();
  const seen = [];
  await wire.send('Network.enable');
  wire.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return;
    open.set(requestId, { url: new URL(request.url).pathname, type, from: performance.now() });
  });
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    const one = open.get(requestId);
    if (one !== undefined) one.picture = PICTURE.test(response.mimeType);
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = open.get(requestId);
    if (one !== undefined) seen.push({ ...one, bytes: encodedDataLength, to: performance.now() });
  });
  return () => seen.filter(({ picture }) => picture !== true);
};

/** One visit with nothing cached. `typing` ms lie between the form and the click. */
const visit = async (browser, { base, admin }, { typing, slow, gzip = false }) => {
  const context = await browser.newContext({ ...PLACE, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(clock);
    const wire = await context.newCDPSession(page);
    const came = await traffic(wire);
    if (gzip) await wire.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
    if (slow) {
      await wire.send('Network.emulateNetworkConditions', LINE);
      await wire.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    }
    await page.goto(`${base}/login?redirect=${encodeURIComponent(LIST)}`);
    const user = page.getByLabel(/^用户名/);
    await user.waitFor();
    await user.fill(admin.username);
    await page.getByLabel(/^密码/).fill(admin.password);
    await pause(typing);
    const clicked = performance.now();
    await page.getByRole('button', { name: '登录', exact: true }).click();
    const shown = await page.waitForFunction(() => window.firstList, undefined, { timeout: 60_000 });
    const { ms, rows } = await shown.jsonValue();
    const untilList = came();
    return { ms, rows, clicked, untilList };
  } finally {
    await context.close();
  }
};

/** What happened between the click and the list, in ms from the click. */
const waterfall = ({ clicked, ms, untilList }) => {
  console.error(`the quickest typed visit, list after ${Math.round(ms)} ms:`);
  for (const { url, from, to } of untilList.filter((one) => one.to > clicked))
    console.error(`${Math.round(from - clicked)}–${Math.round(to - clicked)} ms ${url}`);
};

const demoLoaded = async (call) => {
  for (const deadline = Date.now() + 600_000; Date.now() < deadline; await pause(500)) {
    const { data } = await call('GET', '/demo-progress');
    if (!data.running && data.percent === 100) return;
  }
  throw new Error('the demo chain was not ready in ten minutes');
};

buildWeb();
await withPostgres((url, folder) =>
  withHouse(
    url,
    folder,
    async (house) => {
      await demoLoaded(house.call);
      const browser = await launch();
      try {
        // The first visit warms the house, not the browser: every context starts with an empty cache.
        await visit(browser, house, { typing: 0, slow: false });
        const whole = await visit(browser, house, { typing: 0, slow: false, gzip: true });
        const came = whole.untilList;
        for (const { url: path, type, bytes } of came) console.error(`${bytes}`.padStart(8), type, path);
        const bytes = came.reduce((sum, one) => sum + one.bytes, 0);
        atMost({
          figure: 'sign-in and first list, gzip, with headers',
          values: [bytes / 1_000],
          limit: 350,
          unit: 'KB',
        });
        atMost({ figure: 'sign-in and first list, requests', values: [came.length], limit: 20, unit: 'requests' });
        const typed = [];
        const filled = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          typed.push(await visit(browser, house, { typing: TYPING_MS, slow: true }));
          filled.push(await visit(browser, house, { typing: 0, slow: true }));
        }
        waterfall(typed.toSorted((a, b) => a.ms - b.ms)[0]);
        const inSeconds = (visits) => visits.map(({ ms }) => ms / 1000);
        const at = `${SLOWER}× CPU, 10 Mbit`;
        atMost({ figure: `list shown after sign-in, ${at}, typed`, values: inSeconds(typed), limit: 1.2, unit: 's' });
        const unpaused = inSeconds(filled).map((s) => s.toFixed(2));
        console.error(`filled in by the browser, without a pause: ${unpaused.join(', ')} s`);
      } finally {
        await browser.close();
      }
    },
    { demo: true },
  ),
);
