/** One transaction a save (ADR 0023): claim, ids, barcode, event, answer and trace of a receipt are there together or not at all. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { STUB } from 'services/platform/operation-log/entry';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startApp, type Reply, type RequestOptions } from '../support/app.ts';
import { startChainInDatabase, type ChainInDatabase } from './chain-in-database.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Chain } from './shops.ts';

const SOON = { timeout: 10_000, interval: 20 };
let house: ChainInDatabase;
let chain: Chain;
let db: pg.Client;

beforeAll(async () => {
  house = await startChainInDatabase();
  ({ chain, db } = house);
}, 90_000);
afterAll(() => house.stop());

const body = (change: Record<string, unknown> = {}) =>
  sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today, ...change });
const receive = (change: Record<string, unknown> = {}, options: RequestOptions = {}): Promise<Reply> =>
  chain.app.post('/biz-goods-in', body(change), options);
const idOf = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
type Written = { readonly what: string; readonly xmin: string };
/** Everything that a command wrote, with the transaction that wrote it last. */
const writtenBy = async (key: string): Promise<readonly Written[]> =>
  (
    await db.query<Written>(
      `select 'event' as what, xmin from es.events where meta ->> 'key' = $1
      union all select 'command', xmin from master.command where key = $1 and claimed and answer is not null and owner is null
      union all select 'trace', xmin from master.command where key = $1 and logged and status = '2'
      union all select 'receipt', xmin from master.goods_receipt
        where id = any (select unnest(ids) from master.command where key = $1)`,
      [key],
    )
  ).rows;
const traceOf = async (key: string) =>
  (
    await db.query<{ status: string; http_status: number; said: string }>(
      `select status, http_status, message as said from master.command
       where key = $1 and logged order by id`,
      [key],
    )
  ).rows;
/** A command that claims first, and whose outcome follows: whatever an earlier one left for later is written by then. */
const laterWritesAreDone = async (): Promise<void> => {
  const key = randomUUID();
  const reply = await chain.app.post('/base-shop', { name: `店${key.slice(0, 8)}`, status: '2', remark: '' }, { key });
  expect(reply.status, reply.text).toBe(200);
  await vi.waitFor(async () => expect(await traceOf(key)).toMatchObject([{ status: '2' }]), SOON);
};

test('a receipt is one transaction, and nothing of it is written later', async () => {
  for (const change of [{}, { barcode: 'ONE-COMMIT-1' }]) {
    const key = randomUUID();
    idOf(await receive(change, { key }));
    const before = await writtenBy(key);
    expect(before.map(({ what }) => what)).toEqual(['event', 'command', 'trace', 'receipt']);
    expect(new Set(before.map(({ xmin }) => xmin)).size).toBe(1);
    await laterWritesAreDone();
    expect(await writtenBy(key)).toEqual(before);
    expect(await traceOf(key)).toMatchObject([{ status: '2', http_status: 200 }]);
  }
});

test('a correction is one transaction', async () => {
  const id = idOf(await receive());
  const { data } = (await chain.app.get(`/biz-goods-in/${id}`)).body as { data: { barcode: string } };
  const key = randomUUID();
  const reply = await chain.app.put(`/biz-goods-in/${id}`, body({ barcode: data.barcode, batchNo: '改' }), { key });
  idOf(reply);
  expect(reply.headers.get('etag')).toBe('"1"');
  const written = await writtenBy(key);
  expect(written.map(({ what }) => what)).toEqual(['event', 'command', 'trace']);
  expect(new Set(written.map(({ xmin }) => xmin)).size).toBe(1);
});

test('many at once: each its own id and barcode, in rising order of ids where one follows another', async () => {
  const ids = (await Promise.all(Array.from({ length: 40 }, () => receive()))).map(idOf);
  expect(new Set(ids).size).toBe(40);
  const { rows } = await db.query(
    'select count(distinct barcode)::int as n from master.goods_receipt where id = any($1)',
    [ids],
  );
  expect(rows).toEqual([{ n: 40 }]);
  const before = idOf(await receive());
  const shop = idOf(await chain.app.post('/base-shop', { name: '次序店', status: '2', remark: '' }));
  const after = idOf(await receive());
  expect([before, shop, after]).toEqual([before, shop, after].toSorted((left, right) => left - right));
});

describe('a repeat', () => {
  test('finds the answer, at once and later, and writes no second receipt', async () => {
    const key = randomUUID();
    const change = { batchNo: `R${key.slice(0, 8)}` };
    const replies = await Promise.all(Array.from({ length: 6 }, () => receive(change, { key })));
    const again = await receive(change, { key });
    expect(new Set([...replies, again].map(idOf)).size).toBe(1);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const { rows } = await db.query(`select 1 from es.events where meta ->> 'key' = $1`, [key]);
    expect(rows).toHaveLength(1);
  });

  test('with another body is a conflict', async () => {
    const key = randomUUID();
    idOf(await receive({}, { key }));
    expect((await receive({ batchNo: 'B' }, { key })).status).toBe(409);
  });

  test('in another process finds the answer of the first', async () => {
    const other = await startApp({ env: { DATABASE_URL: house.url } });
    try {
      const key = randomUUID();
      const id = idOf(await receive({}, { key }));
      const again = await other.post('/biz-goods-in', body(), { key });
      expect([idOf(again), again.headers.get('idempotency-replayed')]).toEqual([id, 'true']);
    } finally {
      await other.stop();
    }
  });
});

test('a refused receipt leaves its trace and its key, and nothing else', async () => {
  const barcode = `TAKEN-${randomUUID().slice(0, 8).toUpperCase()}`;
  idOf(await receive({ barcode }));
  const key = randomUUID();
  expect((await receive({ barcode }, { key })).status).toBe(409);
  expect(await traceOf(key)).toMatchObject([{ status: '1', http_status: 409 }]);
  const left = await db.query('select 1 from master.command where key = $1 and claimed', [key]);
  expect(left.rows).toEqual([]);
  idOf(await receive({ barcode: `${barcode}-2` }, { key }));
});

test('two with one barcode at one moment: one is received, the other hears that it is taken', async () => {
  for (let round = 0; round < 10; round += 1) {
    const barcode = `RACE-${randomUUID().slice(0, 8).toUpperCase()}`;
    const replies = await Promise.all(Array.from({ length: 4 }, () => receive({ barcode })));
    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409, 409, 409]);
    const { rows } = await db.query('select 1 from master.goods_receipt where barcode = $1', [barcode]);
    expect(rows).toHaveLength(1);
  }
});

test('an automatic barcode that is taken is passed over', async () => {
  const next = await chain.app.get('/biz-goods-in/barcode');
  const year = chain.today.slice(0, 4);
  await db.query(`update master.goods_barcode set last = last - 1 where year = $1`, [year]);
  idOf(await receive({ barcode: String(next.body.data) }));
  for (let n = 0; n < 3; n += 1) idOf(await receive());
});

test('a row that the operation log does not take becomes a stub, and saves beside it are not touched', async () => {
  await db.query(
    `alter table master.command add constraint planted check (oper_param not like '%坏掉的%' or oper_param = '${STUB}')`,
  );
  try {
    const keys = Array.from({ length: 12 }, () => randomUUID());
    const replies = await Promise.all(
      keys.map((key, n) => receive({ batchNo: n === 5 ? '坏掉的' : `好${n}` }, { key })),
    );
    expect(new Set(replies.map(idOf)).size).toBe(12);
    const stubs = async () => (await db.query('select status from master.command where oper_param = $1', [STUB])).rows;
    await vi.waitFor(async () => expect(await stubs()).toEqual([{ status: '2' }]), SOON);
    for (const key of keys.filter((_, n) => n !== 5)) expect(await traceOf(key)).toMatchObject([{ status: '2' }]);
  } finally {
    await db.query('alter table master.command drop constraint planted');
  }
});

test('the writer is cut off while receipts come: each answer is kept, each receipt is there once', async () => {
  const sent = new Map<string, Promise<Reply>>();
  const batchNo = `K${randomUUID().slice(0, 8)}`;
  for (let round = 0; round < 6; round += 1) {
    for (let n = 0; n < 10; n += 1) {
      const key = randomUUID();
      sent.set(key, receive({ batchNo }, { key }));
    }
    await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'event-writer'`);
    await Promise.all(sent.values());
  }
  for (const [key, reply] of sent) {
    const id = idOf(await reply);
    expect(idOf(await receive({ batchNo }, { key }))).toBe(id);
  }
  const { rows } = await db.query(`select count(*)::int as n from es.events where data::text like $1`, [
    `%${batchNo}%`,
  ]);
  expect(rows).toEqual([{ n: sent.size }]);
});
