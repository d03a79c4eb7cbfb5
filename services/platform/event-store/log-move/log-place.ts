/**
 * Where the log of the house lies, said in its database (ADR 0064): no process works on a log that was left, nor on one that is
 * still being filled.
 */
import pg from 'pg';
import { momentInWords } from '../../../contracts/dates.ts';
import { CannotStart } from '../../base/cannot-start.ts';
import type { MovedPositions } from '../moved-positions.ts';
import type { Position } from '../port.ts';
import type { Migration } from '../../base/migrate.ts';
import { keyInSql, LOCKS } from '../../locks/advisory-locks.ts';

/** In the database of the house, or in EventStoreDB (R65). */
export type StoreKind = 'postgres' | 'eventstoredb';
export const storeKindOf = (eventStoreUrl: string | undefined): StoreKind =>
  eventStoreUrl === undefined ? 'postgres' : 'eventstoredb';

/**
 * `store`: where the log is, null as long as it was never moved; `filling`: where it is being copied to; `followed`: what names
 * positions names those of the new place. `log_moving` pairs the positions of both until then.
 */
export const logPlaceMigration: Migration = {
  id: 'platform-017-log-place',
  sql: `
    CREATE TABLE log_place (
      only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), store text, place text NOT NULL DEFAULT '',
      moved_at timestamptz, filling text, filling_place text NOT NULL DEFAULT '', followed boolean NOT NULL DEFAULT true);
    CREATE TABLE log_moving (source bigint PRIMARY KEY, target bigint NOT NULL);
    CREATE TABLE log_moved_position (event_id text PRIMARY KEY, positions jsonb NOT NULL);
    CREATE TABLE log_moved_seal (no int PRIMARY KEY, position bigint NOT NULL);`,
};

export type LogPlace = {
  readonly store: StoreKind | null;
  readonly place: string;
  readonly moved_at: Date | null;
  readonly filling: StoreKind | null;
  readonly filling_place: string;
  readonly followed: boolean;
};
type Db = Pick<pg.ClientBase, 'query'>;
/** null: the log was never moved. */
export const logPlaceOf = async (db: Db): Promise<LogPlace | null> => {
  const { rows: there } = await db.query(`select 1 where to_regclass('master.log_place') is not null`);
  if (there.length === 0) return null;
  const { rows } = await db.query<LogPlace>(
    'select store, place, moved_at, filling, filling_place, followed from master.log_place',
  );
  return rows[0] ?? null;
};

/** What keeps a process from working on the log at `kind`; null: it is there. */
export const notThere = (found: LogPlace | null, kind: StoreKind): string | null => {
  if (found === null) return null;
  const { store, place, moved_at: at, filling, filling_place: next } = found;
  if (store !== null && store !== kind)
    return store === 'eventstoredb'
      ? `事件日志已于${momentInWords(at)}搬到EventStoreDB（${place}）：请把EVENT_STORE_URL设为该地址后再启动`
      : `事件日志已于${momentInWords(at)}搬到${place}：请去掉EVENT_STORE_URL后再启动`;
  return filling === kind && store !== kind
    ? `事件日志正在搬到${next}，尚未切换：请仍用原来的事件存储启动，切换后再用这里的`
    : null;
};

/** Runs `work` on a connection of its own. */
export const onConnection = async <Value>(
  url: string,
  name: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> => {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 5_000 });
  // The statement that a lost connection spoils tells of it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};
/** @throws {CannotStart} naming where the log is, if that is elsewhere. */
export const assertLogPlace = async (url: string, kind: StoreKind): Promise<void> => {
  const sentence = notThere(await onConnection(url, 'log place', logPlaceOf), kind);
  if (sentence !== null) throw new CannotStart(sentence);
};

/** Told once the log is elsewhere: whoever works on it there ends. */
export const LOG_MOVED_CHANNEL = 'log_moved';
/** Told to whoever writes to EventStoreDB: stop, and queue up again. */
export const HOLD_CHANNEL = 'log_hold';
/** Shared by the processes that write to EventStoreDB; a switch takes it alone. */
export const WRITERS_LOCK = keyInSql(LOCKS.logWriters);

/**
 * From now on the log in Postgres takes events from nobody but whoever copies one into it. What waited for its lock is refused with
 * a state that says "of the place", so it is answered 503 and nothing of it is lost.
 */
export const closePostgresLog = async (db: Db): Promise<void> => {
  await db.query(`
    create or replace function es.refuse_moved() returns trigger language plpgsql as $body$
    begin
      if coalesce(current_setting('es.moving', true), '') <> 'on' then
        raise exception 'the log is not here' using errcode = 'object_not_in_prerequisite_state';
      end if;
      return null;
    end $body$;
    create or replace trigger events_moved before insert on es.events
      for each statement execute function es.refuse_moved();`);
};
export const openPostgresLog = async (db: Db): Promise<void> => {
  await db.query('drop trigger if exists events_moved on es.events');
};
/** The address by which a closed log is written to. */
export const copyingUrl = (url: string): string => {
  const address = new URL(url);
  address.searchParams.set('options', '-c es.moving=on');
  return address.href;
};

/** Rows that say how far they went through the log: behind what is left of it, it is gone through anew. */
export const goBackTo = async (db: Db, position: Position): Promise<void> => {
  for (const table of ['saga_checkpoint', 'cash_watch'])
    await db.query(`UPDATE master.${table} SET position = least(position, $1)`, [position]);
};

export type MovedRow = { readonly event_id: string; readonly positions: Readonly<Record<string, Position>> };
export const movedPositionsIn = (rows: readonly MovedRow[]): MovedPositions =>
  new Map(
    rows.map(({ event_id: id, positions }) => [
      id,
      new Map(Object.entries(positions).map(([from, to]) => [Number(from), to])),
    ]),
  );
/** Of a log that was moved; empty where it never was. */
export const movedPositionsOf = (url: string): Promise<MovedPositions> =>
  onConnection(url, 'log place', async (db) => {
    const { rows: there } = await db.query(`select 1 where to_regclass('master.log_moved_position') is not null`);
    if (there.length === 0) return new Map();
    const { rows } = await db.query<MovedRow>('select event_id, positions from master.log_moved_position');
    return movedPositionsIn(rows);
  });
