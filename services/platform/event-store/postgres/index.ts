/** The event store in Postgres: append-only tables behind one writer. The default store. */
import type pg from 'pg';
import { Listener } from '../../base/listener.ts';
import { openPgPool } from '../../base/pg-pool.ts';
import { StoreUnavailable, type Appended, type EventStore, type Writership } from '../port.ts';
import { charactersOf, serialise, serialiseAll } from '../serialise.ts';
import { clientConfig } from './connection.ts';
import { Feed } from './feed.ts';
import { checkRows } from './side-rows.ts';
import { readPast } from './stream-choice.ts';
import { checkSchemaName, ensureSchema } from './schema.ts';
import { readKey } from './office.ts';
import { readFirst, readMarks } from './statements.ts';
import { StreamReader } from './stream-reader.ts';
import { Writer } from './writer.ts';

export type PostgresEventStore = EventStore & {
  readonly writership: Writership;
  /** True while this process holds the writer's lock; it asks for it at its first append, or once it stands for it. */
  isWriter(): boolean;
};

const writershipOf = (writer: Writer, key: string): Writership => ({
  key,
  place: () => writer.candidacy.place,
  onChange: (heard) => writer.candidacy.onChange(heard),
  stand: (as) => writer.stand(as),
  resign: () => writer.close(),
});

const appendsOf = (writer: Writer): Pick<EventStore, 'append' | 'appendAll'> => ({
  append: async (stream, expected, events, beside) => {
    const serialised = serialise(stream, events);
    const rows = beside === undefined ? 0 : checkRows(stream, beside);
    const characters = rows + charactersOf(serialised);
    const [appended] = await writer.append({ parts: [{ stream, expected, events: serialised }], beside, characters });
    return appended as Appended;
  },
  appendAll: async (parts, beside) => {
    const serialised = serialiseAll(parts);
    const rows = beside === undefined ? 0 : checkRows(parts[0]?.stream ?? '', beside);
    const characters = serialised.reduce((sum, { events }) => sum + charactersOf(events), rows);
    return writer.append({ parts: serialised, beside, characters });
  },
});

/**
 * Opens the store, creating its tables when they are missing.
 * `patienceMs`: how long an append waits for the writer's lock or a lost connection (default 5 s).
 * @throws {StoreUnavailable} when the database cannot be reached.
 */
export async function openPostgresEventStore(options: {
  readonly url: string;
  readonly schema?: string;
  readonly patienceMs?: number;
  /** Of the whole process; without one the store opens its own. */
  readonly listener?: Listener | undefined;
}): Promise<PostgresEventStore> {
  const schema = checkSchemaName(options.schema ?? 'es');
  const { url, patienceMs = 5_000 } = options;
  const pool = openPgPool({ ...clientConfig(url, 'event-log'), max: 2, idleTimeoutMillis: 60_000 });
  const key = await prepare(pool, schema);
  const listener = options.listener ?? new Listener(url, 'event-listener');
  const feed = new Feed(schema, pool, listener);
  const reader = new StreamReader(url, schema);
  const writer = new Writer({ url, schema, patienceMs, committed: (placed) => feed.publish(placed) });
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await writer.close();
    await Promise.all([feed.close(), reader.close()]);
    if (options.listener === undefined) await listener.close();
    await pool.end();
  };
  return {
    takesRows: true,
    writership: writershipOf(writer, key),
    ...appendsOf(writer),
    read: (stream, fromRevision = 0, most = Infinity) => reader.read(stream, fromRevision, most),
    subscribe: (from) => feed.subscribe(from),
    history: (wanted) => readPast({ url, schema }, wanted),
    readsParts: true,
    head: () => answered('head', () => feed.head()),
    marks: {
      counted: true,
      first: () => answered('marks', () => readFirst(pool, schema)),
      at: (positions) => answered('marks', () => readMarks(pool, schema, positions)),
    },
    isWriter: () => writer.holdsLock,
    close: () => (closing ??= closeAll()),
  };
}

/** Answers the key of the log. */
async function prepare(pool: pg.Pool, schema: string): Promise<string> {
  try {
    const client = await pool.connect();
    try {
      await ensureSchema(client, schema);
      return await readKey(client, schema);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end();
    throw new StoreUnavailable('open', { cause: error });
  }
}

/** An idle connection may have been cut a moment ago without the pool knowing: a second one tells. */
async function answered<Value>(during: string, ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask().catch(ask);
  } catch (error) {
    throw new StoreUnavailable(during, { cause: error });
  }
}
