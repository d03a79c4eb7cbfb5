/**
 * The `projection` schema: which schema of which version is live, how far it has read, and of which log: the event that it
 * folded last (`anchor`) and the log's first are looked for before anything is served (same-log.ts, R63).
 */
import type pg from 'pg';
import { keyInSql, LOCKS } from 'services/platform/locks/advisory-locks';

export type Db = Pick<pg.Pool, 'query'> | Pick<pg.ClientBase, 'query'>;

/**
 * `building` is being filled, `live` answers queries, `retired` stays until the next promotion; `ahead` is made of the log's next place
 * while that is filled, and has a position once it is whole.
 */
export type CheckpointState = 'building' | 'live' | 'retired' | 'ahead';
export type Checkpoint = {
  readonly schema: string;
  readonly name: string;
  readonly version: number;
  readonly run: number;
  readonly position: number;
  readonly state: CheckpointState;
};

/** Tells other processes how far views are, as `<name>,<name>:<position>`. */
export const MOVED_CHANNEL = 'projection_moved';

/** Where nothing is to be changed no lock is taken: somebody may hang within a transaction over these rows. */
const MIGRATION = `
  create schema if not exists projection;
  create schema if not exists live;
  create table if not exists projection.checkpoint (
    schema text primary key,
    name text not null,
    version int not null,
    run int not null,
    position bigint not null,
    state text not null check (state in ('building', 'live', 'retired', 'ahead')),
    moved_at timestamptz not null default now(),
    promoted_at timestamptz
  );
  do $body$ begin
    if not exists (select from pg_attribute where attrelid = 'projection.checkpoint'::regclass and attname = 'anchor_id') then
      alter table projection.checkpoint add column if not exists anchor_position bigint, add column if not exists anchor_id text;
    end if;
    if to_regclass('projection.checkpoint_live') is null then
      create unique index checkpoint_live on projection.checkpoint (name) where state = 'live';
    end if;
    if not exists (select from pg_constraint where conrelid = 'projection.checkpoint'::regclass
      and conname = 'checkpoint_state_check' and pg_get_constraintdef(oid) like '%ahead%') then
      alter table projection.checkpoint drop constraint checkpoint_state_check,
        add constraint checkpoint_state_check check (state in ('building', 'live', 'retired', 'ahead'));
    end if;
  end $body$;
  create table if not exists projection.log (
    only_row boolean primary key default true check (only_row),
    first_id text not null,
    first_at text not null
  );
  create table if not exists projection.parked (
    name text not null,
    schema text not null references projection.checkpoint on delete cascade,
    key text not null,
    stream text not null,
    first_position bigint not null,
    event_id text not null,
    event_type text not null,
    cause text not null,
    parked_at timestamptz not null default now(),
    primary key (schema, key)
  );
  create table if not exists projection.projector (
    pid int not null,
    began timestamptz not null,
    leases text[] not null,
    primary key (pid, began)
  );
  create collation if not exists zh_pinyin (provider = icu, locale = 'zh-u-co-pinyin-kn-true');
`;

/** Creates what every projection needs; safe to run from several processes at once. */
export async function migrateProjections(client: pg.ClientBase): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(${keyInSql(LOCKS.readModelTables)})`);
    await client.query(MIGRATION);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

export async function migrateBy(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await migrateProjections(client);
  } finally {
    client.release();
  }
}

export async function checkpointsOf(db: Db, name: string): Promise<Checkpoint[]> {
  const { rows } = await db.query<Checkpoint>(
    `select schema, name, version, run, position, state from projection.checkpoint where name = $1 order by promoted_at desc nulls last`,
    [name],
  );
  return rows;
}

/** Positions of the live schemas by projection name. */
export async function livePositions(db: Db, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ name: string; position: string | number }>(
    `select name, position from projection.checkpoint where state = 'live' and name = any($1)`,
    [names],
  );
  return new Map(rows.map((row) => [row.name, Number(row.position)]));
}
