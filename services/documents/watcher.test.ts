import { expect, test, vi } from 'vitest';
import { silentLog } from '../platform/base/log.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import type { AtRest, RestListener } from '../contracts/document-watch.ts';
import { soloLease } from './lease.ts';
import { watchDocuments, type LateDocuments } from './watcher.ts';

const SOON = { timeout: 30_000, interval: 5 };
const LONG_AGO = '2026-11-10T10:00:00.000+08:00';
const append = (store: MemoryStore, id: number, ...facts: readonly string[]) => appendTo(store, 'Transfer', id, facts);
const appendTo = (store: MemoryStore, name: string, id: number, facts: readonly string[]) =>
  facts.reduce(
    (before, fact, index) =>
      before.then(async () => {
        await store.append(`${name}-${id}`, 'any', [
          {
            id: `${name}-${id}-${fact}-${index}`,
            type: `${name}${fact}`,
            data: { documentId: id, version: 1 },
            meta: {
              key: 'k',
              correlationId: 'k',
              causationId: 'r',
              userId: 7,
              userName: '张三',
              shopId: 1,
              at: LONG_AGO,
              schema: 1,
            },
          },
        ]);
      }),
    Promise.resolve(),
  );

const watching = (store: MemoryStore, resume: (id: number) => Promise<never>) => {
  const stop = new AbortController();
  const lease = soloLease();
  let rested: RestListener | null = null;
  let late: LateDocuments | null = null;
  const documents = {
    spec: { kind: 'transfer', name: 'Transfer' },
    resume,
    onRest: (listener: RestListener) => {
      rested = listener;
      return () => undefined;
    },
  };
  const times = { idleMs: 20, tickMs: 2, lateMs: 60 };
  const onLate = (now: LateDocuments): void => void (late = now);
  const deps = { store, documents: [documents], lease, log: silentLog, times, onLate };
  const running = watchDocuments(deps, stop.signal);
  const end = async (): Promise<void> => {
    stop.abort();
    await running;
  };
  return {
    lease,
    end,
    listening: () => rested !== null,
    late: () => late?.() ?? [],
    rested: (id: number, rest: AtRest) => rested?.(id, rest),
  };
};
const resumed = () => vi.fn<(id: number) => Promise<never>>(async () => undefined as never);

test('resumes what nobody brought to rest, leaves what ended alone, and moves its place', async () => {
  const store = new MemoryStore();
  await append(store, 1, 'Submitted', 'Opened');
  await append(store, 2, 'Submitted');
  await append(store, 3, 'Submitted', 'Opened', 'RevisionProposed', 'Revised', 'Audited', 'Posted');
  const resume = resumed();
  const watcher = watching(store, resume);
  await vi.waitFor(() => expect(resume.mock.calls.map(([id]) => id)).toEqual([2, 3]), SOON);
  await vi.waitFor(async () => expect(await watcher.lease.position()).toBe(store.events.length - 1), SOON);
  await watcher.end();
});

test('a document that cannot be resumed is tried again and holds the place back', async () => {
  const store = new MemoryStore();
  await append(store, 1, 'Submitted', 'Opened');
  await append(store, 2, 'Audited');
  await append(store, 3, 'Submitted', 'Opened');
  let away = true;
  const resume = vi.fn<(id: number) => Promise<never>>(async () => {
    if (away) throw new Error('away');
    return undefined as never;
  });
  const watcher = watching(store, resume);
  await vi.waitFor(() => expect(resume.mock.calls.length).toBeGreaterThan(1), SOON);
  expect(await watcher.lease.position()).toBeLessThan(2);
  away = false;
  await vi.waitFor(async () => expect(await watcher.lease.position()).toBe(4), SOON);
  await watcher.end();
});

test('what cannot be finished is named with its cause until it is', async () => {
  const store = new MemoryStore();
  await append(store, 10_001, 'Audited');
  let away = true;
  const resume = vi.fn<(id: number) => Promise<never>>(async () => {
    if (away) throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    return undefined as never;
  });
  const watcher = watching(store, resume);
  await vi.waitFor(
    () =>
      expect(watcher.late()).toEqual([
        expect.stringMatching(/^DB10001 已\d+秒未完成（数据库或事件存储无法连接），正在重试$/),
      ]),
    SOON,
  );
  away = false;
  await vi.waitFor(() => expect(watcher.late()).toEqual([]), SOON);
  await watcher.end();
});

test('what a request of this process brought to rest is not done again', async () => {
  const store = new MemoryStore();
  const resume = resumed();
  const watcher = watching(store, resume);
  await vi.waitFor(() => expect(watcher.listening()).toBe(true), SOON);
  watcher.rested(1, { revision: 1, releasedAfter: -1 });
  await append(store, 1, 'Submitted', 'Refused');
  await append(store, 2, 'Deleted');
  await vi.waitFor(() => expect(resume).toHaveBeenCalled(), SOON);
  expect(resume.mock.calls).toEqual([[2]]);
  await watcher.end();
});

test('of several times at rest before their events come by, each counts', async () => {
  const store = new MemoryStore();
  const resume = resumed();
  const watcher = watching(store, resume);
  await vi.waitFor(() => expect(watcher.listening()).toBe(true), SOON);
  watcher.rested(1, { revision: 5, releasedAfter: 3 });
  watcher.rested(1, { revision: 3, releasedAfter: 1 });
  watcher.rested(1, { revision: 1, releasedAfter: -1 });
  await append(store, 1, 'Submitted', 'Opened', 'RevisionProposed', 'Revised', 'RevisionProposed', 'Revised');
  await append(store, 2, 'Deleted');
  await vi.waitFor(() => expect(resume).toHaveBeenCalled(), SOON);
  expect(resume.mock.calls).toEqual([[2]]);
  await watcher.end();
});

test('a release between two times at rest, which neither made, is made', async () => {
  const store = new MemoryStore();
  const resume = resumed();
  const watcher = watching(store, resume);
  await vi.waitFor(() => expect(watcher.listening()).toBe(true), SOON);
  watcher.rested(1, { revision: 1, releasedAfter: -1 });
  watcher.rested(1, { revision: 5, releasedAfter: 3 });
  await append(store, 1, 'Submitted', 'Opened', 'RevisionProposed', 'Revised', 'Audited', 'Posted');
  await vi.waitFor(() => expect(resume.mock.calls).toEqual([[1]]), SOON);
  await watcher.end();
});

test('forty kinds have one watcher, which resumes four documents at a time', async () => {
  const store = new MemoryStore();
  const names = Array.from({ length: 40 }, (_, index) => `Kind${index}x`);
  for (const name of names) await appendTo(store, name, 7, ['Submitted']);
  const resumedKinds = new Set<string>();
  let [busy, most] = [0, 0];
  const documents = names.map((name) => ({
    spec: { kind: 'transfer', name },
    resume: async () => {
      busy += 1;
      most = Math.max(most, busy);
      await Promise.resolve();
      busy -= 1;
      resumedKinds.add(name);
    },
    onRest: () => () => undefined,
  }));
  const stop = new AbortController();
  const lease = soloLease();
  const times = { idleMs: 20, tickMs: 2, lateMs: 60 };
  const running = watchDocuments({ store, documents, lease, log: silentLog, times }, stop.signal);
  await vi.waitFor(async () => expect(await lease.position()).toBe(store.events.length - 1), SOON);
  stop.abort();
  await running;
  expect([...resumedKinds].toSorted()).toEqual(names.toSorted());
  expect(most).toBe(4);
});
