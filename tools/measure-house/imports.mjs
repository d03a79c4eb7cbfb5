/** Who reaches whom: by an import, and by a path in a string, which no fence sees. */
import { posix } from 'node:path';
import { sourcesOf } from './tree.mjs';

const SPECIFIER = /\bfrom\s*'([^']+)'|\bimport\s*\(\s*'([^']+)'|^import\s*'([^']+)'/gm;
const beside = (path, relative) => posix.normalize(posix.join(posix.dirname(path), relative));
/** What a source names in its imports: paths in the repository, or packages as they are written. */
export const importsOf = (tree, path) =>
  [...tree.text(path).matchAll(SPECIFIER)].map(([, one, other, third]) => {
    const specifier = one ?? other ?? third;
    return specifier.startsWith('.') ? beside(path, specifier) : specifier;
  });

/** Loose source files of a folder: none of its rooms has them. */
export const looseIn = (tree, folder) =>
  sourcesOf(tree).filter((path) => path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/'));

export const upwardImports = (tree) =>
  sourcesOf(tree)
    .filter((path) => path.startsWith('services/'))
    .flatMap((path) => {
      const named = new Set(importsOf(tree, path).filter((to) => to.startsWith('projections/')));
      return [...named].map((to) => `${path} → ${to}`);
    });

const BY_URL = /new URL\(\s*'(\.[^']+)',\s*import\.meta\.url|join\(import\.meta\.dirname, '(\.\.[^']*)'/g;
const BY_NAME = /['"`](projections\/[^'"`\s]+)['"`]/g;
const IMPORTED = /^import [^;]*;$|\bimport\([^)]*\)/gm;
/** Modules and folders that a file of a room finds above its room, or on the read side, by their path. */
export const upwardPaths = (tree) =>
  sourcesOf(tree)
    .filter((path) => path.startsWith('services/'))
    .flatMap((path) => {
      const text = tree
        .text(path)
        .replaceAll(IMPORTED, '')
        .replaceAll(/^\s*(?:\*|\/\*|\/\/).*$/gm, '');
      const urls = [...text.matchAll(BY_URL)].map(([, url, joined]) => beside(path, url ?? joined));
      const above = urls.filter((to) => !/^services\/[^/]+\//.test(to) && posix.dirname(to) !== posix.dirname(path));
      const named = [...text.matchAll(BY_NAME)].map(([, to]) => to);
      return [...new Set([...above, ...named])].map((to) => `${path} → ${to}`);
    });

/** The store itself, and how a save is written to it. */
const STORAGE = /^services\/platform\/(event-store\/port|streams\/(saving|steps|together))\.ts$/;
/** Follows the log, and brings to rest what a crash left. */
const BRINGS_TO_REST = 'services/documents/watcher.ts';
const ofSlices = (tree) =>
  sourcesOf(tree).filter(
    (path) => /^services\/(?!platform\/|contracts\/)[^/]+\//.test(path) && path !== BRINGS_TO_REST,
  );
/** Files of slices and of documents that know how events are stored, or that a save may not fit. */
export const storageInSlices = (tree) =>
  ofSlices(tree).filter((path) => importsOf(tree, path).some((to) => STORAGE.test(to)));

/** Names of the five routes of a save that one plan replaces, as words of the code. */
const OLD_NAMES = /\b(DoesNotFit|[oO]neCommit|asksOnce|gathers|ONE_APPEND)\b/;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
export const oldRoutes = (tree) =>
  sourcesOf(tree).filter((path) => OLD_NAMES.test(tree.text(path).replaceAll(COMMENT, '')));
