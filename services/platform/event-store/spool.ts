/**
 * A past to read for a store that can only be followed from its beginning: the log is copied once into an unlogged table
 * of the house's Postgres, which serves both orders to whoever reads it at that time, and goes with the last reader.
 */
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StoreUnavailable, type EventStore, type History, type Position, type Recorded } from './port.ts';
import { abandon } from '../base/pg-pool.ts';
import { clientConfig } from './postgres/connection.ts';
import { copyLine } from './postgres/copy-line.ts';
import { readHistory } from './postgres/history.ts';
import { LOCKS } from '../locks/advisory-locks.ts';

const CHUNK_CHARACTERS = 64 * 1024;
/** First key of the advisory locks: readers of a spool share one, whoever fills or drops it holds it alone. */
const LOCK = LOCKS.spool.first;
const schemaOf = (until: Position): string => `log_spool_${until}`;

/**
 * The same store, whose past is read from a copy in the database at `url`. Whoever hangs while it fills a copy is ended with its
 * `process`, or others would wait for that copy.
 */
export const spooled = (store: EventStore, url: string, process = ''): NonNullable<EventStore['history']> =>
  async function* history(wanted) {
    if (wanted.until < 0) return;
    const client = new pg.Client(clientConfig(url, `event-spool ${process}`.trimEnd()));
    client.on('error', () => undefined);
    const stop = (): void => abandon(client);
    wanted.signal.addEventListener('abort', stop);
    try {
      await client.connect();
      await join(client, store, wanted);
      yield* readHistory({ url, schema: schemaOf(wanted.until) }, wanted);
      await leave(client, wanted.until);
    } catch (error) {
      if (wanted.signal.aborted) return;
      throw error instanceof StoreUnavailable ? error : new StoreUnavailable('spool', { cause: error });
    } finally {
      wanted.signal.removeEventListener('abort', stop);
      abandon(client);
    }
  };

const tryAlone = async (client: pg.Client, until: Position): Promise<boolean> => {
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1, $2) as alone', [
    LOCK,
    keyOf(until),
  ]);
  return rows[0]?.alone === true;
};
/** A lock's key has 32 bits. */
const keyOf = (until: Position): number => until % 2 ** 31;

/** The first to come fills it; the others wait, and find it filled. */
async function join(client: pg.Client, store: EventStore, wanted: History): Promise<void> {
  const lock = [LOCK, keyOf(wanted.until)];
  for (let first = await tryAlone(client, wanted.until); ; first = await tryAlone(client, wanted.until)) {
    if (first) await fill(client, store, wanted);
    await client.query('select pg_advisory_lock_shared($1, $2)', lock);
    if (first) await client.query('select pg_advisory_unlock($1, $2)', lock);
    const { rows } = await client.query('select to_regclass($1) as spool', [`${schemaOf(wanted.until)}.events`]);
    if (rows[0]?.spool !== null) return;
    // Whoever filled it has failed.
    await client.query('select pg_advisory_unlock_shared($1, $2)', lock);
  }
}

async function leave(client: pg.Client, until: Position): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1, $2)', [LOCK, keyOf(until)]);
  if (await tryAlone(client, until)) await client.query(`drop schema if exists ${schemaOf(until)} cascade`);
}

/** All or nothing; what a process that died left behind goes. */
async function fill(client: pg.Client, store: EventStore, wanted: History): Promise<void> {
  await dropLeftovers(client, wanted.until);
  const schema = schemaOf(wanted.until);
  await client.query('begin');
  await client.query(`drop schema if exists ${schema} cascade; create schema ${schema};
    create unlogged table ${schema}.events (position bigint, stream text collate "C", revision integer, id uuid,
      type text collate "C", data json, meta json)`);
  await pipeline(linesOf(store, wanted), client.query(copyFrom(`copy ${schema}.events from stdin`)));
  await client.query(
    `create index on ${schema}.events (position); create index on ${schema}.events (stream, revision)`,
  );
  await client.query(`analyze ${schema}.events`);
  await client.query('commit');
}

async function dropLeftovers(client: pg.Client, until: Position): Promise<void> {
  const { rows } = await client.query<{ nspname: string }>(
    `select nspname from pg_namespace where nspname ~ '^log_spool_[0-9]+$' and nspname <> $1`,
    [schemaOf(until)],
  );
  for (const { nspname } of rows) {
    const other = Number(nspname.slice(schemaOf(0).length - 1));
    if (!(await tryAlone(client, other))) continue;
    await client.query(`drop schema if exists ${nspname} cascade`);
    await client.query('select pg_advisory_unlock($1, $2)', [LOCK, keyOf(other)]);
  }
}

async function* linesOf(store: EventStore, wanted: History): AsyncGenerator<string, void> {
  let lines = '';
  for await (const event of eventsUntil(store, wanted)) {
    lines += lineOf(event);
    if (lines.length <= CHUNK_CHARACTERS) continue;
    yield lines;
    lines = '';
  }
  if (lines !== '') yield lines;
}

const lineOf = ({ position, stream, revision, id, type, data, meta }: Recorded): string =>
  copyLine([position, stream, revision, id, type, JSON.stringify(data), JSON.stringify(meta)]);

async function* eventsUntil(store: EventStore, { until, signal }: History): AsyncGenerator<Recorded> {
  const ended = new AbortController();
  try {
    const feed = store.subscribe({ after: -1, signal: AbortSignal.any([signal, ended.signal]) });
    for await (const item of feed) {
      const position = item.kind === 'event' ? item.event.position : item.position;
      if (item.kind === 'event' && position <= until) yield item.event;
      if (position >= until || item.kind === 'caught-up') return;
    }
  } finally {
    ended.abort();
  }
  signal.throwIfAborted();
  throw new StoreUnavailable('subscribe');
}
