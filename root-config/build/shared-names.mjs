/**
 * What a micro-frontend takes of the shell's shared modules, and what the shell hands out: a release of the one that does not
 * find its names in the other would start with a blank page, so it is not published.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MFES, SHARED, TOGETHER } from './shared-deps.mjs';

/** Beside a built package: of a micro-frontend what it imports, of the shell what each specifier exports. */
export const TAKEN = 'shared-taken.json';
export const OFFERED = 'shared-offered.json';

const SHELL = 'root-config';
/** @param {Iterable<string>} names */
const inOrder = (names) => [...new Set(names)].toSorted((left, right) => (left < right ? -1 : 1));
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** All of a module is taken as one object: whatever it has. */
const WHOLE = '*';
const importedName = ({ type, imported }) => {
  if (type === 'ImportNamespaceSpecifier') return WHOLE;
  return type === 'ImportDefaultSpecifier' ? 'default' : nameOf(imported);
};
const takenBy = (node) => {
  if (node.type === 'ImportDeclaration') return node.specifiers.map(importedName);
  if (node.type === 'ExportNamedDeclaration') return node.specifiers.map(({ local }) => nameOf(local));
  return [WHOLE];
};
const nameOf = ({ name, value }) => name ?? value;

/** @returns {Record<string, string[]>} specifier → names, of statements of one module's syntax tree */
export const namesTaken = (statements) => {
  const taken = {};
  for (const node of statements) {
    const specifier = node.source?.value;
    if (!SHARED.includes(specifier)) continue;
    taken[specifier] = [...new Set([...(taken[specifier] ?? []), ...takenBy(node)])];
  }
  return taken;
};

/** Notes what a micro-frontend takes. */
export const noteTaken = {
  name: 'shared-names',
  apply: 'build',
  generateBundle(_options, bundle) {
    const all = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const [specifier, names] of Object.entries(namesTaken(this.parse(chunk.code).body)))
        all[specifier] = inOrder([...(all[specifier] ?? []), ...names]);
    }
    this.emitFile({ type: 'asset', fileName: TAKEN, source: JSON.stringify(all) });
  },
};

/**
 * @param {Record<string, Record<string, string[]>>} takenOf micro-frontend → specifier → names
 * @param {Record<string, string[]>} offered specifier → names
 * @returns {string[]} one line for each name that is missing
 */
export const missingNames = (takenOf, offered) =>
  Object.entries(takenOf).flatMap(([mfe, taken]) =>
    Object.entries(taken).flatMap(([specifier, names]) =>
      names
        .filter((name) => (name === WHOLE ? offered[specifier] === undefined : !offered[specifier]?.includes(name)))
        .map((name) => `${mfe} needs ${name} of ${specifier}`),
    ),
  );

/** What a package is once `names` are published: of those from its build, of the others from the site. */
const willBe = (root, names, { name, file }) => {
  const published = name === SHELL ? join(root, 'site') : join(root, 'site', name);
  const place = join(names.includes(name) ? join(root, name, 'dist') : published, file);
  return existsSync(place) ? readJson(place) : null;
};
/** What would be missing in the site once `names` are published there; nothing where no shell is. */
export const missingAfter = (root, names) => {
  const offered = willBe(root, names, { name: SHELL, file: OFFERED });
  if (offered === null) return [];
  return missingNames(
    Object.fromEntries(MFES.map((name) => [name, willBe(root, names, { name, file: TAKEN }) ?? {}])),
    offered,
  );
};

/** What the shell has ever handed out since the last baseline: it only grows, since a micro-frontend of yesterday asks for it. */
const PROMISED = join(import.meta.dirname, '../shared-exports.json');
export const promisedNames = () => readJson(PROMISED);
/** Of the built shell; facades of one file are one. */
export const offeredNames = () => {
  const offered = readJson(join(import.meta.dirname, '../dist', OFFERED));
  const [together] = Object.keys(TOGETHER);
  const alone = Object.entries(offered).filter(([specifier]) => !(specifier in TOGETHER));
  return {
    together: inOrder(offered[together]),
    ...Object.fromEntries(alone.map(([name, names]) => [name, inOrder(names)])),
  };
};

// node root-config/build/shared-names.mjs: what is new is promised from now on.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const promised = existsSync(PROMISED) ? promisedNames() : {};
  const all = Object.entries(offeredNames()).map(([specifier, names]) => [
    specifier,
    inOrder([...(promised[specifier] ?? []), ...names]),
  ]);
  writeFileSync(PROMISED, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
