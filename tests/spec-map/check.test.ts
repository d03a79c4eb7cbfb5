import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RULES, SALES, STOCK, numbersIn, ranIn, rulesOf, unproved, type Rule } from './check.ts';

const REPORT = {
  testResults: [
    {
      name: '/house/tests/a.test.ts',
      assertionResults: [
        { fullName: 'it works (S0§1/1 S0§1/4)', status: 'passed' },
        { fullName: 'it breaks (S0§1/2)', status: 'failed' },
        { fullName: 'it rests (S0§1/3)', status: 'skipped' },
      ],
    },
    { name: '/house/tests/a.test.ts', assertionResults: [{ fullName: 'it works (S0§1/1 S0§1/4)', status: 'failed' }] },
    { name: '/house/tests/b.test.ts', assertionResults: [{ fullName: 'it works (S0§1/5–7)', status: 'passed' }] },
  ],
};
const ran = ranIn(REPORT, '/house/');
const about = (number: string, tests = 1) => unproved([{ number, rule: 'x', rulings: [], titles: 1, tests }], ran);

test('a rule whose tests passed is proved; where one is missing, failed, was skipped or failed once it is not', () => {
  expect(['S0§1/5', 'S0§1/6', 'S0§1/7'].flatMap((number) => about(number))).toEqual([]);
  expect(about('S0§1/6', 2)).toEqual(['S0§1/6 x: 1 of 2 tests ran']);
  expect(about('S0§1/8')).toEqual(['S0§1/8 x: 0 of 1 tests ran']);
  expect(about('S0§1/2')).toEqual(['S0§1/2 x: tests/a.test.ts: it breaks (S0§1/2) failed']);
  expect(about('S0§1/3')).toEqual(['S0§1/3 x: tests/a.test.ts: it rests (S0§1/3) skipped']);
  expect(about('S0§1/4')).toEqual(['S0§1/4 x: tests/a.test.ts: it works (S0§1/1 S0§1/4) failed']);
});

test('a line is a number, where it stands, rulings, titles, tests and the rule; numbers end a title', () => {
  expect(
    rulesOf('# x\n- S0§2/1 (list; R7, R8; 1 title, 12 tests) A; b (c).\n- S1§2.12/3 (2 titles, 2 tests) D.'),
  ).toEqual([
    { number: 'S0§2/1', rule: 'A; b (c).', rulings: ['R7', 'R8'], titles: 1, tests: 12 },
    { number: 'S1§2.12/3', rule: 'D.', rulings: [], titles: 2, tests: 2 },
  ]);
  expect(() => rulesOf('- S0§2 A.')).toThrow('no rule: - S0§2 A.');
  expect(numbersIn('a (S0§2/9 S1§2.12/3–5)')).toEqual(['S0§2/9', 'S1§2.12/3', 'S1§2.12/4', 'S1§2.12/5']);
  expect(numbersIn('a (S0§2/9) b')).toEqual([]);
});

const twice = (all: readonly string[]) => all.filter((one, index) => all.indexOf(one) !== index);
const partOf = ({ number }: Rule): string => number.slice(0, number.indexOf('/'));

test('the rules are those of every part of the stock document, none of them twice', () => {
  const parts = new Set(STOCK.map(partOf));
  expect([...parts].toSorted()).toEqual(['S0§2', 'S0§3', 'S0§4', 'S0§5', 'S0§6', 'S0§7', 'S0§8', 'S0§9']);
  expect(twice(RULES.map(({ number }) => number))).toEqual([]);
  expect(twice(RULES.map((rule) => `${partOf(rule)} ${rule.rule}`))).toEqual([]);
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

test('the rules are those of every part and every ruling of the sales document', () => {
  const parts = new Set(SALES.map(partOf));
  expect(SALES_PARTS.filter((part) => !parts.has(part))).toEqual([]);
  const rulings = new Set(SALES.flatMap((rule) => rule.rulings));
  expect(RULINGS.filter((ruling) => !rulings.has(ruling))).toEqual([]);
});

const root = fileURLToPath(new URL('../../', import.meta.url));
const TESTS = [
  '{services,projections,house,tests}/**/*.ts',
  '{root-config,mfe-stock,mfe-sales,mfe-admin,mfe-mobile}/src/**/*.{ts,tsx}',
];
/** What stands in quotation marks and ends with numbers. */
const TITLE = /(?:'((?:[^'\\\n]|\\.)+ \(S\d§[^'\n]*\))'|`([^`\n]+ \(S\d§[^`\n]*\))`)/g;
const numbersWritten = (): readonly string[] =>
  globSync(TESTS, { cwd: root, exclude: ['**/node_modules/**', 'tests/spec-map/**'] }).flatMap((file) =>
    [...readFileSync(root + file, 'utf8').matchAll(TITLE)].flatMap(([, plain, templated]) =>
      numbersIn(plain ?? templated ?? ''),
    ),
  );

test('titles of tests have the numbers of all rules, so that one that is lost is seen before a whole run ends', () => {
  const written = Map.groupBy(numbersWritten(), (number) => number);
  const titles = RULES.map(({ number, titles: wanted }) => `${number}: ${wanted}`);
  expect(RULES.map(({ number }) => `${number}: ${written.get(number)?.length ?? 0}`)).toEqual(titles);
  const known = new Set(RULES.map(({ number }) => number));
  expect([...written.keys()].filter((number) => !known.has(number))).toEqual([]);
});
