import grpc from '@grpc/grpc-js';
import { StoreUnavailable } from 'services/event-store/port';
import { openEventStoreDb } from 'services/platform/event-store/eventstoredb/index';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../../support/fake-esdb.ts';
import { eventStoreContract } from './contract.ts';
import { Follower, appendThrough, newEvent, newEvents, newStream } from './support.ts';

for (const batchAppend of [true, false]) {
  eventStoreContract(`EventStoreDB, ${batchAppend ? 'batch' : 'plain'} append, on the double`, async () => {
    const server = await startFakeEventStoreDb({ batchAppend });
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

const realServer = process.env['EVENTSTORE_TEST_URL'];
if (realServer !== undefined) {
  eventStoreContract('EventStoreDB, a real server', async () => {
    const store = openEventStoreDb({ connectionString: realServer });
    return { store, close: () => store.close() };
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
