/** One transaction a new master row (ADR 0023): claim, answer, trace, row and change are there together or not at all. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply, RequestOptions } from '../support/app.ts';
import { startChainInDatabase, type ChainInDatabase } from './chain-in-database.ts';

let house: ChainInDatabase;
let db: pg.Client;
let phones = 0;

beforeAll(async () => {
  house = await startChainInDatabase();
  ({ db } = house);
}, 90_000);
afterAll(() => house.stop());

const nextPhone = (): string => `137${String((phones += 1)).padStart(8, '0')}`;
const customer = (mobile = nextPhone()) => ({ name: `客\t“${mobile}”\\`, mobile, status: '2', vip: '' });
const addCustomer = (body: object = customer(), options: RequestOptions = {}): Promise<Reply> =>
  house.chain.app.post('/base-customer', body, options);
const idOf = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
/** What a command wrote, with the transaction that wrote it last. */
const writtenBy = async (key: string, table: string) =>
  (
    await db.query<{ what: string; xmin: string }>(
      `select 'command' as what, xmin from master.command
       where key = $1 and claimed and logged and status = '2' and answer is not null and owner is null
       union all select 'change', xmin from master.change_log where command_key = $1
       union all select 'row', xmin from master.${table} where id = (
         select row_id::bigint from master.change_log where command_key = $1)`,
      [key],
    )
  ).rows;

test.each([
  ['supplier', { name: '金源', contract: '李四', mobile: '13800000000', status: '2', remark: '一\n二' }],
  ['customer', customer()],
])('a %s is one transaction, its change as it was stored', async (table, body) => {
  const key = randomUUID();
  const id = idOf(await house.chain.app.post(`/base-${table}`, body, { key }));
  const written = await writtenBy(key, table);
  expect(written.map(({ what }) => what)).toEqual(['command', 'change', 'row']);
  expect(new Set(written.map(({ xmin }) => xmin)).size).toBe(1);
  const { rows } = await db.query(
    `select action, before, user_name as by, (jsonb_populate_record(null::master.${table}, after)).name,
       after - 'created_at' - 'updated_at' <@ to_jsonb(t) as stored
     from master.change_log c join master.${table} t on t.id = c.row_id::bigint where command_key = $1`,
    [key],
  );
  expect(rows).toEqual([{ action: 'insert', before: null, by: 'admin', name: body.name, stored: true }]);
  expect((await house.chain.app.get(`/base-${table}/${id}`)).body.data).toMatchObject(body);
});

test('a repeat answers the first result and writes no second row', async () => {
  const key = randomUUID();
  const body = customer();
  const replies = await Promise.all(Array.from({ length: 6 }, () => addCustomer(body, { key })));
  const again = await addCustomer(body, { key });
  expect(new Set([...replies, again].map(idOf)).size).toBe(1);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await addCustomer(customer(), { key })).status).toBe(409);
});

test('one that is refused says whose number it is, and holds up nobody beside it', async () => {
  const known = customer();
  idOf(await addCustomer(known));
  const keys = Array.from({ length: 30 }, () => randomUUID());
  const replies = await Promise.all(
    keys.map((key, n) => addCustomer(n % 10 === 5 ? customer(known.mobile) : customer(), { key })),
  );
  for (const [n, reply] of replies.entries()) {
    if (n % 10 !== 5) idOf(reply);
    else expect([reply.status, reply.body.msg]).toEqual([409, `该手机号已登记为客户${known.name}`]);
  }
  const { rows } = await db.query(
    `select (select count(*) from master.command where key = any($1) and claimed)::int as claims,
       (select count(*) from master.change_log where command_key = any($1))::int as changes,
       (select count(*) from master.command where key = any($1) and logged)::int as traces`,
    [keys],
  );
  expect(rows).toEqual([{ claims: 27, changes: 27, traces: 30 }]);
});

test('of several with one number at one moment one is added', async () => {
  for (let round = 0; round < 5; round += 1) {
    const mobile = nextPhone();
    const replies = await Promise.all(Array.from({ length: 4 }, () => addCustomer(customer(mobile))));
    expect(replies.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409, 409, 409]);
  }
});

test('the connection is cut while they come: each answer is kept, each row is there once', async () => {
  const sent = new Map<string, { readonly body: object; readonly reply: Promise<Reply> }>();
  for (let round = 0; round < 6; round += 1) {
    for (let n = 0; n < 10; n += 1) {
      const body = customer();
      const key = randomUUID();
      sent.set(key, { body, reply: addCustomer(body, { key }) });
    }
    await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'row-writer'`);
    await Promise.all([...sent.values()].map(({ reply }) => reply));
  }
  for (const [key, { body, reply }] of sent) expect(idOf(await addCustomer(body, { key }))).toBe(idOf(await reply));
  const { rows } = await db.query(`select count(*)::int as n from master.change_log where command_key = any($1)`, [
    [...sent.keys()],
  ]);
  expect(rows).toEqual([{ n: sent.size }]);
});
