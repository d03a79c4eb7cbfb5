/** Patterns and names of paths, wherever they are written, that meet no file: what moved away from under them. */
import { readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, posix } from 'node:path';
import { branchesOf, regexOf } from './branches.mjs';

/** Met by nothing, and rightly so: what is asked of an alternative, and why. */
export const EMPTY_ON_PURPOSE = [
  [/\b(dist|site|data|cache)\b/, 'what is built or run is in no check-out'],
  [/\\\.test\\\.\(?:?\??:?tsx\)?\$/, 'no test of a screen needs elements yet'],
  [/src\/custom\/\[\^\/\]\*\/screen/, 'the generator writes it'],
  [/decider\((-\[\^\/\]\+\\\.ts|\/\.\+)\)\$/, 'a decider that grows becomes several files or a folder'],
  [/\^services\\\/\(\?=platform\\\/\)\[\^\/\]\+\\\/\(decider/, 'rules are of slices; plumbing has none of such a name'],
];

const packagesIn = (root) => {
  const folder = join(root, 'node_modules');
  const names = readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((one) => `${name}/${one}`) : [name],
  );
  return names.map((name) => `node_modules/${name}/package.json`);
};
/** What a pattern may meet: files, packages and modules of Node. */
export const whatThereIs = ({ root, files }) => [
  ...files,
  ...packagesIn(root),
  ...builtinModules.flatMap((name) => [name, `node:${name}`]),
];

const ofRegex = (where, source) => branchesOf(source).map((branch) => ({ where, pattern: source, branch }));
const ofGlob = (where, glob) =>
  ofRegex(where, regexOf(posix.normalize(glob))).map((one) => ({ ...one, pattern: glob }));
const list = (value) => (value === undefined ? [] : [value].flat());
/** Settings may end their lists with a comma, and none has a comment. */
const json = (tree, path) => JSON.parse(tree.text(path));

const CRUISER = '.dependency-cruiser.json';
/** `$1` is what the other side found. */
const ofFences = (tree) =>
  json(tree, CRUISER).forbidden.flatMap(({ name, from, to }) =>
    [from.path, from.pathNot, to.path, to.pathNot]
      .flatMap(list)
      .flatMap((source) => ofRegex(`${CRUISER} ${name}`, source.replaceAll(/\$\d/g, '[^/]+'))),
  );
const ofCompilers = (tree) =>
  tree.files
    .filter((path) => /(^|\/)tsconfig[^/]*\.json$/.test(path))
    .flatMap((path) => {
      const { include = [], files = [], extends: base } = json(tree, path);
      const named = [...include, ...files, ...list(base)];
      return named.flatMap((glob) => ofGlob(path, posix.join(posix.dirname(path), glob)));
    });
const ofKnip = (tree) =>
  Object.entries(json(tree, 'knip.json').workspaces).flatMap(([workspace, { entry = [], project = [] }]) =>
    [...entry, ...project].flatMap((glob) => ofGlob(`knip.json ${workspace}`, posix.join(workspace, glob))),
  );
const ofLint = (tree) =>
  json(tree, '.oxlintrc.json').overrides.flatMap(({ files }) =>
    files.flatMap((glob) => ofGlob('.oxlintrc.json', /\//.test(glob) ? glob : `**/${glob}`)),
  );
const ofFormat = (tree) => json(tree, '.oxfmtrc.json').ignorePatterns.flatMap((glob) => ofGlob('.oxfmtrc.json', glob));
/** What packages hand out, in whatever folder a star stands for. */
const ofPackages = (tree) =>
  tree.files
    .filter((path) => /^[^/]+\/package\.json$/.test(path))
    .flatMap((path) =>
      Object.values(json(tree, path).exports ?? {}).flatMap((value) =>
        ofGlob(path, posix.join(posix.dirname(path), value.replaceAll('*', '**/*'))),
      ),
    );

/** These speak of what is not there. */
export const isOwn = (path) =>
  /^tools\/measure-house|^tests\/boundaries\/(patterns|measured-house)\.test\.ts$/.test(path);
/** Build, checks and tests, of which patterns in code say what they are for. */
export const isCode = (path) =>
  /^(tests|tools|root-config\/build)\/.*\.(ts|mjs)$|(^|\/)(vite|vitest)\.config\.(ts|mjs)$/.test(path) && !isOwn(path);
const LITERAL =
  /(?<=[=(,:\s!&|?[{])\/((?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/[dgimsuvy]*(?=[\s,.;)\]}])/g;
/** It speaks of a folder of the house, or of files of sources. */
const OF_PATHS =
  /(?<![-\w])(house|services|projections|root-config|mfe|tests|tools|docs|deploy)\b.*(\\\/|\[\\\\\/\])|\[\\\\\/\]|\\\.tsx?\b|\\\.test/;
/** Of addresses and of a file's text. */
const NO_PATHS = /\\\?|CMD|^\^https?:/;
const ofCode = (tree) =>
  tree.files
    .filter(isCode)
    .flatMap((path) => [...tree.text(path).matchAll(LITERAL)].map(([, source]) => ({ path, source })))
    .filter(({ source }) => OF_PATHS.test(source) && !NO_PATHS.test(source))
    .flatMap(({ path, source }) => ofRegex(path, source));

export const patternsOf = (tree) =>
  [ofFences, ofCompilers, ofKnip, ofLint, ofFormat, ofPackages, ofCode].flatMap((of) => of(tree));

/** Alternatives of patterns that meet nothing: `where: pattern`, with the alternative. */
export const idlePatterns = (tree, there = whatThereIs(tree)) => {
  const met = new Map();
  const meets = (branch) => {
    if (!met.has(branch)) {
      const regex = new RegExp(branch);
      const isInside = !/^\^\w/.test(branch);
      met.set(
        branch,
        there.some((path) => regex.test(path) || (isInside && regex.test(`/${path}`))),
      );
    }
    return met.get(branch);
  };
  return patternsOf(tree)
    .filter(({ branch }) => !meets(branch) && !EMPTY_ON_PURPOSE.some(([is]) => is.test(branch)))
    .map(({ where, pattern, branch }) => `${where}: ${pattern}${branch === pattern ? '' : ` by ${branch}`}`);
};

const regexesOf = (sources, found = '[^/]+') => list(sources).map((one) => new RegExp(one.replaceAll('$1', found)));
/** Those of a side of a fence, where `$1` is what the other side found. */
const onSide = (files, { path, pathNot }, found) => {
  const [wanted, not] = [regexesOf(path, found), regexesOf(pathNot, found)];
  return files.filter(
    (file) => (wanted.length === 0 || wanted.some((one) => one.test(file))) && !not.some((one) => one.test(file)),
  );
};
/** What the first group of the side that imports finds, once for each: `$1` of the other side. */
const foundBy = ({ path }, files) => {
  const groups = regexesOf(path).flatMap((one) => files.map((file) => one.exec(file)?.[1]));
  return [...new Set(groups.filter((one) => one !== undefined))];
};
/** Fences of which one side has no file at all: `name from`, `name to`. */
export const openFences = (tree, there = whatThereIs(tree)) =>
  json(tree, CRUISER).forbidden.flatMap(({ name, from, to }) => {
    const importing = onSide(there, from);
    const needs = JSON.stringify(to).includes('$1') ? foundBy(from, importing) : [undefined];
    const imported = needs.some((found) => onSide(there, to, found).length > 0);
    return [...(importing.length > 0 ? [] : [`${name} from`]), ...(imported ? [] : [`${name} to`])];
  });
