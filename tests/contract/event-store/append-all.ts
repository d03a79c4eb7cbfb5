/** What a store promises that appends to several streams at once. */
import {
  AppendTooLarge,
  InvalidEvent,
  MAX_APPEND_BYTES,
  MAX_STREAMS_AT_ONCE,
  WrongExpectedRevision,
  type EventStore,
  type StreamAppend,
} from 'services/event-store/port';
import { appendAllOf } from '../../../services/platform/event-store/appending.ts';
import { expect, test } from 'vitest';
import { Follower, newEvent, newEvents, newStream } from './support.ts';

export function appendAllContract(store: () => EventStore): void {
  type Parts = readonly StreamAppend[];
  const can = (name: string, prove: (all: NonNullable<EventStore['appendAll']>) => Promise<void>): void =>
    test(name, async (context) => {
      const it = store();
      // EventStoreDB has no transaction over streams: `appendAll` is optional in the port, and what has none is written in steps.
      if (it.appendAll === undefined)
        return context.skip('a store that appends to one stream at a time promises nothing here');
      await prove((...call) => appendAllOf(it)(...call));
    });
  const lengths = (...streams: readonly string[]) =>
    Promise.all(streams.map(async (stream) => (await store().read(stream)).length));
  const document = (doc: string, piece: string, at: number | 'none' = 'none'): Parts => [
    { stream: doc, expected: 'none', events: newEvents(2, 'Submitted') },
    { stream: piece, expected: at, events: [newEvent('Held')] },
    { stream: doc, expected: 1, events: [newEvent('Opened')] },
  ];

  can('writes its parts in their order, a stream twice too, and answers for each', async (all) => {
    const [doc, piece, after] = [newStream(), newStream(), await store().head()];
    await store().append(piece, 'none', [newEvent()]);
    const answers = await all(document(doc, piece, 0));
    expect(answers.map(({ revision }) => revision)).toEqual([1, 1, 2]);
    const follower = new Follower(store(), after);
    await follower.until(({ events }) => events.length === 5);
    await follower.stop();
    const written = follower.events.slice(1);
    expect(written.map(({ stream, type }) => [stream, type])).toEqual([
      [doc, 'Submitted'],
      [doc, 'Submitted'],
      [piece, 'Held'],
      [doc, 'Opened'],
    ]);
    expect(answers.map(({ position }) => position)).toEqual(written.slice(1).map(({ position }) => position));
  });

  can('one part that does not fit refuses all of them, and is named', async (all) => {
    const [doc, piece] = [newStream(), newStream()];
    await store().append(piece, 'none', newEvents(2));
    for (const at of ['none', 0, 5] as const) {
      await expect(all(document(doc, piece, at))).rejects.toSatisfy(
        (error) => error instanceof WrongExpectedRevision && error.stream === piece && error.actual === 1,
      );
    }
    const behindItself: Parts = [
      { stream: doc, expected: 'none', events: [newEvent()] },
      { stream: doc, expected: 'none', events: [newEvent()] },
    ];
    await expect(all(behindItself)).rejects.toSatisfy(
      (error) => error instanceof WrongExpectedRevision && error.stream === doc && error.actual === 0,
    );
    expect(await lengths(doc, piece)).toEqual([0, 2]);
  });

  can('the same parts again answer the earlier result, whatever came behind them', async (all) => {
    const [doc, piece] = [newStream(), newStream()];
    const parts = document(doc, piece);
    const first = await all(parts);
    await store().append(piece, 0, [newEvent()]);
    expect(await all(parts)).toEqual(first);
    expect(await Promise.all(Array.from({ length: 4 }, () => all(parts)))).toEqual(Array(4).fill(first));
    expect(await lengths(doc, piece)).toEqual([3, 2]);
  });

  can('sent several times at once it happens once', async (all) => {
    const [doc, piece] = [newStream(), newStream()];
    const parts = document(doc, piece);
    const answers = await Promise.all(Array.from({ length: 5 }, () => all(parts)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await lengths(doc, piece)).toEqual([3, 1]);
  });

  can('half a repeat is a conflict', async (all) => {
    const [doc, piece] = [newStream(), newStream()];
    const [first, held, opened] = document(doc, piece);
    if (first === undefined || held === undefined || opened === undefined) throw new Error('three parts');
    await store().append(doc, 'none', first.events);
    await expect(all([first, held, opened])).rejects.toThrow(WrongExpectedRevision);
    await store().append(piece, 'none', held.events);
    await expect(all([first, held, opened])).rejects.toThrow(WrongExpectedRevision);
    expect(await lengths(doc, piece)).toEqual([2, 1]);
  });

  can('of those that want one stream one has all it wants, and others go on', async (all) => {
    for (let round = 0; round < 10; round += 1) {
      const [wanted, other] = [newStream(), newStream()];
      const docs = Array.from({ length: 4 }, () => newStream());
      const racing = docs.map((doc) => all(document(doc, wanted)));
      const beside = store().append(other, 'none', [newEvent()]);
      const settled = await Promise.allSettled(racing);
      await beside;
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await lengths(wanted, other)).toEqual([1, 1]);
      expect((await lengths(...docs)).toSorted((left, right) => left - right)).toEqual([0, 0, 0, 3]);
    }
  });

  can('what is too much or cannot be kept is refused before anything is written', async (all) => {
    const [doc, piece] = [newStream(), newStream()];
    const part = (stream: string, ...events: StreamAppend['events']): StreamAppend => ({
      stream,
      expected: 'none',
      events,
    });
    const many = Array.from({ length: MAX_STREAMS_AT_ONCE + 1 }, (_, n) =>
      part(n === 0 ? doc : newStream(), newEvent()),
    );
    await expect(all(many)).rejects.toThrow(AppendTooLarge);
    const large = (): StreamAppend => part(newStream(), newEvent('T', { text: 'x'.repeat(MAX_APPEND_BYTES - 2_000) }));
    await expect(all([part(doc, newEvent()), large(), large(), large(), large(), large()])).rejects.toThrow(
      AppendTooLarge,
    );
    const twice = newEvent();
    for (const bad of [part(piece), part(piece, newEvent('T', { text: '\ud800' })), part(piece, twice, twice)]) {
      await expect(all([part(doc, newEvent()), bad])).rejects.toThrow(InvalidEvent);
    }
    await expect(all([part(doc, twice), part(piece, twice)])).rejects.toThrow(InvalidEvent);
    await expect(all([])).rejects.toThrow(InvalidEvent);
    expect(await lengths(doc, piece)).toEqual([0, 0]);
    await all(many.slice(1));
    await all([part(doc, newEvent()), large(), large(), large()]);
  });
}
