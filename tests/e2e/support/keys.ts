/** Hands and scanners: a person types with pauses, a scanner sends its code within milliseconds. */
import type { Locator, Page } from 'playwright-core';

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
const SUFFIX = { Enter: { code: 13, text: '\r' }, Tab: { code: 9, text: '' } } as const;
const codeOf = (character: string): string => (/\d/.test(character) ? `Digit${character}` : `Key${character}`);

/** A barcode from a scanner, wherever the focus is: all keys are on their way before the page answers the first. */
export const scan = async (page: Page, code: string, suffix: 'Enter' | 'Tab' = 'Enter'): Promise<void> => {
  const wire = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const keys = code.split('').map((key) => ({
    key,
    code: codeOf(key),
    text: key,
    windowsVirtualKeyCode: key.charCodeAt(0),
  }));
  const last = SUFFIX[suffix];
  const sent = [...keys, { key: suffix, code: suffix, text: last.text, windowsVirtualKeyCode: last.code }].flatMap(
    (key, index) =>
      (['keyDown', 'keyUp'] as const).map((type) =>
        wire.send('Input.dispatchKeyEvent', { type, timestamp: start + index * GAP_S, ...key }),
      ),
  );
  await Promise.all(sent);
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
