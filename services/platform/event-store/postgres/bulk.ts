/** Loads many events at once: imports from elsewhere, restores, benches. Five to ten times the speed of appending. */
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StoreUnavailable, type NewEvent, type Position } from '../port.ts';
import { serialise, type Serialised } from '../serialise.ts';
import { clientConfig } from './connection.ts';
import { copyLine } from './copy-line.ts';
import { checkSchemaName, ensureSchema } from './schema.ts';
import { tryWriterLock } from './office.ts';
import { channelOf, readHeads, readLastPosition } from './statements.ts';

const CHUNK = 2_000;
const LOCK_PATIENCE_MS = 1_000;
const LOCK_POLL_MS = 25;

export type EventToLoad = { readonly stream: string; readonly event: NewEvent };

/**
 * Adds the events behind the log, in order, each at the end of its stream; all or nothing. Event ids must be new.
 * Holds the writer's lock, so no store may be writing. Answers the new head.
 * @throws {StoreUnavailable} when another process is the writer.
 */
export async function copyEvents(
  url: string,
  source: AsyncIterable<EventToLoad> | Iterable<EventToLoad>,
  schemaName = 'es',
): Promise<Position> {
  const schema = checkSchemaName(schemaName);
  const client = new pg.Client(clientConfig(url, 'event-writer'));
  const reader = new pg.Client(clientConfig(url, 'event-loader'));
  // The statement that a lost connection spoils tells of it.
  for (const each of [client, reader]) each.on('error', () => undefined);
  try {
    await Promise.all([client.connect(), reader.connect()]);
    await ensureSchema(client, schema);
    if (!(await writerLock(client, schema))) throw new StoreUnavailable('load: another process is the writer');
    const first = (await readLastPosition(client, schema)) + 1;
    await client.query('begin');
    const copy = client.query(
      copyFrom(`copy ${schema}.events (position, stream, revision, id, type, data, meta) from stdin`),
    );
    const placer = new Placer(reader, schema, first);
    await pipeline(linesOf(source, placer), copy);
    const head = placer.position - 1;
    await client.query('select pg_notify($1, $2)', [channelOf(schema), String(head)]);
    await client.query('commit');
    return head;
  } finally {
    await Promise.allSettled([client.end(), reader.end()]);
  }
}

/** The server lets go of a lock a moment after its session's connection is closed: a load right after another waits for it. */
async function writerLock(client: pg.Client, schema: string): Promise<boolean> {
  const giveUpAt = performance.now() + LOCK_PATIENCE_MS;
  for (;;) {
    if (await tryWriterLock(client, schema)) return true;
    if (performance.now() > giveUpAt) return false;
    await pause(LOCK_POLL_MS);
  }
}

async function* linesOf(
  source: AsyncIterable<EventToLoad> | Iterable<EventToLoad>,
  placer: Placer,
): AsyncGenerator<string, void> {
  let chunk: EventToLoad[] = [];
  for await (const loading of source) {
    chunk.push(loading);
    if (chunk.length < CHUNK) continue;
    yield await placer.place(chunk);
    chunk = [];
  }
  if (chunk.length > 0) yield await placer.place(chunk);
}

/** Gives each event its revision and position. */
class Placer {
  position: Position;
  readonly #reader: pg.Client;
  readonly #schema: string;
  readonly #heads = new Map<string, number>();

  constructor(reader: pg.Client, schema: string, first: Position) {
    this.#reader = reader;
    this.#schema = schema;
    this.position = first;
  }

  async place(chunk: readonly EventToLoad[]): Promise<string> {
    const unknown = new Set(chunk.map(({ stream }) => stream).filter((stream) => !this.#heads.has(stream)));
    if (unknown.size > 0) {
      for (const [stream, head] of await readHeads(this.#reader, this.#schema, [...unknown])) {
        this.#heads.set(stream, head);
      }
    }
    return chunk.map(({ stream, event }) => this.#line(stream, serialise(stream, [event])[0])).join('');
  }

  #line(stream: string, event: Serialised | undefined): string {
    if (event === undefined) return '';
    const revision = (this.#heads.get(stream) ?? -1) + 1;
    this.#heads.set(stream, revision);
    const cells = [this.position, stream, revision, event.id, event.type, event.data, event.meta];
    this.position += 1;
    return copyLine(cells);
  }
}
