/** What two kinds of documents have in common stands once: no two files of different kinds share a longer run of lines. */
import { expect, test } from 'vitest';
import { MANIFESTS } from 'services/contracts/manifests';
import { filesOf, textOf } from './sources.ts';

const MOST = 12;
const tracked = filesOf('services', 'projections', 'mfe-*');

/** Lines that say something: neither blank nor of an import. */
const linesOf = (text: string): string[] =>
  text
    .replaceAll(/^import [^;]*;$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** The longest run of equal lines. */
const longestRun = (one: readonly string[], other: readonly string[]): number => {
  let longest = 0;
  let above: readonly number[] = [];
  for (const line of one) {
    const row = other.map((equal, at) => (equal === line ? (above[at - 1] ?? 0) + 1 : 0));
    longest = Math.max(longest, ...row);
    above = row;
  }
  return longest;
};

const isSource = (path: string): boolean => /\.tsx?$|\.sql$/.test(path) && !/\.test\.|\/golden\//.test(path);
const kinds = MANIFESTS.map(({ folder }) => ({
  folder,
  files: tracked
    .filter((path) => isSource(path) && new RegExp(`/${folder}s?/`).test(path))
    .flatMap((path) => {
      try {
        return [{ path, lines: linesOf(textOf(path)) }];
      } catch {
        // Listed, and deleted since.
        return [];
      }
    }),
}));

test('a run is found whatever stands around it', () => {
  expect(longestRun(['a', 'b', 'c', 'x'], ['y', 'b', 'c', 'z', 'b'])).toBe(2);
  expect(linesOf("import {\n  a,\n} from 'b';\n\n  one\ntwo\n")).toEqual(['one', 'two']);
});

test(`two kinds share at most ${MOST} lines in a run`, () => {
  expect(kinds.map(({ files }) => files.length).every((many) => many > 5)).toBe(true);
  const found = kinds.flatMap((one, index) =>
    kinds.slice(index + 1).flatMap((other) =>
      one.files.flatMap((mine) =>
        other.files.flatMap((theirs) => {
          const shared = longestRun(mine.lines, theirs.lines);
          return shared > MOST ? [`${shared} lines: ${mine.path} ~ ${theirs.path}`] : [];
        }),
      ),
    ),
  );
  expect(found).toEqual([]);
});
