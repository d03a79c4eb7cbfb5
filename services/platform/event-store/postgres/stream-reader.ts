import pg from 'pg';
import { StoreUnavailable, type Recorded } from '../port.ts';
import { abandon, clientConfig } from './connection.ts';

const CONNECTIONS = 2;

/**
 * Reads single streams over a few pipelined connections: many short reads are under way on each, which answers
 * about half as many again as a pool does.
 */
export class StreamReader {
  readonly #url: string;
  readonly #schema: string;
  readonly #clients: (Promise<pg.Client> | undefined)[] = Array.from({ length: CONNECTIONS }, () => undefined);
  #turn = 0;
  #closed = false;

  constructor(url: string, schema: string) {
    this.#url = url;
    this.#schema = schema;
  }

  async read(stream: string, fromRevision: number): Promise<readonly Recorded[]> {
    try {
      const client = await this.#next();
      const { rows } = await client.query<Recorded>({
        name: 'es_stream',
        text: `
          select position, stream, revision, id, type, data, meta from ${this.#schema}.events
          where stream = $1 and revision >= $2 order by revision`,
        values: [stream, fromRevision],
      });
      return rows;
    } catch (error) {
      throw new StoreUnavailable('read', { cause: error });
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#clients.map(async (client) => (await client)?.end()));
  }

  #next(): Promise<pg.Client> {
    if (this.#closed) throw new Error('closed');
    this.#turn = (this.#turn + 1) % CONNECTIONS;
    return (this.#clients[this.#turn] ??= this.#connect(this.#turn));
  }

  async #connect(slot: number): Promise<pg.Client> {
    const client = new pg.Client({
      ...clientConfig(this.#url, 'event-reader'),
      pipeline: true,
      query_timeout: 30_000,
    });
    const forget = (): void => {
      this.#clients[slot] = undefined;
      abandon(client);
    };
    client.once('error', forget);
    client.once('end', forget);
    try {
      await client.connect();
      return client;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
