// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Key, createBurst } from './scan-burst.ts';
import { useScanner } from './scanner.ts';

const plain = (key: string, time: number): Key => ({ key, code: '', keyCode: 0, shift: false, command: false, time });
const run = (text: string, gap: number) => {
  const feed = createBurst();
  let time = 1_000;
  for (const key of text) feed(plain(key, (time += gap)));
  return feed(plain('Enter', time + gap));
};

test('fast keys closed by Enter are a barcode', () => {
  expect(run('202600000017', 8)).toEqual({ kind: 'scanned', text: '202600000017' });
});
test('a person typing is not', () => {
  expect(run('202600000017', 70).kind).toBe('ignored');
});
test('five characters are too few', () => {
  expect(run('12345', 5).kind).toBe('ignored');
});
test('slow text before the burst is not part of it', () => {
  const feed = createBurst();
  feed(plain('9', 0));
  let time = 500;
  for (const key of 'AB-123456') feed(plain(key, (time += 5)));
  expect(feed(plain('Tab', time + 5))).toEqual({ kind: 'scanned', text: 'AB-123456' });
});
test('an input method that swallows the characters does not matter', () => {
  const feed = createBurst();
  const codes = ['KeyJ', 'KeyW', 'Minus', 'Digit2', 'Digit0', 'Digit7', 'Slash'];
  codes.forEach((code, index) =>
    feed({ key: 'Process', code, keyCode: 229, shift: false, command: false, time: index * 5 }),
  );
  expect(feed({ ...plain('Process', 40), code: 'Enter', keyCode: 229 })).toEqual({ kind: 'scanned', text: 'JW-207/' });
});

/** Times of its own: on a busy machine the keys of one call lie further apart than a scanner's. */
let clock = 0;
const keyDown = (key: string): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: (clock += 5) });
  return event;
};
const strike = (target: Element, text: string, key = 'Enter'): KeyboardEvent => {
  const field = target as HTMLInputElement;
  clock += 1_000;
  for (const character of text) {
    const event = keyDown(character);
    if (target.dispatchEvent(event) && 'value' in target) field.value += character;
  }
  const last = keyDown(key);
  target.dispatchEvent(last);
  return last;
};
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

test('the field under the focus keeps what it held, and Enter submits nothing', () => {
  const scanned = vi.fn();
  renderHook(() => useScanner(scanned));
  const field = document.body.appendChild(document.createElement('input'));
  field.value = '备注';
  field.focus();
  const enter = strike(field, '202600000017');
  expect(scanned).toHaveBeenCalledExactlyOnceWith('202600000017');
  expect(field.value).toBe('备注');
  expect(document.activeElement).toBe(field);
  expect(enter.defaultPrevented).toBe(true);
});
test('the topmost active handler wins, and gives way when it goes', () => {
  const page = vi.fn();
  const dialog = vi.fn();
  renderHook(() => useScanner(page));
  const opened = renderHook(({ active }) => useScanner(dialog, { active }), { initialProps: { active: true } });
  strike(document.body, 'AAAA1111');
  opened.rerender({ active: false });
  strike(document.body, 'BBBB2222');
  expect(dialog.mock.calls).toEqual([['AAAA1111']]);
  expect(page.mock.calls).toEqual([['BBBB2222']]);
});
test('a field that opted out takes the keys as they are', () => {
  const scanned = vi.fn();
  renderHook(() => useScanner(scanned));
  const field = document.body.appendChild(document.createElement('input'));
  field.dataset['scanner'] = 'off';
  strike(field, '202600000017');
  expect(scanned).not.toHaveBeenCalled();
  expect(field.value).toBe('202600000017');
});

const openDialog = (): HTMLElement => {
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('aria-modal', 'true');
  return dialog;
};
test('a dialog without a handler keeps the scan from the list behind, and one with a handler gets it', () => {
  const list = vi.fn();
  const box = vi.fn();
  renderHook(() => useScanner(list));
  const form = openDialog();
  expect(strike(document.body, 'AAAA1111').defaultPrevented).toBe(true);
  renderHook(() => useScanner(box));
  strike(document.body, 'BBBB2222');
  const question = openDialog();
  strike(document.body, 'CCCC3333');
  question.remove();
  strike(document.body, 'DDDD4444');
  form.remove();
  expect(box.mock.calls).toEqual([['BBBB2222'], ['DDDD4444']]);
  expect(list).not.toHaveBeenCalled();
});
test('in such a dialog words may be scanned into a field, a weight not', () => {
  renderHook(() => useScanner(vi.fn()));
  const dialog = openDialog();
  const field = (mode: string): HTMLInputElement => {
    const input = dialog.appendChild(document.createElement('input'));
    // jsdom has no inputMode of its own.
    Object.defineProperty(input, 'inputMode', { value: mode });
    input.focus();
    return input;
  };
  const words = field('text');
  strike(words, 'GTC000000400');
  const weight = field('decimal');
  strike(weight, '202600000017');
  expect([words.value, weight.value]).toEqual(['GTC000000400', '']);
});
