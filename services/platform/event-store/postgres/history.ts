/** The past of the log by COPY over a connection of its own; the server sends only as fast as the events are taken. */
import pg from 'pg';
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams';
import { StoreUnavailable, type History, type Recorded } from '../port.ts';
import { abandon } from '../../base/pg-pool.ts';
import { clientConfig } from './connection.ts';
import { CopiedEvents } from './copied-events.ts';

export type LogTable = { readonly url: string; readonly schema: string };
/** The columns as {@link CopiedEvents} takes them. */
export const EVENT_COLUMNS = 'position, stream, revision, id::text, type, data, meta';
/** What is copied, one after the other; each keeps to `bounds`. */
type Selects = (client: pg.Client, bounds: string) => AsyncIterable<string>;

export async function* copied(
  url: string,
  { types, after = -1, until, signal }: Omit<History, 'order' | 'only'>,
  selects: Selects,
): AsyncGenerator<readonly Recorded[], void, undefined> {
  const client = new pg.Client(clientConfig(url, 'event-history'));
  const wanted = types === undefined ? '' : ` and type in (${types.map((type) => client.escapeLiteral(type)).join()})`;
  const bounds = `position > ${Math.trunc(after)} and position <= ${Math.trunc(until)}${wanted}`;
  let source: CopyToStreamQuery | null = null;
  const stop = (): void => {
    source?.destroy();
    abandon(client);
  };
  client.on('error', (error) => source?.destroy(error));
  signal.addEventListener('abort', stop);
  try {
    await client.connect();
    for await (const select of selects(client, bounds)) {
      const events = new CopiedEvents();
      source = client.query(copyTo(`copy (${select}) to stdout (format binary)`));
      for await (const piece of source as AsyncIterable<Buffer>) {
        const whole = events.take(piece);
        if (whole.length > 0) yield whole;
        if (signal.aborted) return;
      }
    }
  } catch (error) {
    if (!signal.aborted) throw new StoreUnavailable('history', { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
    abandon(client);
  }
}

/** All of it. */
export const readHistory = (
  { url, schema }: LogTable,
  { order, ...wanted }: History,
): AsyncGenerator<readonly Recorded[], void, undefined> =>
  copied(url, wanted, async function* (_client, bounds) {
    yield `select ${EVENT_COLUMNS} from ${schema}.events where ${bounds}
      order by ${order === 'log' ? 'position' : 'stream, revision'}`;
  });
