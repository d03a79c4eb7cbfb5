/** Statistics after a mass write: fresh without autovacuum, made once, and nobody waits for them. */
import pg from 'pg';
import { expect, test } from 'vitest';
import { daemonsPerTest, received, until } from '../testing/daemons.ts';
import { movements, stock } from '../testing/samples.ts';

const { at, start } = daemonsPerTest();
const MANY = 2_000;
const mass = (): number => at.store.record(...Array.from({ length: MANY }, (_, n) => received(`K${n}`)));
type Known = { readonly schema: string; readonly rows: number; readonly made: number };
/** What the planner knows of a table, and how often somebody asked for it (autovacuum is counted apart). */
const known = async (table: string): Promise<Known | undefined> => {
  const { rows } = await at.db.query<Known>(
    `select p.schema, c.reltuples::int as rows, pg_stat_get_analyze_count(c.oid)::int as made
     from pg_class c join projection.checkpoint p on p.schema = c.relnamespace::regnamespace::text
     where c.relname = $1 and p.state = 'live'`,
    [table],
  );
  return rows[0];
};
const planned = async (query: string): Promise<number> => {
  const { rows } = await at.db.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${query}`,
  );
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
};

test('after many rows a list is planned for what there is, which it was not before', async () => {
  const daemon = await start([stock(), movements]);
  expect(await daemon.waitFor(['sample-stock'], at.store.record(received('A')), 5_000)).toBe(true);
  expect(await known('sample_stock')).toMatchObject({ rows: -1, made: 0 });
  expect(await daemon.waitFor(['sample-stock'], mass(), 5_000)).toBe(true);
  await until(async () => (await known('sample_stock'))?.rows === MANY + 1);
  await until(async () => (await known('sample_movements'))?.rows === 2 * (MANY + 1));
  expect(await planned('select from live.sample_stock where shop = 1')).toBe(MANY + 1);
  await until(async () => (await known('sample_stock'))?.made === 1);
});

test('while they wait for a table that somebody holds, a save of a till shows', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  const holder = new pg.Client({ connectionString: at.database.url });
  await holder.connect();
  try {
    const { schema } = (await known('sample_stock'))!;
    await holder.query('begin');
    await holder.query(`lock table "${schema}".sample_stock in share update exclusive mode`);
    mass();
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'analyze %'`;
    await until(async () => (await at.db.query(waiting)).rowCount === 1);
    expect(await daemon.waitFor(['sample-stock'], at.store.record(received('TILL')), 2_000)).toBe(true);
    expect(await known('sample_stock')).toMatchObject({ rows: -1 });
  } finally {
    await holder.end();
  }
});
