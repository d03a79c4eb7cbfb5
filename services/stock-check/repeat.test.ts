/** The same idempotency key again (R40): broken off or only unanswered, it ends as the first try would have. */
import { describe, expect, test } from 'vitest';
import type { DatabasePool } from 'slonik';
import { isRefusal } from '../contracts/refusal.ts';
import type { Call } from '../contracts/route.ts';
import { storeWith } from '../platform/event-store/store-with.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { MemorySnapshots } from '../platform/testing/memory-snapshots.ts';
import { Crash, MemoryStore } from '../platform/testing/memory-store.ts';
import { NOW, clerk as sample } from '../platform/testing/transfer-sample.ts';
import { CheckBody } from './contract.ts';
import { CheckStreams } from './check-streams.ts';
import { CheckDesk } from './desk.ts';

const ID = 1;
const clerk = { ...sample, permissions: new Set<string>() };
const boss = { ...clerk, id: 8, username: 'li', nickName: '李四' };
type Asked = Parameters<CheckDesk['several']>[1];
type Change = Partial<Call<unknown, unknown, CheckBody>>;

/** No books: every code is unknown, and nothing was settled out of a check. */
const deskOn = (store: EventStore, reached = async () => true): CheckDesk =>
  new CheckDesk({
    reached,
    store,
    master: { any: async () => [] } as unknown as DatabasePool,
    lookup: { shop: async (id) => ({ id, name: `${id}店`, enabled: true }) as never },
    pieceTimes: async () => ({ before: null, now: null, lastMove: null }),
    blindCount: async () => null,
    transfersWith: async () => new Set(),
  });
const bodyOf = (count: number, change: object = {}): CheckBody =>
  CheckBody.parse({
    shopId: 1,
    checkAt: '2026-11-10',
    type: '戒指',
    bizGoodsList: Array.from({ length: count }, (_, index) => ({
      barcode: `B${String(index).padStart(6, '0')}`,
      factNum: 1,
      scanNum: 1,
    })),
    ...change,
  });
const call = (key: string, body: CheckBody, change: Change = {}): Call<unknown, unknown, CheckBody> => ({
  params: {},
  query: {},
  client: { ip: '', userAgent: '' },
  requestId: `r-${key}`,
  newId: async () => ID,
  user: clerk,
  now: NOW,
  key,
  body,
  ...change,
});
const TOTALS = { lineCount: 0, bookNum: 0, factNum: 0, scanNum: 0, notFound: 0 };
const COMMANDS = {
  Delete: { type: 'Delete' },
  Audit: { type: 'Audit', auditor: '张三', totals: TOTALS },
  Reverse: { type: 'Reverse', reason: '录错' },
} as const;
const act = (doing: Asked['doing'], key: string, change: Change = {}): Asked => ({
  doing,
  command: async () => COMMANDS[doing],
  msg: doing,
  call: call(key, bodyOf(0), change),
});
const facts = (store: MemoryStore) => store.events.map(({ type, data }) => ({ type, data }));
const ids = (store: MemoryStore) => new Set(store.events.map(({ id }) => id));

type Try = (desk: CheckDesk) => Promise<object>;
/** Where every append dies once: the repeat must leave what an unbroken try leaves, and a third must add nothing. */
const endsAsUnbroken = async (before: Try, save: Try, breaks: readonly number[]): Promise<void> => {
  const unbroken = new MemoryStore();
  await before(deskOn(unbroken));
  const first = await save(deskOn(unbroken));
  expect(isRefusal(first)).toBe(false);
  for (const appends of breaks) {
    const store = new MemoryStore();
    const desk = deskOn(store);
    await before(desk);
    store.appendsLeft = appends;
    await expect(save(desk), `${appends}`).rejects.toThrow(Crash);
    store.appendsLeft = undefined;
    expect(await save(desk), `${appends}`).toEqual(first);
    expect(facts(store), `${appends}`).toEqual(facts(unbroken));
    expect(ids(store).size).toBe(store.events.length);
    expect(await save(desk)).toEqual(first);
    expect(await save(deskOn(store))).toEqual(first);
    expect(store.events).toHaveLength(unbroken.events.length);
  }
};
const nothing: Try = async () => ({});
const opened: Try = (desk) => desk.create(call('C', bodyOf(1)));

describe('a save of 1,500 lines that the store broke off goes on', () => {
  const noFind = { noFind: 'NOSUCH1,NOSUCH2' };
  test('a new check', async () => {
    const save: Try = (desk) => desk.create(call('K', bodyOf(1500, noFind)));
    await endsAsUnbroken(nothing, save, [0, 1, 2, 3, 10, 16]);
  });
  test('an edit with another header', async () => {
    const save: Try = (desk) => desk.edit(ID, call('K', bodyOf(1500, { ...noFind, remark: '月底' })));
    await endsAsUnbroken(opened, save, [0, 1, 2, 3, 10, 16]);
  });
  test('an edit with If-Match and the same header', async () => {
    const save: Try = (desk) => desk.edit(ID, call('K', bodyOf(1500), { ifMatch: 1 }));
    await endsAsUnbroken(opened, save, [0, 1, 2, 10, 14]);
  });
});

test('If-Match still counts for whoever did not write yet', async () => {
  const store = new MemoryStore();
  const desk = deskOn(store);
  await opened(desk);
  const edit = (change: Change): Promise<object> => desk.edit(ID, call('K', bodyOf(2), { ifMatch: 1, ...change }));
  expect(isRefusal(await edit({}))).toBe(false);
  expect(await edit({ user: boss })).toMatchObject({ kind: 'stale' });
  expect(await edit({ key: 'L' })).toMatchObject({ kind: 'stale' });
});

test('what others scanned in vain since stays when a finished save is sent again', async () => {
  const store = new MemoryStore();
  const desk = deskOn(store);
  const save = () => desk.create(call('C', bodyOf(150, { noFind: 'NOSUCH1' })));
  const edit = () => desk.edit(ID, call('E', bodyOf(150, { noFind: 'NOSUCH1' })));
  await save();
  await edit();
  await desk.scan(ID, { codes: ['NOSUCH2'], device: '手机' }, call('S', bodyOf(0), { user: boss }));
  const before = facts(store);
  expect(await edit()).toMatchObject({ msg: `保存成功：PD${ID}` });
  expect(await save()).toMatchObject({ data: ID, msg: `保存成功：PD${ID}` });
  expect(facts(store)).toEqual(before);
});

describe('a command that was done answers again what it answered', () => {
  test.each([
    ['Delete', [], []],
    ['Audit', [], ['Reverse', 'Delete']],
    ['Reverse', ['Audit'], ['Audit']],
  ] as const)('%s, whatever followed', async (doing, before, since) => {
    const store = new MemoryStore();
    const desk = deskOn(store);
    await opened(desk);
    for (const one of before) await desk.several([ID], act(one, `before-${one}`));
    const ifMatch = store.events.length - 1;
    const first = await desk.several([ID], act(doing, 'K', { ifMatch }));
    expect(first).toMatchObject({ msg: `${doing}：PD${ID}` });
    expect(await desk.several([ID], act(doing, 'K', { ifMatch }))).toEqual(first);
    for (const one of since) expect(isRefusal(await desk.several([ID], act(one, `since-${one}`)))).toBe(false);
    const events = store.events.length;
    expect(await desk.several([ID], act(doing, 'K', { ifMatch }))).toMatchObject({ msg: `${doing}：PD${ID}` });
    expect(store.events).toHaveLength(events);
  });

  test('a scan and a reset, after the audit', async () => {
    const store = new MemoryStore();
    const desk = deskOn(store);
    await opened(desk);
    const scan = () => desk.scan(ID, { codes: ['NOSUCH1'], device: '手机' }, call('S', bodyOf(0)));
    const reset = () => desk.reset(ID, call('R', bodyOf(0)));
    const first = (await scan()) as { data: unknown };
    await reset();
    await desk.several([ID], act('Audit', 'A'));
    const events = store.events.length;
    expect(await scan()).toMatchObject({ data: first.data });
    expect(await reset()).toMatchObject({ msg: '已重置' });
    expect(store.events).toHaveLength(events);
  });

  test('the same key of somebody else is another command', async () => {
    const store = new MemoryStore();
    const desk = deskOn(store);
    await opened(desk);
    await desk.edit(ID, call('K', bodyOf(700)));
    await desk.edit(ID, call('K', bodyOf(700), { user: boss }));
    expect(store.events).toHaveLength(2 + 700 + 700);
    await desk.several([ID], act('Delete', 'D'));
    expect(await desk.several([ID], act('Delete', 'D', { user: boss }))).toMatchObject({ code: 'document.deleted' });
  });
});

/** Counts the events that reads of the log hand over. */
class CountingStore extends MemoryStore {
  handed = 0;
  override async read(stream: string, fromRevision?: number, most?: number) {
    const events = await super.read(stream, fromRevision, most);
    this.handed += events.length;
    return events;
  }
}

test('a scan of a long check reads only what came since', async () => {
  const store = new CountingStore();
  const desk = deskOn(store);
  await desk.create(call('C', bodyOf(1500)));
  const scan = (code: string): Promise<object> =>
    desk.scan(ID, { codes: [code], device: '手机' }, call(`S${code}`, bodyOf(0)));
  await scan('NOSUCH');
  store.handed = 0;
  for (let index = 0; index < 20; index += 1) await scan(`NOSUCH${index}`);
  expect(store.handed).toBe(20);
});

test('a process that forgot a check reads the end of it, without snapshots all of it, and knows its repeats', async () => {
  const store = new CountingStore();
  const snapshots = new MemorySnapshots();
  const kept = storeWith(store, { snapshots });
  const fill = (id: number, on: EventStore): Promise<object> =>
    deskOn(on).create(call(`C${id}`, bodyOf(1200), { newId: async () => id }));
  await fill(1, kept);
  await fill(2, store);
  const handedFor = async (id: number, on: EventStore): Promise<number> => {
    store.handed = 0;
    const check = await new CheckStreams(on).load(id);
    expect(check.revision).toBe(1200);
    expect(check.wrote({ user: clerk, key: `C${id}` }, 'Open')).toBe(true);
    expect(check.wrote({ user: boss, key: `C${id}` }, 'Open')).toBe(false);
    return store.handed;
  };
  const forgetful = (on: EventStore): EventStore => storeWith(on, {});
  const [first, second] = [forgetful(kept), forgetful(store)];
  // 200 to see that it is long; then the snapshot's own event, or all the rest; and of what is remembered its last one.
  expect([await handedFor(1, first), await handedFor(1, first)]).toEqual([201, 1]);
  expect([await handedFor(2, second), await handedFor(2, second)]).toEqual([1201, 1]);
  const events = store.events.length;
  await fill(1, forgetful(kept));
  await fill(2, forgetful(store));
  expect(store.events).toHaveLength(events);
});

test('an audit waits for the books it freezes', async () => {
  const store = new MemoryStore();
  const desk = deskOn(store);
  await desk.create(call('k1', bodyOf(1)));
  const behind = deskOn(store, async () => false);
  const asked: Asked = {
    doing: 'Audit',
    command: async () => ({ type: 'Audit', auditor: '张三', totals: TOTALS }),
    call: call('k2', bodyOf(1)),
    msg: '审核成功',
  };
  expect(await behind.several([ID], asked)).toMatchObject({ refused: true, code: 'check.books_behind' });
  expect(await desk.several([ID], asked)).toMatchObject({ msg: `审核成功：PD${ID}` });
});
