/** A log with pieces on which the sagas' tests let transfers, crashes and other processes loose. */
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import { isRefusal } from '../../contracts/refusal.ts';
import { attemptKey, type UserCommand } from '../../documents/decider.ts';
import { openDocuments, type Documents } from '../../documents/documents.ts';
import { goodsStream } from '../../goods/contract.ts';
import { pieceCustodian } from '../../goods/custodian.ts';
import { createPieces, goodsRecipient } from '../../goods/pieces.ts';
import { sampleReceipt } from '../../goods/sample.ts';
import type { GoodsState } from '../../goods/state.ts';
import type { TransferHeader, TransferLine } from '../../transfer/contract.ts';
import { transferDocument } from '../../transfer/document.ts';
import { appendAllOf } from '../event-store/appending.ts';
import type { EventStore } from '../event-store/port.ts';
import { handle, loadState } from '../streams/handle.ts';
import { MemoryStore } from './memory-store.ts';
import { NOW, actor, clerk, header, line } from './transfer-sample.ts';

export type Command = UserCommand<TransferHeader, TransferLine>;
export const submit = (key: string, ...lines: TransferLine[]): Command => ({ type: 'Submit', key, header, lines });
export const revise = (key: string, ...lines: TransferLine[]): Command => ({ type: 'Revise', key, header, lines });
export const audit = (key: string, rows: number, first = 900): Command => ({
  type: 'Audit',
  key,
  auditor: '李四',
  rowIds: Array.from({ length: rows }, (_, index) => first + index),
});
export const reverse = (key: string): Command => ({ type: 'Reverse', key, reason: '录错' });
export const remove = (key: string): Command => ({ type: 'Delete', key });

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
/** Four pieces, and the documents that want them. */
export class World {
  /** `atOnce`: whether it takes all that a command makes of it at once, or stream by stream. */
  readonly store: MemoryStore;
  readonly lookup = { shop: async (id: number) => ({ id, name: `${id}店`, enabled: true }) };
  readonly pieces: ReturnType<typeof createPieces>;
  readonly documents: Documents<TransferHeader, TransferLine>;

  constructor({ atOnce }: { readonly atOnce: boolean }) {
    this.store = new MemoryStore({ atOnce });
    this.pieces = createPieces({ store: this.store, lookup: this.lookup });
    this.documents = this.reopened();
  }

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
  readonly piece = async (barcode: string): Promise<GoodsState> =>
    (await loadState(goodsRecipient(this.store), goodsStream(barcode))).state;
  readonly send = (command: Command, id = 1) =>
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

export type Case = readonly [name: string, before: readonly Command[], command: Command, ends: readonly string[]];
export const CASES: readonly Case[] = [
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

export const WAYS = [
  { way: 'one append', all: true },
  { way: 'step by step', all: false },
] as const;
