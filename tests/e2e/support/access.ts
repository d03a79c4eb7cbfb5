/** What axe finds on a page: serious and critical, in what can be used now. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { still } from './chromium.mjs';

/** What of axe is asked here; `_audit` knows how grave each rule can get. */
type Axe = {
  readonly _audit: { readonly rules: readonly { readonly id: string; readonly impact: string | null }[] };
  readonly configure: (spec: { readonly rules: readonly { readonly id: string; readonly selector: string }[] }) => void;
  readonly run: (context: unknown, options: unknown) => Promise<{ readonly violations: readonly Violation[] }>;
};
type Violation = {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
};
/** In each frame that has none yet: half a megabyte that a document reads once, however often it is looked at. */
const withAxe = async (page: Page): Promise<void> => {
  const source = new AxeBuilder({ page })['script']();
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(source);
};
/** `rules`: these alone, of all that there are. `menu`: the side menu too, which is the same beside every page. */
export type Look = { readonly rules?: readonly string[]; readonly menu?: boolean };
/**
 * In the page: marks every text that is dressed like none of `seen`, for axe to reckon its contrast, which is most of what axe costs.
 * Text and ground of the same colours and sizes in the same parts have the same contrast on every page. Answers how those are dressed
 * that can be seen whole, as hashes: only they count as judged.
 */
const markTexts = ([mark, seen, exclude]: readonly [
  mark: string,
  seen: readonly number[],
  exclude: string,
]): readonly number[] => {
  const hashOf = (text: string): number => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2_654_435_761);
      low = Math.imul(low ^ code, 1_597_334_677);
    }
    return (high >>> 0) * 2 ** 21 + (low >>> 11);
  };
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element | null): string => {
    if (element === null) return '';
    const before = grounds.get(element);
    if (before !== undefined) return before;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity, position].join(' ');
    const above = groundOf(element.parentElement);
    const ground = own === 'rgba(0, 0, 0, 0) none 1 static' ? above : `${above}>${own}`;
    grounds.set(element, ground);
    return ground;
  };
  const dressOf = (element: Element): number => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const states = ['class', 'disabled', 'aria-disabled', 'aria-selected', 'aria-hidden'];
    const parent = element.parentElement?.getAttribute('class') ?? '';
    const named = states.map((name) => element.getAttribute(name) ?? '-');
    return hashOf(
      [element.localName, ...named, parent, color, fontSize, fontWeight, textShadow, groundOf(element)].join('|'),
    );
  };
  const isOnTop = (element: Element): boolean => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && (element.contains(there) || there.contains(element));
  };
  const hasText = (element: Element): boolean =>
    element.matches('input, textarea') ||
    [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '');
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
  const judged = new Set(seen);
  const fresh: number[] = [];
  for (const element of document.querySelectorAll('body, body *')) {
    if (!hasText(element) || (exclude !== '' && element.closest(exclude) !== null)) continue;
    const dress = dressOf(element);
    if (judged.has(dress)) continue;
    element.setAttribute(mark, '');
    // Of a single letter axe does not judge the colours.
    const isLetter = !element.matches('input, textarea') && element.textContent.trim().length < 2;
    if (isLetter || !isOnTop(element)) continue;
    judged.add(dress);
    fresh.push(dress);
  }
  return fresh;
};

/**
 * In the page: a rule that can find only what is minor or moderate is not asked, which saves a fifth of the work. What a modal
 * dialog covers was looked at before it opened, and the menu in the walks over all pages: a third to a half of it.
 */
const askAxe = async ([{ rules: named, menu = false }, mark, side]: readonly [
  Look,
  mark: string,
  side: string,
]): Promise<readonly Violation[]> => {
  const { axe } = window as unknown as { axe: Axe };
  const grave = axe._audit.rules.filter(({ impact }) => impact !== 'minor' && impact !== 'moderate');
  const mild = axe._audit.rules.filter((rule) => !grave.includes(rule));
  const rules = Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }]));
  const runOnly = named === undefined ? {} : { runOnly: { type: 'rule', values: named } };
  const modals = [...document.querySelectorAll('[aria-modal="true"]')];
  const covered = [...document.querySelectorAll('header, nav, main')].filter((part) =>
    modals.every((modal) => !part.contains(modal) && !modal.contains(part)),
  );
  const besides = menu ? [] : [...document.querySelectorAll(side)];
  const context = { include: document, exclude: modals.length > 0 ? covered : besides };
  axe.configure({ rules: [{ id: 'color-contrast', selector: `[${mark}]` }] });
  const { violations } = await axe.run(context, { resultTypes: ['violations'], rules, ...runOnly });
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
};

const MENU = 'nav[aria-label="菜单"]';
const MARK = 'data-contrast-asked';
/** Of all pages of this worker. */
const judged = new Set<number>();
/** Serious and critical findings on what can be used now. */
export const accessFindings = async (page: Page, look: Look = {}): Promise<readonly string[]> => {
  // Colours are those of a page at rest: a dialog that fades in is paler than it will be.
  await still(page);
  await withAxe(page);
  const fresh = await page.evaluate(markTexts, [MARK, [...judged], look.menu === true ? '' : MENU] as const);
  const violations = await page.evaluate(askAxe, [look, MARK, MENU] as const);
  // What was found pale is found again by whoever looks again.
  if (!violations.some(({ id }) => id === 'color-contrast')) for (const dress of fresh) judged.add(dress);
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 4).map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  );
};
