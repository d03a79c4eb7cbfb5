/** A save runs until it is written: who was faster is read, what was asked is asked once, and what is refused leaves nothing. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { JsonObject, Recorded } from '../../contracts/event.ts';
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import type { Handled, Recipient, Save, SendOptions } from '../../contracts/save.ts';
import { NOBODY } from '../../contracts/user.ts';
import type { EventStore } from '../event-store/port.ts';
import { handle } from './handle.ts';
import { storeWith } from '../event-store/store-with.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import { BUSY, saved } from './saving.ts';

type Added = { readonly type: 'Added'; readonly data: JsonObject & { readonly amount: number } };
type Add = { readonly type: 'Add'; readonly amount: number };
/** A stock of ten. */
const stock: Recipient<number, Add, Added> = {
  decider: {
    initial: 0,
    evolve: (sum, { data }) => sum + data.amount,
    decide: ({ amount }, sum) =>
      sum + amount > 10 ? refuse('conflict', 'stock.full', '满了') : [{ type: 'Added', data: { amount } }],
  },
  parse: ({ data }: Recorded) => ({ type: 'Added', data: data as Added['data'] }),
  remember: true,
};
const by = (key: string): SendOptions => ({
  actor: { user: NOBODY, key, now: new Date('2026-11-01T02:00:00Z'), requestId: 'r' },
  shopId: null,
});
const add = (amount: number): Add => ({ type: 'Add', amount });
type Outcome = Pick<Handled<number, Added>, 'position' | 'state'> | Refusal;
const elsewhere = (store: EventStore, key: string, stream: string, amount: number): Promise<Outcome> =>
  handle({ ...stock, store: storeWith(store, {}) }, stream, add(amount), by(key));
const sumOf = (store: MemoryStore, stream: string): number =>
  store.events
    .filter((event) => event.stream === stream)
    .reduce((sum, { data }) => sum + (data as Added['data']).amount, 0);
const together = (): MemoryStore => new MemoryStore({ atOnce: true });

describe('together', () => {
  test('what is sent waits, is seen by what follows it, and is one append', async () => {
    const store = together();
    const outcome = await saved<{ position: number }>(store, async (save) => {
      await save.send(stock, 'stock-a', add(4), by('k'));
      expect((await save.read(stock, 'stock-a')).state).toBe(4);
      expect(store.events).toEqual([]);
      await save.send(stock, 'stock-a', add(5), { ...by('k'), tag: 'more' });
      expect(await save.send(stock, 'stock-a', add(2), { ...by('k'), tag: 'too much' })).toMatchObject({
        code: 'stock.full',
      });
      return (await save.send(stock, 'stock-b', add(1), by('k'))) as { position: number };
    });
    expect([outcome, store.appends]).toEqual([expect.objectContaining({ position: 2 }), 1]);
    expect([sumOf(store, 'stock-a'), sumOf(store, 'stock-b')]).toEqual([9, 1]);
  });

  test('who was faster is read: it runs again, and asks once what is asked once', async () => {
    const store = together();
    await elsewhere(store, 'first', 'stock-a', 1);
    const ran: number[] = [];
    let asked = 0;
    const taken: string[] = [];
    const outcome = await saved<{ position: number }>(store, async (save) => {
      const { state } = await save.read(stock, 'stock-a');
      ran.push(state);
      await save.once('code', async () => void (asked += 1));
      taken.push(`taken ${ran.length}`);
      save.undo(async () => void taken.push('given back'));
      const done = await save.send(stock, 'stock-a', add(2), by('k'));
      if (ran.length === 1) await elsewhere(store, 'meanwhile', 'stock-a', 3);
      return done as { position: number };
    });
    expect(isRefusal(outcome)).toBe(false);
    expect([ran, asked, sumOf(store, 'stock-a')]).toEqual([[1, 4], 1, 6]);
    expect(taken).toEqual(['taken 1', 'given back', 'taken 2']);
  });

  test('is refused with nothing written, and what was taken goes back, the last first', async () => {
    const store = together();
    const back: string[] = [];
    const followed: string[] = [];
    const outcome = await saved(store, async (save) => {
      save.undo(async () => void back.push('first'));
      save.undo(async () => void back.push('second'));
      save.afterwards(async () => void followed.push('saved'));
      await save.send(stock, 'stock-a', add(4), by('k'));
      return (await save.send(stock, 'stock-b', add(11), by('k'))) as Refusal;
    });
    expect(outcome).toMatchObject({ code: 'stock.full' });
    expect([store.events, back, followed]).toEqual([[], ['second', 'first'], []]);
  });

  test.each(['refuses', 'throws'])('%s nothing by what it only remembers', async (how) => {
    const store = together();
    await saved(store, async (save) => (await save.send(stock, 'stock-a', add(1), by('k0'))) as { position: number });
    await elsewhere(store, 'meanwhile', 'stock-a', 3);
    let runs = 0;
    const outcome = await saved<{ position: number }>(store, async (save) => {
      runs += 1;
      const done = (await save.send(stock, 'stock-a', add(2), by('k'))) as Handled<number, Added>;
      if (done.state !== 6 && how === 'throws') throw new Error('remembered');
      return done.state === 6 ? done : refuse('conflict', 'remembered', '旧');
    });
    expect([isRefusal(outcome), runs, sumOf(store, 'stock-a')]).toEqual([false, 2, 6]);
  });

  test('of several that are refused each is left out, and the others are written', async () => {
    const store = together();
    const one = (save: Save, name: string, amount: number): Promise<Outcome> =>
      save.apart(name, async () => {
        await save.send(stock, 'stock-of-all', add(1), { ...by('k'), tag: name });
        return save.send(stock, `stock-${name}`, add(amount), by('k'));
      });
    const outcome = await saved<{ position: number }>(store, async (save) => {
      const done = [await one(save, 'a', 2), await one(save, 'b', 11), await one(save, 'c', 3)];
      return done.some(isRefusal) ? refuse('conflict', 'bulk', '部分未处理') : { position: -1 };
    });
    expect(outcome).toMatchObject({ code: 'bulk', settled: { position: 3 } });
    expect(['of-all', 'a', 'b', 'c'].map((name) => sumOf(store, `stock-${name}`))).toEqual([2, 2, 0, 3]);
    expect(store.appends).toBe(1);
  });

  test('many at one stream each get their turn', async () => {
    const store = together();
    let runs = 0;
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        saved(store, async (save) => {
          runs += 1;
          await save.send(stock, `stock-own-${n}`, add(1), by(`k${n}`));
          return (await save.send(stock, 'stock-a', add(1), by(`k${n}`))) as { position: number };
        }),
      ),
    );
    expect(outcomes.filter(isRefusal)).toEqual([]);
    expect([sumOf(store, 'stock-a'), runs <= 8 * 2]).toEqual([8, true]);
  });

  test('who runs again is not overtaken by who comes later', async () => {
    const store = together();
    const later: Promise<Outcome>[] = [];
    const come = (key: string): Promise<Outcome> =>
      saved<{ position: number; state: number }>(
        store,
        async (save) => (await save.send(stock, 'stock-a', add(1), by(key))) as Handled<number, Added>,
      );
    let runs = 0;
    const outcome = await saved<{ position: number }>(store, async (save) => {
      const done = await save.send(stock, 'stock-a', add(1), by('again'));
      runs += 1;
      if (runs === 1) await come('faster');
      else later.push(come('later'));
      await setImmediate();
      return done as { position: number };
    });
    expect([isRefusal(outcome), runs, (await Promise.all(later)).filter(isRefusal)]).toEqual([false, 2, []]);
    expect(store.events.map(({ meta }) => meta.key)).toEqual(['faster', 'again', 'later']);
  });

  test('for whom somebody is always faster it is busy, and nothing of it is there', async () => {
    const store = together();
    let n = 0;
    const outcome = await saved(store, async (save) => {
      const done = await save.send(stock, 'stock-a', add(0), by('k'));
      n += 1;
      await elsewhere(store, `meanwhile-${n}`, 'stock-a', 0);
      return done as { position: number };
    });
    expect(outcome).toBe(BUSY);
    expect(store.events.filter(({ meta }) => meta.key === 'k')).toEqual([]);
  });
});

test('what is too much for one append goes in steps', async () => {
  const store = together();
  const ways: boolean[] = [];
  const outcome = await saved<{ position: number }>(store, async (save) => {
    ways.push(save.waits);
    let last: Outcome = { position: -1, state: 0 };
    for (let n = 0; n < 201; n += 1) last = await save.send(stock, `stock-${n}`, add(1), by('k'));
    return last as { position: number };
  });
  expect([isRefusal(outcome), ways, store.events.length]).toEqual([false, [true, false], 201]);
});

test('in steps a refusal gives back what was taken, and what was sent before it stands', async () => {
  const store = new MemoryStore();
  const back: string[] = [];
  await saved(store, async (save) => {
    save.undo(async () => void back.push('given back'));
    await save.send(stock, 'stock-a', add(4), by('k'));
    return (await save.send(stock, 'stock-b', add(11), by('k'))) as Refusal;
  });
  expect([back, sumOf(store, 'stock-a')]).toEqual([['given back'], 4]);
});
