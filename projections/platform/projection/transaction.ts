import type pg from 'pg';

/** Runs `work` on a connection of its own: all of it is written, or nothing. */
export async function inTransaction<T>(db: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error as Error;
    await client.query('rollback').then(
      () => (failure = undefined),
      () => undefined,
    );
    throw error;
  } finally {
    client.release(failure);
  }
}
