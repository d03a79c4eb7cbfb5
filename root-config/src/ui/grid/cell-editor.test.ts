import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CellEditor } from './cell-editor.tsx';

const OPTIONS = ['光圈', '光面', '福字'].map((label, index) => ({ value: String(index), label }));
afterEach(cleanup);
type Done = (text: string, then: string) => void;
let onDone = vi.fn<Done>();
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  onDone = vi.fn<Done>();
});
/** Opened by a key (`fresh`) or by a double click on what stood there. */
const open = async (text: string, fresh: boolean): Promise<HTMLElement> => {
  const edit = { row: 0, col: 0, text, fresh };
  const column = { field: 'style' as const, title: '款式', kind: 'dict' as const, edit: 'dict' as const };
  render(createElement(CellEditor<{ style: string }>, { edit, column, options: OPTIONS, onDone }));
  await screen.findByRole('listbox', { hidden: true }, { timeout: 30_000 });
  return screen.getByRole('combobox', { name: '款式' });
};
const shown = (): readonly string[] => screen.getAllByRole('option', { hidden: true }).map((each) => each.textContent);
const activeWords = (input: HTMLElement): string | undefined =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('what is typed leaves the options that have it, and Enter takes the marked one', async () => {
  const input = await open('光', true);
  expect(document.activeElement).toBe(input);
  expect([shown(), activeWords(input)]).toEqual([['光圈', '光面'], '光圈']);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(activeWords(input)).toBe('光面');
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onDone.mock.calls).toEqual([['光面', 'down']]);
});
test('opened over a value all options stand there, and leaving changes nothing', async () => {
  const input = await open('光面', false);
  expect([shown().length, activeWords(input)]).toEqual([3, '光面']);
  fireEvent.keyDown(input, { key: 'Tab' });
  expect(onDone.mock.calls).toEqual([['光面', 'next']]);
});
test('words that no option has are handed over once, to be refused', async () => {
  const input = await open('铂', true);
  expect(screen.getByText('没有找到')).toBeDefined();
  fireEvent.keyDown(input, { key: 'Enter' });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onDone.mock.calls).toEqual([['铂', 'down']]);
});
test('an emptied cell is empty', async () => {
  const input = await open('光圈', false);
  fireEvent.change(input, { target: { value: '' } });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(onDone.mock.calls).toEqual([['', 'down']]);
});
test('Enter of an input method belongs to it, and a press on an option chooses it without leaving the cell before', async () => {
  const input = await open('', true);
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  expect(onDone).not.toHaveBeenCalled();
  const option = screen.getByText('福字');
  expect(fireEvent.mouseDown(option)).toBe(false);
  fireEvent.click(option);
  expect(onDone.mock.calls).toEqual([['福字', 'down']]);
});
