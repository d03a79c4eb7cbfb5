/** Statements about who writes: the lock, the row beside it, and the session that holds both. */
import type pg from 'pg';
import type { Candidate } from '../port.ts';
import { LOCKS } from '../../locks/advisory-locks.ts';

/** The fence: whoever's connection holds it is the writer, until that connection ends. */
export async function tryWriterLock(client: pg.ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as locked',
    [LOCKS.logWriter.first, schema],
  );
  return rows[0]?.locked === true;
}

/** What a look tells. Of a writer that has just died nothing is known until the next one has taken over. */
export type Look = {
  /** Nobody has the lock. */
  readonly isFree: boolean;
  readonly epoch: number;
  /** Null: whoever has the lock is not in the row. */
  readonly pid: number | null;
  readonly address: string | null;
  readonly since: Date | null;
  /** When its session began or ended a statement last. */
  readonly moved: string | null;
  readonly quietMs: number | null;
  /** It works at a statement and does not wait for its process: a slow disk, another's lock. */
  readonly isBusy: boolean;
};
/** A hash with a sign, as the table of locks shows it. */
const OID = 4_294_967_295;
const IS_BUSY = `a.state = 'active' and a.wait_event_type is distinct from 'Client'`;

/** Who writes. */
export async function lookAtWriter(client: pg.ClientBase, schema: string): Promise<Look> {
  const { rows } = await client.query<Look>({
    name: 'es_writer',
    text: `
      select w.epoch, a.pid, w.address, w.since, a.state_change::text as moved, coalesce(${IS_BUSY}, false) as "isBusy",
        extract(epoch from clock_timestamp() - a.state_change)::float8 * 1000 as "quietMs", l.pid is null as "isFree"
      from ${schema}.writer w
      left join pg_locks l on l.locktype = 'advisory' and l.granted and l.objsubid = 2
        and l.database = (select oid from pg_database where datname = current_database())
        and l.classid = (hashtext($1)::bigint & ${OID})::oid and l.objid = (hashtext($2)::bigint & ${OID})::oid
      left join pg_stat_get_activity(w.pid) a on a.pid = l.pid and a.backend_start = w.began`,
    values: [LOCKS.logWriter.first, schema],
  });
  const [look] = rows;
  if (look === undefined) throw new Error(`${schema}.writer has no row`);
  return look;
}

export type Office = { readonly epoch: number; readonly since: Date };
/**
 * Takes the lock and says so, in one statement: who hung between the two would write nothing and be in no row, and nobody would end it.
 * Null where another has the lock. A server that takes no writes refuses it.
 */
export async function takeOffice(
  client: pg.ClientBase,
  schema: string,
  candidate: Pick<Candidate, 'address' | 'process'> | undefined,
): Promise<Office | null> {
  const { rows } = await client.query<Office>({
    name: 'es_office',
    text: `
      with lock as materialized (select pg_try_advisory_lock(hashtext($1), hashtext($2)) as taken)
      update ${schema}.writer w
      set epoch = w.epoch + 1, pid = a.pid, began = a.backend_start, address = $3, process = $4, since = clock_timestamp()
      from lock, pg_stat_get_activity(pg_backend_pid()) a where lock.taken returning w.epoch, w.since`,
    values: [LOCKS.logWriter.first, schema, candidate?.address ?? null, candidate?.process ?? null],
  });
  return rows[0] ?? null;
}

/**
 * Ends the session of a writer that has not moved since: the lock goes with it, and so does whatever it had not committed, for every
 * append is a statement of that session. One that works at a statement is left alone. With it go the sessions by which its process holds
 * leases, so that its read models move on, too.
 */
export async function endHung(client: pg.ClientBase, schema: string, { epoch, moved }: Look): Promise<boolean> {
  const { rows } = await client.query<{ ended: boolean }>({
    name: 'es_end_hung',
    text: `
      with hung as (
        select a.pid, w.process
        from ${schema}.writer w join pg_stat_get_activity(w.pid) a on a.backend_start = w.began
        where w.epoch = $1 and a.state_change = $2::timestamptz and not (${IS_BUSY}))
      select pg_terminate_backend(a.pid) as ended from hung join pg_stat_activity a
        on a.pid = hung.pid or (a.datname = current_database() and right(a.application_name, length(hung.process)) = hung.process)`,
    values: [epoch, moved],
  });
  return rows.some(({ ended }) => ended);
}

/** By which the processes of the log know each other. */
export async function readKey(client: pg.ClientBase, schema: string): Promise<string> {
  const { rows } = await client.query<{ key: string }>(`select key from ${schema}.writer`);
  return rows[0]?.key ?? '';
}
