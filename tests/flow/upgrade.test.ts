/**
 * The release before writes while this one has started beside it: every table and column that it knows is there, of the same type,
 * and nothing new has to be given. Its schema is kept beside; `RELEASE=1` writes it anew, once for each release.
 */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openRawStore } from '../../house/log/open-store.ts';
import { migrate } from '../../services/platform/base/migrate.ts';
import { MIGRATIONS } from '../../house/start/prepare-master.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';

const KEPT = path.join(import.meta.dirname, '../support/release-schema.json');
/** By schema and table, a line a column: its name, type, and whether a row may leave it out. */
const Schema = z.record(z.string(), z.array(z.tuple([z.string(), z.string(), z.enum(['given', 'left out'])])));
type Schema = z.infer<typeof Schema>;
let database: TestDatabase;
let db: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url, MIGRATIONS);
  await (await openRawStore({ eventStoreUrl: undefined }, database.url)).close();
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const schemaNow = async (): Promise<Schema> => {
  const { rows } = await db.query<{ table: string; columns: unknown }>(`
    SELECT c.table_schema || '.' || c.table_name AS table, json_agg(json_build_array(c.column_name, c.data_type,
      CASE WHEN c.is_nullable = 'YES' OR c.column_default IS NOT NULL OR c.is_identity = 'YES' OR c.is_generated = 'ALWAYS'
        THEN 'left out' ELSE 'given' END) ORDER BY c.column_name) AS columns
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema IN ('es', 'master') AND t.table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1`);
  return Schema.parse(Object.fromEntries(rows.map(({ table, columns }) => [table, columns])));
};
/** Why the release of `before` could not go on with the schema of `now`. */
const hindrances = (before: Schema, now: Schema): string[] =>
  Object.entries(before).flatMap(([table, columns]) => {
    const there = now[table];
    if (there === undefined) return [`${table} is gone`];
    const known = new Set(columns.map(([name]) => name));
    return [
      ...columns.flatMap(([name, type, how]) => {
        const [, typeNow, howNow] = there.find(([one]) => one === name) ?? [];
        if (typeNow === undefined) return [`${table}.${name} is gone`];
        if (typeNow !== type) return [`${table}.${name} is ${typeNow}, was ${type}`];
        return how === 'left out' && howNow === 'given' ? [`${table}.${name} has to be given`] : [];
      }),
      ...there
        .filter(([name, , how]) => !known.has(name) && how === 'given')
        .map(([name]) => `${table}.${name} is new and has to be given`),
    ];
  });

test('what the release before writes is still taken', async () => {
  const now = await schemaNow();
  if (process.env['RELEASE'] === '1') fs.writeFileSync(KEPT, `${JSON.stringify(now, null, 1)}\n`);
  const before = Schema.parse(JSON.parse(fs.readFileSync(KEPT, 'utf8')));
  expect(Object.keys(before).length).toBeGreaterThan(40);
  expect(hindrances(before, now)).toEqual([]);
});
test('a column that goes, turns or has to be given is found', () => {
  const before: Schema = { 'master.a': [['b', 'text', 'left out']], 'master.c': [['d', 'text', 'given']] };
  expect(
    hindrances(before, {
      'master.a': [
        ['b', 'text', 'given'],
        ['e', 'text', 'given'],
      ],
    }),
  ).toEqual(['master.a.b has to be given', 'master.a.e is new and has to be given', 'master.c is gone']);
  expect(hindrances(before, { ...before, 'master.a': [['b', 'bigint', 'left out']] })).toEqual([
    'master.a.b is bigint, was text',
  ]);
});
