/** What every event store adapter promises. One suite for all of them. */
import {
  AppendTooLarge,
  InvalidEvent,
  MAX_APPEND_BYTES,
  WrongExpectedRevision,
  type EventStore,
} from 'services/event-store/port';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendAllContract } from './append-all.ts';
import { concurrencyContract, survivesLostConnections } from './concurrency.ts';
import { Follower, newEvent, newEvents, newStream } from './support.ts';

export type Harness = {
  readonly store: EventStore;
  /** Cuts every connection to the server; undefined where the test may not do that. */
  readonly dropConnections?: () => Promise<void>;
  close(): Promise<void>;
};

/** Nothing is expected of what the log holds already, but nobody else may write to it meanwhile. */
export function eventStoreContract(name: string, open: () => Promise<Harness>): void {
  describe(name, () => {
    let harness: Harness;
    let store: EventStore;
    beforeAll(async () => {
      harness = await open();
      store = harness.store;
    });
    afterAll(() => harness.close());

    describe('append', () => appendContract(() => store));
    describe('appendAll', () => appendAllContract(() => store));
    describe('read', () => readContract(() => store));
    describe('subscribe', () => subscribeContract(() => store));
    describe('marks', () => marksContract(() => store));
    describe('under concurrency', () => concurrencyContract(() => store));
    test('after the connections were cut, appends and subscriptions go on with nothing lost', async (context) => {
      // A cluster that elects anew all the time cuts its connections by itself, in every other test; those of a real server are not ours.
      if (harness.dropConnections === undefined)
        return context.skip('the connections of this server are not ours to cut');
      await survivesLostConnections(store, harness.dropConnections);
    });
  });
}

function marksContract(store: () => EventStore): void {
  test('a log is known again by its first event and by any other, where it lies and when it was entered', async () => {
    const marks = store().marks!;
    const events = newEvents(3);
    const stream = newStream();
    const { position } = await store().append(stream, 'none', events);
    const first = await marks.first();
    expect(first).not.toBeNull();
    expect(await marks.at([first!.position])).toEqual([first]);
    const last = events[2]!;
    expect(await marks.at([position, position])).toEqual(
      Array.from({ length: 2 }, () => ({ position, id: last.id, at: last.meta.at, stream, revision: 2 })),
    );
  });

  test('beyond the head there is none', async () => {
    await store().append(newStream(), 'none', [newEvent()]);
    const head = await store().head();
    expect(await store().marks!.at([head + 1_000_000_000, head])).toEqual([
      null,
      expect.objectContaining({ position: head }),
    ]);
  });
}

function appendContract(store: () => EventStore): void {
  test('none, a number and any; revisions are dense, positions rise', async () => {
    const stream = newStream();
    const first = await store().append(stream, 'none', newEvents(2));
    expect(first.revision).toBe(1);
    const second = await store().append(stream, 1, [newEvent()]);
    expect(second.revision).toBe(2);
    expect(second.position).toBeGreaterThan(first.position);
    expect((await store().append(stream, 'any', newEvents(2))).revision).toBe(4);
    expect((await store().append(newStream(), 'any', [newEvent()])).revision).toBe(0);
  });

  test('a conflict names where the stream is', async () => {
    const stream = newStream();
    const conflict = (expected: number | 'none', actual: number): Promise<void> =>
      expect(store().append(stream, expected, [newEvent()])).rejects.toSatisfy(
        (error) =>
          error instanceof WrongExpectedRevision &&
          error.actual === actual &&
          error.stream === stream &&
          error.expected === expected,
      );
    await conflict(0, -1);
    await store().append(stream, 'none', newEvents(3));
    await conflict('none', 2);
    await conflict(0, 2);
    await conflict(7, 2);
    expect(await store().read(stream)).toHaveLength(3);
  });

  test('the same events again at the same place answer the earlier result', async () => {
    const stream = newStream();
    const opening = newEvents(2);
    const following = newEvents(3);
    const opened = await store().append(stream, 'none', opening);
    expect(await store().append(stream, 'none', opening)).toEqual(opened);
    const followed = await store().append(stream, 1, following);
    expect(await store().append(stream, 1, following)).toEqual(followed);
    expect(await store().append(stream, 'none', opening)).toMatchObject({ revision: 1 });
    expect(await store().read(stream)).toHaveLength(5);
  });

  test('a repeat to any place answers the earlier result', async () => {
    const [stream, events] = [newStream(), newEvents(3)];
    const earlier = await store().append(stream, 'any', events);
    await store().append(stream, 'any', [newEvent()]);
    expect(await store().append(stream, 'any', events)).toEqual(earlier);
    expect(await store().read(stream)).toHaveLength(4);
  });

  test('half a repeat is a conflict', async () => {
    const stream = newStream();
    const [first, second] = [newEvent(), newEvent()];
    await store().append(stream, 'none', [first, second]);
    await expect(store().append(stream, 'none', [first, newEvent()])).rejects.toThrow(WrongExpectedRevision);
    await expect(store().append(stream, 0, [second, newEvent()])).rejects.toThrow(WrongExpectedRevision);
  });

  test('the same append sent twice at once happens once', async () => {
    const stream = newStream();
    const events = newEvents(2);
    const answers = await Promise.all(Array.from({ length: 5 }, () => store().append(stream, 'none', events)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await store().read(stream)).toHaveLength(2);
  });

  test('what is too large or cannot be kept is refused before anything is written', async () => {
    const stream = newStream();
    const half = 'x'.repeat(MAX_APPEND_BYTES / 2);
    const large = [newEvent('Chunk', { half }), newEvent('Chunk', { half })];
    await expect(store().append(stream, 'none', large)).rejects.toThrow(AppendTooLarge);
    for (const text of ['a\u0000b', '\ud800']) {
      await expect(store().append(stream, 'none', [newEvent('T', { text })])).rejects.toThrow(InvalidEvent);
    }
    await expect(store().append(stream, 'none', [])).rejects.toThrow(InvalidEvent);
    await expect(store().append(stream, 'none', [{ ...newEvent(), id: '17' }])).rejects.toThrow(InvalidEvent);
    const twice = newEvent();
    await expect(store().append(stream, 'none', [twice, twice])).rejects.toThrow(InvalidEvent);
    expect(await store().read(stream)).toEqual([]);
  });

  test('rows beside the events are taken or refused, never dropped', async () => {
    const stream = newStream();
    const beside = () => [];
    if (store().takesRows === true)
      expect((await store().append(stream, 'none', [newEvent()], beside)).revision).toBe(0);
    else await expect(store().append(stream, 'none', [newEvent()], beside)).rejects.toThrow(TypeError);
    expect(await store().read(stream)).toHaveLength(store().takesRows === true ? 1 : 0);
  });

  test('a document in chunks just below the limit goes in', async () => {
    const stream = newStream('import');
    const chunk = (): ReturnType<typeof newEvent> => newEvent('Chunk', { rows: 'y'.repeat(MAX_APPEND_BYTES - 2_000) });
    await store().append(stream, 'none', [chunk()]);
    await store().append(stream, 0, [chunk()]);
    await store().append(stream, 1, newEvents(500));
    expect(await store().read(stream)).toHaveLength(502);
  });
}

function readContract(store: () => EventStore): void {
  test('a stream that does not exist is empty', async () => {
    expect(await store().read(newStream())).toEqual([]);
  });

  test('what comes back is what went in', async () => {
    const stream = newStream();
    const data = { z: 1, a: [1, 2, { c: null }], text: '"\\u0000" \\ \n 18K金😀', n: 2 ** 53 - 1, gone: undefined };
    const event = newEvent('GoodsReceived', data);
    await store().append(stream, 'none', [event]);
    const [recorded] = await store().read(stream);
    const { gone: _, ...kept } = data;
    expect(recorded).toEqual({ ...event, data: kept, stream, revision: 0, position: recorded?.position });
    expect(Object.keys(recorded?.data ?? {})).toEqual(Object.keys(kept));
  });

  test('reads on from a revision', async () => {
    const stream = newStream();
    await store().append(stream, 'none', newEvents(5));
    expect((await store().read(stream, 3)).map(({ revision }) => revision)).toEqual([3, 4]);
    expect(await store().read(stream, 5)).toEqual([]);
    expect((await store().read(stream, 1, 2)).map(({ revision }) => revision)).toEqual([1, 2]);
    expect((await store().read(stream, 3, 9)).map(({ revision }) => revision)).toEqual([3, 4]);
  });

  test('streams read at one moment each get their own events', async () => {
    const names = Array.from({ length: 70 }, () => newStream());
    await Promise.all(names.map((name, n) => store().append(name, 'none', newEvents((n % 3) + 1))));
    const wanted = [...names, names[5] ?? '', 'goods-nothing-here'];
    const [third = ''] = names.slice(2);
    const found = await Promise.all([
      ...wanted.map((name) => store().read(name)),
      store().read(third, 2),
      store().read(third, 0, 2),
    ]);
    expect(found.map((list) => list.map(({ revision }) => revision))).toEqual([
      ...names.map((_, n) => [0, 1, 2].slice(0, (n % 3) + 1)),
      [0, 1, 2],
      [],
      [2],
      [0, 1],
    ]);
    for (const [n, name] of names.entries())
      expect(new Set(found[n]?.map(({ stream }) => stream))).toEqual(new Set([name]));
  });
  test('head is the position of the last event', async () => {
    const { position } = await store().append(newStream(), 'none', newEvents(2));
    expect(await store().head()).toBe(position);
  });
}

function subscribeContract(store: () => EventStore): void {
  test('gives what is there, says it caught up, then goes on live', async () => {
    const after = await store().head();
    const stream = newStream();
    const before = newEvents(3);
    await store().append(stream, 'none', before);
    const follower = new Follower(store(), after);
    await follower.until(({ caughtUp }) => caughtUp);
    expect(follower.events.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    const live = newEvents(2);
    await store().append(stream, 2, live);
    await follower.until(({ events }) => events.length === 5);
    await follower.stop();
    expect(follower.failure).toBeUndefined();
    expect(follower.events).toEqual(await store().read(stream));
  });

  test('limits the types and still tells how far it has come', async () => {
    const after = await store().head();
    const stream = newStream();
    const wanted = newEvents(2, 'Wanted');
    const others = newEvents(600, 'WantedNot');
    const { position } = await store().append(stream, 'none', [wanted[0] ?? newEvent(), ...others.slice(0, 300)]);
    const follower = new Follower(store(), after, ['Wanted', 'A.b']);
    await follower.until(({ caughtUp }) => caughtUp);
    await store().append(stream, 300, [...others.slice(300), newEvent('AXb'), wanted[1] ?? newEvent()]);
    await follower.until(({ events }) => events.length === 2);
    await follower.stop();
    expect(follower.events.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    const [, checkpoint] = follower.items;
    expect(checkpoint?.kind === 'checkpoint' || checkpoint?.kind === 'caught-up').toBe(true);
    expect(follower.items.some((item) => item.kind === 'checkpoint' && item.position > after)).toBe(true);
    expect(follower.position).toBeGreaterThan(position);
  });

  test('resumes behind any position without skipping or repeating', async () => {
    const after = await store().head();
    const stream = newStream();
    await store().append(stream, 'none', newEvents(7));
    const all = await store().read(stream);
    for (const [n, { position }] of all.entries()) {
      const follower = new Follower(store(), position);
      await follower.until(({ caughtUp }) => caughtUp);
      await follower.stop();
      expect(follower.events).toEqual(all.slice(n + 1));
    }
    const follower = new Follower(store(), after);
    await follower.until(({ events }) => events.length === 7);
    await follower.stop();
  });

  test('ends silently when aborted: at once, waiting, and before it began', async () => {
    const follower = new Follower(store(), await store().head());
    await follower.until(({ caughtUp }) => caughtUp);
    await follower.stop();
    expect(follower.failure).toBeUndefined();
    const items = [];
    for await (const item of store().subscribe({ after: -1, signal: AbortSignal.abort() })) items.push(item);
    expect(items).toEqual([]);
    const abort = new AbortController();
    for await (const item of store().subscribe({ after: -1, signal: abort.signal })) {
      items.push(item);
      abort.abort();
    }
    expect(items).toHaveLength(1);
  });
}
