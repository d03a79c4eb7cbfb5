/** The files of a check-out, and what stands in them. Built-in modules only. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is installed, built or run, and folders that begin with a dot but the one of CI. */
const SKIPPED = /^(node_modules|dist|site|coverage|test-results|print-out|\.(?!ci$).*)$/;
const filesIn = (root, folder = '') =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : filesIn(root, path);
    return entry.isFile() ? [path] : [];
  });

/** What a test puts somewhere for a moment, to be caught (tests/boundaries). */
const PLANTED = /planted|^services\/transfer\/evolve\.ts$/;
const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return '';
    throw error;
  }
};
/** `files`: those that are there, or these. `text`: empty of a file that is not there. */
export const treeAt = (root, files = filesIn(root)) => {
  const texts = new Map();
  const text = (path) => {
    if (!texts.has(path)) texts.set(path, read(join(root, path)));
    return texts.get(path);
  };
  return { root, files: files.filter((path) => !PLANTED.test(path)), text };
};
/** Sides of the house; `house/` is where the process will live. */
const SIDES = /^(services|projections|house|root-config\/src|mfe-[^/]+\/src)\//;
const NO_SOURCE = /\.test\.tsx?$|\/testing\/|\/golden\/|\.d\.ts$/;
/** What runs in the house and in the browser, without its tests. */
export const sourcesOf = ({ files }) =>
  files.filter((path) => SIDES.test(path) && /\.tsx?$/.test(path) && !NO_SOURCE.test(path));
