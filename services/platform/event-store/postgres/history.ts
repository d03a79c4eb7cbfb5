import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StoreUnavailable, type History, type Recorded } from '../port.ts';
import { abandon } from '../../base/pg-pool.ts';
import { clientConfig } from './connection.ts';
import { CopiedEvents } from './copied-events.ts';

/** The log by COPY over a connection of its own; the server sends only as fast as the events are taken. */
export async function* readHistory(
  { url, schema }: { readonly url: string; readonly schema: string },
  { order, types, after = -1, until, signal }: History,
): AsyncGenerator<readonly Recorded[], void, undefined> {
  const client = new pg.Client(clientConfig(url, 'event-history'));
  const wanted = types === undefined ? '' : `and type in (${types.map((type) => client.escapeLiteral(type)).join()})`;
  const source = copyTo(`
    copy (select position, stream, revision, id::text, type, data, meta from ${schema}.events
      where position > ${Math.trunc(after)} and position <= ${Math.trunc(until)} ${wanted}
      order by ${order === 'log' ? 'position' : 'stream, revision'}) to stdout (format binary)`);
  const stop = (): void => void source.destroy();
  client.on('error', (error) => source.destroy(error));
  signal.addEventListener('abort', stop);
  try {
    await client.connect();
    const events = new CopiedEvents();
    for await (const piece of client.query(source) as AsyncIterable<Buffer>) {
      const whole = events.take(piece);
      if (whole.length > 0) yield whole;
      if (signal.aborted) return;
    }
  } catch (error) {
    if (!signal.aborted) throw new StoreUnavailable('history', { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
    abandon(client);
  }
}
