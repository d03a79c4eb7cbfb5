/**
 * Rules of the documents, numbered one by one in stock.md, sales.md and administration.md, and which of them have no test that ran
 * and passed. A test says in its title which it shows: `a blank line counts nothing (S0§5/3 S1§6/1–68)`.
 */
import { readFileSync } from 'node:fs';

export type Rule = {
  /** S0§5/3 */
  readonly number: string;
  readonly rule: string;
  /** The rulings that replace or complete it: R14, R92. */
  readonly rulings: readonly string[];
  /** In how many places of the tests it stands in a title, and how many tests have it by that: a table makes several of one. */
  readonly titles: number;
  readonly tests: number;
};
const LINE = /^- (S\d§[\d.]+\/\d+) \((.*?; )?(\d+) titles?, (\d+) tests?\) (.+)$/;
export const rulesOf = (text: string): readonly Rule[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('- S'))
    .map((line) => {
      const [, number = '', said = '', titles, tests, rule = ''] = LINE.exec(line) ?? [];
      if (number === '') throw new RangeError(`no rule: ${line}`);
      const rulings = said
        .split('; ')
        .filter((part) => /^R\d/.test(part))
        .flatMap((part) => part.split(', '));
      return { number, rule, rulings, titles: Number(titles), tests: Number(tests) };
    });
const rulesIn = (name: string): readonly Rule[] =>
  rulesOf(readFileSync(new URL(`./${name}.md`, import.meta.url), 'utf8'));
export const STOCK = rulesIn('stock');
export const SALES = rulesIn('sales');
export const RULES: readonly Rule[] = [...STOCK, ...SALES, ...rulesIn('administration')];

const NUMBERS = /\(((?:S\d§[\d.]+\/\d+(?:–\d+)?\s?)+)\)$/;
/** The numbers at the end of a title; `S1§6/1–3` are three. */
export const numbersIn = (title: string): readonly string[] =>
  (NUMBERS.exec(title)?.[1]?.split(' ') ?? []).flatMap((said) => {
    const [, part = '', first, last = first] = /^(.+)\/(\d+)(?:–(\d+))?$/.exec(said) ?? [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, at) => `${part}/${Number(first) + at}`);
  });

export type Ran = ReadonlyMap<string, string>;

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};
/** `file: name` → how it ended; a test that ran twice counts as its worse end. */
export const ranIn = (report: Report, root: string): Ran => {
  const ran = new Map<string, string>();
  for (const { name, assertionResults } of report.testResults) {
    const file = name.startsWith(root) ? name.slice(root.length).replace(/^\//, '') : name;
    for (const { fullName, status } of assertionResults) {
      const key = `${file}: ${fullName}`;
      if (ran.get(key) === undefined || ran.get(key) === 'passed') ran.set(key, status);
    }
  }
  return ran;
};

/** One sentence for each test of a rule that did not pass, and for each rule with fewer tests than it had. */
export const unproved = (rules: readonly Rule[], ran: Ran): readonly string[] => {
  const shown = new Map<string, (readonly [test: string, ended: string])[]>();
  for (const [test, ended] of ran)
    for (const number of numbersIn(test)) shown.set(number, [...(shown.get(number) ?? []), [test, ended]]);
  return rules.flatMap(({ number, rule, tests }) => {
    const own = shown.get(number) ?? [];
    const bad = own.flatMap(([test, ended]) => (ended === 'passed' ? [] : [`${number} ${rule}: ${test} ${ended}`]));
    return own.length < tests ? [...bad, `${number} ${rule}: ${own.length} of ${tests} tests ran`] : bad;
  });
};
