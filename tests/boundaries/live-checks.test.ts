/** Commands read read models in one file of their slice, where everybody sees what waits for the log's head. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'services/*.ts'], {
  cwd: root,
  encoding: 'utf8',
});
/** The loader of the demo is no command; the plumbing names the schema in words only. */
const OTHERS = /\.test\.ts$|^services\/(?:demo|platform)\/|\/live-checks\.ts$/;
const NAMES_A_READ_MODEL = /\blive\.[a-z_]+\b(?!\()|\['live',/;

test('SQL over read models stands in live-checks.ts of a slice', () => {
  const paths = sources.split('\n').filter((path) => path !== '');
  const naming = paths.filter((path) => NAMES_A_READ_MODEL.test(readFileSync(new URL(path, root), 'utf8')));
  expect(naming.filter((path) => !OTHERS.test(path))).toEqual([]);
  expect(naming.filter((path) => path.endsWith('/live-checks.ts')).length).toBeGreaterThan(2);
});
