/**
 * Five hundred labels of twenty elements from the click to the last printSuccess: the longest task of the page's main
 * thread (a frame waits as long), in processor time and by the clock, beside what the idle page shows by the clock.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { buildWeb } from '../../tools/prepare.mjs';
import { PLACE, launch } from '../e2e/support/chromium.mjs';
import { withHouse } from './house.mjs';
import { atMost, freePort, withPostgres } from './support.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const LABELS = 500;
const FRAME_MS = 50;
const NAME = '二十个元素';
const text = (at) => ({ type: 'text', text: `字段${at} {{name}}`, x: 2, y: 2 + at, width: 40, height: 3 });
const LAYOUT = {
  version: 2,
  page: { width: 60, height: 40 },
  elements: [
    ...Array.from({ length: 9 }, (_, at) => text(at)),
    ...['name', 'fineness', 'goldWeight', 'weight', 'sellPrice', 'stoneName', 'stoneCt'].map((field, at) => {
      return { type: 'field', field, prefix: '项：', x: 20, y: 2 + at, width: 30, height: 3 };
    }),
    { type: 'barcode', x: 2, y: 28, width: 40, height: 8 },
    { type: 'qr', text: 'https://example.cn/p/{{barcode}}', x: 44, y: 24, width: 14, height: 14 },
    { type: 'line', x: 2, y: 27, width: 56, height: 0 },
    { type: 'image', field: 'pictures', x: 44, y: 2, width: 14, height: 14 },
  ],
};

/** A print service in a process of its own; `printed` counts what came out. */
const printService = async (port, folder) => {
  const script = path.join(import.meta.dirname, '../../tools/print-service.mjs');
  const args = [script, '--port', String(port), '--out', path.join(folder, 'paper'), '--json'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  let printed = 0;
  await new Promise((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const said = JSON.parse(line);
      if (said.event === 'listening') resolve();
      if (said.event === 'job') printed += 1;
    });
  });
  return { printed: () => printed, stop: () => child.kill() };
};

/** Longest task of the main thread in a trace, ms: by the clock, and in processor time. */
const longest = (trace) => {
  const { traceEvents } = JSON.parse(trace.toString('utf8'));
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const isMain = new Set(mains.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name.endsWith('RunTask') && isMain.has(`${pid} ${tid}`));
  const most = (key) => tasks.reduce((top, event) => Math.max(top, (event[key] ?? 0) / 1000), 0);
  if (tasks.length === 0) throw new Error('the trace holds no task');
  return { clock: most('dur'), processor: most('tdur') };
};
const traced = async (browser, page, work) => {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await work();
  return longest(await browser.stopTracing());
};

buildWeb();
await withPostgres(async (url, folder) => {
  const port = await freePort();
  process.env['PRINT_SERVICE_PORT'] = String(port);
  const service = await printService(port, folder);
  try {
    await withHouse(url, folder, async ({ call, base, admin }) => {
      const body = { kind: 'label', labelType: '', name: NAME, fileName: NAME, remark: '', template: LAYOUT };
      await call('POST', '/base-print-template', { body });
      const browser = await launch();
      try {
        const page = await (await browser.newContext({ ...PLACE, viewport: { width: 1440, height: 900 } })).newPage();
        await page.goto(`${base}/login?redirect=/index`);
        await page.getByLabel(/^用户名/).fill(admin.username);
        await page.getByLabel(/^密码/).fill(admin.password);
        await page.getByRole('button', { name: '登录', exact: true }).click();
        await page.waitForURL('**/index');
        const print = async (count) => {
          const until = service.printed() + count;
          const work = async ({ count: many, name }) => {
            const { printLabels } = await import('root-config/print');
            const row = {
              name: '足金999翡翠戒指',
              fineness: '足金999',
              goldWeight: 3.215,
              weight: 3.455,
              sellPrice: 3680,
            };
            const stone = { stoneName: '翡翠', stoneCt: 0.6, pictures: '[]' };
            const rows = Array.from({ length: many }, (_, at) => ({
              ...row,
              ...stone,
              barcode: `2026${String(at).padStart(8, '0')}`,
            }));
            await printLabels({ rows, fileName: name }, 'any');
          };
          await page.evaluate(work, { count, name: NAME });
          for (const deadline = Date.now() + 120_000; service.printed() < until; await pause(20))
            if (Date.now() > deadline) throw new Error(`${service.printed()} of ${until} labels came out`);
        };
        // The code of printing is there before it counts.
        await print(3);
        const queued = [];
        const idle = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const since = performance.now();
          queued.push(await traced(browser, page, () => print(LABELS)));
          const took = performance.now() - since;
          console.error(`${LABELS} labels printed in ${Math.round(took)} ms`);
          idle.push(await traced(browser, page, () => pause(took)));
        }
        console.error(
          `idle page, longest task by the clock: ${idle.map(({ clock }) => clock.toFixed(1)).join(', ')} ms`,
        );
        const of = (key) => queued.map((one) => one[key]);
        const figure = `${LABELS} labels of ${LAYOUT.elements.length} elements, longest task`;
        atMost({ figure: `${figure}, processor time`, values: of('processor'), limit: FRAME_MS, unit: 'ms' });
        atMost({ figure: `${figure}, by the clock`, values: of('clock'), limit: FRAME_MS, unit: 'ms' });
      } finally {
        await browser.close();
      }
    });
  } finally {
    service.stop();
  }
});
