/**
 * node tests/e2e/screenshots.mjs [--out /tmp/screens] [--data /tmp/screens-data] [--only goods-in] [--width 1440|390] [--theme light|dark|high]
 * Every screen with demo data as PNG, wide and narrow, light and dark. The data folder is kept, so a second run is fast.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startHouse } from '../../house/start/house.ts';
import { loadDemo } from '../../services/demo/load.ts';
import { sessionUser } from '../../services/system/session-user.ts';
import { parseConfig } from '../../services/platform/process/config.ts';
import { silentLog } from 'services/platform/base/log';
import { SCENES } from './support/scenes.mjs';
import { PLACE, launch, still } from './support/chromium.mjs';

const PASSWORD = 'Admin-2026';
const SIZES = { 1440: { width: 1440, height: 900 }, 390: { width: 390, height: 844 } };
const { values: options } = parseArgs({
  options: {
    out: { type: 'string', default: '/tmp/screens' },
    data: { type: 'string', default: '/tmp/screens-data' },
    only: { type: 'string', default: '' },
    width: { type: 'string', multiple: true, default: ['1440', '390'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
  },
});

execFileSync(process.execPath, [path.join(import.meta.dirname, '../../root-config/build/web.mjs')], {
  stdio: 'inherit',
});
const config = parseConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: options.data,
  ADMIN_PASSWORD: PASSWORD,
  LOGIN_CODE: 'none',
  DEMO: 'on',
});
const house = await startHouse(config, { log: silentLog });
const size = { pieces: 600, days: 30, customers: 60, suppliers: 12, picturesPerShape: 6 };
const userOf = (id) => sessionUser(house.deps.master, id);
await loadDemo({ ...house, userOf }, house.demo, { signal: new AbortController().signal, size });
await house.caughtUp();
fs.mkdirSync(options.out, { recursive: true });

/** Passwords of the demo's people, as they lie beside its data. */
const passwordOf = (user) =>
  fs
    .readFileSync(path.join(options.data, 'demo-passwords'), 'utf8')
    .split('\n')
    .map((line) => line.split(/\s+/))
    .find(([name]) => name === user)?.[1] ?? '';
const signIn = async (page, user = 'admin') => {
  await page.goto(`${house.url}/login`);
  await page.getByLabel('用户名').fill(user);
  await page.getByLabel(/^密码/).fill(user === 'admin' ? PASSWORD : passwordOf(user));
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL('**/index');
};
/** Nothing loads any more and two frames passed. */
const quiet = async (page) => {
  await page.waitForLoadState('networkidle', { timeout: 3_000 }).catch(() => undefined);
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'hidden', timeout: 5_000 })
    .catch(() => undefined);
  await still(page).catch(() => undefined);
  await page.waitForTimeout(150);
};

const browser = await launch();
const troubles = [];
for (const width of options.width) {
  for (const theme of options.theme) {
    const context = await browser.newContext({ ...PLACE, viewport: SIZES[width], reducedMotion: 'reduce' });
    const stored = { light: 'light', dark: 'dark', high: 'light_high_contrast' }[theme];
    context.setDefaultTimeout(6_000);
    const page = await context.newPage();
    page.on(
      'console',
      (message) => message.type() === 'error' && troubles.push(`${width} ${theme}: ${message.text()}`),
    );
    page.on(
      'response',
      (answer) => answer.status() >= 400 && troubles.push(`${width} ${theme}: ${answer.status()} ${answer.url()}`),
    );
    page.on('pageerror', (error) => troubles.push(`${width} ${theme}: ${error.message}`));
    await page.goto(`${house.url}/login`);
    await page.evaluate((choice) => localStorage.setItem('jewel:theme', JSON.stringify(choice)), stored);
    let who = 'admin';
    for (const scene of SCENES.filter(({ name }) => name.includes(options.only))) {
      try {
        const wanted = scene.user ?? 'admin';
        if (wanted !== who)
          await page.evaluate(() => [sessionStorage, localStorage].forEach((store) => store.removeItem('jewel:token')));
        if (scene.signedOut !== true && wanted !== who) await signIn(page, (who = wanted));
        if (scene.signedOut !== true && (await page.evaluate(() => !location.pathname.startsWith('/login'))) === false)
          await signIn(page);
        await page.goto(`${house.url}${scene.path}`);
        await quiet(page);
        await scene.act?.(page);
        await quiet(page);
      } catch (error) {
        troubles.push(`${scene.name} ${width} ${theme}: ${error.message.split('\n').slice(0, 4).join(' | ')}`);
      }
      await page.screenshot({ path: path.join(options.out, `${scene.name}-${width}-${theme}.png`) });
    }
    await context.close();
  }
}
await browser.close();
await house.stop();
console.log(`\n${options.out}`);
for (const trouble of troubles) console.log(trouble);
process.exit(0);
