/** Streams by name, and a thirtieth of them, are read without the others; a log of before gets what it needs for that. */
import pg from 'pg';
import type { Recorded, StreamChoice, EventStore } from 'services/event-store/port';
import { copyEvents } from '../../../services/platform/event-store/postgres/bulk.ts';
import { eventsOfStreams, streamsOfThirtieth } from '../../../services/platform/event-store/postgres/stream-choice.ts';
import { THIRTIETHS, thirtiethOf } from 'services/contracts/thirtieths';
import { expect, test } from 'vitest';
import { postgresPerTest } from './postgres-stores.ts';
import { newEvent } from './support.ts';

const { open, url } = postgresPerTest();
const STREAMS = 600;
const nameOf = (n: number): string => (n % 7 === 0 ? `goods-金'${n}` : `sale-${n}`);
/** `each`: the streams take turns. */
const fill = async (streams: number, each: number): Promise<void> => {
  const events = Array.from({ length: streams * each }, (_, n) => ({
    stream: nameOf(n % streams),
    event: newEvent(n % 2 === 0 ? 'Even' : 'Odd', { n }),
  }));
  await copyEvents(url(), events);
};
const partOf = async (
  store: EventStore,
  only: StreamChoice | undefined,
  { until, types }: { readonly until: number; readonly types?: readonly string[] },
): Promise<readonly Recorded[]> => {
  const { signal } = new AbortController();
  const events: Recorded[] = [];
  for await (const batch of store.history?.({ order: 'stream', until, types, signal, only }) ?? [])
    events.push(...batch);
  return events;
};
const onLog = async <Answer>(work: (client: pg.Client) => Promise<Answer>): Promise<Answer> => {
  const client = new pg.Client({ connectionString: url() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

test('the thirtieths together are the log, each stream in one of them and in its order (R167)', async () => {
  const store = await open();
  await fill(STREAMS, 4);
  const wanted = { until: STREAMS * 3 - 1, types: ['Even', 'Odd'] };
  const seen: Recorded[] = [];
  for (let thirtieth = 0; thirtieth < THIRTIETHS; thirtieth += 1) {
    const part = await partOf(store, { thirtieth }, wanted);
    expect(part.map(({ stream }) => thirtiethOf(stream))).toEqual(part.map(() => thirtieth));
    seen.push(...part);
  }
  const whole = await partOf(store, undefined, wanted);
  expect(whole).toHaveLength(STREAMS * 3);
  const inOrder = (a: Recorded, b: Recorded): number =>
    Buffer.compare(Buffer.from(a.stream), Buffer.from(b.stream)) || a.revision - b.revision;
  expect(seen.toSorted(inOrder)).toEqual(whole);
  expect(await partOf(store, { streams: [nameOf(7), 'nobody'] }, { until: STREAMS * 4, types: ['Odd'] })).toEqual(
    (await store.read(nameOf(7))).filter(({ type }) => type === 'Odd'),
  );
  expect(await partOf(store, { streams: [] }, wanted)).toEqual([]);
  await expect(partOf(store, { thirtieth: THIRTIETHS }, wanted)).rejects.toThrow(RangeError);
});

test('a log of before gets its index when a thirtieth is first read, also where that was cut off once', async () => {
  const store = await open();
  await fill(60, 2);
  const [first] = (await partOf(store, undefined, { until: 119 })).map(({ stream }) => thirtiethOf(stream));
  const only = { thirtieth: first ?? 0 };
  const before = await partOf(store, only, { until: 119 });
  expect(before.length).toBeGreaterThan(0);
  for (const spoil of [
    'drop index es.events_thirtieths',
    `update pg_index set indisvalid = false where indexrelid = 'es.events_thirtieths'::regclass`,
  ]) {
    await onLog((client) => client.query(spoil));
    expect(await partOf(store, only, { until: 119 })).toEqual(before);
    const { rows } = await onLog((client) =>
      client.query(`select indisvalid from pg_index where indexrelid = 'es.events_thirtieths'::regclass`),
    );
    expect(rows).toEqual([{ indisvalid: true }]);
  }
});

test('neither reads the log from end to end', async () => {
  await open();
  await fill(20_000, 3);
  const plans = await onLog(async (client) => {
    await client.query('analyze es.events');
    const planOf = async (statement: string, values: readonly unknown[]): Promise<string> => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${statement}`, [...values]);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    const some = Array.from({ length: 500 }, (_, n) => client.escapeLiteral(nameOf(n)));
    return {
      names: await planOf(streamsOfThirtieth('es'), [3, 'sale-2']),
      events: await planOf(eventsOfStreams('es', some, 'position > -1 and position <= 59999'), []),
    };
  });
  expect(plans.names).toMatch(/events_thirtieths/);
  expect(plans.events).toMatch(/events_stream_revision_key/);
  expect(`${plans.names}\n${plans.events}`).not.toMatch(/Seq Scan/);
});
