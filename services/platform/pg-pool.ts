/** Pools of plain pg clients. */
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
