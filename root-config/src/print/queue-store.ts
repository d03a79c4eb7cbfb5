/** Where the queue lies: IndexedDB, one transaction per step, so that tabs, reloads and closed windows agree on it. */
import type { PrintLayout } from 'services/contracts/print-layout';
import { EMPTY_QUEUE, type QueueState } from './queue-state.ts';
import type { PrintData } from './values.ts';

/** What a batch prints, as it was when it was queued. */
export type Payload = {
  readonly layout: PrintLayout;
  readonly rows: readonly PrintData[];
  /** Documents with their lists, not labels. */
  readonly report?: boolean;
};
export type QueueStep<Result> = (state: QueueState) => readonly [QueueState, Result];
export type QueueStore = {
  /**
   * One step on the newest state, alone. `add` is kept in the same transaction if its batch is in the queue then.
   * @throws when the browser's store fails
   */
  readonly update: <Result>(
    step: QueueStep<Result>,
    add?: { readonly id: string; readonly payload: Payload },
  ) => Promise<Result>;
  readonly payload: (id: string) => Promise<Payload | undefined>;
  readonly read: () => Promise<QueueState>;
};
export type NewPayload = { readonly id: string; readonly payload: Payload };
const isIn = (state: QueueState, add: NewPayload | undefined): add is NewPayload =>
  state.batches.some(({ id }) => id === add?.id);
const gone = (before: QueueState, after: QueueState): string[] => {
  const kept = new Set(after.batches.map(({ id }) => id));
  return before.batches.map(({ id }) => id).filter((id) => !kept.has(id));
};

/** For tests, and for a browser that keeps nothing: the queue lives as long as the page. */
export const memoryStore = (): QueueStore => {
  let state = EMPTY_QUEUE;
  const payloads = new Map<string, Payload>();
  return {
    update: async (step, add) => {
      const [next, result] = step(state);
      for (const id of gone(state, next)) payloads.delete(id);
      if (isIn(next, add)) payloads.set(add.id, add.payload);
      state = next;
      return result;
    },
    payload: async (id) => payloads.get(id),
    read: async () => state,
  };
};

const DATABASE = 'jewel-print';
const STATE = 'state';
const PAYLOADS = 'payloads';
const KEY = 'queue';
const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });
const opened = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(STATE);
    request.result.createObjectStore(PAYLOADS);
  });
  const database = await done(request);
  database.addEventListener('versionchange', () => database.close());
  return database;
};
const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')));
  });

/** @throws when this browser has no IndexedDB or keeps it shut (some private windows). */
export const browserStore = async (): Promise<QueueStore> => {
  const database = await opened();
  const read = async (): Promise<QueueState> => {
    const kept = (await done(database.transaction(STATE).objectStore(STATE).get(KEY))) as QueueState | undefined;
    return kept ?? EMPTY_QUEUE;
  };
  return {
    read,
    payload: (id) => done(database.transaction(PAYLOADS).objectStore(PAYLOADS).get(id)) as Promise<Payload | undefined>,
    update: async (step, add) => {
      const transaction = database.transaction([STATE, PAYLOADS], 'readwrite');
      const ended = finished(transaction);
      const states = transaction.objectStore(STATE);
      const payloads = transaction.objectStore(PAYLOADS);
      const before = ((await done(states.get(KEY))) as QueueState | undefined) ?? EMPTY_QUEUE;
      const [next, result] = step(before);
      if (next !== before) states.put(next, KEY);
      for (const id of gone(before, next)) payloads.delete(id);
      if (isIn(next, add)) payloads.put(add.payload, add.id);
      await ended;
      return result;
    },
  };
};
