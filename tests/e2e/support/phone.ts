/** A shopper's telephone in the browser tests: signed in by an openId, and what every page of it keeps to. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sessionCookie } from '../../../services/platform/auth/shopper-cookies.ts';
import { signingKey } from '../../../services/platform/auth/signing-key.ts';
import { openSession } from '../../../services/shopper/sessions.ts';
import { bindShopper } from '../../support/bound-shopper.ts';
import { brokenText } from './broken-text.ts';
import { accessFindings } from './access.ts';
import { type Desk, type Seat } from './desk.ts';

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

type Visit = { readonly openId: string; readonly path: string; readonly window?: BrowserContextOptions };
/** Whoever has this openId is signed in, and the page is open. */
export const signedInPhone = async (desk: Desk, { openId, path, window = PHONE }: Visit): Promise<Seat> => {
  const { url, house } = desk.app();
  const { master } = house.deps;
  const token = await openSession(master, { openId }, { before: null, now: new Date() });
  const [pair = ''] = sessionCookie(token, await signingKey(master, 'shopper')(), false).split(';');
  const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
  const seat = await desk.open(window);
  const { hostname } = new URL(url);
  await seat.page.context().addCookies([{ name, value, domain: hostname, path: '/api/v1/wx', httpOnly: true }]);
  await seat.page.goto(path);
  return seat;
};
/** The same of whoever is bound to the record; 0: to none. */
export const boundPhone = async (desk: Desk, customerId: number, visit: Visit): Promise<Seat> => {
  if (customerId !== 0) await bindShopper(desk.app(), { openId: visit.openId, customerId });
  return signedInPhone(desk, visit);
};

/** Nothing is cut off, broken or wider than the window, also as whoever enlarges his type sees it, and everybody can use it. */
export const fitsPhone = async (page: Page): Promise<void> => {
  const faultsAt = async (size: string): Promise<readonly string[]> => {
    const beyond = await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
      return document.documentElement.scrollWidth - innerWidth;
    }, size);
    return [...(beyond > 0 ? [`${beyond} px wider than the window`] : []), ...(await page.evaluate(brokenText))];
  };
  expect(await faultsAt('')).toEqual([]);
  expect(await accessFindings(page)).toEqual([]);
  expect(await faultsAt('140%')).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
};
