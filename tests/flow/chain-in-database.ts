/** A chain in a database that the test reads, and that another house may join. */
import pg from 'pg';
import { testDatabase } from '../support/database.ts';
import type { AppOptions } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

export type ChainInDatabase = {
  readonly chain: Chain;
  readonly db: pg.Client;
  /** Of the database. */
  readonly url: string;
  readonly stop: () => Promise<void>;
};
export const startChainInDatabase = async (options: AppOptions = {}): Promise<ChainInDatabase> => {
  const database = await testDatabase();
  const chain = await startChain({ ...options, env: { ...options.env, DATABASE_URL: database.url } });
  const db = new pg.Client({ connectionString: database.url });
  await db.connect();
  return {
    chain,
    db,
    url: database.url,
    stop: async () => {
      await db.end();
      await chain.app.stop();
      await database.drop();
    },
  };
};
