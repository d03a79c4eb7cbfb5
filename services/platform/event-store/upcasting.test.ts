import { expect, test } from 'vitest';
import { EVENT_SHAPES } from '../../../house/log/event-schemas.ts';
import { MemoryStore } from '../testing/memory-store.ts';
import type { EventMeta, Feed, NewEvent, Recorded } from './port.ts';
import { upcasting } from './upcasting.ts';

const META: EventMeta = {
  key: 'k',
  correlationId: 'c',
  causationId: 'c',
  userId: 1,
  userName: '张三',
  shopId: 1,
  at: '2026-11-10T10:00:00.000+08:00',
  schema: 1,
};
const refused = (n: number, schema: number, problem: object): NewEvent => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  type: 'TransferRefused',
  data: { documentId: 7, version: 1, problems: [{ code: 'goods.held', message: '占用', ...problem }] },
  meta: { ...META, schema },
});
const BEFORE = { line: 3, barcode: 'A001' };
const TODAY = { list: 'goods', lineId: '3', custodian: 'piece', id: 'A001' };

const filled = async () => {
  const inner = new MemoryStore();
  await inner.append('transfer-7', 'none', [refused(1, 1, BEFORE), refused(2, 2, TODAY)]);
  return { inner, store: upcasting(inner, EVENT_SHAPES) };
};
const problemsIn = ({ data }: Pick<Recorded, 'data'>): unknown => data['problems'];
const WANTED = [1, 2].map(() => [{ ...TODAY, code: 'goods.held', message: '占用' }]);

test('a read gives every event in its shape of today, and leaves the log as it was', async () => {
  const { inner, store } = await filled();
  const read = await store.read('transfer-7');
  expect(read.map(problemsIn)).toEqual(WANTED);
  expect(new Set(read.map(({ meta }) => meta.schema)).size).toBe(1);
  expect(inner.events.map(({ meta }) => meta.schema)).toEqual([1, 2]);
});
test('so does a subscription, which still tells where it is', async () => {
  const { store } = await filled();
  const stopping = new AbortController();
  const seen: Feed[] = [];
  for await (const fed of store.subscribe({ after: -1, signal: stopping.signal })) {
    seen.push(fed);
    if (fed.kind === 'caught-up') stopping.abort();
  }
  expect(seen.flatMap((fed) => (fed.kind === 'event' ? [problemsIn(fed.event)] : []))).toEqual(WANTED);
  expect(seen.at(-1)?.kind).toBe('caught-up');
});
test('so does the past, where the store has a way to read it', async () => {
  const { inner, store } = await filled();
  expect(Reflect.get(store, 'history')).toBeUndefined();
  const withPast = Object.assign(inner, {
    history: async function* () {
      yield inner.events;
    },
  });
  const batches: (readonly Recorded[])[] = [];
  const wanted = { order: 'log' as const, until: 9, signal: new AbortController().signal };
  for await (const batch of upcasting(withPast, EVENT_SHAPES).history?.(wanted) ?? []) batches.push(batch);
  expect(batches.flat().map(problemsIn)).toEqual(WANTED);
});
test('what is left out is filled; what belongs to no slice goes through', async () => {
  const inner = new MemoryStore();
  const bare = { barcode: 'A001', receiptId: 1, shopId: 1, supplierId: null, receivedOn: '2026-11-10', quantity: 1 };
  const received = { ...refused(1, 1, {}), type: 'GoodsReceived', data: { ...bare, attributes: { name: '戒指' } } };
  await inner.append('goods-A001', 'none', [received, { ...refused(2, 1, {}), type: 'SomethingElse' }]);
  const [whole, foreign] = await upcasting(inner, EVENT_SHAPES).read('goods-A001');
  expect(whole?.data).toMatchObject({ ...bare, batchNo: '', status: '2', importId: null });
  expect(whole?.data['attributes']).toMatchObject({
    name: '戒指',
    netWeightMg: 0,
    markupRatioBp: 10_000,
    pictures: [],
  });
  expect(foreign).toBe(inner.events[1]);
});
