/**
 * Rooms of the plumbing: each says in a README what lives there, and imports no others than stand here. A new arrow is a decision,
 * not an import; one that is gone is struck out; no way leads back to where it began.
 */
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, sourcesOf, treeAt } from '../../tools/measure-house.mjs';
import { ROOT, filesOf, textOf } from './sources.ts';

/** Of each room, what it imports. Lists may only shrink. */
const ARROWS: Readonly<{ [house: string]: Readonly<{ [room: string]: readonly string[] }> }> = {
  house: {
    commands: ['log', 'start'],
    log: [],
    nightly: ['log'],
    start: ['log'],
  },
  'projections/platform': {
    daemon: ['following', 'gate', 'parking', 'projection', 'rebuild', 'tables'],
    following: ['parking', 'projection', 'tables'],
    gate: ['following', 'projection'],
    parking: ['projection'],
    projection: [],
    queries: ['daemon', 'gate', 'parking', 'projection', 'tables'],
    rebuild: ['following', 'parking', 'projection', 'tables'],
    routes: ['daemon', 'parking', 'projection', 'queries', 'sheets'],
    sheets: ['parking', 'queries'],
    tables: ['parking', 'projection'],
  },
  'services/platform': {
    answers: ['base'],
    archive: ['jobs', 'process'],
    auth: ['base', 'locks'],
    base: ['locks'],
    'command-log': ['answers', 'base', 'event-store', 'operation-log', 'streams'],
    commands: ['base', 'embedded-postgres', 'process'],
    'embedded-postgres': ['base', 'process'],
    'event-store': ['base', 'locks'],
    files: ['storage'],
    http: ['answers', 'auth', 'base', 'command-log', 'event-store', 'operation-log', 'process', 'runtime', 'storage'],
    jobs: [],
    'live-log': ['auth', 'base'],
    locks: [],
    'operation-log': ['base'],
    outbound: [],
    process: ['base', 'sms'],
    rows: ['base', 'streams'],
    runtime: ['base', 'event-store', 'process'],
    secrets: ['base', 'jobs'],
    slice: ['auth', 'base', 'files', 'http', 'process', 'secrets', 'storage', 'streams'],
    sms: [],
    storage: ['base', 'outbound', 'secrets'],
    streams: ['base', 'event-store'],
    'table-files': ['base'],
  },
};
const house = treeAt(ROOT, filesOf());
const sources = sourcesOf(house);

type Arrows = { readonly [room: string]: readonly string[] };
/** What rooms agree on is of none of them. */
const PORT = 'services/platform/event-store/port.ts';
const roomIn = (folder: string, file: string): string | undefined =>
  file.startsWith(`${folder}/`) && file !== PORT ? /^[^/]+(?=\/)/.exec(file.slice(folder.length + 1))?.[0] : undefined;
const arrowsIn = (folder: string, files: readonly string[], tree = house): Arrows => {
  const found = new Map<string, Set<string>>();
  for (const file of files) {
    const room = roomIn(folder, file);
    if (room === undefined) continue;
    const others = found.get(room) ?? new Set();
    for (const imported of importsOf(tree, file)) {
      const other = roomIn(folder, imported);
      if (other !== undefined && other !== room) others.add(other);
    }
    found.set(room, others);
  }
  return Object.fromEntries([...found].map(([room, others]) => [room, [...others].toSorted()]));
};
/** Rooms that lead back to themselves. */
const circles = (arrows: Arrows): readonly string[] => {
  const reached = (room: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const next of arrows[room] ?? []) if (!seen.has(next)) reached(next, seen.add(next));
    return seen;
  };
  return Object.keys(arrows).filter((room) => reached(room).has(room));
};

test.each(Object.entries(ARROWS))('rooms of %s import what stands here, and never in a circle', (folder, arrows) => {
  expect(arrowsIn(folder, sources)).toEqual(arrows);
  expect(circles(arrows)).toEqual([]);
});

test.each(Object.entries(ARROWS))('every room of %s says in five lines what lives there', (folder, arrows) => {
  for (const room of Object.keys(arrows)) {
    const readme = path.posix.join(folder, room, 'README.md');
    const lines = textOf(readme)
      .split('\n')
      .filter((line) => line !== '');
    expect(lines[0], readme).toBe(`# ${room}`);
    expect(lines.length, readme).toBeLessThanOrEqual(5);
    expect(lines.at(-1), readme).toMatch(/^Read first: .+\.$/);
  }
});

/** The door above the kernel, stores and runtime below it. */
const FLOORS = [
  ['http', 'live-log', 'slice'],
  ['answers', 'command-log', 'operation-log', 'rows', 'streams'],
];
test('the door of the write side lies above its kernel, and the kernel above all else', () => {
  const floorOf = (room: string): number => {
    const floor = FLOORS.findIndex((one) => one.includes(room));
    return floor === -1 ? FLOORS.length : floor;
  };
  const arrows = Object.entries(ARROWS['services/platform'] ?? {});
  const up = arrows.flatMap(([room, others]) =>
    others.filter((other) => floorOf(other) < floorOf(room)).map((other) => `${room} → ${other}`),
  );
  expect(up).toEqual([]);
  const rooms = arrows.map(([room]) => room);
  expect(FLOORS.flat().filter((room) => !rooms.includes(room))).toEqual([]);
});

test('an arrow that is new and a circle are seen', () => {
  const planted = { ...house, text: (file: string) => (file === 'a/low/b.ts' ? "import '../high/c.ts';" : '') };
  expect(arrowsIn('a', ['a/low/b.ts', 'a/high/c.ts', 'a/loose.ts'], planted)).toEqual({ low: ['high'], high: [] });
  expect(circles({ a: ['b'], b: ['c'], c: ['b'] })).toEqual(['b', 'c']);
});
