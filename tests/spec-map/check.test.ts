import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ADMINISTRATION } from './administration.ts';
import { ranIn, unproved } from './check.ts';
import { SALES } from './sales.ts';
import { STOCK } from './stock.ts';

const REPORT = {
  testResults: [
    {
      name: '/house/tests/a.test.ts',
      assertionResults: [
        { fullName: 'it works', status: 'passed' },
        { fullName: 'it breaks', status: 'failed' },
        { fullName: 'it rests', status: 'skipped' },
      ],
    },
    { name: '/house/tests/a.test.ts', assertionResults: [{ fullName: 'it works', status: 'failed' }] },
    { name: '/house/tests/b.test.ts', assertionResults: [{ fullName: 'it works', status: 'passed' }] },
  ],
};
const ran = ranIn(REPORT, '/house/');
const about = (...tests: readonly string[]) => unproved([{ section: 'S0§1', rule: 'x', tests }], ran);

test('a rule whose test passed is proved; one that is missing, failed, was skipped or failed once is not', () => {
  expect(about('tests/b.test.ts: it works')).toEqual([]);
  expect(about('tests/b.test.ts: it is gone')).toEqual(['S0§1 x: tests/b.test.ts: it is gone did not run']);
  expect(about('tests/a.test.ts: it breaks')).toEqual(['S0§1 x: tests/a.test.ts: it breaks failed']);
  expect(about('tests/a.test.ts: it rests')).toEqual(['S0§1 x: tests/a.test.ts: it rests skipped']);
  expect(about('tests/a.test.ts: it works')).toEqual(['S0§1 x: tests/a.test.ts: it works failed']);
  expect(about()).toEqual(['S0§1 x: no test is named']);
});

test('the map holds every part of the document, no rule twice', () => {
  const parts = new Set(STOCK.map(({ section }) => section.slice(0, 4)));
  expect([...parts].toSorted()).toEqual(['S0§2', 'S0§3', 'S0§4', 'S0§5', 'S0§6', 'S0§7', 'S0§8', 'S0§9']);
  const rules = STOCK.map(({ section, rule }) => `${section} ${rule}`);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
});

/** Parts of the sales document. */
const SALES_PARTS = [
  ...Array.from({ length: 16 }, (_, index) => `S1§2.${index + 1}`),
  ...[3, 4, 5, 6, 7, 8, 9].map((part) => `S1§${part}`),
];
const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `R${from + index}`);
/** Rulings on sales; printing (R53) is a matter of its own. */
const RULINGS = [...numbered(15, 27), ...numbered(42, 53), ...numbered(68, 99)];
const partOf = ({ section }: (typeof SALES)[number]): string => section.split(' ')[0] ?? '';

test('the map holds every part and every ruling of the sales document, no rule twice', () => {
  const parts = new Set(SALES.map(partOf));
  expect(SALES_PARTS.filter((part) => !parts.has(part))).toEqual([]);
  const rulings = new Set(SALES.flatMap(({ ruling = '' }) => ruling.split(/,\s*/)));
  expect(RULINGS.filter((ruling) => !rulings.has(ruling))).toEqual([]);
  const rules = SALES.map(({ section, rule }) => `${section} ${rule}`);
  expect(rules.filter((rule, index) => rules.indexOf(rule) !== index)).toEqual([]);
});

const root = fileURLToPath(new URL('../../', import.meta.url));
/** A file's text with that of the files beside it that it reads: two files may share the tests of one. */
const textOf = (file: string): string => {
  const text = readFileSync(root + file, 'utf8');
  const beside = [...text.matchAll(/from '\.\/([^']+)'/g)].map(([, name]) => `${path.dirname(root + file)}/${name}`);
  return [text, ...beside.map((name) => readFileSync(name, 'utf8'))].join('\n');
};
/** The literals of a file, each as a pattern: what a table of tests fills in (`%s`) may be anything beside its words. */
const titlesOf = (text: string): readonly RegExp[] =>
  [...text.matchAll(/'((?:[^'\\\n]|\\.)+)'|`([^`\n]+)`/g)].flatMap(([, plain, templated = '']) => {
    const parts = (plain?.replaceAll(/\\(.)/g, '$1') ?? templated).split(/%[sdijo]|\$\{[^}]*\}/);
    if (plain === undefined && parts.join('').length < 4) return [];
    const words = parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`));
    return [new RegExp(`(?:^| )${words.join('.*')}$`)];
  });

test('every test that a rule names is written, so that a new name of one is seen before a whole run ends', () => {
  const titles = new Map<string, readonly RegExp[]>();
  const written = (named: string): boolean => {
    const at = named.indexOf(': ');
    const file = named.slice(0, at);
    if (!titles.has(file)) titles.set(file, existsSync(root + file) ? titlesOf(textOf(file)) : []);
    return titles.get(file)?.some((title) => title.test(named.slice(at + 2))) ?? false;
  };
  const named = [...STOCK, ...SALES, ...ADMINISTRATION].flatMap(({ tests }) => tests);
  expect(named.filter((name) => !written(name))).toEqual([]);
  expect(written('tests/flow/shift.test.ts: the tills of a shop are those whose names were used there')).toBe(false);
});
