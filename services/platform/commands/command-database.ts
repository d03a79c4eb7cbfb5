/** The database of an installation, for a command beside the house, which may run meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabasePool } from 'slonik';
import { CannotStart } from '../base/cannot-start.ts';
import { readConfig, type Config } from '../process/config.ts';
import { openPool } from '../base/database.ts';
import { hasDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/index.ts';

export type CommandDatabase = { readonly config: Config; readonly url: string; readonly db: DatabasePool };
type Pool = {
  readonly applicationName: string;
  readonly size: number;
  /** Settings are those of the environment unless others are given. */
  readonly config?: Config;
  /** A bundled database that is not there is made: whoever mistyped a folder wants none. */
  readonly makes?: boolean;
  /** The command is told to end. */
  readonly stop?: AbortSignal | undefined;
};

const LOOK_MS = 50;
/** Connections of this process take a moment to go. */
const GONE_MS = 1_000;
type Users = { readonly others: number; readonly houses: number };
const USERS = `
  SELECT count(*)::int AS others, count(*) FILTER (WHERE application_name LIKE 'projections listen %')::int AS houses
  FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;
/** Who uses the server, once the connections of this process are gone. */
const usersOf = async (url: string, goneMs: number): Promise<Users> => {
  const client = new pg.Client({ connectionString: url, application_name: 'last of all' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (const until = Date.now() + goneMs; ; await pause(LOOK_MS)) {
      const [users = NOBODY] = (await client.query<Users>(USERS)).rows;
      if (users.others === 0 || users.houses > 0 || Date.now() >= until) return users;
    }
  } finally {
    await client.end().catch(() => undefined);
  }
};
const NOBODY: Users = { others: 0, houses: 0 };
/** A house or a command that came meanwhile goes on; the last one stops the server, whoever started it. `told`: to end in the middle. */
const left = async (embedded: EmbeddedPostgres, told: boolean): Promise<void> => {
  const { others, houses } = await usersOf(embedded.url, told ? 0 : GONE_MS).catch(() => NOBODY);
  await (houses === 0 && (told || others === 0) ? embedded.stop() : embedded.leave());
};
const embeddedOf = async ({ dataDir }: Config, makes: boolean): Promise<EmbeddedPostgres> => {
  if (!makes && !hasDatabase(dataDir))
    throw new CannotStart(`${dataDir} 里没有数据库：请核对 DATA_DIR（或 DATABASE_URL），要与 npm start 相同`);
  return startEmbeddedPostgres({ dataDir });
};
const until = (stop: AbortSignal | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    const told = (): void => reject(stop?.reason as Error);
    if (stop?.aborted === true) told();
    else stop?.addEventListener('abort', told, { once: true });
  });

/** What was opened or started for the work is closed after it, also where the command is told to end in the middle. */
export const withDatabase = async <Result>(
  pool: Pool,
  work: (opened: CommandDatabase) => Promise<Result>,
): Promise<Result> => {
  const { config = readConfig(), makes = false, stop } = pool;
  const embedded = config.databaseUrl === undefined ? await embeddedOf(config, makes) : null;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const db = await openPool(url, pool);
  try {
    return await Promise.race([work({ config, url, db }), until(stop)]);
  } finally {
    const told = stop?.aborted === true;
    // Where it is told to end in the middle, statements are under way that the pool would wait for.
    if (!told) await db.end();
    if (embedded !== null) await left(embedded, told);
  }
};
