/** How readable the house is, in figures that may only get better: tools/measure-house.mjs. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { figuresOf, report, treeAt, type Tree } from '../../tools/measure-house.mjs';

const house = treeAt(path.join(import.meta.dirname, '../..'));
/** The house with files that are not there, or say something else. */
const withFiles = (files: Readonly<{ [path: string]: string }>): Tree => ({
  root: house.root,
  files: [...new Set([...house.files, ...Object.keys(files)])],
  text: (one) => files[one] ?? house.text(one),
});
const figures = figuresOf(house);

test('every figure of the house is as it was recorded: none grew, and what shrank was written down', () => {
  const { text, code } = report(figures);
  expect(code, text).toBe(0);
  // A figure that finds nothing anywhere would always be as recorded.
  expect(figures.shrinking.filter(({ places }) => places.length > 0).length).toBeGreaterThan(12);
});

/** Files that a change might bring, and what they add to which figures. */
const WORSE: Readonly<{ [path: string]: string }> = {
  'services/planted-start.ts': '',
  'services/platform/planted-room.ts': '',
  'projections/platform/planted-room.ts': '',
  'services/sale/planted-reader.ts':
    "import { a } from 'projections/planted';\nconst b = import('projections/other');\n",
  'services/sale/planted-path.ts': "const RUN = new URL('../run-planted.ts', import.meta.url);\n",
  'services/sale/planted-store.ts': "import type { EventStore } from '../platform/event-store/port.ts';\n",
  'services/documents/planted-save.ts': "import { Together as oneCommit } from '../platform/streams/together.ts';\n",
  'mfe-sales/src/planted-type.ts': 'export type SumsBy = 1;\ntype PiecePlaces = 2;\nexport interface By {}\n',
  'projections/sales/use-weighed.ts': 'export type Line = 1;\nexport const line = 2;\ntype Seed = 3;\n',
  'docs/planted.md': 'see `tools/gone.mjs`',
};
test('a house that got worse is told, place by place', () => {
  const [before, after] = [
    new Map(figures.shrinking.map(({ name, places }) => [name, new Set(places)])),
    withFiles(WORSE),
  ];
  const added = figuresOf(after).shrinking.map(({ name, places }) => [
    name,
    places.filter((one) => before.get(name)?.has(one) !== true),
  ]);
  expect(Object.fromEntries(added.filter(([, places]) => places!.length > 0))).toEqual({
    'loose files in services/': ['services/planted-start.ts'],
    'loose files in services/platform/': ['services/platform/planted-room.ts'],
    'loose files in projections/platform/': ['projections/platform/planted-room.ts'],
    'services import projections': [
      'services/sale/planted-reader.ts → projections/planted',
      'services/sale/planted-reader.ts → projections/other',
    ],
    'services name what lies above by its path': ['services/sale/planted-path.ts → services/run-planted.ts'],
    'slices and documents know the store': ['services/sale/planted-store.ts', 'services/documents/planted-save.ts'],
    'files that know the old routes of a save': ['services/documents/planted-save.ts'],
    'names with the word by': ['SumsBy (mfe-sales/src/planted-type.ts)', 'By (mfe-sales/src/planted-type.ts)'],
    'names with the word place': ['PiecePlaces (mfe-sales/src/planted-type.ts)'],
    'names that are a bare participle or preposition': [
      'By (mfe-sales/src/planted-type.ts)',
      'use-weighed (projections/sales/use-weighed.ts)',
    ],
    'names of one file that only a capital tells apart': ['Line, line (projections/sales/use-weighed.ts)'],
    'paths that are named and not there': ['docs/planted.md names tools/gone.mjs'],
  });
});

const COUNTED = { recorded: 2, goal: 0 };
test.each([
  [['a', 'b'], COUNTED, '', 0],
  [['a', 'b', 'c'], COUNTED, '✗ 变大了', 1],
  [['a'], COUNTED, '✗ 变小了，请用 --record 记下', 1],
  [['a'], undefined, '✗ 没有记录', 1],
])('%j beside %j', (places, recorded, mark, code) => {
  const record = { shrinking: recorded === undefined ? {} : { one: recorded }, told: {}, byHand: {} };
  const said = report({ shrinking: [{ name: 'one', places }], told: [] }, record);
  expect(said).toEqual({ text: expect.stringMatching(new RegExp(`one +${places.length} .*${mark}$`)), code });
});
