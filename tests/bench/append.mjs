/** Event appends of 32 writers, durable and with the revision checked, against single-row commits and emmett. */
import { randomUUID } from 'node:crypto';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { atLeast, connect, eventOf400Bytes, inTurns, load, withPostgres } from './support.mjs';

/** Installed beside the benches only, so no dependency of the project. */
const PEER = '@event-driven-io/emmett-postgresql';
const { getPostgreSQLEventStore } = await import(PEER);

const WRITERS = 32;
const ROUNDS = 5;
const SECONDS = 2;
/** A piece's life: its stream ends after five events, then the writer takes the next one. */
const EVENTS_PER_STREAM = 5;

const place = (client, n) => ({
  stream: `goods-${client}-${Math.floor(n / EVENTS_PER_STREAM)}-`,
  revision: n % EVENTS_PER_STREAM,
});

const ours = (store) => async () => {
  const salt = randomUUID();
  const { perSecond } = await load({
    clients: WRITERS,
    forSeconds: SECONDS,
    operation: (client, n) => {
      const { stream, revision } = place(client, n);
      return store.append(stream + salt, revision === 0 ? 'none' : revision - 1, [eventOf400Bytes(n)]);
    },
  });
  return perSecond;
};

/** One connection per writer, a named prepared INSERT, a commit each; the unique index is the concurrency check. */
const singleRows = (clients) => async () => {
  const salt = randomUUID();
  const { perSecond } = await load({
    clients: WRITERS,
    forSeconds: SECONDS,
    operation: (client, n) => {
      const { stream, revision } = place(client, n);
      const { id, type, data, meta } = eventOf400Bytes(n);
      return clients[client].query({
        name: 'insert-event',
        text: 'insert into peer (stream, revision, id, type, data, meta) values ($1, $2, $3, $4, $5, $6)',
        values: [stream + salt, revision, id, type, JSON.stringify(data), JSON.stringify(meta)],
      });
    },
  });
  return perSecond;
};

const emmett = (store) => async () => {
  const salt = randomUUID();
  const { perSecond } = await load({
    clients: WRITERS,
    forSeconds: SECONDS,
    operation: (client, n) => {
      const { stream, revision } = place(client, n);
      const { type, data, meta } = eventOf400Bytes(n);
      return store.appendToStream(stream + salt, [{ type, data, metadata: meta }], {
        expectedStreamVersion: revision === 0 ? 'STREAM_DOES_NOT_EXIST' : BigInt(revision),
      });
    },
  });
  return perSecond;
};

await withPostgres(async (url) => {
  const clients = await connect(url, WRITERS);
  await clients[0].query(`create table peer (
    position bigint generated always as identity primary key, stream text not null, revision integer not null,
    id uuid not null, type text not null, data json not null, meta json not null, unique (stream, revision))`);
  const store = await openPostgresEventStore({ url });
  const other = getPostgreSQLEventStore(url);
  await other.schema.migrate?.();
  const figures = await inTurns(
    [
      ['ours', ours(store)],
      ['rows', singleRows(clients)],
      ['emmett', emmett(other)],
    ],
    ROUNDS,
  );
  const unit = 'events/s';
  atLeast({
    figure: '32 writers : single-row commits',
    ours: figures.get('ours'),
    peer: figures.get('rows'),
    target: 3,
    unit,
  });
  atLeast({
    figure: '32 writers : emmett-postgresql',
    ours: figures.get('ours'),
    peer: figures.get('emmett'),
    target: 8,
    unit,
  });
  await Promise.all([store.close(), other.close(), ...clients.map((client) => client.end())]);
});
