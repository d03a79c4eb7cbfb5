/** LineGrid against react-data-grid with 100,000 rows of 20 columns: mount, fast scroll, scan until the row is seen. */
import path from 'node:path';
import { build, preview } from 'vite';
import { primerZh } from '../../root-config/build/primer-zh.mjs';
import { slimIcons, slimZod, withoutPolyfills } from '../../root-config/build/slim.mjs';
import { launch } from '../e2e/support/chromium.mjs';
import { atMostPeer, freePort, inFolder, median, rounded } from './support.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SCANS = 12;
const SCROLLS = 3;
const FAST = { frames: 30, step: 1_600 };
/** Of a frame's main-thread time; the rest is painting and the browser's own. */
const PARTS = ['Script', 'RecalcStyle', 'Layout'];
const src = path.resolve(import.meta.dirname, '../../root-config/src');
const one = (name) => path.resolve(import.meta.dirname, '../../node_modules', name);

/** Both grids in one build, with the project's own transforms and its React. */
const config = (outDir, port) => ({
  root: path.join(import.meta.dirname, 'grid'),
  configFile: false,
  logLevel: 'error',
  oxc: { jsx: { runtime: 'automatic', importSource: '@emotion/react' } },
  plugins: [primerZh(), slimZod(), slimIcons(), withoutPolyfills()],
  resolve: {
    alias: {
      'root-config/ui': path.join(src, 'ui/index.ts'),
      'root-config/api': path.join(src, 'api/index.ts'),
      react: one('react'),
      'react-dom': one('react-dom'),
    },
  },
  build: { outDir, target: 'es2022', reportCompressedSize: false, chunkSizeWarningLimit: 3_000 },
  preview: { port, strictPort: true, host: '127.0.0.1' },
});

const metricsOf = async (wire) => {
  const { metrics } = await wire.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
};

/** A fresh page with one of the grids in it, and how long it took to stand there. */
const open = async (browser, url, grid) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.goto(`${url}?grid=${grid}`);
  await page.waitForFunction(() => window.bench !== undefined);
  const wire = await context.newCDPSession(page);
  await wire.send('Performance.enable');
  await wire.send('HeapProfiler.collectGarbage');
  const mount = await page.evaluate(() => window.bench.mount());
  return { page, wire, mount, texts: await page.evaluate(() => window.bench.texts()) };
};
/** Main-thread ms per frame of a fast scroll: the whole, then {@link PARTS}. */
const scroll = async ({ page, wire }) => {
  const before = await metricsOf(wire);
  const { top } = await page.evaluate((fast) => window.bench.scroll(fast), FAST);
  const after = await metricsOf(wire);
  if (top < FAST.frames * FAST.step) throw new Error(`scrolled to ${top} only`);
  return ['Task', ...PARTS].map(
    (part) => ((after[`${part}Duration`] - before[`${part}Duration`]) * 1000) / FAST.frames,
  );
};

/**
 * One round with both pages open: what slows the machine for a second slows both, because they take turns scan by scan.
 */
const measure = async (browser, url, order) => {
  const pages = {};
  try {
    for (const grid of order) pages[grid] = await open(browser, url, grid);
    const round = Object.fromEntries(order.map((grid) => [grid, { ...pages[grid], scrolls: [], scans: [] }]));
    for (let n = 0; n < SCROLLS; n += 1) for (const grid of order) round[grid].scrolls.push(await scroll(pages[grid]));
    for (let n = 0; n < SCANS; n += 1) {
      for (const grid of order) {
        // A scanner is used every second or so; the pause lets what a scan left behind finish, and moves the phase.
        await pages[grid].page.waitForTimeout(40 + n * 7);
        round[grid].scans.push(
          await pages[grid].page.evaluate((code) => window.bench.scan(code), String(990_000_000_000 + n)),
        );
      }
    }
    return round;
  } finally {
    for (const { page } of Object.values(pages)) await page.context().close();
  }
};

/** The peer draws the columns in sight only; those it draws must say what ours say. */
const compare = (ours, peer) => {
  const missing = peer.cells.filter((text) => !ours.cells.includes(text));
  if (missing.length > 0 || peer.cells.length < 8) throw new Error(`the grids differ: ${missing.join(' | ')}`);
  return `${ours.rows} rows × ${ours.cells.length} cells against ${peer.rows} × ${peer.cells.length}`;
};

await inFolder(async (folder) => {
  const settings = config(folder, await freePort());
  await build(settings);
  const server = await preview(settings);
  const browser = await launch();
  try {
    const url = server.resolvedUrls.local[0];
    // One unmeasured round: the first page of a browser pays for what the others find in its caches.
    await measure(browser, url, ['ours', 'peer']);
    const seen = { ours: [], peer: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = round % 2 === 0 ? ['ours', 'peer'] : ['peer', 'ours'];
      for (const [grid, { mount, texts, scrolls, scans }] of Object.entries(await measure(browser, url, order))) {
        const [task, ...parts] = scrolls[0].map((_, part) => median(scrolls.map((one) => one[part])));
        seen[grid].push({ mount, texts, scroll: task, parts, scan: median(scans) });
      }
    }
    for (const [grid, rounds] of Object.entries(seen)) {
      const parts = PARTS.map((part, at) => `${part} ${rounded(median(rounds.map((round) => round.parts[at])))}`);
      console.error(`${grid}, ms per frame of the scroll: ${parts.join(', ')}`);
    }
    console.error(compare(seen.ours[0].texts, seen.peer[0].texts));
    const figures = [
      ['mount', 'mount', 1.2, 'ms'],
      ['scroll', 'fast scroll (1,600 px a frame), main thread', 0.7, 'ms/frame'],
      ['scan', `scan to visible (median of ${SCANS})`, 0.8, 'ms'],
    ];
    for (const [name, figure, target, unit] of figures) {
      const of = (grid) => seen[grid].map((round) => round[name]);
      atMostPeer({ figure: `LineGrid : react-data-grid, ${figure}`, ours: of('ours'), peer: of('peer'), target, unit });
    }
    if (median(seen.ours.map(({ texts }) => texts.rows)) < 10) throw new Error('too few rows');
  } finally {
    await browser.close();
    await new Promise((resolve) => server.httpServer.close(resolve));
  }
});
