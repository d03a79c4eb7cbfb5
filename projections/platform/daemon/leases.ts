/**
 * Session advisory locks of this process, all on one connection: when it breaks, or is ended because the process
 * hangs, every lease is gone at once. Processes that would
 * take the same leases list themselves, and each takes its share; when one comes or goes the shares move.
 */
import pg from 'pg';
import { SIGN_MS, SignsOfLife, promiseSigns } from 'services/platform/base/signs-of-life';
import { sharesOf, type Member } from './shares.ts';
import { LOCKS } from 'services/platform/locks/advisory-locks';

export type Leases = {
  /** A signal that aborts when the lease is lost or another's turn has come; null when another process holds or shall hold it. */
  acquire(name: string): Promise<AbortSignal | null>;
  release(name: string): Promise<void>;
  /** While `work` goes on the lease is handed to nobody. */
  keeping<T>(name: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};
export type LeaseOptions = {
  /** All leases that this process would take; none: it takes whatever is free. */
  readonly wanted?: readonly string[];
  /** What the name of its connection ends with, so that it can be ended with its process (ADR 0065). */
  readonly process?: string;
  /** How often it is looked who else is there (default 1,000). */
  readonly lookMs?: number;
};

/** What a process takes to run that version of a projection. */
export const leaseOf = ({ name, version }: { readonly name: string; readonly version: number }): string =>
  `${name}@${version}`;

type LockFunction = 'pg_try_advisory_lock' | 'pg_advisory_unlock';
type Session = {
  readonly client: pg.Client;
  readonly lost: AbortController;
  /** Each with what ends it when another's turn has come. */
  readonly held: Map<string, AbortController>;
  readonly id: string | null;
  /** The query at work: one connection answers one at a time. */
  busy: Promise<unknown>;
  shares: ReadonlyMap<string, string>;
  lookedAt: number;
  readonly signs: SignsOfLife;
};

/** A member is its session: the row of one that ended counts no more. */
const ENLIST = `
  with gone as (delete from projection.projector p where not exists
    (select from pg_stat_activity a where a.pid = p.pid and a.backend_start = p.began))
  insert into projection.projector (pid, began, leases)
    select pid, backend_start, $1::text[] from pg_stat_activity where pid = pg_backend_pid()
  returning pid || '/' || began as id`;
const MEMBERS = `
  select p.pid || '/' || p.began as id, p.leases
  from projection.projector p join pg_stat_activity a on a.pid = p.pid and a.backend_start = p.began
  order by p.began, p.pid`;

const enlisted = async (client: pg.Client, wanted: readonly string[]): Promise<string | null> => {
  if (wanted.length === 0) return null;
  const { rows } = await client.query<{ id: string }>(ENLIST, [wanted]);
  return rows[0]?.id ?? null;
};
const openSession = async (
  url: string,
  { wanted = [], process = '' }: LeaseOptions,
  forget: () => void,
): Promise<Session> => {
  const name = `projection leases ${process}`.trimEnd();
  const client = new pg.Client({ connectionString: url, application_name: name, keepAlive: true });
  const lost = new AbortController();
  // A cut connection says so twice: the second time another session may hold the locks, which must not be forgotten.
  const gone = () => {
    if (lost.signal.aborted) return;
    forget();
    lost.abort();
  };
  client.on('error', gone);
  await client.connect();
  client.on('end', gone);
  const enlist = async (): Promise<string | null> => {
    await promiseSigns(client);
    return enlisted(client, wanted);
  };
  const id = await enlist().catch((error: unknown) => {
    // A server that takes no writes, or no more: what is tried next is a connection of its own.
    client.end().catch(() => undefined);
    throw error;
  });
  const signs = new SignsOfLife();
  return { client, lost, held: new Map(), id, busy: Promise.resolve(), shares: new Map(), lookedAt: -Infinity, signs };
};
const inTurn = <T>(session: Session, ask: () => Promise<T>): Promise<T> => {
  const asked = session.busy.then(ask);
  session.busy = asked.catch(() => undefined);
  return asked;
};
const ask = (session: Session, does: LockFunction, name: string): Promise<boolean> =>
  inTurn(session, async () => {
    const { rows } = await session.client.query<{ ok: boolean }>(`select ${does}(hashtextextended($1, $2)) as ok`, [
      `${LOCKS.readModel.name}${name}`,
      LOCKS.readModel.seed,
    ]);
    return rows[0]?.ok === true;
  });
const isMine = ({ id, shares }: Session, name: string): boolean => {
  const owner = shares.get(name);
  return owner === undefined || owner === id;
};

class SharedLeases implements Leases {
  readonly #url: string;
  readonly #options: LeaseOptions;
  readonly #lookMs: number;
  readonly #kept = new Set<string>();
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #signing: NodeJS.Timeout;
  #current: Promise<Session> | undefined;

  constructor(url: string, options: LeaseOptions) {
    const { wanted = [], lookMs = 1_000 } = options;
    this.#url = url;
    this.#options = options;
    this.#lookMs = lookMs;
    this.#signing = setInterval(() => void this.#sign(), SIGN_MS).unref();
    if (wanted.length > 0) this.#timer = setInterval(() => void this.#handOver(), lookMs).unref();
  }

  async acquire(name: string): Promise<AbortSignal | null> {
    const mine = await this.#session();
    await this.#look(mine, this.#lookMs / 4);
    if (!isMine(mine, name) && !this.#kept.has(name)) {
      await this.release(name);
      return null;
    }
    // Session locks count up: taking one twice would need two releases.
    const known = mine.held.get(name);
    if (known === undefined && !(await ask(mine, 'pg_try_advisory_lock', name))) return null;
    const turn = known?.signal.aborted === false ? known : new AbortController();
    mine.held.set(name, turn);
    return AbortSignal.any([mine.lost.signal, turn.signal]);
  }

  async release(name: string): Promise<void> {
    const mine = await this.#current?.catch(() => undefined);
    if (mine?.held.delete(name) === true) await ask(mine, 'pg_advisory_unlock', name);
  }

  async keeping<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.#kept.add(name);
    return work().finally(() => this.#kept.delete(name));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    clearInterval(this.#signing);
    const mine = await this.#current?.catch(() => undefined);
    await mine?.client.end().catch(() => undefined);
  }

  #session(): Promise<Session> {
    if (this.#current !== undefined) return this.#current;
    const mine = openSession(this.#url, this.#options, () => (this.#current = undefined));
    this.#current = mine;
    mine.catch(() => {
      if (this.#current === mine) this.#current = undefined;
    });
    return mine;
  }

  /** Who is there, if that was not looked at within the time. */
  async #look(session: Session, withinMs: number): Promise<void> {
    if (session.id === null) return;
    await inTurn(session, async () => {
      if (performance.now() - session.lookedAt < withinMs) return;
      const { rows } = await session.client.query<Member>(MEMBERS);
      session.shares = sharesOf(rows);
      session.lookedAt = performance.now();
    });
  }

  async #sign(): Promise<void> {
    try {
      const mine = await this.#current;
      if (mine !== undefined) await inTurn(mine, () => mine.signs.exchange(mine.client));
    } catch {
      // Whoever holds one hears of a lost connection by its signal.
    }
  }

  async #handOver(): Promise<void> {
    try {
      const mine = await this.#current;
      if (mine === undefined) return;
      await this.#look(mine, 0);
      for (const [name, turn] of mine.held) if (!isMine(mine, name) && !this.#kept.has(name)) turn.abort();
    } catch {
      // Whoever holds one hears of a lost connection by its signal.
    }
  }
}

export const openLeases = (url: string, options: LeaseOptions = {}): Leases => new SharedLeases(url, options);
