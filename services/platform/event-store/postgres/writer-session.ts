/** The connection that holds the writer's lock: how it is opened, kept and given back. */
import pg from 'pg';
import { abandon } from '../../base/pg-pool.ts';
import { clientConfig } from './connection.ts';

export type Session = { readonly client: pg.Client; nextPosition: number; lost: boolean };

/** Not yet connected. `lost` hears when it is gone. */
export const newSession = (url: string, lost: () => void): Session => {
  const client = new pg.Client({ ...clientConfig(url, 'event-writer'), query_timeout: 30_000 });
  const session: Session = { client, nextPosition: 0, lost: false };
  const lose = (): void => {
    session.lost = true;
    lost();
  };
  client.on('error', lose);
  client.on('end', lose);
  return session;
};

/** Whoever stands by sees by it that this process lives. */
export const giveSignOfLife = async (session: Session): Promise<void> => {
  await session.client.query('select').catch(() => (session.lost = true));
};

export const release = async ({ client, lost }: Session): Promise<void> => {
  if (lost) return abandon(client);
  // The server notices the end of a connection a moment later: the lock is given back before.
  await client.query('select pg_advisory_unlock_all()').catch(() => undefined);
  await client.end().catch(() => undefined);
};
