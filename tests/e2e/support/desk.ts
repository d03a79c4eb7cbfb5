/** A shop's desk: a browser in front of a house of its own; what the console complains about fails the test. */
import os from 'node:os';
import path from 'node:path';
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
  /** {@link open} at a page by its address, signed in without the form; as the administrator unless named otherwise. */
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

/** In the page, before anything else there: as somebody who has just signed in. Whoever signs out later stays out. */
const takeSeat = (token: string): void => {
  if (sessionStorage.getItem('seated') !== null) return;
  sessionStorage.setItem('seated', 'yes');
  sessionStorage.setItem('jewel:token', JSON.stringify(token));
};

/** In the page: the next Tab goes on behind the menu, as it does after the form of the sign-in; nothing has the focus. */
const behindMenu = (): void => {
  const main = document.querySelector('main');
  main?.focus({ preventScroll: true });
  main?.blur();
};

let shared: Promise<Browser> | undefined;
/** The browser of this worker: windows share nothing, so files may share it. One that died is followed by another. */
const sharedBrowser = async (): Promise<Browser> => {
  shared ??= launch();
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = launch();
  return shared;
};

/** A house for a test file before the worker's browser; `flags` are for one of its own, beside those of every test. */
export const useDesk = (
  options: AppOptions = {},
  seed?: (app: App) => Promise<void>,
  flags: readonly string[] = [],
): Desk => {
  let app: App;
  let browser: Browser;
  const windows: { context: BrowserContext; seat: Seat }[] = [];
  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp(options), flags.length === 0 ? sharedBrowser() : launch(flags)]);
    await seed?.(app);
  });
  afterAll(async () => {
    if (flags.length > 0) await browser.close();
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
  const sit = async (path = '/index', { username, password, options: window }: Who = ADMIN): Promise<Seat> => {
    const seat = await open(window);
    const { page } = seat;
    // With the browser's own name, which the log of sign-ins keeps.
    const reply = await page.request.post('/api/v1/login', { data: { username, password, rememberMe: false } });
    const { token } = (await reply.json()) as { token?: string };
    if (token === undefined) throw new Error(`sign-in of ${username}: ${await reply.text()}`);
    await page.addInitScript(takeSeat, token);
    await page.goto(path);
    await see(path === '/index' ? page.getByRole('heading', { level: 1 }) : page.getByRole('heading', { level: 2 }));
    await page.evaluate(behindMenu);
    return seat;
  };
  return { app: () => app, open, enter, sit };
};

/** Waits until `locator` can be seen. */
export const see = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'visible' });
export const gone = (locator: Locator): Promise<void> => locator.first().waitFor({ state: 'hidden' });

/**
 * Goes to another page as a link of the console does, which costs a part of loading it by its address, and waits until
 * nothing of the page before is left. Of a page that is shown already it loads the address.
 */
export const visit = async (page: Page, path: string): Promise<void> => {
  const { pathname } = new URL(path, page.url());
  if (pathname === new URL(page.url()).pathname) return void (await page.goto(path));
  // Nothing lies under the mouse, as on a page that was just loaded.
  await page.mouse.move(0, 0);
  const before = await page.evaluateHandle((to) => {
    const heads = [...document.querySelectorAll('main :is(h1, h2)')];
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
    return heads;
  }, path);
  await page.waitForFunction((heads) => heads.every((head) => !head.isConnected), before);
  await before.dispose();
};

/** The session's token as the page keeps it. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const kept = sessionStorage.getItem('jewel:token') ?? localStorage.getItem('jewel:token') ?? '""';
    return JSON.parse(kept) as string;
  });
