// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { deliver, useScanner } from './scanner.ts';
import { onToast } from './toast.ts';

/** Times of its own: on a busy machine the keys of one call lie further apart than a scanner's. */
let clock = 0;
const keyDown = (key: string): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: (clock += 5) });
  return event;
};
const strike = (target: Element, text: string, key = 'Enter', pause = 1_000): KeyboardEvent => {
  const field = target as HTMLInputElement;
  clock += pause;
  for (const character of text) {
    const event = keyDown(character);
    if (target.dispatchEvent(event) && 'value' in target) field.value += character;
  }
  const last = keyDown(key);
  target.dispatchEvent(last);
  return last;
};
const said: string[] = [];
onToast(({ text }) => said.push(text));
afterEach(() => {
  said.length = 0;
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

/** Keys one by one: a text and the pause before it in ms. */
const typed = (field: HTMLInputElement, text: string, gap: number): void => {
  for (const character of text) {
    clock += gap - 5;
    if (field.dispatchEvent(keyDown(character))) field.value += character;
  }
};
const textField = (value = ''): HTMLInputElement => {
  const field = document.body.appendChild(document.createElement('input'));
  field.value = value;
  field.focus();
  return field;
};
const NOT_WHOLE = '刚才的扫码没有读完整，没有录入，请重新扫描';
const NOT_HERE = '这里不接收扫码，条码没有录入；请先关闭打开的窗口再扫';

test('keys 88, 70 ms, 209256 in a field: neither piece, the field as it was, and it is said', () => {
  const scanned = vi.fn();
  renderHook(() => useScanner(scanned));
  const field = textField('急');
  strike(field, '88', 'Shift');
  expect(strike(field, '209256', 'Enter', 65).defaultPrevented).toBe(true);
  expect(scanned).not.toHaveBeenCalled();
  expect(field.value).toBe('急');
  expect(said).toEqual([NOT_WHOLE]);
});
test('in a scan box the same keys are the box’s own: its Enter is not touched', () => {
  const scanned = vi.fn();
  renderHook(() => useScanner(scanned));
  const box = textField();
  box.dataset['scanner'] = 'box';
  strike(box, '88', 'Shift');
  expect(strike(box, '209256', 'Enter', 65).defaultPrevented).toBe(false);
  expect(box.value).toBe('88209256');
  box.value = '88';
  expect(strike(box, '209256').defaultPrevented).toBe(false);
  expect([box.value, scanned.mock.calls, said]).toEqual(['88209256', [], []]);
});
test('abc typed and a scan without leaving: the field has abc, also where it commits on leaving', () => {
  const scanned = vi.fn();
  renderHook(() => useScanner(scanned));
  const field = textField();
  const committed: string[] = [];
  field.addEventListener('blur', () => committed.push(field.value));
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
  typed(field, 'abc', 90);
  strike(field, '202600000968');
  expect(scanned).toHaveBeenCalledExactlyOnceWith('202600000968');
  expect([field.value, document.activeElement === field]).toEqual(['abc', true]);
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  strike(field, '202600000976');
  expect([field.value, document.activeElement === field]).toEqual(['abc', true]);
  expect(committed).toEqual([]);
  field.blur();
  expect(committed).toEqual(['abc']);
});
test('abc typed and a scan at once: no scan, abc stays', () => {
  const scanned = vi.fn();
  renderHook(() => useScanner(scanned));
  const field = textField();
  typed(field, 'abc', 90);
  strike(field, '202600000968', 'Enter', 120);
  expect([field.value, scanned.mock.calls, said]).toEqual(['abc', [], [NOT_WHOLE]]);
});
test('a burst whose first key moved the focus leaves nothing in the field it went to', () => {
  renderHook(() => useScanner(vi.fn()));
  const filter = textField('王');
  clock += 1_000;
  document.body.dispatchEvent(keyDown('/'));
  typed(filter, '2026', 5);
  filter.dispatchEvent(keyDown('Enter'));
  expect(filter.value).toBe('王');
});
test('decorations come off before anybody gets the code, from scanner and camera alike', () => {
  const scanned = vi.fn();
  renderHook(() => useScanner(scanned));
  strike(document.body, ']C1202600000017');
  deliver('\\000026\u001D202600000025');
  expect(scanned.mock.calls).toEqual([['202600000017'], ['202600000025']]);
});
test('a scan that nobody takes is said: where a dialog has no use for it, or whoever is there refuses it', () => {
  renderHook(() => useScanner(() => false));
  strike(document.body, 'AAAA1111');
  expect(said).toEqual([NOT_HERE]);
  const dialog = openDialog();
  const remark = dialog.appendChild(document.createElement('input'));
  remark.value = '刻字';
  remark.focus();
  strike(remark, 'BBBB2222');
  expect([remark.value, said]).toEqual(['刻字', [NOT_HERE, NOT_HERE]]);
});
