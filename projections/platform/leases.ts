/** Session advisory locks of this process, all on one connection: when it breaks, every lease is gone at once. */
import pg from 'pg';

export type Leases = {
  /** A signal that aborts when the lease is lost; null when another process holds it. */
  acquire(name: string): Promise<AbortSignal | null>;
  release(name: string): Promise<void>;
  close(): Promise<void>;
};

type LockFunction = 'pg_try_advisory_lock' | 'pg_advisory_unlock';
type Session = {
  readonly client: pg.Client;
  readonly lost: AbortController;
  readonly held: Set<string>;
  /** The query at work: one connection answers one at a time. */
  busy: Promise<unknown>;
};

const openSession = async (url: string, forget: () => void): Promise<Session> => {
  const client = new pg.Client({ connectionString: url, application_name: 'projection leases', keepAlive: true });
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
  return { client, lost, held: new Set(), busy: Promise.resolve() };
};
const ask = async ({ client }: Session, does: LockFunction, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ ok: boolean }>(`select ${does}(hashtextextended($1, 0)) as ok`, [
    `projection ${name}`,
  ]);
  return rows[0]?.ok === true;
};
const askInTurn = (session: Session, does: LockFunction, name: string): Promise<boolean> => {
  const asked = session.busy.then(() => ask(session, does, name));
  session.busy = asked.catch(() => undefined);
  return asked;
};

export function openLeases(url: string): Leases {
  let current: Promise<Session> | undefined;
  const session = (): Promise<Session> => {
    if (current !== undefined) return current;
    const mine = openSession(url, () => (current = undefined));
    current = mine;
    mine.catch(() => {
      if (current === mine) current = undefined;
    });
    return mine;
  };
  return {
    async acquire(name) {
      const mine = await session();
      // Session locks count up: taking one twice would need two releases.
      if (!mine.held.has(name)) {
        if (!(await askInTurn(mine, 'pg_try_advisory_lock', name))) return null;
        mine.held.add(name);
      }
      return mine.lost.signal;
    },
    async release(name) {
      const mine = await current?.catch(() => undefined);
      if (mine?.held.delete(name) === true) await askInTurn(mine, 'pg_advisory_unlock', name);
    },
    async close() {
      const mine = await current?.catch(() => undefined);
      await mine?.client.end().catch(() => undefined);
    },
  };
}
