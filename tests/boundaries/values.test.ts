/** Numbers, dates and texts of bodies, filters and events come from the table of values and from nowhere else. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { projections } from 'projections/registry';
import { EVENT_SCHEMAS } from '../../house/log/event-schemas.ts';
import { allRoutes } from '../support/routes.ts';
import { leavesOf } from '../support/schema-leaves.ts';

/** What has no range to keep. */
const FREE = new Set(['enum', 'literal', 'boolean', 'null', 'undefined', 'transform', 'never']);
/** Places that are open on purpose: what lies there is judged elsewhere, or never read. */
const OPEN: readonly (readonly [place: RegExp, reason: string])[] = [
  [
    / (expandData|template|(\[\]\.)?configValue)\.(\{\}|\[\]): unknown$/,
    'JSON of a designer or a setting: its text has a longest length',
  ],
  [
    /\/biz-sell\/park body body\.\{\}: unknown$/,
    'a dialog as it stands: kept a day and given back, its length limited',
  ],
  [/\/biz-goods-in.* body (weight|piceCost): unknown$/, 'computed by the server, never read'],
  [
    /\/(import(-\w+)?|goods-batch) body list\.\[\]\.\w+: unknown$/,
    'a field of a sheet: the body of a receipt reads it',
  ],
  [/\/biz-sell.* body sell(Change|Recycle|Gift|Clean)List\.\[\]: unknown$/, 'lists that must be empty'],
];
const isOpen = (stray: string): boolean => OPEN.some(([place]) => place.test(stray));

const strays = (place: string, schema: z.ZodType | undefined): readonly string[] =>
  schema === undefined
    ? []
    : leavesOf(schema)
        .filter(({ kind, type }) => kind === null && !FREE.has(type))
        .map(({ path, type }) => `${place} ${path}: ${type}`)
        .filter((stray) => !isOpen(stray));

test('every leaf of an event is of the table', () => {
  expect([...EVENT_SCHEMAS.keys()].length).toBeGreaterThan(90);
  const found = [...EVENT_SCHEMAS].flatMap(([type, schema]) => strays(type, schema));
  expect(found).toEqual([]);
});

test('every event that a read model follows has its schema', () => {
  const followed = new Set(projections.flatMap(({ events }) => [...events]));
  followed.delete('*');
  expect([...followed].filter((type) => !EVENT_SCHEMAS.has(type))).toEqual([]);
});

test('every leaf of a body, of an address and of a filter is of the table', () => {
  const routes = allRoutes();
  expect(routes.length).toBeGreaterThan(150);
  const found = routes.flatMap(({ method, path, params, query, body }) => [
    ...strays(`${method} ${path} params`, params),
    ...strays(`${method} ${path} query`, query),
    ...strays(`${method} ${path} body`, body),
  ]);
  expect([...new Set(found)]).toEqual([]);
});
