/** EventStoreDB as it really is: what a server does that a test on one machine seldom meets, on the double. */
import grpc from '@grpc/grpc-js';
import { setTimeout as pause } from 'node:timers/promises';
import { AppendTooLarge, StoreUnavailable, type EventStore } from 'services/event-store/port';
import { openEventStoreDb } from '../../../services/platform/event-store/eventstoredb/index.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../../support/fake-esdb.ts';
import { Follower, appendThrough, newEvents, newStream, persistent } from './support.ts';

/** What a real server does that a test on one machine seldom meets: it drops, is late, and another node leads. */
describe.each([true, false])('EventStoreDB as it really is (batch append: %s)', (batchAppend) => {
  const DEADLINE_MS = 60;
  /** Of who is to give up; the others have more than a busy machine takes. */
  const SHORT_MS = 250;
  let server: FakeEventStoreDb;
  let store: EventStore;
  const open = (connectionString = server.url, patienceMs = 10_000): EventStore =>
    openEventStoreDb({ connectionString, patienceMs });
  const impatient = async (work: (store: EventStore) => Promise<void>): Promise<void> => {
    const giving = open(server.url, SHORT_MS);
    await work(giving).finally(() => giving.close());
  };
  beforeEach(async () => {
    server = await startFakeEventStoreDb({ batchAppend, nodes: 3, writeMs: 20, deadlineMs: DEADLINE_MS });
    store = open();
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
  });
  const times = (id: string | undefined): number => server.events.filter((event) => event.id === id).length;

  test('the same append at once from two processes: the one that is dropped is answered like the other', async () => {
    const other = open();
    const [stream, events] = [newStream(), newEvents(2)];
    const answers = await Promise.all([store, other].map((one) => one.append(stream, 'none', events)));
    expect(answers).toEqual([
      { revision: 1, position: 1 },
      { revision: 1, position: 1 },
    ]);
    expect(server.events).toHaveLength(2);
    await other.close();
  });

  test.each([
    ['deadline-exceeded', grpc.status.DEADLINE_EXCEEDED],
    ['timeout', grpc.status.ABORTED],
  ])('%s, written or not: it is sent again, and there once', async (_, code) => {
    for (const moment of ['before', 'after'] as const) {
      const [stream, events] = [newStream(), newEvents(2)];
      server.fail({ method: 'append', moment, error: { code, details: 'Operation timed out' } });
      expect(await store.append(stream, 'none', events)).toMatchObject({ revision: 1 });
      expect(times(events[0]?.id)).toBe(1);
    }
  });

  test('a server that is never in time is unavailable when patience ends', async () => {
    const error = { code: grpc.status.DEADLINE_EXCEEDED, details: 'Operation timed out' };
    server.fail({ method: 'append', error, times: 1_000 });
    await impatient((giving) =>
      expect(giving.append(newStream(), 'none', newEvents(1))).rejects.toThrow(StoreUnavailable),
    );
  });

  test('an answer that comes when nobody waits any more harms nobody, and a repeat is answered', async () => {
    const [stream, events] = [newStream(), newEvents(2)];
    server.answerLate(SHORT_MS + 100);
    await impatient(async (giving) => {
      await expect(giving.append(stream, 'none', events)).rejects.toThrow(StoreUnavailable);
      expect(await persistent(giving).append(stream, 'none', events)).toEqual({ revision: 1, position: 1 });
      await pause(150);
      expect(await persistent(giving).append(stream, 1, newEvents(1))).toEqual({ revision: 2, position: 2 });
    });
  });

  test('another connection breaks while an answer is on its way: nobody is ended by it', async () => {
    const other = await startFakeEventStoreDb({ batchAppend });
    const elsewhere = open(other.url);
    const [stream, events] = [newStream(), newEvents(1)];
    await Promise.all([store, elsewhere].map((one) => one.append(newStream(), 'none', newEvents(1))));
    const appending = appendThrough(store, stream, 'none', events);
    await pause(5);
    await other.stop();
    expect(await appending).toEqual({ revision: 0, position: 1 });
    await pause(40);
    await elsewhere.close();
  });

  test('who reaches a follower is led on to the leader', async () => {
    const led = open(server.nodeUrls[2]);
    const [stream, events] = [newStream(), newEvents(2)];
    expect(await led.append(stream, 'none', events)).toEqual({ revision: 1, position: 1 });
    await led.close();
  });

  test('who was deposed and hears nothing of the others is not asked: what was written is read, and is the end of the log', async () => {
    const stream = newStream();
    const { position } = await store.append(stream, 'none', newEvents(1));
    await server.elect(1, { stays: true, cutOff: true });
    const after = await store.append(stream, 0, newEvents(2));
    expect(after.position).toBeGreaterThan(position);
    expect(await store.read(stream)).toHaveLength(3);
    expect(await store.head()).toBe(after.position);
    expect(await store.marks!.at([after.position])).toEqual([expect.objectContaining({ revision: 2 })]);
  });

  test('one that only reads is led on, too', async () => {
    const [stream, events] = [newStream(), newEvents(1)];
    await store.append(stream, 'none', events);
    await server.elect(2, { stays: true, cutOff: true });
    const other = open(server.nodeUrls[2]);
    await other.append(stream, 0, newEvents(1));
    expect(await store.read(stream)).toHaveLength(2);
    const follower = new Follower(store, -1);
    await follower.until(({ events: seen }) => seen.length === 2);
    await follower.stop();
    await other.close();
  });

  test('while nobody leads it is unavailable or waits, and once there is a leader everything goes on', async () => {
    const [stream, events] = [newStream(), newEvents(2)];
    await store.append(newStream(), 'none', newEvents(1));
    server.depose();
    const appending = appendThrough(store, stream, 'none', events);
    await impatient((giving) =>
      expect(giving.append(newStream(), 'none', newEvents(1))).rejects.toThrow(StoreUnavailable),
    );
    expect(times(events[0]?.id)).toBe(0);
    await server.elect(1, { stays: true });
    expect(await appending).toMatchObject({ revision: 1 });
    expect(times(events[0]?.id)).toBe(1);
  });

  test('who is told of a conflict can read what he conflicts with, though it was in flight', async () => {
    const other = open();
    const [stream, events] = [newStream(), newEvents(2)];
    const winning = store.append(stream, 'none', events);
    await vi.waitFor(() => expect(server.takenOf(stream)).toBe(2), { timeout: 5_000, interval: 1 });
    await expect(other.append(stream, 'none', newEvents(1))).rejects.toMatchObject({ actual: 1 });
    expect((await other.read(stream)).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    await winning;
    await other.close();
  });

  test('more than the server takes at once is too large, whoever says so', async () => {
    const error = new grpc.Metadata();
    error.set('exception', 'maximum-append-size-exceeded');
    error.set('maximum-append-size', '4096');
    server.fail({
      method: 'append',
      error: { code: grpc.status.INVALID_ARGUMENT, details: 'Maximum Append Size of 4096 Exceeded.', metadata: error },
    });
    await expect(store.append(newStream(), 'none', newEvents(1))).rejects.toThrow(AppendTooLarge);
  });

  test.each([{ stays: false }, { stays: true }])(
    'another node leads again and again while things are saved ($stays): nothing is lost, nothing is there twice',
    async (how) => {
      const ids: string[] = [];
      const follower = followThrough(store);
      let ended = false;
      const write = async (): Promise<void> => {
        while (!ended) {
          const events = newEvents(1);
          await appendThrough(store, newStream(), 'none', events);
          ids.push(events[0]?.id ?? '');
        }
      };
      const writing = Promise.all(Array.from({ length: 6 }, write));
      for (const node of [1, 2, 0, 1]) {
        const before = ids.length;
        await server.elect(node, how);
        await vi.waitFor(() => expect(ids.length).toBeGreaterThan(before + 20), { timeout: 10_000, interval: 5 });
      }
      ended = true;
      await writing;
      expect(new Set(ids).size).toBe(server.events.length);
      await vi.waitFor(() => expect(follower.ids).toEqual(server.events.map(({ id }) => id)), { timeout: 5_000 });
      await follower.stop();
    },
  );
});

/** Follows the log over every connection that is lost, as read models do. */
function followThrough(store: EventStore): { readonly ids: readonly string[]; readonly stop: () => Promise<void> } {
  const ids: string[] = [];
  const abort = new AbortController();
  const { signal } = abort;
  const follow = async (): Promise<void> => {
    for (let after = -1; !signal.aborted;) {
      try {
        for await (const item of store.subscribe({ after, signal })) {
          if (item.kind === 'event') ids.push(item.event.id);
          after = item.kind === 'event' ? item.event.position : item.position;
        }
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
        await pause(10);
      }
    }
  };
  const following = follow();
  const stop = (): Promise<void> => {
    abort.abort();
    return following;
  };
  return { ids, stop };
}
