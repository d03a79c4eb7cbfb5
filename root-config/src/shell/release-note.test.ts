// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { releaseNote } from './release-note.ts';

let told = 0;
const tell = (): void => void (told += 1);
beforeEach(() => {
  told = 0;
  document.head.innerHTML = '<meta name="release" content="one" />';
  document.body.innerHTML = '';
});

test('another release is told once', () => {
  const noteRelease = releaseNote(tell);
  noteRelease('one');
  noteRelease(null);
  expect(told).toBe(0);
  noteRelease('two');
  noteRelease('three');
  expect(told).toBe(1);
});
test('never in the middle of a form: it waits until that is closed and nothing is typed', () => {
  const noteRelease = releaseNote(tell);
  document.body.innerHTML = '<div role="dialog"></div><input />';
  noteRelease('two');
  document.querySelector('[role="dialog"]')?.remove();
  document.querySelector('input')?.focus();
  noteRelease('two');
  expect(told).toBe(0);
  document.querySelector('input')?.blur();
  noteRelease('two');
  expect(told).toBe(1);
});
test('a page of a development server, which has no release, tells nothing', () => {
  document.head.innerHTML = '';
  const noteRelease = releaseNote(tell);
  noteRelease('two');
  expect(told).toBe(0);
});
