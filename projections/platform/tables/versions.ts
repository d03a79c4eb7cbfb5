/** Schemas of a projection's versions: made, filled, promoted, retired, dropped. */
import type pg from 'pg';
import { checkpointsOf, type Checkpoint } from '../projection/checkpoint.ts';
import { ddlOf, quoted, schemaName } from './ddl.ts';
import type { Lanes } from './lanes.ts';
import type { Projection } from '../projection/projection.ts';
import { inTransaction } from '../projection/transaction.ts';

/** A promotion waits this long for readers of the views, then lets them through and tries again later. */
const LOCK_WAIT = '2s';

async function runDdl(client: pg.ClientBase, schema: string, statements: readonly string[]): Promise<void> {
  await client.query(`set local search_path to ${quoted(schema)}, public`);
  for (const statement of statements) await client.query(statement);
}

const TABLES = `select tablename from pg_tables where schemaname = $1`;
/**
 * Pages count along an index, which asks the table itself for every row that vacuum has not seen since it came: by Postgres'
 * own settings up to a fifth of a table.
 */
const SEEN_SOON = '(autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0.01)';

async function createTables(client: pg.ClientBase, schema: string, statements: readonly string[]): Promise<void> {
  await runDdl(client, schema, statements);
  const { rows } = await client.query<{ tablename: string }>(TABLES, [schema]);
  for (const { tablename } of rows) await client.query(`alter table ${quoted(tablename)} set ${SEEN_SOON}`);
}

const nextRun = (sameVersion: readonly Checkpoint[]): number =>
  sameVersion.reduce((highest, one) => Math.max(highest, one.run + 1), 0);

/** An empty first version, live from its first event on; of another log there may be older ones. */
export const createLive = (db: pg.Pool, projection: Projection): Promise<Checkpoint> =>
  inTransaction(db, async (client) => {
    const known = await checkpointsOf(client, projection.name);
    const run = nextRun(known.filter(({ version }) => version === projection.version));
    const made = await createSchema(client, projection, { run, state: 'live' });
    const { tables, indexes } = ddlOf(projection);
    await createTables(client, made.schema, tables);
    await runDdl(client, made.schema, indexes);
    await showTables(client, made.schema);
    return made;
  });

/** Tables without indexes beside whatever is live; leftovers of an unfinished rebuild of this version go. */
export async function createBuilding(
  db: pg.Pool,
  projection: Projection,
  state: 'building' | 'ahead' = 'building',
): Promise<Checkpoint> {
  const known = await checkpointsOf(db, projection.name);
  const sameVersion = known.filter((one) => one.version === projection.version);
  const run = nextRun(sameVersion);
  return inTransaction(db, async (client) => {
    for (const left of sameVersion.filter((one) => one.state === state)) await dropVersion(client, left.schema);
    const made = await createSchema(client, projection, { run, state });
    await createTables(client, made.schema, ddlOf(projection).tables);
    return made;
  });
}

const isLong = (statement: string): boolean => /\busing\s+gi(?:n|st)\b|\binclude\b/i.test(statement);

type IndexBuild = { readonly schema: string; readonly lanes: Lanes; readonly signal: AbortSignal };
/** Each in a free lane. After a failure, or once `signal` says so, none is begun; what is there falls with the schema. */
export async function addIndexes(
  db: pg.Pool,
  projection: Projection,
  { schema, lanes, signal }: IndexBuild,
): Promise<void> {
  const { indexes } = ddlOf(projection);
  // The long ones first, so that no lane ends up alone with one of them.
  const all = [...indexes.filter(isLong), ...indexes.filter((statement) => !isLong(statement))];
  const failed = new AbortController();
  const over = AbortSignal.any([signal, failed.signal]);
  const add = async (statement: string): Promise<void> => {
    if (over.aborted) return;
    await inTransaction(db, (client) => runDdl(client, schema, [statement])).catch((error) => failed.abort(error));
  };
  await Promise.all(all.map((statement) => lanes.run(() => add(statement))));
  over.throwIfAborted();
  await db.query(`analyze ${quoted(schema)}.${quoted(projection.table)}`);
}

async function createSchema(
  client: pg.ClientBase,
  { name, version }: Projection,
  { run, state }: { run: number; state: Exclude<Checkpoint['state'], 'retired'> },
): Promise<Checkpoint> {
  const schema = schemaName(name, version, run);
  await client.query(`drop schema if exists ${quoted(schema)} cascade`);
  await client.query(`create schema ${quoted(schema)}`);
  await client.query(
    `insert into projection.checkpoint (schema, name, version, run, position, state, promoted_at)
     values ($1, $2, $3, $4, -1, $5, case $5 when 'live' then now() end)`,
    [schema, name, version, run, state],
  );
  return { schema, name, version, run, position: -1, state };
}

export async function dropVersion(client: pg.ClientBase, schema: string): Promise<void> {
  await client.query(`drop schema if exists ${quoted(schema)} cascade`);
  await client.query(`delete from projection.checkpoint where schema = $1`, [schema]);
}

/** `anyway`: whatever it parks. */
type Candidate = { readonly schema: string; readonly anyway: boolean };

/** The new version cannot take keys that the live one shows; the old rows go on answering. */
export class WorseThanLive extends Error {
  constructor(name: string, parked: number, live: number) {
    super(`${name} is not promoted: it parks ${parked} keys, the live version ${live}`);
    this.name = 'WorseThanLive';
  }
}

/**
 * Switches the views of schema `live` to `schema` and retires what was live, in one transaction.
 * @returns false when the live version has meanwhile read further: catch up and try again.
 * @throws {WorseThanLive} when it has more parked keys than the live one, unless `anyway`.
 */
export const promote = (db: pg.Pool, name: string, { schema, anyway }: Candidate): Promise<boolean> =>
  inTransaction(db, async (client) => {
    await client.query(`set local lock_timeout = '${LOCK_WAIT}'`);
    const { rows } = await client.query<{ schema: string; position: string; state: string; parked: string }>(
      `select schema, position, state,
         (select count(*) from projection.parked where parked.schema = checkpoint.schema) as parked
       from projection.checkpoint where name = $1 order by schema for update`,
      [name],
    );
    const mine = rows.find((row) => row.schema === schema);
    const live = rows.find((row) => row.state === 'live');
    if (mine === undefined || (live !== undefined && Number(live.position) > Number(mine.position))) return false;
    const [more, shown] = [Number(mine.parked), Number(live?.parked ?? Infinity)];
    if (!anyway && more > shown) throw new WorseThanLive(name, more, shown);
    await client.query(`update projection.checkpoint set state = 'retired' where name = $1 and state = 'live'`, [name]);
    await client.query(`update projection.checkpoint set state = 'live', promoted_at = now() where schema = $1`, [
      schema,
    ]);
    if (live !== undefined) await hideMissing(client, live.schema, schema);
    await showTables(client, schema);
    return true;
  });

/** Views of tables that the new version no longer has. */
async function hideMissing(client: pg.ClientBase, old: string, schema: string): Promise<void> {
  const { rows } = await client.query<{ tablename: string }>(`${TABLES} except ${TABLES.replace('$1', '$2')}`, [
    old,
    schema,
  ]);
  for (const { tablename } of rows) await client.query(`drop view if exists live.${quoted(tablename)}`);
}

export async function showTables(client: pg.ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query<{ tablename: string }>(TABLES, [schema]);
  for (const { tablename } of rows) {
    const select = `as select * from ${quoted(schema)}.${quoted(tablename)}`;
    await client.query('savepoint same_columns');
    try {
      await client.query(`create or replace view live.${quoted(tablename)} ${select}`);
    } catch (error) {
      // Columns changed: 42P16 invalid_table_definition. Readers wait for the commit and see the new view.
      if (!(error instanceof Error && 'code' in error && error.code === '42P16')) throw error;
      await client.query('rollback to savepoint same_columns');
      await client.query(`drop view live.${quoted(tablename)}`);
      await client.query(`create view live.${quoted(tablename)} ${select}`);
    }
  }
}

/** Drops retired versions but the one that was live last. */
export async function dropOlder(db: pg.Pool, name: string): Promise<void> {
  const retired = (await checkpointsOf(db, name)).filter((one) => one.state === 'retired');
  for (const { schema } of retired.slice(1)) await inTransaction(db, (client) => dropVersion(client, schema));
}
