/**
 * No statement reads a large table from end to end to find some of its rows: Postgres is asked for the plan of every
 * statement that the product sent while the flow tests ran, with every growing table filled. `enable_seqscan` is off, so
 * that a sequential scan, or an index read without a condition, is seen only where no index could serve.
 */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { relayed } from '../../projections/kafka-relay/checkpoint.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApp, type App } from '../support/app.ts';
import { fillAll } from '../support/filled.ts';
import { EXCEPTIONS, SMALL } from '../support/plan-exceptions.ts';
import { STATEMENTS_DIR } from '../support/statements.ts';

/** A table of more is large. */
const LARGE = 10_000;
/** The flow tests send about two thousand. */
const LEAST_STATEMENTS = 1_000;
/** A partial index is a condition by itself. */
const narrow = new Set<string>();
let app: App;
let db: pg.Client;
beforeAll(async () => {
  app = await startApp();
  db = new pg.Client({ connectionString: app.house.deps.master.configuration.connectionUri });
  await db.connect();
  const filled = await fillAll(db, { rows: LARGE + 2_000, small: new Set(SMALL.keys()) });
  expect(filled).toEqual(expect.arrayContaining(['es.events', 'master.customer', 'master.command']));
  // Made by the process that hands the log on.
  await relayed(db, 'relay');
  await db.query('SET enable_seqscan = off');
  const partial = await db.query<{ name: string }>(
    'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL',
  );
  for (const { name } of partial.rows) narrow.add(name.replace(/^.*\./, ''));
}, 240_000);
afterAll(async () => {
  await db.end();
  await app.stop();
});

/** Nodes that read all of what is below them before they answer. */
const GATHERING = new Set(['Sort', 'Aggregate', 'Hash', 'Materialize', 'WindowAgg', 'SetOp']);
type Plan = {
  readonly 'Node Type': string;
  readonly Schema?: string;
  readonly Alias?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
};
const Explained = z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: z.custom<Plan>() })]) });
const planOf = async (text: string): Promise<Plan> => {
  const { rows } = await db.query(`EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) ${text}`);
  return Explained.parse(rows[0])['QUERY PLAN'][0].Plan;
};
const SCANS = new Set(['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan']);
/** Walks along an index that a LIMIT can end; those are none of the whole. */
const WALKS = new Set(['Index Scan', 'Index Only Scan']);
const isWhole = (plan: Plan, limited: boolean): boolean =>
  SCANS.has(plan['Node Type']) &&
  plan['Index Cond'] === undefined &&
  !narrow.has(plan['Index Name'] ?? '') &&
  !(limited && WALKS.has(plan['Node Type']));
/** A bitmap of an index names no table; the heap scan above it does. A statement may read a table more than once. */
const readingOf = (plan: Plan, above: Reading): Reading =>
  plan['Relation Name'] === undefined
    ? above
    : { table: `${plan.Schema}.${plan['Relation Name']}`, alias: plan.Alias ?? '' };
type Reading = { readonly table: string; readonly alias: string };
type Place = { readonly limited: boolean; readonly reading: Reading };
const TOP: Place = { limited: false, reading: { table: '', alias: '' } };
const readWhole = (plan: Plan, { limited, reading }: Place = TOP): readonly Reading[] => {
  const own = readingOf(plan, reading);
  const below = plan['Node Type'] === 'Limit' || (limited && !GATHERING.has(plan['Node Type']));
  return [
    ...(isWhole(plan, limited) ? [own] : []),
    ...(plan.Plans ?? []).flatMap((one) => readWhole(one, { limited: below, reading: own })),
  ];
};
/** A page has a hundred rows; of a limit that it does not know Postgres guesses a tenth of the table. */
const ofOnePage = (text: string): string =>
  text.replaceAll(/\bLIMIT (\$\d+)/g, 'LIMIT CASE WHEN false THEN $1 ELSE 100 END');
/**
 * What no index could serve: read whole in every plan. How many rows a text will find Postgres guesses, from samples
 * that differ from run to run; whether the few rows of a page are sorted or walked in their order, and whether what is
 * joined to them is looked up or read, hangs on that guess.
 */
const wholeOf = async (text: string): Promise<readonly string[]> => {
  let whole = readWhole(await planOf(text));
  const keepThoseOf = async (other: string): Promise<void> => {
    const also = new Set(readWhole(await planOf(other)).map(({ alias }) => alias));
    whole = whole.filter(({ alias }) => also.has(alias));
  };
  if (whole.length === 0) return [];
  await keepThoseOf(ofOnePage(text));
  await db.query('SET enable_sort = off');
  await keepThoseOf(text);
  await keepThoseOf(ofOnePage(text));
  await db.query('RESET enable_sort');
  return whole.map(({ table }) => table);
};
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A read model that is rebuilt has a schema of its own while it is; its tables are those of the live one. */
const statements = (): readonly string[] => {
  const texts = fs.readdirSync(STATEMENTS_DIR).map((name) => fs.readFileSync(path.join(STATEMENTS_DIR, name), 'utf8'));
  return [...new Set(texts.map((text) => text.replaceAll(/\b(p_\w+_v\d+)_r\d+/g, '$1')))];
};
test('every statement of the product goes by an index', async () => {
  const texts = statements();
  expect(texts.length, 'the flow tests run first').toBeGreaterThan(LEAST_STATEMENTS);
  const unused = new Set(EXCEPTIONS);
  const wrong: string[] = [];
  for (const text of texts) {
    const whole = (await wholeOf(text)).filter((table) => !SMALL.has(table));
    if (whole.length === 0) continue;
    const line = oneLine(text);
    const exception = EXCEPTIONS.find(({ statement }) => statement.test(line));
    if (exception === undefined) wrong.push(`${whole.join()}: ${line}`);
    else unused.delete(exception);
  }
  expect(wrong).toEqual([]);
  expect([...unused], 'exceptions that nothing needs').toEqual([]);
});
test('a cast of a key is seen', async () => {
  expect(await wholeOf('SELECT 1 FROM master.customer WHERE id::text = $1')).toEqual(['master.customer']);
  expect(await wholeOf('SELECT 1 FROM master.customer WHERE id = $1')).toEqual([]);
});
test('what is joined to the rows of one page may be looked up, however many rows Postgres guesses', async () => {
  const page = 'SELECT c.id FROM master.customer AS c ORDER BY c.id LIMIT $1';
  expect(await wholeOf(`SELECT 1 FROM (${page}) AS p LEFT JOIN master.supplier AS s ON s.id = p.id`)).toEqual([]);
  expect(
    await wholeOf(`SELECT 1 FROM (${page}) AS p LEFT JOIN master.supplier AS s ON s.id::text = p.id::text`),
  ).toEqual(['master.supplier']);
});
test('a bitmap of all of an index is seen', async () => {
  await db.query('SET enable_indexscan = off; SET enable_indexonlyscan = off');
  const whole = await wholeOf('SELECT count(*) FROM master.customer');
  await db.query('RESET enable_indexscan; RESET enable_indexonlyscan');
  expect(whole).toEqual(['master.customer']);
});
