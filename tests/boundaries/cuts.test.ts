/** Text that people write is cut by `cut` and `cutUnits` alone: any other cut halves an emoji or a rare character. */
import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

const sources = filesOf('*.ts', '*.tsx').filter(
  (path) => /^(house|services|projections|root-config|mfe-\w+)\//.test(path) && !/\.test\.tsx?$|\/testing\//.test(path),
);

/** What may be cut from the front without it, and why; ¦ stands before the cut. */
const ALLOWED: readonly (readonly [cut: RegExp, reason: string])[] = [
  [
    /(problems|rows|cells|lines|draft\.lines|queue|waiting|doubts|differences|ordered|events|members|bySize)( \?\? \[\]\))?¦\.slice\(0, /i,
    'a list',
  ],
  [
    /(keys|titles|names|shopIds|made|held|usable|facts|tabs|found\]|seen|ids|sheets|elements|past|filled|asked|tokens|broken|codes|rest|right\]|changes|settlementMethods\(\)\)|\}\))¦\.slice\(0, /,
    'a list',
  ],
  [/Array\.from\(kept\[room - 1\] \?\? ''\)¦\.slice\(0, -1\)/, 'a list of characters'],
  [/\['passwords-common'\]¦\.slice\(0, /, 'a list'],
  [/filter\(.{0,60}\)\)?\]?¦\.slice\(0, /, 'a list'],
  [
    /(day|today|\.min|\.max|dayOf\((actor\.)?now\)|toISOString\(\)|isoWithOffset\((at|moment)\))¦\.slice\(0, (4|8|10|16|19|length)\)/,
    'the beginning of a day or a moment',
  ],
  [/toISOString\(\)¦\.slice\(0, -1\)/, 'a moment without its Z'],
  [/digest\('hex'\)¦\.slice\(0, /, 'the beginning of a hash'],
  [/digits¦\.slice\(0, -places\)/, 'digits'],
  [/text¦\.slice\(0, -(unit|3\))/, 'a known ending'],
  [/clean¦\.slice\(0, -CARAT_POINT/, 'a known ending'],
  [/payload¦\.slice\(0, colon\)/, 'up to a mark'],
  [/text¦\.slice\(0, selectionStart\)/, 'up to the caret'],
  [/shape¦\.slice\(0, 2\)/, 'a word of the demo data'],
  [/value¦\.slice\(0, 10\)/, 'a day of a moment'],
];
/** The module that cuts. */
const CUTTER = 'services/contracts/limits.ts';

type Found = { readonly place: string; readonly code: string };
const CUT = /\.(slice\(0,|substring\(|substr\()/g;
/** Every cut with what stands before it, as one line. */
const cutsIn = (path: string, source: string): readonly Found[] => {
  const flat = source.replaceAll(/\n\s*\./g, '.');
  return [...flat.matchAll(CUT)].map(({ index }) => ({
    place: path,
    code: `${flat.slice(Math.max(0, index - 90), index)}¦${flat.slice(index, index + 40)}`.replaceAll(/\s+/g, ' '),
  }));
};
const refused = (found: readonly Found[]): readonly Found[] =>
  found.filter(({ code }) => !ALLOWED.some(([allowed]) => allowed.test(code)));

const all = sources.filter((path) => path !== CUTTER).flatMap((path) => cutsIn(path, textOf(path)));

test('no text is cut by units', () => {
  expect(all.length).toBeGreaterThan(50);
  expect(refused(all)).toEqual([]);
});
test('a planted cut is found, and nothing is allowed that is not there', () => {
  const planted = ['remark.slice(0, 20)', 'client.userAgent\n  .slice(0, 300)', 'name.substring(1, 4)'];
  expect(refused(planted.flatMap((source) => cutsIn('x.ts', source)))).toHaveLength(3);
  const idle = ALLOWED.filter(([allowed]) => !all.some(({ code }) => allowed.test(code)));
  expect(idle).toEqual([]);
});
