/** What the relay promises, whatever log it reads and whatever cluster it tells. */
import type { EventStore } from 'services/event-store/port';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newEvent, newEvents } from '../event-store/support.ts';
import { recorded, Stage, until } from './support.ts';

type Places = {
  readonly brokers: () => readonly string[];
  readonly openStore: (url: string) => Promise<EventStore>;
  /** Nodes of a real cluster hear of a new topic one after the other, and the client may write twice what it sends meanwhile. */
  readonly mayRepeat?: boolean;
};
const STREAMS = ['goods-202600000001', 'goods-202600000002', 'sale-10007'];

export const relayContract = ({ brokers, openStore, mayRepeat = false }: Places): void => {
  let stage: Stage;
  const heardOnce = (): void => {
    const { messages, events } = stage.reader;
    if (!mayRepeat) expect(messages).toBe(events.length);
  };
  beforeEach(async () => {
    stage = await Stage.open(brokers(), openStore);
  });
  afterEach(() => stage.close());
  const fill = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1)
      for (const stream of STREAMS) await stage.store.append(stream, 'any', newEvents(5));
  };

  test('each event comes with its topic, key, headers and value, those of a stream in their order', async () => {
    await fill(2);
    const relay = stage.start();
    await stage.relayedAll(relay);
    await stage.heardAll();
    const long = newEvent('GoodsReceived', { remark: '重'.repeat(60_000) });
    for (let n = 0; n < 5; n += 1) await stage.store.append('goods-1', 'any', [{ ...long, id: newEvent().id }]);
    await fill(2);
    await stage.heardAll();
    const [event] = await recorded(stage.store);
    if (event === undefined) throw new Error('nothing in the log');
    const { id: eventId, type, stream, revision, position, meta, data } = event;
    const heard = stage.reader.events.find((one) => one.eventId === eventId);
    expect(heard).toEqual({
      topic: stage.topic('goods'),
      key: stream,
      headers: { eventId, type, position: String(position) },
      eventId,
      type,
      stream,
      revision,
      position,
      at: meta.at,
      by: { userId: meta.userId, shopId: meta.shopId },
      data,
    });
    heardOnce();
    await stage.relayedAll(relay);
    expect([relay.health().lag, relay.warning()]).toEqual([0, []]);
  });

  test('one of two is at work; when it goes the other goes on where it was, and tells nothing again', async () => {
    await fill(2);
    const [one, other] = [stage.start(), stage.start()];
    await until(() => [one, other].some((relay) => relay.health().state === 'live'), 'one at work');
    const [working, waiting] = one.health().state === 'live' ? [one, other] : [other, one];
    expect(waiting.health().state).toBe('standby');
    await stage.relayedAll(working);
    await stage.stop(working);
    await fill(2);
    await stage.relayedAll(waiting);
    await stage.heardAll();
    heardOnce();
  });
};
