/** The database of an installation, for a command beside the house, which may run meanwhile. */
import type { DatabasePool } from 'slonik';
import { readConfig, type Config } from './config.ts';
import { openPool } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres/index.ts';

export type CommandDatabase = { readonly config: Config; readonly url: string; readonly db: DatabasePool };
/** Settings are those of the environment unless others are given. */
type Pool = { readonly applicationName: string; readonly size: number; readonly config?: Config };

/** What was opened or started for the work is closed after it. */
export const withDatabase = async <Result>(
  pool: Pool,
  work: (opened: CommandDatabase) => Promise<Result>,
): Promise<Result> => {
  const { config = readConfig() } = pool;
  const embedded = config.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: config.dataDir }) : null;
  const url = config.databaseUrl ?? embedded?.url ?? '';
  const db = await openPool(url, pool);
  try {
    return await work({ config, url, db });
  } finally {
    await db.end();
    // One that was there already belongs to the house that runs.
    await (embedded?.adopted === true ? embedded.leave() : embedded?.stop());
  }
};
