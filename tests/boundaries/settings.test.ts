/** What a setting is at first stands in the rows of a new house and in the paper that explains it: the same in both. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingSeeds } from '../../services/master-data/settings/seed.ts';

const ROW = /^\| `(\w+)` \| ([^|]+) \|/gm;
/** Told in words: nothing, or JSON of which the paper shows an example. */
const IN_WORDS = /^(\(empty\)|none|no days)$/;

test('docs/operations.md names the defaults that a new house has', () => {
  const paper = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const table = paper.slice(paper.indexOf('\n## Settings\n'), paper.indexOf('\n## Security\n'));
  const seeds = new Map(settingSeeds('').map(({ key, value }) => [key, value]));
  const told = [...table.matchAll(ROW)].map(([, key = '', value = '']) => [key, value.trim()] as const);
  expect(told.length).toBeGreaterThan(20);
  const other = told.filter(([key, value]) => !IN_WORDS.test(value) && seeds.get(key) !== value);
  expect(other.map(([key, value]) => `${key}: ${value} in docs/operations.md, ${seeds.get(key)} in the seeds`)).toEqual(
    [],
  );
});
