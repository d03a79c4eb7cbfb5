/** The adapter of EventStoreDB keeps the contract of the store, on the double and on a real server; and what is its alone. */
import grpc from '@grpc/grpc-js';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from 'services/event-store/port';
import { openEventStoreDb } from '../../../services/platform/event-store/eventstoredb/index.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../../support/fake-esdb.ts';
import { eventStoreContract } from './contract.ts';
import { Follower, appendThrough, newEvent, newEvents, newStream, persistent } from './support.ts';

for (const batchAppend of [true, false]) {
  eventStoreContract(`EventStoreDB, ${batchAppend ? 'batch' : 'plain'} append, on the double`, async () => {
    const server = await startFakeEventStoreDb({ batchAppend, deadlineMs: 100, stride: 117, statistics: true });
    const store = openEventStoreDb({ connectionString: server.url });
    return {
      store,
      dropConnections: () => server.dropConnections(),
      close: async () => {
        await store.close();
        await server.stop();
      },
    };
  });
}

eventStoreContract('EventStoreDB, a cluster in which another node leads again and again, on the double', async () => {
  const server = await startFakeEventStoreDb({ nodes: 3, deadlineMs: 100, stride: 117, statistics: true });
  const store = openEventStoreDb({ connectionString: server.url });
  let isOver = false;
  // One after the other: on a slow machine a node is still coming back when the next election is due.
  const electing = (async () => {
    for (let term = 1; !isOver; term += 1) {
      await pause(100);
      await server.elect(term % 3, { stays: term % 2 === 0 });
    }
  })();
  return {
    store: persistent(store),
    close: async () => {
      isOver = true;
      await electing;
      await store.close();
      await server.stop();
    },
  };
});

/** A node or a cluster of its own, empty or not; its leader may be killed meanwhile. */
const realServer = process.env['EVENTSTORE_TEST_URL'];
if (realServer !== undefined) {
  eventStoreContract('EventStoreDB, a real server', async () => {
    const store = openEventStoreDb({ connectionString: realServer });
    return { store: persistent(store), close: () => store.close() };
  });
}

describe('EventStoreDB only', () => {
  const unavailable = { code: grpc.status.UNAVAILABLE, details: 'on the way down' };
  let server: FakeEventStoreDb;
  beforeEach(async () => {
    server = await startFakeEventStoreDb();
  });
  afterEach(() => server.stop());

  test.each([true, false])(
    'a lost answer is repeated to the earlier result (batch append: %s)',
    async (batchAppend) => {
      const own = await startFakeEventStoreDb({ batchAppend });
      const store = openEventStoreDb({ connectionString: own.url });
      const [stream, events] = [newStream(), newEvents(3)];
      own.fail({ method: 'append', moment: 'after', error: unavailable });
      await expect(store.append(stream, 'none', events)).rejects.toThrow(StoreUnavailable);
      expect(await appendThrough(store, stream, 'none', events)).toEqual({ revision: 2, position: 2 });
      expect(own.events).toHaveLength(3);
      await store.close();
      await own.stop();
    },
  );

  test('its clock is told by two appends of its own; one that repeats an older one says nothing', async () => {
    server.setClock(-60_000);
    const store = openEventStoreDb({ connectionString: server.url });
    const [stream, events] = [newStream(), newEvents(1)];
    await store.append(stream, 'none', events);
    expect(await store.clockAheadMs?.()).toBeNull();
    await store.append(newStream(), 'none', [newEvent()]);
    const apart = (await store.clockAheadMs?.()) ?? 0;
    // To the millisecond that the server tells.
    expect(apart).toBeLessThan(-59_000);
    expect(apart).toBeGreaterThan(-60_010);
    server.setClock(0);
    await store.append(newStream(), 'none', [newEvent()]);
    await store.append(stream, 'none', events);
    expect(Math.abs((await store.clockAheadMs?.()) ?? 60_000)).toBeLessThan(10);
    await store.close();
  });

  test('a server that is away is unavailable for every call, and found again', async () => {
    const store = openEventStoreDb({ connectionString: server.url });
    await store.append(newStream(), 'none', [newEvent()]);
    server.kill();
    await expect(store.append(newStream(), 'none', [newEvent()])).rejects.toThrow(StoreUnavailable);
    await expect(store.read(newStream())).rejects.toThrow(StoreUnavailable);
    await expect(store.head()).rejects.toThrow(StoreUnavailable);
    const follower = new Follower(store, -1);
    await follower.done;
    expect(follower.failure).toBeInstanceOf(StoreUnavailable);
    await server.restart();
    await appendThrough(store, newStream(), 'none', [newEvent()]);
    expect(await store.head()).toBe(1);
    await store.close();
  });

  test.each([true, false])('a clock that is a minute slow refuses nothing (batch append: %s)', async (batchAppend) => {
    const ahead = await startFakeEventStoreDb({ batchAppend, aheadMs: 60_000 });
    const store = openEventStoreDb({ connectionString: ahead.url });
    expect(await store.append(newStream(), 'none', newEvents(1))).toEqual({ revision: 0, position: 0 });
    await store.close();
    await ahead.stop();
  });

  test('a place within a record, as another log has it, is none: the server can read elsewhere', async () => {
    const bytes = await startFakeEventStoreDb({ stride: 117 });
    const store = openEventStoreDb({ connectionString: bytes.url });
    await store.append(newStream(), 'none', newEvents(3));
    expect(await store.marks!.at([58, 117])).toEqual([null, expect.objectContaining({ position: 117 })]);
    const trouble = { code: grpc.status.UNKNOWN, details: 'Unexpected ReadAllResult: Error' };
    bytes.fail({ method: 'read', error: trouble });
    expect(await store.marks!.at([117])).toEqual([expect.objectContaining({ position: 117 })]);
    bytes.fail({ method: 'read', error: trouble, times: 2 });
    await expect(store.marks!.at([117])).rejects.toThrow(StoreUnavailable);
    await store.close();
    await bytes.stop();
  });

  test('one that lives on news is cut off by more of it than a server keeps, and misses nothing', async () => {
    const store = openEventStoreDb({ connectionString: server.url });
    const stream = newStream();
    const follower = new Follower(store, -1, ['Wanted']);
    await follower.until(({ caughtUp }) => caughtUp);
    const wanted: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const events = [...newEvents(200), ...newEvents(100, 'Wanted')];
      await store.append(stream, 'any', events);
      wanted.push(...events.slice(200).map(({ id }) => id));
    }
    await follower.until(({ events }) => events.length === wanted.length);
    await follower.stop();
    expect(follower.failure).toBeUndefined();
    expect(follower.events.map(({ id }) => id)).toEqual(wanted);
    await store.close();
  });

  test('a slow subscriber gets everything in order, and caught-up only behind it', async () => {
    const store = openEventStoreDb({ connectionString: server.url });
    const stream = newStream();
    for (let n = 0; n < 6; n += 1) await store.append(stream, 'any', newEvents(500));
    const abort = new AbortController();
    const positions: number[] = [];
    for await (const item of store.subscribe({ after: -1, signal: abort.signal })) {
      if (item.kind === 'event') positions.push(item.event.position);
      if (item.kind !== 'event') expect(item.position).toBe(positions.at(-1));
      if (positions.length % 100 === 0) await new Promise(setImmediate);
      if (item.kind === 'caught-up') abort.abort();
    }
    expect(positions).toEqual(Array.from({ length: 3_000 }, (_, n) => n));
    await store.close();
  });
});
