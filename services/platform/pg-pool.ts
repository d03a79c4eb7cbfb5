/** Plain pg clients: pools of them, and how one is given up. */
import pg from 'pg';

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
  return pool;
};

/** Ends a connection that may be broken, without waiting for it. */
export const abandon = (client: pg.Client): void => {
  client.removeAllListeners('error');
  client.on('error', () => undefined);
  client.end().catch(() => undefined);
};
