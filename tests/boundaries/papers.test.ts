/** What papers point at is there: files, headings, and in links with a symbol what the file defines by that name. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, filesOf, textOf } from './sources.ts';

const CODE = /\.(ts|tsx|mjs)$/;
const escaped = (name: string): string => name.replaceAll(/[$.]/g, String.raw`\$&`);
/** The body of the class `name`, up to the brace at the line's beginning that closes it. */
const classBody = (source: string, name: string): string => {
  const [, body = ''] =
    new RegExp(String.raw`^(?:export )?(?:abstract )?class ${escaped(name)}\b([^]*?)^}`, 'm').exec(source) ?? [];
  return body;
};
/** A declaration at the top of the file, `Class.method`, or an entry of a table (`LOCKS.saga`). */
const defines = (source: string, symbol: string): boolean => {
  const [name = '', member] = symbol.split('.');
  const top = new RegExp(
    String.raw`^(?:export )?(?:default )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface) ${escaped(name)}\b`,
    'm',
  );
  if (name === 'default') return /^export default\b/m.test(source);
  if (!top.test(source)) return false;
  if (member === undefined) return true;
  const inside = classBody(source, name);
  const method = new RegExp(String.raw`^  (?:static )?(?:async )?(?:get )?(?:\*)?#?${escaped(member)}\b`, 'm');
  return inside === ''
    ? new RegExp(String.raw`^  (?:readonly )?${escaped(member)}\b`, 'm').test(source)
    : method.test(inside);
};
const slug = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
const headings = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slug(heading!)));

/** Why a link of a paper leads nowhere; null: it leads somewhere. */
const broken = (paper: string, target: string): string | null => {
  const [file = '', anchor] = target.split('#');
  const to = file === '' ? paper : path.posix.join(path.posix.dirname(paper), file);
  if (!existsSync(path.join(ROOT, to))) return `${paper}: ${to} is not there`;
  if (anchor === undefined) return null;
  const found = CODE.test(to) ? defines(textOf(to), anchor) : headings(textOf(to)).has(anchor);
  return found ? null : `${paper}: ${to} has no ${anchor}`;
};
const linksOf = (text: string): readonly string[] =>
  [...text.replaceAll(/```[^]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z]+:/.test(target));

const papers = filesOf('*.md').filter((paper) => /^(?:README|docs\/|services\/|projections\/)/.test(paper));
test('every link of a paper leads to a file, a heading or a symbol', () => {
  const links = papers.flatMap((paper) => linksOf(textOf(paper)).map((target) => [paper, target] as const));
  expect(links.length).toBeGreaterThan(100);
  expect(links.flatMap(([paper, target]) => broken(paper, target) ?? [])).toEqual([]);
});
test('the way of a save names its stations by file and symbol', () => {
  const links = linksOf(textOf('docs/the-way-of-a-save.md'));
  const stations = links.filter((target) => CODE.test(target.split('#')[0]!));
  expect(stations.length).toBeGreaterThan(40);
  expect(stations.filter((target) => !target.includes('#'))).toEqual([]);
});
test('links that lead nowhere are seen', () => {
  const from = 'docs/words.md';
  expect(broken(from, '../services/gone-away.ts')).toBe(`docs/words.md: ${'services'}/gone-away.ts is not there`);
  expect(broken(from, '../services/documents/desk.ts#Counter')).toBe(
    'docs/words.md: services/documents/desk.ts has no Counter',
  );
  expect(broken(from, '../services/documents/desk.ts#Desk.vanish')).toContain('has no Desk.vanish');
  expect(broken(from, '../README.md#no-such-heading')).toContain('has no no-such-heading');
  expect(broken(from, '../services/documents/desk.ts#Desk.create')).toBeNull();
  expect(broken(from, '../services/documents/documents.ts#Driver.rest')).toBeNull();
  expect(broken(from, '../README.md#two-commands')).toBeNull();
  expect(linksOf('[a](x.md) `[b]`(https://c) ```[d](e.md)```')).toEqual(['x.md']);
});

const adrs = filesOf('docs/adr/0*.md');
const numberOf = (file: string): string => path.basename(file).slice(0, 4);
/** What a decision says of itself below its title; without a word it stands as it is. */
const stateOf = (text: string): string => /^State: (.+)\.$/m.exec(text)?.[1] ?? 'stands';
/** Rows of the tables by topic: number, file and state. */
const rowsOf = (index: string) =>
  [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| [^|]+ \| ([^|]+) \|$/gm)].map(([, number, file, state]) => ({
    number: number!,
    file: `docs/adr/${file!}`,
    state: state!.trim(),
  }));
test('each decision stands once in the list of decisions, with the state that it says of itself', () => {
  const rows = rowsOf(textOf('docs/adr/README.md'));
  expect(rows.map(({ file }) => file).toSorted()).toEqual(adrs.toSorted());
  expect(rows.filter(({ number, file }) => numberOf(file) !== number)).toEqual([]);
  expect(rows.map(({ file, state }) => `${file}: ${state}`)).toEqual(
    rows.map(({ file }) => `${file}: ${stateOf(textOf(file))}`),
  );
  expect(adrs.filter((file) => stateOf(textOf(file)) !== 'stands').length).toBeGreaterThan(3);
});
test('a state that is another one names a later decision', () => {
  const wrong = adrs.filter((file) => {
    const state = stateOf(textOf(file));
    const [, later = ''] = /^(?:extended|changed|replaced) by \[(\d{4})\]/.exec(state) ?? [];
    return state !== 'stands' && !(later > numberOf(file) && adrs.some((other) => numberOf(other) === later));
  });
  expect(wrong).toEqual([]);
  expect(stateOf('# 0001 x\n\nState: replaced by [0002](0002-y.md).\n\n**Context.**')).toBe(
    'replaced by [0002](0002-y.md)',
  );
});
test('the table of slices has every folder of services once', () => {
  const table = linksOf(textOf('services/README.md')).filter((target) => !target.startsWith('..'));
  const folders = new Set(filesOf('services/*/*').map((file) => file.split('/')[1]!));
  expect(table.toSorted()).toEqual([...folders].toSorted());
});
