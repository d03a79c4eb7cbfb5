import pg from 'pg';
import { StoreUnavailable, type Recorded } from '../port.ts';
import { abandon, clientConfig } from './connection.ts';

const CONNECTIONS = 2;
/** Streams in one query. */
const MOST = 64;

type Asked = {
  readonly stream: string;
  readonly fromRevision: number;
  readonly resolve: (events: readonly Recorded[]) => void;
  readonly reject: (error: StoreUnavailable) => void;
};
const streamOf = ({ stream }: Recorded): string => stream;

/**
 * Reads single streams over a few pipelined connections: many short reads are under way on each, which answers
 * about half as many again as a pool does.
 */
export class StreamReader {
  readonly #url: string;
  readonly #schema: string;
  readonly #clients: (Promise<pg.Client> | undefined)[] = Array.from({ length: CONNECTIONS }, () => undefined);
  #asked: Asked[] = [];
  #turn = 0;
  #closed = false;

  constructor(url: string, schema: string) {
    this.#url = url;
    this.#schema = schema;
  }

  read(stream: string, fromRevision: number): Promise<readonly Recorded[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ stream, fromRevision, resolve, reject });
      if (this.#asked.length > 1) return;
      setImmediate(() => {
        const asked = this.#asked;
        this.#asked = [];
        for (let from = 0; from < asked.length; from += MOST) void this.#answer(asked.slice(from, from + MOST));
      });
    });
  }

  /** Streams asked for in one turn of the event loop (a document's pieces) go in one query. */
  async #answer(asked: readonly Asked[]): Promise<void> {
    try {
      const [one, another] = asked;
      if (one === undefined) return;
      if (another === undefined) one.resolve(await this.#readOne(one.stream, one.fromRevision));
      else {
        const found = Map.groupBy(await this.#readAll([...new Set(asked.map(({ stream }) => stream))]), streamOf);
        for (const { stream, fromRevision, resolve } of asked) {
          resolve((found.get(stream) ?? []).filter(({ revision }) => revision >= fromRevision));
        }
      }
    } catch (error) {
      for (const { reject } of asked) reject(new StoreUnavailable('read', { cause: error }));
    }
  }

  async #readOne(stream: string, fromRevision: number): Promise<readonly Recorded[]> {
    const client = await this.#next();
    const { rows } = await client.query<Recorded>({
      name: 'es_stream',
      text: `
        select position, stream, revision, id, type, data, meta from ${this.#schema}.events
        where stream = $1 and revision >= $2 order by revision`,
      values: [stream, fromRevision],
    });
    return rows;
  }

  async #readAll(streams: readonly string[]): Promise<readonly Recorded[]> {
    const client = await this.#next();
    const { rows } = await client.query<Recorded>({
      name: 'es_streams',
      text: `
        select e.position, e.stream, e.revision, e.id, e.type, e.data, e.meta
        from unnest($1::text[]) as wanted(stream)
        join ${this.#schema}.events e on e.stream = wanted.stream order by e.stream, e.revision`,
      values: [streams],
    });
    return rows;
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
