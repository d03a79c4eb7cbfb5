/** Hands and scanners: a person types with pauses, a scanner sends its code within milliseconds. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Faster than this looks like a scanner. */
const PERSON_MS = 60;

/** Types where the focus is. */
export const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: PERSON_MS });

/** Replaces what stands in a field. */
export const typeIn = async (field: Locator, text: string): Promise<void> => {
  await field.focus();
  await field.press('Control+a');
  await field.page().keyboard.type(text, { delay: PERSON_MS });
};

const GAP_S = 0.005;
/** Between the last key of a person and the first one of a scanner: what comes sooner is no scan. */
const APART_S = 0.31;
const SUFFIX = { Enter: { code: 13, text: '\r' }, Tab: { code: 9, text: '' } } as const;
const codeOf = (character: string): string => (/\d/.test(character) ? `Digit${character}` : `Key${character}`);

const keysOf = (code: string, suffix: 'Enter' | 'Tab') => {
  const last = SUFFIX[suffix];
  const keys = code.split('').map((key) => ({
    key,
    code: codeOf(key),
    text: key,
    windowsVirtualKeyCode: key.charCodeAt(0),
  }));
  return [...keys, { key: suffix, code: suffix, text: last.text, windowsVirtualKeyCode: last.code }];
};
const strike = async (page: Page, keys: ReturnType<typeof keysOf>, gap: number): Promise<void> => {
  const wire = await page.context().newCDPSession(page);
  const start = Date.now() / 1000 + APART_S;
  const sent = keys.flatMap((key, index) =>
    (['keyDown', 'keyUp'] as const).map((type) =>
      wire.send('Input.dispatchKeyEvent', { type, timestamp: start + index * gap, ...key }),
    ),
  );
  await Promise.all(sent);
  await wire.detach();
};

/** Parts of a code and the pauses between them in ms, Enter at the end: keys that lie exactly so far apart. */
export const strikeParts = async (page: Page, parts: readonly (string | number)[]): Promise<void> => {
  const wire = await page.context().newCDPSession(page);
  let at = Date.now() / 1000 + APART_S;
  const sent: Promise<unknown>[] = [];
  for (const part of parts) {
    if (typeof part === 'number') {
      at += part / 1000 - GAP_S;
      continue;
    }
    for (const key of part === 'Enter' ? keysOf('', 'Enter') : keysOf(part, 'Enter').slice(0, -1)) {
      at += GAP_S;
      for (const type of ['keyDown', 'keyUp'] as const)
        sent.push(wire.send('Input.dispatchKeyEvent', { type, timestamp: at, ...key }));
    }
  }
  await Promise.all(sent);
  await wire.detach();
};

/** A barcode from a scanner, wherever the focus is: all keys are on their way before the page answers the first. */
export const scan = (page: Page, code: string, suffix: 'Enter' | 'Tab' = 'Enter'): Promise<void> =>
  strike(page, keysOf(code, suffix), GAP_S);

/** A scanner that fires without a pause: all these codes within one second. */
export const fire = (page: Page, codes: readonly string[]): Promise<void> => {
  const keys = codes.flatMap((code) => keysOf(code, 'Enter'));
  return strike(page, keys, Math.min(GAP_S, 1 / keys.length));
};

/**
 * A code through a Chinese input method: it stands as a composition, the closing key goes to the input method, and the
 * composition ends with what it had.
 */
export const compose = async (field: Locator, text: string): Promise<void> => {
  const page = field.page();
  await field.focus();
  const wire = await page.context().newCDPSession(page);
  await wire.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await wire.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Process',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  await wire.send('Input.insertText', { text });
  await wire.detach();
};

/** Tab (or Shift+Tab) until the focus is on `target`: what a keyboard cannot reach fails. */
export const tabTo = async (page: Page, target: Locator, { limit = 60, back = false } = {}): Promise<void> => {
  await target.first().waitFor();
  for (let step = 0; step < limit; step++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
};

/**
 * Waits until the keyboard is in `scope`: what opens can be seen before it has the keys, and one that is pressed in
 * between goes to what lies under it.
 */
export const keysIn = async (scope: Locator): Promise<void> => {
  const has = (): Promise<boolean> => scope.first().evaluate((element) => element.contains(document.activeElement));
  await expect.poll(has, { message: `the keyboard is in ${String(scope)}` }).toBe(true);
};
/** Leaves a dialog or a list by Esc. */
export const escape = async (scope: Locator): Promise<void> => {
  await keysIn(scope);
  await scope.page().keyboard.press('Escape');
  await scope.first().waitFor({ state: 'hidden' });
};
