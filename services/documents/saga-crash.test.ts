/** Whatever append is the last of a process, and whoever goes on: documents come to rest with what is theirs and no more. */
import { beforeEach, describe, expect, test } from 'vitest';
import { attemptKey } from './decider.ts';
import type { TransferHeader, TransferLine } from '../transfer/contract.ts';
import { transferDocument } from '../transfer/document.ts';
import type { EventStore, Recorded } from '../platform/event-store/port.ts';
import { Crash } from '../platform/testing/memory-store.ts';
import { CASES, WAYS, World, remove, submit, type Case, type Command } from '../platform/testing/saga-world.ts';
import { actor, clerk, line } from '../platform/testing/transfer-sample.ts';
import type { Documents } from './documents.ts';

let atOnce: boolean;
let world: World;
const stageOf = async (id = 1) => (await world.documents.load(id)).state.stage;

/** As releases before stored effects wrote and read: lines are told apart by their index. */
const withoutEffects = ({ effects: _effects, ...data }: Recorded['data']) => {
  const { lines, offset } = data as { readonly lines?: readonly object[]; readonly offset?: number };
  if (lines === undefined) return data;
  return { ...data, lines: lines.map((one, index) => ({ ...one, lineId: String((offset ?? 0) + index) })) };
};
const documentBefore: typeof transferDocument = {
  ...transferDocument,
  parse: (recorded) => transferDocument.parse({ ...recorded, data: withoutEffects(recorded.data) }),
};
const logBefore = (store: EventStore): EventStore => ({
  append: (stream, expected, events) =>
    store.append(
      stream,
      expected,
      events.map((event) => ({ ...event, data: withoutEffects(event.data) })),
    ),
  read: (...call) => store.read(...call),
  subscribe: (from) => store.subscribe(from),
  head: () => store.head(),
  close: () => store.close(),
});

type Sends = (world: World) => Documents<TransferHeader, TransferLine>;
/** Cuts the command after every append it makes; this release picks up what `sends` left. */
const cutAnywhere = async ([, before, command, ends]: Case, sends: Sends): Promise<void> => {
  for (let k = 0, crashed = true; crashed; k += 1) {
    world = await new World({ atOnce }).stock();
    // C003 is another document's, which refuses whoever wants it.
    await world.send(submit('other', line('C003')), 2);
    const begun = sends(world);
    const send = (one: Command) =>
      begun.command(1, { ...one, key: attemptKey(clerk.id, one.key) }, { actor: actor(one.key) });
    for (const earlier of before) await send(earlier);
    const already = world.store.appends;
    world.store.appendsLeft = k;
    crashed = await send(command).then(
      () => false,
      (error: unknown) => {
        expect(error).toBeInstanceOf(Crash);
        return true;
      },
    );
    expect(world.store.appends - already).toBeLessThanOrEqual(k);
    world.store.appendsLeft = undefined;
    await world.reopened().resume(1);
    expect(ends).toContain(await stageOf());
    await world.mustBeSound([1, 2]);
    const settled = world.store.appends;
    await world.reopened().resume(1);
    expect(world.store.appends).toBe(settled);
    await world.send(command);
    await world.mustBeSound([1, 2]);
  }
};

describe.each(WAYS)('$way', ({ all }) => {
  beforeEach(async () => {
    atOnce = all;
    world = await new World({ atOnce }).stock();
  });

  describe('a crash after any append', () => {
    test.each(CASES)('%s: done or undone, nothing held by nothing, nothing twice', (...row) =>
      cutAnywhere(row, ({ documents }) => documents),
    );
    test.each(CASES)('%s, begun before effects were stored: done or undone just as well', (...row) =>
      cutAnywhere(row, (of) => of.on(logBefore(of.store), documentBefore)),
    );

    test.each(CASES)('%s: request and watchers of other processes interleave to one end', async (_name, ...row) => {
      const [before, command, ends] = row;
      for (let seed = 1; seed <= 25; seed += 1) {
        world = await new World({ atOnce }).stock();
        await world.send(submit('other', line('C003')), 2);
        for (const earlier of before) await world.send(earlier);
        const [request, ...watchers] = [seed, seed * 31, seed * 97].map((own) => world.process(own));
        const by = { actor: actor(command.key) };
        await Promise.all([
          request?.command(1, { ...command, key: attemptKey(clerk.id, command.key) }, by),
          ...watchers.flatMap((one) => [one.resume(1), one.resume(1)]),
        ]);
        expect(ends).toContain(await stageOf());
        await world.mustBeSound([1, 2]);
      }
    });

    test(
      'a piece that becomes free while drivers disagree: the first word on the document stands',
      { timeout: 60_000 },
      async () => {
        const ends = new Set<string>();
        for (let seed = 1; seed <= 150; seed += 1) {
          world = await new World({ atOnce }).stock();
          await world.send(submit('other', line('C003')), 2);
          const [request, deleting, ...watchers] = [1, 31, 97, 193].map((factor) => world.process(seed * factor));
          const key = (name: string): string => attemptKey(clerk.id, name);
          await Promise.all([
            request?.command(1, { ...submit('k', line('A001'), line('C003')), key: key('k') }, { actor: actor('k') }),
            deleting?.command(2, { ...remove('d'), key: key('d') }, { actor: actor('d') }),
            ...watchers.map(async (one) => {
              for (let round = 0; round < 3; round += 1) await one.resume(1);
            }),
          ]);
          ends.add(await stageOf());
          await world.mustBeSound([1, 2]);
        }
        expect([...ends].toSorted()).toEqual(atOnce ? ['none', 'pending'] : ['pending', 'refused']);
      },
    );

    test('request and watcher at the same time come to one end', async () => {
      const other = world.reopened();
      await Promise.all([
        world.send(submit('k1', line('A001'), line('B002'), line('LOT5', 2))),
        other.resume(1),
        other.resume(1),
      ]);
      await other.resume(1);
      await world.mustBeSound();
      expect(await stageOf()).toBe('pending');
    });
  });
});
