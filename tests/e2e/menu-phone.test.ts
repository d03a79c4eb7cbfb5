/**
 * Every page on a phone of 390 px: a low head, the first card in sight whole, the paging clear of the scan button, nothing beyond the edge,
 * axe finds nothing serious.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AREAS, CRAWL, crawl, pagesOf, plantAll } from './support/crawl.ts';
import { ADMIN, useDesk } from './support/desk.ts';

const PHONE = { ...ADMIN, options: { viewport: { width: 390, height: 844 }, hasTouch: true } };
const MOST_HEAD = 150;

type Measure = { readonly head: number; readonly firstCard: number | null; readonly underScan: number };
const measure = (page: Page): Promise<Measure> =>
  page.evaluate(() => {
    const main = document.querySelector('main');
    // The page before may have left it scrolled.
    main?.scrollTo({ top: 0 });
    const head = document.querySelector('.ui-head')?.getBoundingClientRect().height ?? 0;
    const firstCard = document.querySelector('.ui-card')?.getBoundingClientRect().bottom ?? null;
    main?.scrollTo({ top: main.scrollHeight });
    const scan = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '扫码');
    const end = document.querySelector('.ui-paging')?.getBoundingClientRect().bottom ?? 0;
    return { head, firstCard, underScan: scan === undefined ? 0 : end - scan.getBoundingClientRect().top };
  });

describe('every page on a phone', () => {
  const desk = useDesk({}, plantAll);
  const look = async (page: Page): Promise<readonly string[]> => {
    const { head, firstCard, underScan } = await measure(page);
    return [
      ...(head > MOST_HEAD ? [`head of ${head} px`] : []),
      ...(underScan > 0 ? [`the paging ends ${underScan} px under the scan button`] : []),
      ...(firstCard !== null && firstCard > 844 ? [`the first card ends at ${firstCard} px`] : []),
    ];
  };

  test.each(AREAS)('%s (S2§2.26/1)', CRAWL, async (area) => {
    const { page } = await desk.sit('/index', PHONE);
    expect(await crawl(page, await pagesOf(page, 'main', area), look)).toEqual([]);
  });
});
