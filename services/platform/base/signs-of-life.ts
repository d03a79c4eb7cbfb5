/**
 * Sessions that hold leases for their process tell each other that it lives: each asks one statement twice a second, and whoever sees
 * another one silent for too long ends that session. Its locks go with it, so the leases move; nothing but the server's clock is
 * compared (ADR 0067).
 */
import type pg from 'pg';
import { LOCKS } from '../locks/advisory-locks.ts';

/** How often a session is to {@link SignsOfLife.exchange | exchange} signs. */
export const SIGN_MS = 500;
/**
 * Silent for so long, and at so many looks in a row: one that looks again after a pause of its own has seen nothing of it. A process
 * whose loop stands still for a second, or for two, keeps what it has.
 */
const HUNG = { ms: 3_000, looks: 4 };
/** Shared by every session that promises signs; one of an older release promises none. */
const PROMISE = LOCKS.signsOfLife.first;

const IS_IDLE = `(a.state <> 'active' or a.wait_event_type = 'Client')`;
const LOOK = `
  select a.pid, a.backend_start::text as began, a.state_change::text as moved,
    clock_timestamp() - a.state_change > make_interval(secs => ${HUNG.ms / 1_000}) as long
  from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.classid = ${PROMISE} and l.objid = 0 and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database())
    and a.pid <> pg_backend_pid() and ${IS_IDLE} and clock_timestamp() - a.state_change > interval '1 s'`;
/**
 * One that has moved since, or works at a statement, is left alone. With it go the sessions whose names end with the mark of its process:
 * a COPY that waits for its rows counts as work to every limit of the server, and would keep rows locked for as long as the process hangs.
 */
const END = `
  with hung as (
    select a.pid, substring(a.application_name from ' ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$') as process
    from pg_stat_activity a
    where a.pid = $1 and a.backend_start = $2::timestamptz and a.state_change = $3::timestamptz and ${IS_IDLE})
  select pg_terminate_backend(a.pid) from hung join pg_stat_activity a
    on a.pid = hung.pid or (a.datname = current_database() and right(a.application_name, 36) = hung.process)`;

type Silent = { readonly pid: number; readonly began: string; readonly moved: string; readonly long: boolean };
type Client = Pick<pg.ClientBase, 'query'>;

export const promiseSigns = async (client: Client): Promise<void> => {
  await client.query(`select pg_advisory_lock_shared(${PROMISE}, 0)`);
};

/** Of one session. */
export class SignsOfLife {
  #silent = new Map<string, number>();

  /** A sign of life of this session, and a look at the others. */
  async exchange(client: Client): Promise<void> {
    const { rows } = await client.query<Silent>({ name: 'signs_of_life', text: LOOK });
    const silent = new Map<string, number>();
    for (const { pid, began, moved, long } of rows) {
      const key = `${pid} ${began} ${moved}`;
      const looks = (this.#silent.get(key) ?? 0) + 1;
      silent.set(key, looks);
      if (long && looks >= HUNG.looks) await client.query(END, [pid, began, moved]);
    }
    this.#silent = silent;
  }
}
