/** Plain pg clients: pools of them, and how one is given up. */
import type { EventEmitter } from 'node:events';
import pg from 'pg';
import { isReadOnly } from './faults.ts';

/**
 * A pool whose lost connections fail the statement they spoil, or the next one, and never end the process.
 * `lost` hears of those that were lent to nobody.
 */
export const openPgPool = (config: pg.PoolConfig, lost: (error: Error) => void = () => undefined): pg.Pool => {
  const pool = new pg.Pool(config);
  pool.on('error', lost);
  // pg stops listening while it lends a connection: cut between two statements, or in the packet that greets, an error
  // unheard would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  giveUpReadOnly(pool);
  return pool;
};

/** A connection whose server takes no writes does not come back into the pool: one that ends is not kept. */
const giveUpReadOnly = (pool: pg.Pool): void => {
  const spoiled = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    const { connection } = client as pg.PoolClient & { readonly connection: EventEmitter };
    connection.on('errorMessage', (error: Error) => void (isReadOnly(error) && spoiled.add(client)));
  });
  pool.on('release', (_error, client) => void (spoiled.has(client) && (client as unknown as pg.Client).end()));
};

/** Ends a connection that may be broken, without waiting for it. */
export const abandon = (client: pg.Client): void => {
  client.removeAllListeners('error');
  client.on('error', () => undefined);
  client.end().catch(() => undefined);
};
