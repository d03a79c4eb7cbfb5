/** The store goes away while a document lets a piece go, and somebody acts on the document before the watcher's retry. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { attemptKey, type UserCommand } from './decider.ts';
import { goodsStream, type Pieces } from '../goods/contract.ts';
import { pieceCustodian } from '../goods/custodian.ts';
import { createPieces, goodsRecipient } from '../goods/pieces.ts';
import { sampleReceipt } from '../goods/sample.ts';
import type { TransferHeader, TransferLine } from '../transfer/contract.ts';
import { transferDocument } from '../transfer/document.ts';
import { StoreUnavailable, type EventStore } from '../platform/event-store/port.ts';
import { handle, loadState } from '../platform/streams/handle.ts';
import { silentLog } from '../platform/base/log.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, actor, clerk, header, line } from '../platform/testing/transfer-sample.ts';
import { openDocuments } from './documents.ts';
import { soloLease } from './lease.ts';
import { watchDocuments } from './watcher.ts';

type Command = UserCommand<TransferHeader, TransferLine>;
const submit: Command = { type: 'Submit', key: 'submit', header, lines: [line('A001'), line('B002')] };
const withoutB: Command = { type: 'Revise', key: 'without-b', header, lines: [line('A001')] };
const COLLEAGUE: readonly Command[] = [
  { type: 'Audit', key: 'audit', auditor: '李四', rowIds: [900] },
  { type: 'Revise', key: 'edit', header: { ...header, remark: '加急' }, lines: [line('A001')] },
  { type: 'Delete', key: 'delete' },
];

const stocked = async (): Promise<MemoryStore> => {
  const store = new MemoryStore();
  const recipient = goodsRecipient(store);
  for (const [index, barcode] of ['A001', 'B002'].entries()) {
    const receiptId = 100 + index;
    const options = { actor: actor(`stock-${barcode}`), shopId: 1 };
    const receipt = sampleReceipt({ barcode, receiptId, quantity: 1 });
    await handle(recipient, goodsStream(barcode), { type: 'ReceiveGoods', receipt }, options);
    const audit = { type: 'AuditReceipt', receiptId, auditor: '李四' } as const;
    await handle(recipient, goodsStream(barcode), audit, options);
  }
  return store;
};

/** A house whose pieces can let nothing go while `away`. */
const open = (store: MemoryStore) => {
  const house = { away: false };
  const real = createPieces({ store, lookup: { shop: async (id) => ({ id, name: `${id}店`, enabled: true }) } });
  const pieces: Pieces = {
    ...real,
    apply: async (barcode, command, by) => {
      if (house.away && command.type === 'ReleaseGoods') throw new StoreUnavailable('append');
      return real.apply(barcode, command, by);
    },
  };
  const documents = openDocuments(transferDocument, {
    store,
    custodians: { piece: pieceCustodian(pieces) },
    clock: () => NOW,
  });
  const send = (command: Command) =>
    documents.command(1, { ...command, key: attemptKey(clerk.id, command.key) }, { actor: actor(command.key) });
  const holdsOfB = async () => (await loadState(goodsRecipient(store), goodsStream('B002'))).state.holds.size;
  return { house, documents, send, holdsOfB };
};

let store: MemoryStore;
let lease: ReturnType<typeof soloLease>;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  store = await stocked();
  lease = soloLease();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const within = { timeout: 10_000, interval: 10 };
const PATIENT_MS = 60_000;
const watch = (
  documents: ReturnType<typeof open>['documents'],
  { feed = store, idleMs = 60 }: { readonly feed?: EventStore; readonly idleMs?: number } = {},
) => {
  const stopping = new AbortController();
  const failed = vi.fn<() => void>();
  const log = { ...silentLog, error: failed };
  const times = { idleMs, tickMs: 5, lateMs: 30_000 };
  const running = watchDocuments({ store: feed, documents: [documents], lease, log, times }, stopping.signal);
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  stops.push(stop);
  return { failed, stop };
};
/** The same log, whose news come when they may. */
const laggard = (come: Promise<void>): EventStore => ({
  append: (stream, expected, events) => store.append(stream, expected, events),
  read: (...call) => store.read(...call),
  subscribe: async function* subscribe(from) {
    await come;
    yield* store.subscribe(from);
  },
  head: () => store.head(),
  close: async () => undefined,
});

/** B fell away from the document, which still holds it; the watcher has failed, too. */
const leftBehind = async () => {
  const opened = open(store);
  const watcher = watch(opened.documents);
  await opened.send(submit);
  opened.house.away = true;
  await expect(opened.send(withoutB)).rejects.toThrow(StoreUnavailable);
  await vi.waitFor(() => expect(watcher.failed).toHaveBeenCalled(), within);
  return { ...opened, watcher };
};
const revisedAt = (): number => store.events.find(({ type }) => type === 'TransferRevised')?.position ?? -1;

describe.each(COLLEAGUE.map((command) => [command.key, command] as const))('a colleague’s %s', (_name, command) => {
  test('does not make the watcher forget an earlier release', async () => {
    const { house, send, holdsOfB } = await leftBehind();
    house.away = false;
    await send(command);
    await vi.waitFor(async () => expect(await holdsOfB()).toBe(0), within);
    await vi.waitFor(async () => expect(await lease.position()).toBeGreaterThan(revisedAt()), within);
  });

  test('does not hide it from the watcher of a new process, which reads of it afterwards', async () => {
    const { watcher } = await leftBehind();
    await watcher.stop();
    expect(await lease.position()).toBeLessThan(revisedAt());
    const news = Promise.withResolvers<void>();
    const { documents, send, holdsOfB } = open(store);
    watch(documents, { feed: laggard(news.promise) });
    await send(command);
    news.resolve();
    await vi.waitFor(async () => expect(await holdsOfB()).toBe(0), within);
    await vi.waitFor(async () => expect(await lease.position()).toBeGreaterThan(revisedAt()), within);
  });
});

test('a repeat of the cut-off command lets go itself, and leaves the watcher nothing', async () => {
  const { house, documents, send, holdsOfB } = open(store);
  watch(documents, { idleMs: PATIENT_MS });
  await send(submit);
  house.away = true;
  await expect(send(withoutB)).rejects.toThrow(StoreUnavailable);
  house.away = false;
  await send(withoutB);
  expect(await holdsOfB()).toBe(0);
  await vi.waitFor(async () => expect(await lease.position()).toBeGreaterThan(revisedAt()), within);
});

test('who lets go says from which revision on', async () => {
  const { documents, send } = open(store);
  const told = vi.fn<(id: number, rest: object) => void>();
  documents.onRest(told);
  await send(submit);
  await send(withoutB);
  await documents.rested(1);
  await send(withoutB);
  await documents.resume(1);
  const [submitted, revised] = [2, 5];
  expect(told.mock.calls.map(([, rest]) => rest)).toEqual([
    { revision: submitted, releasedAfter: -1 },
    { revision: revised, releasedAfter: submitted },
    { revision: revised, releasedAfter: -1 },
    { revision: revised, releasedAfter: -1 },
  ]);
});
