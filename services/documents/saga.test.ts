import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { attemptKey, type UserCommand } from './decider.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { goodsStream } from '../goods/contract.ts';
import { pieceCustodian } from '../goods/custodian.ts';
import { createPieces, goodsRecipient } from '../goods/pieces.ts';
import { sampleReceipt } from '../goods/sample.ts';
import type { GoodsState } from '../goods/state.ts';
import type { TransferHeader, TransferLine } from '../transfer/contract.ts';
import { transferDocument } from '../transfer/document.ts';
import { appendAllOf } from '../platform/event-store/appending.ts';
import type { EventStore, Recorded } from '../platform/event-store/port.ts';
import { handle, loadState } from '../platform/handle.ts';
import { Crash, MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk, header, line } from '../platform/testing/transfer-sample.ts';
import { openDocuments, type Documents } from './documents.ts';

type Command = UserCommand<TransferHeader, TransferLine>;
const submit = (key: string, ...lines: TransferLine[]): Command => ({ type: 'Submit', key, header, lines });
const revise = (key: string, ...lines: TransferLine[]): Command => ({ type: 'Revise', key, header, lines });
const audit = (key: string, rows: number, first = 900): Command => ({
  type: 'Audit',
  key,
  auditor: '李四',
  rowIds: Array.from({ length: rows }, (_, index) => first + index),
});
const reverse = (key: string): Command => ({ type: 'Reverse', key, reason: '录错' });
const remove = (key: string): Command => ({ type: 'Delete', key });

const dawdling = (store: EventStore, seed: number): EventStore => {
  let state = seed;
  const dawdle = async (): Promise<void> => {
    state = (state * 48_271) % 2_147_483_647;
    for (let turns = state % 4; turns > 0; turns -= 1) await setImmediate();
  };
  return {
    append: async (...call) => {
      await dawdle();
      return store.append(...call);
    },
    ...(store.appendAll !== undefined && {
      appendAll: async (...call) => {
        await dawdle();
        return appendAllOf(store)(...call);
      },
    }),
    read: async (...call) => {
      await dawdle();
      return store.read(...call);
    },
    subscribe: (from) => store.subscribe(from),
    head: () => store.head(),
    close: () => store.close(),
  };
};

const BARCODES = ['A001', 'B002', 'C003', 'LOT5'];
/** Whether the store takes all that a command makes of it at once, or stream by stream. */
let atOnce: boolean;
class World {
  readonly store = new MemoryStore({ atOnce });
  readonly lookup = { shop: async (id: number) => ({ id, name: `${id}店`, enabled: true }) };
  readonly pieces = createPieces({ store: this.store, lookup: this.lookup });
  readonly documents: Documents<TransferHeader, TransferLine> = openDocuments(transferDocument, {
    store: this.store,
    custodians: { piece: pieceCustodian(this.pieces) },
    clock: () => NOW,
  });

  async stock(): Promise<this> {
    for (const [index, barcode] of BARCODES.entries()) {
      const receipt = sampleReceipt({ barcode, receiptId: 100 + index, quantity: barcode === 'LOT5' ? 5 : 1 });
      const options = { actor: actor(`stock-${barcode}`), shopId: 1 };
      const recipient = goodsRecipient(this.store);
      await handle(recipient, goodsStream(barcode), { type: 'ReceiveGoods', receipt }, options);
      const done = await handle(
        recipient,
        goodsStream(barcode),
        { type: 'AuditReceipt', receiptId: receipt.receiptId, auditor: '李四' },
        options,
      );
      if (isRefusal(done)) throw new Error(done.message);
    }
    return this;
  }
  piece = async (barcode: string): Promise<GoodsState> =>
    (await loadState(goodsRecipient(this.store), goodsStream(barcode))).state;
  send = (command: Command, id = 1) =>
    this.documents.command(id, { ...command, key: attemptKey(clerk.id, command.key) }, { actor: actor(command.key) });
  /** A new process on the same log. */
  reopened(): Documents<TransferHeader, TransferLine> {
    return openDocuments(transferDocument, {
      store: this.store,
      custodians: { piece: pieceCustodian(this.pieces) },
      clock: () => NOW,
    });
  }
  /** Another process: own queues, and a store that takes its time, differently for every seed. */
  process(seed: number): Documents<TransferHeader, TransferLine> {
    return this.on(dawdling(this.store, seed));
  }
  on(store: EventStore, spec = transferDocument): Documents<TransferHeader, TransferLine> {
    return openDocuments(spec, {
      store,
      custodians: { piece: pieceCustodian(createPieces({ store, lookup: this.lookup })) },
      clock: () => NOW,
    });
  }
  async #ofDocuments(ids: readonly number[]): Promise<{ wanted: string[]; moved: string[] }> {
    const wanted: string[] = [];
    const moved: string[] = [];
    for (const id of ids) {
      const { state } = await this.documents.load(id);
      expect(['none', 'refused', 'pending', 'deleted', 'posted']).toContain(state.stage);
      for (const [index, one] of (state.current?.effects ?? []).entries()) {
        const entry = `${one.id} ${one.key} ${one.legs[0]?.quantity}`;
        if (state.stage === 'pending') wanted.push(entry);
        if (state.stage === 'posted') moved.push(`${entry} ${state.rowIds[index]}`);
      }
    }
    return { wanted: wanted.toSorted(), moved: moved.toSorted() };
  }
  /** Documents at rest; every hold belongs to a document that keeps it; every movement happened once. */
  async mustBeSound(ids: readonly number[] = [1]): Promise<void> {
    const { wanted, moved } = await this.#ofDocuments(ids);
    const held: string[] = [];
    const posted: string[] = [];
    for (const barcode of BARCODES) {
      const piece = await this.piece(barcode);
      for (const [key, hold] of piece.holds) held.push(`${barcode} ${key} ${hold.quantity}`);
      const standing = [...piece.transfers].filter(([, one]) => !one.reversed);
      posted.push(...standing.map(([key, one]) => `${barcode} ${key} ${one.quantity} ${one.rowId}`));
      const inShops = [...piece.holdings.values()].reduce((total, one) => total + one.onHand, 0);
      expect(inShops).toBe(barcode === 'LOT5' ? 5 : 1);
    }
    expect(held.toSorted()).toEqual(wanted);
    expect(posted.toSorted()).toEqual(moved);
  }
}
let world: World;
const stageOf = async (id = 1) => (await world.documents.load(id)).state.stage;

type Case = readonly [name: string, before: readonly Command[], command: Command, ends: readonly string[]];
const CASES: readonly Case[] = [
  ['submit', [], submit('k', line('A001'), line('B002'), line('LOT5', 3)), ['none', 'pending']],
  ['submit of a taken piece', [], submit('k', line('A001'), line('C003')), ['none', 'refused']],
  ['revision', [submit('k1', line('A001'), line('B002'))], revise('k', line('B002'), line('LOT5', 2)), ['pending']],
  [
    'revision to a taken piece',
    [submit('k1', line('A001'), line('B002'))],
    revise('k', line('B002'), line('C003')),
    ['pending'],
  ],
  ['deletion', [submit('k1', line('A001'), line('B002'))], remove('k'), ['pending', 'deleted']],
  ['audit', [submit('k1', line('A001'), line('LOT5', 3))], audit('k', 2), ['pending', 'posted']],
  ['reversal', [submit('k1', line('A001'), line('LOT5', 3)), audit('k2', 2)], reverse('k'), ['posted', 'pending']],
];

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
    world = await new World().stock();
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

const WAYS = [
  { way: 'one append', all: true },
  { way: 'step by step', all: false },
] as const;
describe.each(WAYS)('$way', ({ all }) => {
  beforeEach(async () => {
    atOnce = all;
    world = await new World().stock();
  });

  describe('a document that touches pieces', () => {
    test('holds every piece, then is pending', async () => {
      const done = await world.send(submit('k1', line('A001'), line('LOT5', 3)));
      expect(isRefusal(done)).toBe(false);
      expect(await stageOf()).toBe('pending');
      expect([...(await world.piece('LOT5')).holds]).toMatchObject([
        ['transfer-1/v1/piece/LOT5', { quantity: 3, by: '张三' }],
      ]);
      await world.mustBeSound();
    });

    test('is refused, and lets go, when one piece is taken; the line is named', async () => {
      await world.send(submit('k1', line('B002')), 1);
      const refused = await world.send(submit('k2', line('A001'), line('B002')), 2);
      expect(refused).toMatchObject({
        kind: 'conflict',
        code: 'goods.held',
        fields: [{ path: 'bizGoodsList.1.barcode' }],
        message: expect.stringContaining('此首饰已被DB1占用（张三'),
      });
      expect(await stageOf(2)).toBe('refused');
      await world.mustBeSound([1, 2]);
    });

    test('a revision keeps unchanged holds, lets go what fell away and swaps changed quantities', async () => {
      await world.send(submit('k1', line('A001'), line('B002'), line('LOT5', 3)));
      await world.send(revise('k2', line('LOT5', 2), line('C003'), line('A001')));
      const { state } = await world.documents.load(1);
      expect(state.current?.effects.map(({ key }) => key)).toEqual([
        'transfer-1/v2/piece/LOT5',
        'transfer-1/v2/piece/C003',
        'transfer-1/v1/piece/A001',
      ]);
      await world.mustBeSound();
    });

    test('a refused revision leaves the version that stands, and may be tried again with the same key', async () => {
      await world.send(submit('k1', line('A001')), 1);
      await world.send(submit('k2', line('B002')), 2);
      const again = () => world.send(revise('k3', line('A001'), line('B002')), 1);
      expect(isRefusal(await again())).toBe(true);
      expect((await world.documents.load(1)).state).toMatchObject({ stage: 'pending', version: 1, lastVersion: 2 });
      await world.mustBeSound([1, 2]);
      await world.send(remove('k4'), 2);
      expect(isRefusal(await again())).toBe(false);
      expect((await world.documents.load(1)).state).toMatchObject({ stage: 'pending', version: 3 });
      await world.mustBeSound([1, 2]);
    });

    test('audit moves, reversal moves back and holds, audit moves again', async () => {
      await world.send(submit('k1', line('A001'), line('LOT5', 2)));
      await world.send(audit('k2', 2));
      await world.mustBeSound();
      expect((await world.piece('LOT5')).holdings.get(2)?.onHand).toBe(2);
      await world.send(reverse('k3'));
      expect(await stageOf()).toBe('pending');
      await world.mustBeSound();
      await world.send(audit('k4', 2, 950));
      expect(await stageOf()).toBe('posted');
      await world.mustBeSound();
    });

    test('a reversal names its blockers and may succeed once they are gone', async () => {
      await world.send(submit('k1', line('A001'), line('B002')), 1);
      await world.send(audit('k2', 2), 1);
      const onward = { type: 'HoldGoods', key: 'x', shopId: 2, quantity: 1 } as const;
      await world.pieces.apply('B002', { ...onward, holder: { kind: 'sale', id: 9, no: 'XS9' } }, actor('x'));
      const refused = await world.send(reverse('k3'), 1);
      expect(refused).toMatchObject({
        code: 'document.reversal_blocked',
        data: { blockers: [{ line: 1, barcode: 'B002', code: 'goods.held' }] },
      });
      await world.pieces.apply('B002', { type: 'ReleaseGoods', key: 'x' }, actor('y'));
      await world.mustBeSound([1]);
      await world.send(reverse('k4'), 1);
      expect(await stageOf()).toBe('pending');
      await world.mustBeSound([1]);
    });

    test('the same command many times at once is one command', async () => {
      const clicks = await Promise.all(Array.from({ length: 10 }, () => world.send(submit('k1', line('A001')))));
      expect(clicks.filter(isRefusal)).toEqual([]);
      const once = world.store.events.length;
      await world.send(submit('k1', line('A001')));
      expect(world.store.events.length).toBe(once);
      expect((await world.piece('A001')).holds.size).toBe(1);
    });

    const ASKING = [2, 3, 5];
    test.each(ASKING)(
      '%i documents at once over two pieces, in as many processes: exactly one gets them',
      async (many) => {
        for (let seed = 1; seed <= 40; seed += 1) {
          world = await new World().stock();
          const ids = Array.from({ length: many }, (_, index) => index + 1);
          const answers = await Promise.all(
            ids.map((id) => {
              const both = [seed % 2 === 0 ? line('A001') : line('LOT5', 3), line('B002')];
              const lines = id % 2 === 0 ? both : both.toReversed();
              const key = attemptKey(clerk.id, `k${id}`);
              const documents = world.process(seed * 31 + id * 97);
              return documents.command(id, { ...submit(key, ...lines), key }, { actor: actor(`k${id}`) });
            }),
          );
          expect(
            answers.filter((one) => !isRefusal(one)),
            `seed ${seed}`,
          ).toHaveLength(1);
          await world.mustBeSound(ids);
        }
      },
    );

    test('a stale revision is refused', async () => {
      await world.send(submit('k1', line('A001')));
      const by = { actor: actor('k2'), expected: 0 };
      expect(await world.documents.command(1, remove('k2'), by)).toMatchObject({ kind: 'stale' });
    });

    test('long documents are written in chunks', async () => {
      const lines = Array.from({ length: 2050 }, (_, index) => line(`X${1000 + index}`));
      const refused = await world.send(submit('k1', ...lines));
      expect(refused).toMatchObject({ code: 'goods.unknown' });
      const chunks = world.store.events.filter((event) => event.type === 'TransferLinesWritten');
      expect(chunks.map((event) => event.data['offset'])).toEqual(
        Array.from({ length: 11 }, (_, index) => index * 200),
      );
      expect(await stageOf()).toBe('refused');
    });
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
        world = await new World().stock();
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
          world = await new World().stock();
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
        expect([...ends].toSorted()).toEqual(['pending', 'refused']);
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

describe('one append', () => {
  const lived = async (all: boolean, [, before, command]: Case, lost = 0): Promise<World> => {
    atOnce = all;
    const own = await new World().stock();
    world = own;
    await own.send(submit('other', line('C003')), 2);
    for (const earlier of before) await own.send(earlier);
    const already = own.store.appends;
    own.store.answersLost = lost;
    const done = await own.send(command);
    const refused = isRefusal(done);
    expect(own.store.appends - already === 1).toBe(all && !refused);
    await own.mustBeSound([1, 2]);
    return own;
  };
  const logOf = ({ store }: World) =>
    Object.fromEntries(
      [...Map.groupBy(store.events, ({ stream }) => stream)].map(([stream, events]) => [
        stream,
        events.map((event) => ({ ...event, position: 0 })),
      ]),
    );

  test.each(CASES)('%s: the same events, the document before and behind its pieces', async (...row) => {
    const [steps, whole] = [await lived(false, row), await lived(true, row)];
    expect(logOf(whole)).toEqual(logOf(steps));
    const kinds = (own: World) => own.store.events.map(({ stream }) => stream.split('-')[0]);
    expect(kinds(whole)).toEqual(kinds(steps));
  });

  test.each(CASES)('%s: an answer that is lost is found again, and nothing is twice', async (...row) => {
    const [steps, whole] = [await lived(false, row), await lived(true, row, 1)];
    expect(logOf(whole)).toEqual(logOf(steps));
  });

  test('what is remembered of a piece and is old costs a second try, not the steps', async () => {
    atOnce = true;
    world = await new World().stock();
    const elsewhere = world.process(1);
    const send = (command: Command, id: number) =>
      elsewhere.command(id, { ...command, key: attemptKey(clerk.id, command.key) }, { actor: actor(command.key) });
    await send(submit('k1', line('LOT5', 1)), 3);
    // Another process holds some of the lot: what was remembered here is old.
    await world.send(submit('k2', line('LOT5', 1)), 4);
    const already = world.store.appends;
    expect(isRefusal(await send(submit('k3', line('LOT5', 1)), 5))).toBe(false);
    expect(world.store.appends - already).toBe(1);
    await world.mustBeSound([3, 4, 5]);
  });
});
