/** A document, its pieces, its claim, answer and trace in one transaction. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reply, RequestOptions } from '../support/app.ts';
import { USER_PASSWORD } from '../support/app.ts';
import { startChainInDatabase, type ChainInDatabase } from './chain-in-database.ts';
import { TAG_PRICE, type Chain } from './shops.ts';

const SOON = { timeout: 10_000, interval: 20 };
let house: ChainInDatabase;
let chain: Chain;
let db: pg.Client;

beforeAll(async () => {
  house = await startChainInDatabase();
  ({ chain, db } = house);
}, 90_000);
afterAll(() => house.stop());

const idOf = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
type Keys = [string, string, string, string, string];
type Written = { readonly what: string; readonly xmin: string };
/** Everything that a command wrote, with the transaction that wrote it last. */
const writtenBy = async (key: string): Promise<readonly Written[]> =>
  (
    await db.query<Written>(
      `select type as what, xmin from (select type, xmin, meta from es.events order by position) e where meta ->> 'key' = $1
      union all select 'command', xmin from master.command where key = $1 and claimed and answer is not null and owner is null
      union all select 'trace', xmin from master.command where key = $1 and logged and status = '2'`,
      [key],
    )
  ).rows;
const transactions = (written: readonly Written[]): number => new Set(written.map(({ xmin }) => xmin)).size;
const wholeOf = async (key: string, ...events: readonly string[]): Promise<void> => {
  const written = await writtenBy(key);
  expect(written.map(({ what }) => what)).toEqual([...events, 'command', 'trace']);
  expect(transactions(written)).toBe(1);
};
const sell = (barcodes: readonly string[], options: RequestOptions = {}): Promise<Reply> =>
  chain.app.post('/biz-sell', chain.sale(barcodes.map((barcode) => ({ barcode }))), options);

test('the life of a sale: each command is one transaction', async () => {
  const barcodes = [await chain.stock(), await chain.stock()];
  const run = randomUUID();
  const [saved, edited, audited, reversed, deleted] = [1, 2, 3, 4, 5].map((step) => `${run}-${step}`) as Keys;
  const reply = await sell(barcodes, { key: saved });
  const id = idOf(reply);
  await wholeOf(saved, 'SaleLinesWritten', 'SaleSubmitted', 'GoodsHeld', 'GoodsHeld', 'SaleOpened');
  const position = Number(reply.headers.get('x-position'));
  const { rows } = await db.query('select position::int, type from es.events where position = $1', [position]);
  expect(rows).toEqual([{ position, type: 'SaleOpened' }]);
  const less = chain.sale([{ barcode: String(barcodes[0]) }]);
  const change = await chain.app.put(`/biz-sell/${id}`, less, { key: edited });
  expect(change.status, change.text).toBe(200);
  expect(change.headers.get('etag')).toBe('"5"');
  await wholeOf(edited, 'SaleLinesWritten', 'SaleRevisionProposed', 'SaleRevised', 'GoodsHoldReleased');
  expect((await chain.audit('/biz-sell', [id], { key: audited })).status).toBe(200);
  await wholeOf(audited, 'SaleAudited', 'GoodsSold', 'SalePosted');
  expect((await chain.unaudit('/biz-sell', [id], { key: reversed })).status).toBe(200);
  const types = (await writtenBy(reversed)).map(({ what }) => what);
  expect(types[0]).toBe('SaleReversalProposed');
  expect(types.at(-3)).toBe('SaleReopened');
  await wholeOf(reversed, ...types.slice(0, -2));
  expect((await chain.app.del('/biz-sell', { ids: [id] }, { key: deleted })).status).toBe(200);
  await wholeOf(deleted, 'SaleDeleted', 'GoodsHoldReleased');
  for (const barcode of barcodes) expect(await chain.free(barcode)).toBe(1);
});

test('several transfers are audited in one transaction, or none when one cannot be', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    ids.push(idOf(await chain.app.post('/biz-allocate', chain.transfer([{ barcode: await chain.stock() }]))));
  }
  const key = randomUUID();
  expect((await chain.audit('/biz-allocate', ids, { key })).status).toBe(200);
  expect(transactions(await writtenBy(key))).toBe(1);
  for (const id of ids) expect(await chain.record('/biz-allocate', id)).toMatchObject({ auditFlag: 2 });
});

test('a repeat finds the answer, at once and later, and writes nothing', async () => {
  const [key, barcode] = [randomUUID(), await chain.stock()];
  const replies = await Promise.all(Array.from({ length: 6 }, () => sell([barcode], { key })));
  const again = await sell([barcode], { key });
  expect(new Set([...replies, again].map(idOf)).size).toBe(1);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const written = (await writtenBy(key)).map(({ what }) => what).filter((what) => what !== 'trace');
  expect(written).toEqual(['SaleLinesWritten', 'SaleSubmitted', 'GoodsHeld', 'SaleOpened', 'command']);
});

test('a refusal is told as ever: the order that was begun, the piece and who has it', async () => {
  const [taken, free] = [await chain.stock(), await chain.stock()];
  const first = idOf(await sell([taken]));
  const refused = await sell([free, taken]);
  expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining(`已被XS${first}占用`)]);
  expect(await chain.free(free)).toBe(1);
});

describe('two at one moment', () => {
  test('want one piece: one has it, and nothing is left of the other', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [wanted, beside] = [await chain.stock(), await chain.stock()];
      const replies = await Promise.all([sell([wanted]), sell([wanted, beside])]);
      expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
      const won = replies[1]?.status === 200;
      expect(await chain.free(beside)).toBe(won ? null : 1);
    }
  });

  test('write and die: the writer is cut off again and again, each answer stands, each piece is sold once', async () => {
    const sent = new Map<string, { readonly barcode: string; readonly reply: Promise<Reply> }>();
    for (let round = 0; round < 4; round += 1) {
      const barcodes = await Promise.all(Array.from({ length: 6 }, () => chain.stock()));
      for (const barcode of barcodes) {
        const key = randomUUID();
        sent.set(key, { barcode, reply: sell([barcode], { key }) });
      }
      await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'event-writer'`);
      await Promise.all([...sent.values()].map(({ reply }) => reply));
    }
    for (const [key, { barcode, reply }] of sent) {
      const id = idOf(await reply);
      expect(idOf(await sell([barcode], { key }))).toBe(id);
      const { rows } = await db.query<{ n: number }>(
        `select count(*)::int as n from es.events where stream = $1 and type = 'GoodsHeld'`,
        [`goods-${barcode}`],
      );
      expect(rows).toEqual([{ n: 1 }]);
    }
  });
});

test('an order with somebody’s word is one transaction with it', async () => {
  const { home } = chain;
  await chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [home] });
  await chain.app.addUser({ username: 'boss', roleIds: [3], lockShops: [home] });
  const token = await chain.app.signIn('clerk');
  const half = chain.sale([{ barcode: await chain.stock(), rebate: 50 }], {
    seller: 'clerk',
    sellBalanceList: [{ balance: '现金', amount: TAG_PRICE / 2 }],
  });
  const asked = await chain.app.post('/biz-sell', half, { token });
  const marks = (asked.body.data as readonly { mark: string }[]).map(({ mark }) => mark);
  const approval = { username: 'boss', password: USER_PASSWORD, reason: '老客户', marks };
  const key = randomUUID();
  idOf(await chain.app.post('/biz-sell', { ...half, approval }, { token, key }));
  await vi.waitFor(async () => expect((await writtenBy(key)).map(({ what }) => what)).toContain('trace'), SOON);
  const written = await writtenBy(key);
  expect(written.map(({ what }) => what)).toEqual(expect.arrayContaining(['WordGiven', 'SaleOpened', 'command']));
  expect(transactions(written)).toBe(1);
});
