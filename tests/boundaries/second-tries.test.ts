/** What is tried a second time when it fails: single tests, each with its reason, no project as a whole. The list may only shrink. */
import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

const A_SECOND = 'measures that something is done within a second or two, on a machine that others use too';
const UNDER_LOAD = 'measures how soon a list is answered while the house is kept busy';
/** How many tests of a file, and why. */
const SECOND_TRIES: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'tests/contract/event-store/postgres-writer.test.ts': [1, A_SECOND],
  'tests/contract/event-store/postgres.test.ts': [1, A_SECOND],
  'tests/flow/monitor.test.ts': [1, A_SECOND],
  'tests/flow/own-writes.test.ts': [1, A_SECOND],
  'tests/flow/standby.test.ts': [3, A_SECOND],
  'tests/flow/stock-check-scanners.test.ts': [1, A_SECOND],
  'tests/flow/two-processes.test.ts': [1, A_SECOND],
  'tests/security/captcha.test.ts': [1, UNDER_LOAD],
  'tests/security/import-files.test.ts': [1, UNDER_LOAD],
  'tests/security/uploads.test.ts': [1, UNDER_LOAD],
};

const triesIn = (text: string): number => [...text.matchAll(/\bretry:\s*\d/g)].length;

test('a second try stands at a test of the list', () => {
  const files = filesOf('tests', 'services', 'projections', 'root-config', 'mfe-*').filter((file) =>
    /\.test\.tsx?$/.test(file),
  );
  const counts = files.map((file) => [file, triesIn(textOf(file))] as const);
  const found = Object.fromEntries(counts.filter(([, count]) => count > 0));
  const listed = Object.fromEntries(Object.entries(SECOND_TRIES).map(([file, [count]]) => [file, count]));
  expect(found).toEqual(listed);
});

test('the list is no longer than it was, and no project tries all of its tests again', () => {
  const count = Object.values(SECOND_TRIES).reduce((sum, [each]) => sum + each, 0);
  expect(count).toBeLessThanOrEqual(12);
  expect(triesIn(`{ retry${': 1 }'}`)).toBe(1);
  expect(triesIn(textOf('vitest.config.ts'))).toBe(0);
});
