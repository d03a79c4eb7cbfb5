/** Advisory locks are taken by the one table of them (services/platform/locks/advisory-locks.ts): no statement says a key of its own. */
import { expect, test } from 'vitest';
import { LOCKS } from '../../services/platform/locks/advisory-locks.ts';
import { filesOf, textOf } from './sources.ts';

const TABLE = 'services/platform/locks/advisory-locks.ts';
/** A function of an applied migration has its number for ever. */
const APPLIED = 'services/master-data/custom-resources.ts';

const TAKES = /pg_(?:try_)?advisory_(?:xact_)?(?:un)?lock(?:_shared)?\s*\(|hashtext(?:extended)?\s*\(/g;
const OWN_CONSTANT = /(?:LOCK|SEED|PROMISE) = (?:\d|'|"|`)/;
/** What stands between the brackets that open before `from`. */
const bracketed = (text: string, from: number): string => {
  let depth = 1;
  let end = from;
  for (; depth > 0 && end < text.length; end += 1) depth += Number(text[end] === '(') - Number(text[end] === ')');
  return text.slice(from, end - 1);
};
/** Keys that a source says itself: numbers and quoted words beside what is handed in. */
const ownKeys = (source: string): readonly string[] =>
  [...source.matchAll(TAKES)].flatMap(({ index, 0: opening }) => {
    const said = bracketed(source, index + opening.length).replaceAll(/\$\{[^}]*\}|\$\d/g, '');
    return /'[^']+'|"[^"]+"|(?<![\w.])[1-9][\d_]*/.test(said) ? [opening + said] : [];
  });

const files = filesOf('house/*.ts', 'services/*.ts', 'projections/*.ts', 'tools').filter(
  (path) => path !== TABLE && !path.includes('.test.'),
);

test('every advisory lock is one of the table', () => {
  const takers = files.filter((path) => /pg_(?:try_)?advisory_(?:xact_)?lock/.test(textOf(path)));
  const own = takers.flatMap((path) => ownKeys(textOf(path)).map((key) => `${path}: ${key}`));
  expect(takers.length).toBeGreaterThan(8);
  expect(own).toEqual([`${APPLIED}: pg_advisory_xact_lock(${LOCKS.menuTree.number}`]);
  const strangers = takers.filter((path) => !/advisory-locks|WRITERS_LOCK/.test(textOf(path)));
  expect(strangers).toEqual([APPLIED]);
  expect(takers.filter((path) => OWN_CONSTANT.test(textOf(path)))).toEqual([]);
});
test('every lock of the table is taken', () => {
  const text = files.map(textOf).join('\n');
  expect(Object.keys(LOCKS).filter((name) => !text.includes(`LOCKS.${name}`))).toEqual([]);
});
test('keys that a statement says itself are seen', () => {
  expect(ownKeys('SELECT pg_advisory_xact_lock(7041)')).toHaveLength(1);
  expect(ownKeys("select pg_try_advisory_lock(hashtextextended('own', $1))")).toHaveLength(2);
  expect(ownKeys('pg_advisory_lock(hashtextextended($1, 7046))')).toHaveLength(2);
  expect(ownKeys('pg_advisory_xact_lock(${LOCKS.administrators.number})')).toEqual([]);
  expect(ownKeys('pg_advisory_lock_shared($1, $2)')).toEqual([]);
  expect(
    ['const TREE_LOCK = 7_041_003;', 'const LOCK = LOCKS.spool.first;'].map((line) => OWN_CONSTANT.test(line)),
  ).toEqual([true, false]);
});
