import { expect, test } from 'vitest';
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

/** Parts of the sales document; what shoppers alone see (§2.16) is a document of its own. */
const SALES_PARTS = [
  ...Array.from({ length: 15 }, (_, index) => `S1§2.${index + 1}`),
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
