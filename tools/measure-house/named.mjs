/** Paths that some text names, and that are not there: a comment, a paper, a list that was left behind by a move. */
import { branchesOf, regexOf } from './branches.mjs';
import { isCode, isOwn } from './patterns.mjs';

const TOP = '(?:services|projections|house|root-config|mfe-(?:stock|sales|admin|mobile)|tests|tools|docs|deploy)';
const FILE = new RegExp(
  String.raw`(?<![\w./@-])${TOP}/[\w./{},*…<>-]+\.(?:tsx?|mjs|mts|md|json|svg|sql|yaml|conf)\b`,
  'g',
);
/** In quotation marks, in code that checks and builds. */
const PLACE = new RegExp(String.raw`'(${TOP}/[\w./-]+)'`, 'g');
const SPECIFIER = /\b(?:from|import|mock)\s*\(?\s*'[^']*'/g;
const TEXT = /\.(tsx?|mjs|mts|md|json|yaml|service|conf)$|(^|\/)(Dockerfile|run)$/;
const UNREAD = /(^|\/)(golden\/|package-lock\.json$)/;

/** Not there, and rightly so. */
export const NAMED_ON_PURPOSE = [
  [/[<…]/, 'it stands for many'],
  [/\/dist\b|\.css$/, 'what is built is in no check-out'],
  [
    /planted|^services\/(transfer\/evolve|elsewhere\/slice)\.ts$|^tests\/[ab]\.test\.ts$|^house\/files$/,
    'a test puts it there',
  ],
  [/demo-brand|^tests\/flow\/custom\/$/, 'the generator writes it'],
  [/^projections\/loans\//, 'the example of docs/new-document.md'],
  [/^root-config\/(ui|api|print)$/, 'a name of the import map'],
];

const namesIn = (tree, path) => {
  const text = tree.text(path);
  const files = [...text.matchAll(FILE)].map(([name]) => name);
  if (!isCode(path)) return files;
  return [...files, ...[...text.replaceAll(SPECIFIER, '').matchAll(PLACE)].map(([, name]) => name)];
};
const placesOf = ({ files }) =>
  new Set(files.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))));

/** `path names name`, once for each. */
export const deadNames = (tree) => {
  const places = placesOf(tree);
  const isThere = (name) =>
    places.has(name.replace(/\/$/, '')) ||
    places.has(`${name}.ts`) ||
    (/[*{]/.test(name) &&
      branchesOf(regexOf(name)).every((one) => tree.files.some((file) => new RegExp(one).test(file))));
  const named = tree.files
    .filter((path) => TEXT.test(path) && !UNREAD.test(path) && !isOwn(path))
    .flatMap((path) => namesIn(tree, path).map((name) => ({ path, name })))
    .filter(({ name }) => !isThere(name) && !NAMED_ON_PURPOSE.some(([is]) => is.test(name)));
  return [...new Set(named.map(({ path, name }) => `${path} names ${name}`))];
};
