/** Saves whose transaction is held up half-way: another asks again, goes away, sits in another process, or the writer dies. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type App, type Reply } from '../support/app.ts';
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
}, 120_000);
afterAll(() => house.stop());

const body = () => sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today });
const receive = (key: string, by: App = chain.app): Promise<Reply> => by.post('/biz-goods-in', body(), { key });
const idOf = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};

/** A second process of the house; it stands by as the writer, so it lives no longer than its test. */
const besideAnother = async (work: (other: App) => Promise<void>): Promise<void> => {
  const other = await startApp({ env: { DATABASE_URL: house.url } });
  try {
    await work(other);
  } finally {
    await other.stop();
  }
};

/** While `work` runs nobody writes into the table, as while an index of it is built; `release` ends that before. */
const holding = async (table: string, work: (release: () => Promise<void>) => Promise<void>): Promise<void> => {
  const holder = new pg.Client({ connectionString: house.url });
  await holder.connect();
  try {
    await holder.query(`begin; lock table ${table} in share mode`);
    await work(async () => void (await holder.query('commit')));
  } finally {
    await holder.end();
  }
};
const writerWaits = (): Promise<unknown> =>
  vi.waitFor(async () => {
    const { rows } = await db.query(`select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'event-writer' and wait_event_type = 'Lock'`);
    expect(rows).toHaveLength(1);
  }, SOON);
/** How often each part of a command is there. */
const partsOf = async (key: string): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await db.query<Record<string, number>>(
    `select (select count(*) from es.events where meta ->> 'key' = $1)::int as events,
      (select count(*) from master.command where key = $1 and claimed and answer is not null)::int as answers,
      (select count(*) from master.command where key = $1 and logged and status = '2')::int as traces,
      (select count(*) from master.goods_receipt
        where id = any (select unnest(ids) from master.command where key = $1))::int as receipts`,
    [key],
  );
  return rows[0] ?? {};
};
const WHOLE = { events: 1, answers: 1, traces: 1, receipts: 1 };
const NOTHING = { events: 0, answers: 0, traces: 0, receipts: 0 };

test('the answer that is kept is the answer that was sent', async () => {
  const key = randomUUID();
  const sent = await receive(key);
  const { rows } = await db.query<{ answer: unknown; ids: string[]; message: string }>(
    'select answer, ids, message from master.command where key = $1',
    [key],
  );
  const { data, msg } = sent.body;
  const lies = { revision: 0, position: Number(sent.headers.get('x-position')) };
  expect(rows).toEqual([{ answer: lies, ids: [String(data)], message: msg }]);
  await besideAnother(async (other) => {
    for (const by of [chain.app, other]) {
      const again = await receive(key, by);
      expect(again.text).toBe(sent.text);
      for (const name of ['etag', 'x-position']) expect(again.headers.get(name)).toBe(sent.headers.get(name));
    }
  });
});

test('a repeat while the first is being written hears what the first hears', async () => {
  const key = randomUUID();
  await holding('master.command', async (release) => {
    const first = receive(key);
    await writerWaits();
    const repeat = receive(key);
    expect(await partsOf(key)).toEqual(NOTHING);
    await release();
    expect(idOf(await repeat)).toBe(idOf(await first));
  });
  expect(await partsOf(key)).toMatchObject({ events: 1, answers: 1, receipts: 1 });
});

test('the same key in a second process at the same moment: one receipt, and both hear of it', async () => {
  await besideAnother(async (other) => {
    const key = randomUUID();
    await holding('master.command', async (release) => {
      const first = receive(key);
      await writerWaits();
      // It is passed on to the one that writes: no command of its own, and no wait in vain.
      const elsewhere = receive(key, other);
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      expect((await db.query(waits)).rows).toHaveLength(1);
      await release();
      expect(idOf(await elsewhere)).toBe(idOf(await first));
      expect(idOf(await receive(key, other))).toBe(idOf(await first));
    });
    expect(await partsOf(key)).toMatchObject({ events: 1, answers: 1, receipts: 1 });
  });
});

test('a client that goes away in the middle finds its save under its key', async () => {
  const key = randomUUID();
  await holding('master.command', async (release) => {
    const leaving = new AbortController();
    const left = fetch(`${chain.app.url}/api/v1/biz-goods-in`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${chain.app.adminToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body()),
      signal: leaving.signal,
    });
    await writerWaits();
    leaving.abort();
    await expect(left).rejects.toThrow(/abort/i);
    await release();
  });
  await vi.waitFor(async () => expect(await partsOf(key)).toEqual(WHOLE), SOON);
  const again = await receive(key);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(idOf(again)).toBeGreaterThan(0);
});

test('a writer that dies between its rows and its commit leaves nothing, and the next one writes all of it once', async () => {
  const keys = Array.from({ length: 6 }, () => randomUUID());
  await holding('es.events', async (release) => {
    const replies = keys.map((key) => receive(key));
    await writerWaits();
    // Claims, answers and traces are written and not committed: the events wait.
    await db.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'event-writer' and wait_event_type = 'Lock'`);
    await writerWaits();
    for (const key of keys) expect(await partsOf(key)).toEqual(NOTHING);
    await release();
    expect(new Set((await Promise.all(replies)).map(idOf)).size).toBe(keys.length);
  });
  for (const key of keys) expect(await partsOf(key)).toEqual(WHOLE);
});

test('what locks the command log holds saves up, and lets them go on when it ends', async () => {
  const keys = Array.from({ length: 4 }, () => randomUUID());
  await holding('master.command', async (release) => {
    const replies = keys.map((key) => receive(key));
    await writerWaits();
    expect((await chain.app.get('/biz-goods-in?pageNum=1&pageSize=10', { waits: false })).status).toBe(200);
    await release();
    expect(new Set((await Promise.all(replies)).map(idOf)).size).toBe(keys.length);
  });
  for (const key of keys) expect(await partsOf(key)).toEqual(WHOLE);
});
