import type pg from 'pg';
import { LOCKS } from '../../locks/advisory-locks.ts';
import { thirtiethsIndex } from './stream-choice.ts';

/**
 * Positions are given by the one writer, contiguous from 0: `position > n order by position` misses nothing.
 * `data` is json, not jsonb: the text is kept as written (key order, no conversion on either way), which costs the
 * server about a third less per append; nothing searches inside events.
 * `writer` has one row: whose session (`pid` since `began`) took over last, and how its process is reached. It writes as long as that
 * session lives, for the session holds the lock.
 */
const statements = (schema: string): string => `
  create schema if not exists ${schema};
  create table if not exists ${schema}.events (
    position bigint primary key,
    stream text collate "C" not null,
    revision integer not null,
    id uuid not null constraint events_id_key unique,
    type text collate "C" not null,
    data json not null,
    meta json not null,
    constraint events_stream_revision_key unique (stream, revision)
  );
  ${thirtiethsIndex(schema)};
  create or replace function ${schema}.refuse_change() returns trigger language plpgsql as $body$
  begin
    raise exception '% on %.% refused: events are only ever added', tg_op, tg_table_schema, tg_table_name
      using errcode = 'restrict_violation';
  end $body$;
  create or replace trigger events_append_only before update or delete or truncate on ${schema}.events
    for each statement execute function ${schema}.refuse_change();
  create table if not exists ${schema}.writer (
    one boolean primary key default true check (one),
    key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
    epoch bigint not null default 0,
    pid integer,
    began timestamptz,
    address text,
    process text,
    since timestamptz
  );
  insert into ${schema}.writer default values on conflict do nothing;`;

/** Creates what is missing; several processes may start at once. */
export async function ensureSchema(client: pg.ClientBase, schema: string): Promise<void> {
  const { rows } = await client.query(
    'select 1 from pg_trigger t where t.tgrelid = to_regclass($1) and t.tgname = $2 and to_regclass($3) is not null',
    [`${schema}.events`, 'events_append_only', `${schema}.writer`],
  );
  if (rows.length > 0) return;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [`${LOCKS.storeSchema.hash}${schema}`]);
    await client.query(statements(schema));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** The schema's name goes into statements as it is. */
export function checkSchemaName(schema: string): string {
  if (!/^[a-z_][a-z0-9_]{0,40}$/.test(schema)) throw new RangeError(`schema name ${JSON.stringify(schema)}`);
  return schema;
}
