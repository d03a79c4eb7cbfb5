/** Commands read read models in one file of their slice, where everybody sees what waits for the log's head. */
import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

/** The loader of the demo is no command; the plumbing names the schema in words only. */
const OTHERS = /\.test\.ts$|^services\/(?:demo|platform)\/|\/live-checks\.ts$/;
const NAMES_A_READ_MODEL = /\blive\.[a-z_]+\b(?!\()|\['live',/;

test('SQL over read models stands in live-checks.ts of a slice', () => {
  const naming = filesOf('house/*.ts', 'services/*.ts').filter((path) => NAMES_A_READ_MODEL.test(textOf(path)));
  expect(naming.filter((path) => !OTHERS.test(path))).toEqual([]);
  expect(naming.filter((path) => path.endsWith('/live-checks.ts')).length).toBeGreaterThan(2);
});
