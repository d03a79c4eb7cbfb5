import pg from 'pg';
import { StoreUnavailable, type Recorded } from '../port.ts';
import { abandon } from '../../base/pg-pool.ts';
import { clientConfig } from './connection.ts';

const CONNECTIONS = 2;
/** Streams in one query. */
const MOST = 64;

/** Of a stream that is read to its end. */
const LAST_REVISION = 2 ** 31 - 1;

/** Revisions are dense: a range of them is so many events. */
type Range = { readonly stream: string; readonly first: number; readonly last: number };
type Asked = Range & {
  readonly resolve: (events: readonly Recorded[]) => void;
  readonly reject: (error: StoreUnavailable) => void;
};
type Found = Recorded & { readonly range: number };

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

  read(stream: string, first: number, most: number): Promise<readonly Recorded[]> {
    const last = Math.min(LAST_REVISION, first + most - 1);
    return new Promise((resolve, reject) => {
      this.#asked.push({ stream, first, last, resolve, reject });
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
      if (another === undefined) one.resolve(await this.#readOne(one));
      else {
        const found = Map.groupBy(await this.#readAll(asked), ({ range }) => range);
        for (const [index, { resolve }] of asked.entries()) {
          resolve((found.get(index + 1) ?? []).map(({ range: _range, ...event }) => event));
        }
      }
    } catch (error) {
      for (const { reject } of asked) reject(new StoreUnavailable('read', { cause: error }));
    }
  }

  async #readOne({ stream, first, last }: Range): Promise<readonly Recorded[]> {
    const client = await this.#next();
    const { rows } = await client.query<Recorded>({
      name: 'es_stream',
      text: `
        select position, stream, revision, id, type, data, meta from ${this.#schema}.events
        where stream = $1 and revision between $2 and $3 order by revision`,
      values: [stream, first, last],
    });
    return rows;
  }

  /** `range`: which one it was asked for by, from 1. */
  async #readAll(ranges: readonly Range[]): Promise<readonly Found[]> {
    const client = await this.#next();
    const { rows } = await client.query<Found>({
      name: 'es_streams',
      text: `
        select w.range::int as range, e.position, e.stream, e.revision, e.id, e.type, e.data, e.meta
        from unnest($1::text[], $2::int[], $3::int[]) with ordinality as w (stream, first, last, range)
        join ${this.#schema}.events e on e.stream = w.stream and e.revision between w.first and w.last
        order by w.range, e.revision`,
      values: [ranges.map(({ stream }) => stream), ranges.map(({ first }) => first), ranges.map(({ last }) => last)],
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
    // A cut connection says so twice: the second time another one may have its place.
    let isGone = false;
    const forget = (): void => {
      if (isGone) return;
      isGone = true;
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
