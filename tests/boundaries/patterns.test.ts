/**
 * What moves leaves patterns behind that meet nothing: a fence around an empty field, a test that nobody runs. Every pattern of
 * paths, of settings and of code that checks and builds, meets a file with each of its alternatives.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import * as measure from '../../tools/measure-house.mjs';
import { FOLDERS } from '../../tools/house.mjs';
import config from '../../vitest.config.ts';
import { ROOT, filesOf } from './sources.ts';

const { branchesOf, regexOf } = measure;
const house = measure.treeAt(ROOT, filesOf());
const { files, text: textOf } = house;
const saying = (file: string, text: string): measure.Tree => ({
  ...house,
  text: (one) => (one === file ? text : textOf(one)),
});

test('each alternative of each pattern of paths meets a file', () => {
  expect(measure.idlePatterns(house)).toEqual([]);
  const where = new Set(measure.patternsOf(house).map((one) => one.where.split(' ')[0]!));
  expect(where).toEqual(
    expect.objectContaining(
      new Set([
        '.dependency-cruiser.json',
        'tsconfig.house.json',
        'tests/tsconfig.json',
        'knip.json',
        '.oxlintrc.json',
        '.oxfmtrc.json',
        'services/package.json',
        'tools/house.mjs',
        'root-config/build/mfe.mjs',
        'tests/boundaries/cuts.test.ts',
        'tests/boundaries/live-checks.test.ts',
      ]),
    ),
  );
});

test('a pattern is taken apart into its alternatives, what is left out and what may be missing too', () => {
  expect(branchesOf('^a/(b|c/(d|e))\\.ts$')).toEqual([
    '^a/(b)\\.ts$',
    '^a/(c/(d|e))\\.ts$',
    '^a/(c/(d))\\.ts$',
    '^a/(c/(e))\\.ts$',
  ]);
  expect(branchesOf('^a/(?!b/|c/)')).toEqual(['^a/(?=b/)', '^a/(?=c/)']);
  expect(branchesOf('a(-b)?[|(]\\(')).toEqual(['a(-b)[|(]\\(']);
  expect(branchesOf('^plain$')).toEqual(['^plain$']);
  expect(branchesOf(regexOf('a/**/*.{ts,tsx}'))).toEqual([
    '^a/.*(?<=^|/)[^/]*\\.(?:ts)$',
    '^a/.*(?<=^|/)[^/]*\\.(?:tsx)$',
  ]);
});

test('what moved away from under a pattern is found, in settings and in code', () => {
  const cruiser = textOf('.dependency-cruiser.json');
  const fence = saying(
    '.dependency-cruiser.json',
    cruiser.replace('(services|projections|root-config|', '(services|moved|root-config|'),
  );
  expect(measure.idlePatterns(fence)).toEqual([
    expect.stringMatching(/^\.dependency-cruiser\.json nobody-knows-the-house: .* by \^\(moved\)\/$/),
  ]);
  const code = saying('tests/boundaries/cuts.test.ts', 'const HERE = /^(services|moved)\\//;');
  expect(measure.idlePatterns(code)).toEqual(['tests/boundaries/cuts.test.ts: ^(services|moved)\\/ by ^(moved)\\/']);
});

test('what meets nothing on purpose still does, and is still there', () => {
  const branches = measure.patternsOf(house).map(({ branch }) => branch);
  const idle = measure.EMPTY_ON_PURPOSE.filter(([is]) => !branches.some((branch) => is.test(branch)));
  expect(idle).toEqual([]);
});

test('each fence has files on both of its sides', () => {
  expect(measure.openFences(house)).toEqual([]);
  const cruiser = textOf('.dependency-cruiser.json');
  const moved = cruiser
    .replaceAll('^mfe-([^/]+)/', '^apps/([^/]+)/')
    .replaceAll('"^root-config/src/(ui|shell)/"', '"^ui/"');
  expect(measure.openFences(saying('.dependency-cruiser.json', moved))).toEqual([
    'micro-frontends-stand-alone from',
    'micro-frontends-stand-alone to',
    'api-knows-no-ui to',
  ]);
});

test('every path of a file that a comment, a paper or a list names is there', () => {
  expect(measure.deadNames(house)).toEqual([]);
  const comment = saying(
    'services/main.ts',
    '/** As services/platform/gone.ts and docs/*.md say, and tools/{start,gone}.mjs. */',
  );
  expect(measure.deadNames(comment)).toEqual([
    'services/main.ts names services/platform/gone.ts',
    'services/main.ts names tools/{start,gone}.mjs',
  ]);
  const list = saying('tests/boundaries/cuts.test.ts', "const HERE = ['services', 'projections/moved'];");
  expect(measure.deadNames(list)).toEqual(['tests/boundaries/cuts.test.ts names projections/moved']);
});

type Project = { readonly test: { readonly name: string; readonly include: string[]; readonly exclude: string[] } };
const projects = ((config.test?.projects ?? []) as unknown as readonly Project[]).map(({ test: one }) => one);
const compiled = new Map<string, RegExp>();
const isOf = (glob: string): RegExp => {
  const regex = compiled.get(glob) ?? new RegExp(regexOf(glob));
  compiled.set(glob, regex);
  return regex;
};
const meets = (file: string, globs: readonly string[]): boolean => globs.some((glob) => isOf(glob).test(file));
const projectsOf = (file: string): string[] =>
  projects.filter(({ include, exclude }) => meets(file, include) && !meets(file, exclude)).map(({ name }) => name);

test('every test file that git has runs, in one project; five flows run over the other store, too', () => {
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  const ran = tests.map((file) => [file, projectsOf(file).filter((name) => name !== 'flow-eventstoredb')] as const);
  expect(ran.filter(([, names]) => names.length !== 1)).toEqual([]);
  expect(tests.length).toBeGreaterThan(600);
  expect(tests.filter((file) => projectsOf(file).includes('flow-eventstoredb'))).toHaveLength(5);
  const idle = projects.flatMap(({ name, include }) =>
    include
      .filter((glob) => !glob.endsWith('.tsx') && !files.some((file) => meets(file, [glob])))
      .map((glob) => `${name} ${glob}`),
  );
  expect(idle).toEqual([]);
});

type Program = { readonly include: readonly string[] };
/** What `npm test` has the compiler read. */
const PROGRAMS = ['tsconfig.house.json', 'tsconfig.pages.json', 'tests/tsconfig.json'].flatMap((program) =>
  (JSON.parse(textOf(program)) as Program).include.map((glob) => path.posix.join(path.posix.dirname(program), glob)),
);
type Workspaces = { readonly workspaces: Readonly<{ [folder: string]: { readonly project: readonly string[] } }> };
const SEARCHED = Object.entries((JSON.parse(textOf('knip.json')) as Workspaces).workspaces).flatMap(([folder, one]) =>
  one.project.map((glob) => path.posix.join(folder, glob)),
);

test('every source is read by the compiler, by the fences and by the search for dead code', () => {
  const typed = files.filter(
    (file) => /\.(ts|tsx)$/.test(file) && file.includes('/') && !/\.d\.ts$|^tests\/bench\//.test(file),
  );
  expect(typed.length).toBeGreaterThan(2_500);
  // Tests of plain scripts, which have no types.
  const untyped = typed.filter((file) => !meets(file, PROGRAMS));
  expect(untyped.filter((file) => !/^root-config\/build\/[^/]+\.test\.ts$/.test(file))).toEqual([]);
  expect(typed.filter((file) => !meets(file, SEARCHED))).toEqual([]);
  const sources = typed.filter((file) => !file.startsWith('tests/') && !file.endsWith('.test.ts'));
  expect(sources.filter((file) => !FOLDERS.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
});
