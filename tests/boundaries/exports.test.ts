/** What a workspace shows the others (`exports` of its package.json) is what others use: the rest is its own affair. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, sourcesOf, treeAt, type Tree } from '../../tools/measure-house.mjs';

const REPO = path.join(import.meta.dirname, '../..');
const WORKSPACES = ['services', 'projections'];
type ExportedName = { readonly workspace: string; readonly name: string; readonly file: string };
const exportedBy = (workspace: string): readonly ExportedName[] => {
  const { exports } = JSON.parse(readFileSync(path.join(REPO, workspace, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>;
  };
  return Object.entries(exports).map(([name, file]) => ({ workspace, name, file }));
};
const meets = (pattern: string, text: string): boolean => {
  const [before = '', after] = pattern.split('*');
  return after === undefined ? text === pattern : text.startsWith(before) && text.endsWith(after);
};
/** What the others import of it, tests left out: they go by path. */
const usedOf = (tree: Tree, workspace: string): ReadonlySet<string> =>
  new Set(
    sourcesOf(tree)
      .filter((source) => !source.startsWith(`${workspace}/`))
      .flatMap((source) => importsOf(tree, source))
      .filter((name) => name.startsWith(`${workspace}/`)),
  );
const surplus = (tree: Tree, exported: readonly ExportedName[]): readonly string[] =>
  exported
    .filter(({ workspace, name }) => {
      const asked = path.posix.join(workspace, name);
      return ![...usedOf(tree, workspace)].some((one) => meets(asked, one));
    })
    .map(({ workspace, name }) => `${workspace} ${name}`);
const tree = treeAt(REPO);
const all = WORKSPACES.flatMap(exportedBy);

test('others import all that a workspace exports', () => {
  expect(all.length).toBeGreaterThan(20);
  expect(surplus(tree, all)).toEqual([]);
});
test('each name stands for a file at least', () => {
  const empty = all.filter(({ workspace, file }) => {
    const at = path.posix.join(workspace, file);
    return !tree.files.some((one) => meets(at, one));
  });
  expect(empty).toEqual([]);
});
test('what nobody imports is named', () => {
  const one = { workspace: 'services', name: './sale/prepare', file: './sale/prepare.ts' };
  expect(surplus(tree, [one])).toEqual(['services ./sale/prepare']);
});
