/** A shop's desk: a browser in front of a house of its own; what the console complains about fails the test. */
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { ADMIN_PASSWORD, startApp, type App, type AppOptions } from '../../support/app.ts';
import { PLACE, launch } from './chromium.mjs';

import { still } from './chromium.mjs';

export { still };

/** Generous: a busy machine is slow, and only a failure ever waits this long. */
const STEP_MS = 20_000;

export type Seat = {
  readonly page: Page;
  /** What the page complained about so far; a test that provokes a failure takes its complaints out. */
  readonly complaints: string[];
};
/** The browser reports what this test broke on purpose. */
export const forgive = ({ complaints }: Seat, expected: RegExp): void => {
  const rest = complaints.filter((text) => !expected.test(text));
  complaints.splice(0, complaints.length, ...rest);
};
export type Desk = {
  readonly app: () => App;
  /** A new browser window of its own: cookies, storage, nothing shared. */
  readonly open: (options?: BrowserContextOptions) => Promise<Seat>;
  /** Signs in at a window and goes to a page. */
  readonly enter: (seat: Seat, path: string, who?: Who) => Promise<void>;
  /** {@link open}, signed in as the administrator unless named otherwise. */
  readonly sit: (path?: string, who?: Who) => Promise<Seat>;
};
export type Who = { readonly username: string; readonly password: string; readonly options?: BrowserContextOptions };
export const ADMIN: Who = { username: 'admin', password: ADMIN_PASSWORD };

/**
 * An answer that is no success is a complaint of the browser too, and so is a print service that is not there; the page
 * must show it, the test names it.
 */
const EXPECTED =
  /Failed to load resource: the server responded with a status of (401|404|409|412|415|422)|WebSocket connection to 'ws:\/\/127\.0\.0\.1:\d+\/websocket' failed/;

const watch = (page: Page, complaints: string[]): void => {
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
};

/** Fills the sign-in that is on the screen; fast keys are no scan there. */
export const fillSignIn = async (page: Page, { username, password }: Who): Promise<void> => {
  const user = page.getByLabel(/^用户名/);
  if (await user.isEnabled()) await user.fill(username);
  await page.getByLabel(/^密码/).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
};

/** What was on the screen when a test failed. */
const photograph = async (windows: readonly { seat: Seat }[], name: string): Promise<void> => {
  for (const [index, { seat }] of windows.entries()) {
    const file = path.join(os.tmpdir(), 'e2e-failures', `${name.replaceAll(/\W+/g, '-')}-${index}.png`);
    await seat.page.screenshot({ path: file }).catch(() => undefined);
    process.stderr.write(`${file} ${seat.page.url()}\n`);
  }
};

/** One house and one browser for a test file; `flags` are the browser's, beside those of every test. */
export const useDesk = (
  options: AppOptions = {},
  seed?: (app: App) => Promise<void>,
  flags: readonly string[] = [],
): Desk => {
  let app: App;
  let browser: Browser;
  const windows: { context: BrowserContext; seat: Seat }[] = [];
  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(options), launch(flags)]);
    await seed?.(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.stop();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await photograph(windows, task.name);
    const complaints = windows.flatMap(({ seat }) => seat.complaints);
    await Promise.all(windows.splice(0).map(({ context }) => context.close()));
    expect(complaints, 'errors in the console').toEqual([]);
  });
  const open = async (window: BrowserContextOptions = {}): Promise<Seat> => {
    const context = await browser.newContext({
      ...PLACE,
      baseURL: app.url,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...window,
    });
    context.setDefaultTimeout(STEP_MS);
    const page = await context.newPage();
    const seat: Seat = { page, complaints: [] };
    watch(page, seat.complaints);
    windows.push({ context, seat });
    return seat;
  };
  const enter = async ({ page }: Seat, path: string, who: Who = ADMIN): Promise<void> => {
    await page.goto(`/login?redirect=${encodeURIComponent(path)}`);
    await fillSignIn(page, who);
    await page.waitForURL(`**${path}`);
  };
  const sit = async (path = '/index', who: Who = ADMIN): Promise<Seat> => {
    const seat = await open(who.options);
    const { page } = seat;
    await enter(seat, path, who);
    await see(path === '/index' ? page.getByRole('heading', { level: 1 }) : page.getByRole('heading', { level: 2 }));
    return seat;
  };
  return { app: () => app, open, enter, sit };
};

/** Waits until `locator` can be seen. */
export const see = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'visible' });
export const gone = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'hidden' });

/** Serious and critical findings on what is shown now; of all rules, or of those named. */
export const accessFindings = async (page: Page, rules?: string[]): Promise<readonly string[]> => {
  // Colours are those of a page at rest: a dialog that fades in is paler than it will be.
  await still(page);
  const axe = new AxeBuilder({ page });
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 4).map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
    );
};

/** The session's token as the page keeps it. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const kept = sessionStorage.getItem('jewel:token') ?? localStorage.getItem('jewel:token') ?? '""';
    return JSON.parse(kept) as string;
  });
