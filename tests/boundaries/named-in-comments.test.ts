/** What a comment or a paper names in backticks, and every file that a comment names, is there: a name that went takes its mention along. */
import { expect, test } from 'vitest';
import { filesOf, textOf } from './sources.ts';

const tracked = filesOf();
const CODE = /\.(ts|tsx|mjs)$/;
const COMMENT = /\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm;
const codeOf = (file: string): string => (CODE.test(file) ? textOf(file).replaceAll(COMMENT, ' ') : textOf(file));

/** These tests plant names that nothing bears. */
const OWN = /^tests\/boundaries\/named-in-comments/;
/** Every word that is said outside of comments. */
const words = new Set(
  tracked
    .filter((file) => /\.(ts|tsx|mjs|mts|sql|css|json|html|ya?ml)$/.test(file) && !OWN.test(file))
    .flatMap((file) => codeOf(file).match(/[\w$]+/g) ?? []),
);
/** Each file by all ends of its path: `queries.ts`, `platform/queries.ts` … */
const ends = new Set(
  tracked.flatMap((file) => {
    const parts = file.split('/');
    return parts.map((_, place) => parts.slice(place).join('/'));
  }),
);
const folders = new Set(
  tracked.flatMap((file) => file.split('/').map((_, place, all) => all.slice(0, place).join('/'))),
);

/** Of others (a console, a database, a browser), made by a build or by the generator, or an example of a form. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'p_stock_on_hand_v2',
  'AZ',
  'verify-log.mjs',
  'leave-form.tsx',
  './custom/demo-brand/screen.tsx',
  'custom/demo-brand/screen.tsx',
  'template/screen.tsx',
  'index.json',
  'data.json',
  'manifest.json',
  'test.ts',
  'test.tsx',
  'sql.test.ts',
]);
const isFile = (name: string): boolean => ends.has(name) || ELSEWHERE.has(name);
const isWord = (name: string): boolean => words.has(name) || ELSEWHERE.has(name);
const FILE = /^[\w./-]+\.(?:ts|tsx|mjs|sql|json)$/;
const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:\.#?[A-Za-z_$][\w$]*)?(?:\(\))?$/;
const wrongTick = (name: string): boolean => {
  if (FILE.test(name)) return !isFile(name);
  return IDENTIFIER.test(name) && !name.replace('()', '').split(/\.#?/).every(isWord);
};
/** Names of a comment that nothing bears. */
const goneIn = (comment: string): readonly string[] => {
  const ticks = [...comment.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name!).filter(wrongTick);
  const links = [...comment.matchAll(/\{@link ([\w$.#]+)/g)].map(([, name]) => name!);
  const files = (comment.match(/(?<![\w`/.*{}<>-])[\w/-]+\.(?:ts|tsx|mjs|sql)\b/g) ?? []).filter(
    (name) => !isFile(name),
  );
  return [...ticks, ...links.filter((name) => !name.split(/[.#]+/).every(isWord)), ...files];
};

/** A made-up tree of a test, or what a test plants, names what is nowhere. */
const comments = tracked
  .filter((file) => CODE.test(file) && !file.startsWith('tests/boundaries/'))
  .flatMap((file) => (textOf(file).match(COMMENT) ?? []).map((comment) => [file, comment] as const));
test('comments name what is there', () => {
  expect(comments.length).toBeGreaterThan(5_000);
  expect(comments.flatMap(([file, comment]) => goneIn(comment).map((name) => `${file}: ${name}`))).toEqual([]);
});

const TOP = /^(?:house|services|projections|root-config|mfe-\w+|tests|tools|docs|deploy)\//;
const EXAMPLE = /(?:^|\/)loans?(?:\/|$)/;
/** Paths of a paper, `tests/flow/sale` for its test. */
const goneOf = (paper: string): readonly string[] =>
  [...paper.replaceAll(/```[^]*?```/g, '').matchAll(/`([\w./-]+)`/g)]
    .map(([, name]) => name!.replace(/\/$/, ''))
    .filter((name) => TOP.test(name) && !EXAMPLE.test(name) && !name.endsWith('/node_modules'))
    .filter((name) => !folders.has(name) && !['', '.ts', '.test.ts', '.mjs'].some((end) => ends.has(`${name}${end}`)));
test('papers name paths that are there', () => {
  const papers = tracked.filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file));
  const gone = papers.flatMap((file) => goneOf(textOf(file)).map((name) => `${file}: ${name}`));
  expect(papers.length).toBeGreaterThan(70);
  // Modules of the console by the names they are imported by.
  expect(gone).toEqual(['README.md: root-config/ui', 'README.md: root-config/api']);
});
test('names that nothing bears are seen', () => {
  expect(goneIn('/** `noSuchNameAnywhere` of `nowhere.ts`, see gone-file.ts and {@link AlsoGoneFromHere} */')).toEqual([
    'noSuchNameAnywhere',
    'nowhere.ts',
    'AlsoGoneFromHere',
    'gone-file.ts',
  ]);
  expect(
    goneIn('/** `Desk.create` of `desk.ts` ({@link WireIds}), documents/desk.ts; `1 + 1`, `<path>/rows` */'),
  ).toEqual([]);
  const flow = ['tests', 'flow'].join('/');
  expect(goneOf(`\`${flow}/no-such-flow\` and \`${flow}/sale\``)).toEqual([`${flow}/no-such-flow`]);
});
