/**
 * Every page at a desk of 1440 × 900: a low head, money and weight before the actions, no figure cut, nothing beyond the edge, axe finds
 * nothing serious, no native select.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { AREAS, CRAWL, crawl, pagesOf, plantAll } from './support/crawl.ts';
import { useDesk } from './support/desk.ts';

/** Cells of figures whose words are wider than they are, words that are cut and not told whole, and a head that is too high. */
const cutIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const head = document.querySelector('.ui-head')?.getBoundingClientRect().height ?? 0;
    if (head > 150) faults.push(`head of ${head} px`);
    for (const cell of document.querySelectorAll<HTMLElement>('.ui-num'))
      if (cell.scrollWidth > cell.clientWidth) faults.push(`cut: ${cell.textContent}`);
    for (const cell of document.querySelectorAll<HTMLElement>('tbody td:not(.ui-num, .ui-last)'))
      if (cell.scrollWidth > cell.clientWidth && cell.title === '' && cell.querySelector('[title]') === null)
        faults.push(`cut and not told on hover: ${cell.textContent}`);
    return faults;
  });
/** Names of goods that are cut though their column is narrower than twelve letters. */
const namesCutIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    (least) => {
      const heads = [...document.querySelectorAll<HTMLElement>('.ui-table thead th')];
      const places = heads.flatMap(({ textContent }, index) => (/首饰名称/.test(textContent) ? [index] : []));
      const rows = [...document.querySelectorAll<HTMLTableRowElement>('.ui-table tbody tr')];
      const cells = rows.flatMap((row) => places.flatMap((place) => row.cells[place] ?? []));
      return cells
        .filter((cell) => cell.scrollWidth > cell.clientWidth && cell.clientWidth < least)
        .map((cell) => `${cell.textContent}: ${cell.clientWidth} px`);
    },
    12 * 14 + 16,
  );
const IN_SIGHT = ['金重(g)', '标价', '状态', '审核', '审核状态', '首饰金额', '实付金额', '调入金额', '退货金额'];
/** Columns that must be seen without scrolling, and end behind the actions or the frame; and any cut in two there. */
const hiddenIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate((wanted) => {
    const frame = document.querySelector('.ui-table-frame')?.getBoundingClientRect();
    const sticky = document.querySelector('th.ui-last')?.getBoundingClientRect();
    const end = (sticky?.left ?? frame?.right ?? 0) + 0.5;
    const heads = [...document.querySelectorAll<HTMLElement>('.ui-table thead th:not(.ui-last, .ui-fill)')];
    const names = heads.map((cell) => [cell, cell.textContent.replaceAll(/[▼↑↓\s]/g, '')] as const);
    // Of the next column not more may be seen than the room beside its words.
    const isAcross = ({ left, right }: DOMRect): boolean => left < end - 16 && right > end;
    const across = names.filter(([cell]) => isAcross(cell.getBoundingClientRect()));
    const hidden = names
      .filter(([cell, name]) => wanted.includes(name) && cell.getBoundingClientRect().right > end)
      .map(([, name]) => `${name} behind ${end}`);
    return [...hidden, ...across.map(([, name]) => `${name} across ${end}`)];
  }, IN_SIGHT);

describe('every page at a desk', () => {
  const desk = useDesk({}, plantAll);
  const look = async (page: Page, where: string): Promise<readonly string[]> => {
    const faults = async () => [...(await cutIn(page)), ...(await namesCutIn(page)), ...(await hiddenIn(page))];
    // The table takes the room that is measured a frame after its rows.
    await expect.poll(faults, { message: where, timeout: 10_000 }).toEqual([]);
    return [];
  };

  test.each(AREAS)('%s (S2§2.4/2 S2§2.26/1)', CRAWL, async (area) => {
    const { page } = await desk.sit();
    expect(await crawl(page, await pagesOf(page, 'nav', area), look)).toEqual([]);
  });
});
