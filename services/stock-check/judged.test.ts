/** Codes are judged by books that somebody may change meanwhile: what is written of them is of the books that stand then. */
import { expect, test } from 'vitest';
import type { DatabasePool } from 'slonik';
import type { PieceView } from '../goods/contract.ts';
import { isRefusal } from '../contracts/refusal.ts';
import type { Call } from '../contracts/route.ts';
import { MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, clerk as sample } from '../platform/testing/transfer-sample.ts';
import { CheckBody, type PieceTimes } from './contract.ts';
import { CheckStreams } from './check-streams.ts';
import { CheckDesk } from './desk.ts';

const ID = 1;
const RING = 'RING01';
const clerk = { ...sample, permissions: new Set<string>() };
const boss = { ...clerk, id: 8, username: 'li', nickName: '李四' };
const body = (change: object = {}): CheckBody =>
  CheckBody.parse({
    shopId: 1,
    checkAt: '2026-11-10',
    type: '戒指',
    bizGoodsList: [{ barcode: 'B000001', factNum: 1 }],
    ...change,
  });
const call = (key: string, user = clerk, sent = body()): Call<unknown, unknown, CheckBody> => ({
  params: {},
  query: {},
  client: { ip: '', userAgent: '' },
  requestId: `r-${key}`,
  newId: async () => ID,
  user,
  now: NOW,
  key,
  body: sent,
});

/** In shop 1, or in shop 2. */
const ringIn = (shopId: number): PieceView =>
  ({
    stage: 'audited',
    received: 1,
    attributes: { category: '戒指', style: '光圈' },
    holdings: [{ shopId, onHand: 1, held: 0, rowId: 1, rowIds: [1], unitCostFen: 0 }],
    holds: [],
  }) as unknown as PieceView;
/** A desk whose ring came to shop 1 behind the books of the opening; `meanwhile` happens while the first code is judged. */
const deskWith = (store: MemoryStore, meanwhile: () => Promise<unknown>): CheckDesk => {
  let judged = 0;
  const pieceTimes: PieceTimes = async (barcode, position) => {
    const came = store.events.find(({ type }) => type === 'StockCheckOpened')?.position ?? 0;
    judged += 1;
    if (judged === 1) await meanwhile();
    if (barcode !== RING) return { before: null, now: null, lastMove: null };
    return { before: ringIn(position >= came ? 1 : 2), now: ringIn(1), lastMove: null };
  };
  return new CheckDesk({
    reached: async () => true,
    store,
    master: { any: async () => [] } as unknown as DatabasePool,
    lookup: { shop: async (id) => ({ id, name: `${id}店`, enabled: true }) as never },
    pieceTimes,
    blindCount: async () => null,
    transfersWith: async () => new Set(),
  });
};
const opened = async (meanwhile: (other: CheckDesk) => Promise<unknown>) => {
  const store = new MemoryStore();
  const other = deskWith(store, async () => undefined);
  const desk = deskWith(store, () => meanwhile(other));
  expect(isRefusal(await other.create(call('open')))).toBe(false);
  return { store, desk };
};
const notFoundIn = async (store: MemoryStore): Promise<readonly string[]> =>
  (await new CheckStreams(store).load(ID)).state.notFound.map(({ barcode }) => barcode);

test('a scan that meets a reset is judged by the books of the new round', async () => {
  const { store, desk } = await opened((other) => other.reset(ID, call('reset', boss)));
  const answer = await desk.scan(ID, { codes: [RING], device: '' }, call('scan'));
  expect(answer).toMatchObject({ data: [{ barcode: RING, found: true, bookNum: 1 }] });
  expect(store.events.at(-1)).toMatchObject({ type: 'StockCounted', data: { round: 1, barcode: RING } });
  expect(await notFoundIn(store)).toEqual([]);
});

test('a scan that meets another scope is judged by that', async () => {
  const other = body({ type: '项链' });
  const { store, desk } = await opened((second) => second.edit(ID, call('other', boss, other)));
  await desk.reset(ID, call('fresh'));
  const answer = await desk.scan(ID, { codes: [RING], device: '' }, call('scan'));
  expect(answer).toMatchObject({ data: [{ barcode: RING, found: false, reason: '未知' }] });
  expect(await notFoundIn(store)).toEqual([RING]);
});

test('codes that somebody scans while a set of them is saved stay', async () => {
  const { store, desk } = await opened((other) =>
    other.scan(ID, { codes: ['SCANNED1'], device: '' }, call('scan', boss)),
  );
  const saved = await desk.edit(ID, call('edit', clerk, body({ noFind: 'TYPED001,' })));
  expect(isRefusal(saved)).toBe(false);
  expect((await notFoundIn(store)).toSorted()).toEqual(['SCANNED1', 'TYPED001']);
});
