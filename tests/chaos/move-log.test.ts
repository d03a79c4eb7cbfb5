/** The log goes from one store to the other while the shop works, event by event; what names positions is found again. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projections } from 'projections/registry';
import { silentLog, type Log } from 'services/platform/base/log';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startChain, TAG_PRICE, type Chain } from '../flow/shops.ts';
import { startApp, USER_PASSWORD, type App, type Reply } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';
import { digestsOf, rowsOf } from './support/live-tables.ts';
import { SHORT_EVENTS, running, type Running } from './support/moving.ts';

/** A shop, not a load: what is saved is made anew four times. */
const BETWEEN_SAVES_MS = 60;
/** A few seconds, and four times that where others work too. */
const CLOSED_MS = 12_000;
/** Of all processes of the house. */
const SECRETS_KEY = randomBytes(32).toString('base64');
const TILL = { headers: { 'x-till': encodeURIComponent('一号台') } };

describe('while the shop works', () => {
  let server: FakeEventStoreDb;
  let database: TestDatabase;
  let chain: Chain;
  let app: App;
  let early = '';
  let shown: readonly string[] = [];
  let moment = '';
  const log = () => running.bind(null, 'move-log.ts');
  const moving = (from: string, to: string, ...more: string[]): Running =>
    log()(['--from', from, '--to', to, ...more], { DATABASE_URL: database.url });
  const warned: string[] = [];
  const over = (env: Readonly<Record<string, string>>): Promise<App> => {
    const log: Log = { ...silentLog, warn: (message) => warned.push(message) };
    return startApp({ log, env: { DATABASE_URL: database.url, SECRETS_KEY, ...env } });
  };

  const done = (reply: Reply): number => {
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };
  const sell = async (at: App, barcode: string): Promise<Reply> =>
    at.post('/biz-sell', chain.sale([{ barcode }]), TILL);
  const expectedPath = () => `/biz-shift/expected?shopId=${chain.home}&till=${encodeURIComponent('一号台')}`;
  const handOver = async (at: App): Promise<Reply> => {
    const { list } = (await at.get(expectedPath(), { token: early })).body.data as {
      list: { balance: string; expected: number }[];
    };
    const lines = list.map(({ balance, expected }) => ({ balance, expected, counted: expected, reason: '' }));
    const takenBy = { username: 'late', password: USER_PASSWORD };
    return at.post('/biz-shift', { shopId: chain.home, till: '一号台', list: lines, takenBy }, { token: early });
  };
  const inDatabase = (statement: string) => rowsOf(database.url, statement);
  /** The event behind which the relay goes on is the one that the log has there. */
  const relayGoesOn = async (at: App): Promise<void> => {
    const [row] = await inDatabase(`select position, event_id from projection.relay`);
    const [mark] = (await at.house.deps.store.marks?.at([Number(row?.['position'])])) ?? [];
    expect(mark?.id).toBe(row?.['event_id']);
  };
  const ofState = async (state: string): Promise<readonly unknown[]> =>
    inDatabase(
      `select name, schema from projection.checkpoint where state = '${state}' and position >= 0 order by name`,
    );
  /** Those that were made ahead are shown, none of them made since; made anew from the whole log they have the same rows. */
  const areShown = async (at: App): Promise<void> => {
    await at.house.caughtUp();
    const before = await digestsOf(database.url);
    const names = projections.map(({ name }) => name);
    await Promise.all(names.map(async (name) => done(await at.post('/sys-read-model/promote', { name }))));
    expect(await digestsOf(database.url)).toEqual(before);
    expect(Object.keys(before).length).toBeGreaterThanOrEqual(names.length);
  };
  /** Lists of now and of a moment that is past. */
  const paths = (): readonly string[] => {
    const lists = ['/biz-goods-in', '/biz-sell', '/biz-allocate', '/biz-shift', '/biz-check'];
    const then = (path: string): string => `${path}?asOf=${encodeURIComponent(moment)}`;
    return [
      ...lists,
      ...lists.slice(0, 3).map(then),
      `/biz-check-detail/list?checkId=${check}`,
      `/base-customer/${chain.customerId}/points`,
    ];
  };
  type Saved = { readonly key: string; readonly id: number; readonly event: string };
  const kept: Saved[] = [];
  const saveOnce = async (at: App, key: string): Promise<Saved> => {
    const saved = await at.post('/biz-goods-in', receiptBody, { key });
    const [mark] = (await at.house.deps.store.marks?.at([Number(saved.headers.get('x-position'))])) ?? [];
    return { key, id: done(saved), event: mark!.id };
  };
  /** The same saves again: each answer names where its event lies now. */
  const repeats = async (at: App): Promise<void> => {
    for (const saved of kept) expect(await saveOnce(at, saved.key)).toEqual(saved);
  };
  let check = 0;
  const picture = async (at: App): Promise<readonly string[]> => {
    const seen: string[] = [];
    for (const path of paths()) {
      const { status, body } = await at.get(path);
      expect(status, path).toBe(200);
      seen.push(`${path} ${JSON.stringify(body.data)}`);
    }
    const till = await at.get(expectedPath(), { token: early });
    return [...seen, JSON.stringify(till.body.data)];
  };
  const seals = async (at: App): Promise<{ state: string; result: string }> => {
    done(await at.post('/log-seal/check', {}));
    const checked = async () => {
      const { list } = (await at.get('/log-seal/check')).body.data as { list: { state: string; result: string }[] };
      expect(list[0]?.state).not.toBe('running');
      return list[0] as { state: string; result: string };
    };
    return vi.waitFor(checked, { timeout: 30_000 });
  };
  /** Sells piece after piece until it is told that this is not the place. */
  const selling = (at: App) => {
    const sold: number[] = [];
    const refused: Reply[] = [];
    const stopped = new AbortController();
    const work = (async () => {
      while (!stopped.signal.aborted && refused.length === 0) {
        const receipt = await at.post('/biz-goods-in', { ...receipt0(), inStorageAt: chain.today });
        if (receipt.status === 200) sold.push(Number(receipt.body.data));
        else refused.push(receipt);
        await pause(BETWEEN_SAVES_MS);
      }
    })();
    return {
      sold,
      refused,
      end: async () => {
        stopped.abort();
        await work;
      },
      toldOff: () => vi.waitFor(() => expect(refused).toHaveLength(1), { timeout: 30_000 }),
    };
  };
  let receiptBody: Record<string, unknown> = {};
  const receipt0 = () => receiptBody;

  beforeAll(async () => {
    [server, database] = await Promise.all([startFakeEventStoreDb({ stride: SHORT_EVENTS }), testDatabase()]);
    chain = await startChain({ env: { DATABASE_URL: database.url, SECRETS_KEY } });
    ({ app } = chain);
    const { sampleBody } = await import('../../services/goods/sample.ts');
    receiptBody = sampleBody({ shopId: chain.home, supplierId: null });
    for (const username of ['early', 'late']) await app.addUser({ username, roleIds: [4], lockShops: [chain.home] });
    early = await app.signIn('early');
    const rule = { type: '戒指', style: '四爪', fineness: '', amount: 100, status: '2' };
    done(await app.post('/base-points', rule));
    const [one, two, three, four] = [
      await chain.stock(),
      await chain.stock(),
      await chain.stock(),
      await chain.stock({ type: '项链' }),
    ];
    const sale = done(await sell(app, one));
    expect((await chain.audit('/biz-sell', [sale])).status).toBe(200);
    done(await handOver(app));
    done(await app.post('/biz-allocate', chain.transfer([{ barcode: two }])));
    const header = { shopId: chain.home, checkAt: chain.today, type: '项链', style: '', remark: '' };
    check = done(await app.post('/biz-check/open', header));
    done(await app.post(`/biz-check/${check}/scan`, { barcodes: [four] }));
    done(await app.post('/log-seal', {}));
    await inDatabase(
      `create table projection.relay (name text primary key, position bigint not null, event_id text, moved_at timestamptz not null default now());
       insert into projection.relay select 'relay', position, id from es.events order by position desc limit 1`,
    );
    moment = new Date().toISOString();
    await pause(5);
    done(await sell(app, three));
    kept.push(await saveOnce(app, 'saved in PostgreSQL'));
  }, 120_000);
  afterAll(async () => {
    await app.stop();
    await server.stop();
    await database.drop();
  });

  test('from PostgreSQL to EventStoreDB: every event, and nobody saves at the old place any more', async () => {
    const work = selling(app);
    const move = moving('postgres', server.url, '--follow');
    await move.says(`✓ ${projections.length} 个读模型已在目标上建好`);
    await vi.waitFor(() => expect(work.sold.length).toBeGreaterThan(5), { timeout: 30_000 });
    await work.end();
    shown = await picture(app);
    expect(JSON.parse(shown[0]!.replace(/^\S+ /, ''))).toMatchObject({ count: work.sold.length + 5 });
    const next = over({ EVENT_STORE_URL: server.url });
    next.catch(() => undefined);
    await vi.waitFor(() => expect(warned.join()).toContain('等待切换'), { timeout: 30_000 });
    const began = performance.now();
    move.child.kill('SIGUSR2');
    await move.says(/已切换：共 \d+ 个事件，写入停了 \d+\.\d 秒/);
    const refused = await app.post('/biz-goods-in', { ...receipt0(), inStorageAt: chain.today });
    expect(refused).toMatchObject({ status: 503, body: { msg: expect.stringContaining('输入已保留') } });
    await vi.waitFor(() => expect(warned.join()).toContain('等待还在旧地址运行的进程结束'), { timeout: 30_000 });
    await app.stop();
    app = await next;
    expect(await picture(app)).toEqual(shown);
    done(await app.post('/biz-goods-in', { ...receipt0(), inStorageAt: chain.today }));
    expect(performance.now() - began, 'nobody could save, no list was whole').toBeLessThan(CLOSED_MS);
    expect(await move.ended, move.said()).toBe(0);
    expect(warned.join()).toContain(`${projections.length} 个读模型已随日志建好`);
  });

  test('the old address says where the log is; the new one shows all of it, now and then', async () => {
    await expect(over({})).rejects.toThrow(
      /事件日志已于.+搬到EventStoreDB（esdb:\/\/127\.0\.0\.1:\d+）.*EVENT_STORE_URL/,
    );
    await areShown(app);
    await relayGoesOn(app);
    await repeats(app);
    expect(await seals(app)).toMatchObject({ state: 'agreed', result: expect.stringContaining('尚未封存') });
    done(await app.post('/log-seal', {}));
    expect(await seals(app)).toMatchObject({ state: 'agreed', result: expect.stringMatching(/^2 个封印/) });
    const twice = moving('postgres', server.url, '--switch');
    expect([await twice.ended, twice.said()]).toEqual([0, expect.stringContaining('无需再搬')]);
  });

  test('what names positions goes on: the till, the books of a check, a case file', async () => {
    const before = (await app.get(expectedPath(), { token: early })).body.data;
    expect(before).toMatchObject({ list: [{ received: TAG_PRICE, opening: TAG_PRICE }] });
    done(await handOver(app));
    const after = (await app.get(expectedPath(), { token: early })).body.data;
    expect(after).toMatchObject({ list: [{ received: 0, opening: 2 * TAG_PRICE }] });
    done(await app.post(`/biz-check/${check}/finish`, {}));
    const audited = await app.put(`/biz-check/audit/${check}`, { ids: [check] });
    expect(audited.status, audited.text).toBe(200);
    const found = (await app.get(`/biz-check/${check}`)).body.data;
    expect(found).toMatchObject({ auditFlag: 2, bookNum: 1, factNum: 1 });
    kept.push(await saveOnce(app, 'saved in EventStoreDB'));
  });

  test('and back, onto the beginning that still lies there', async () => {
    const work = selling(app);
    await vi.waitFor(() => expect(work.sold.length).toBeGreaterThan(2), { timeout: 30_000 });
    const move = moving(server.url, 'postgres', '--switch');
    expect(await move.ended, move.said()).toBe(0);
    expect(move.said()).toMatch(/目标已有来源的前 \d+ 个事件/);
    await work.toldOff();
    expect(work.refused[0]).toMatchObject({ status: 503, body: { msg: expect.stringContaining('输入已保留') } });
    await work.end();
    shown = await picture(app);
    await app.stop();
    await expect(over({ EVENT_STORE_URL: server.url })).rejects.toThrow(
      /已于.+搬到本系统的PostgreSQL.*去掉EVENT_STORE_URL/,
    );
    const ahead = await ofState('ahead');
    expect(ahead).toHaveLength(projections.length);
    app = await over({});
    expect(await ofState('live')).toEqual(ahead);
    expect(await picture(app)).toEqual(shown);
    await areShown(app);
    await relayGoesOn(app);
    await repeats(app);
    done(await app.post('/log-seal', {}));
    expect(await seals(app)).toMatchObject({ state: 'agreed', result: expect.stringMatching(/^3 个封印/) });
    const before = (await app.get(expectedPath(), { token: early })).body.data;
    expect(before).toMatchObject({ list: [{ received: 0, opening: 2 * TAG_PRICE }] });
    done(await app.post('/biz-goods-in', { ...receipt0(), inStorageAt: chain.today }));
  });

  test('an archive of it is restored into EventStoreDB', async () => {
    shown = await picture(app);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-archive-'));
    const [empty, fresh] = await Promise.all([startFakeEventStoreDb({ stride: SHORT_EVENTS }), testDatabase()]);
    const archive = path.join(folder, 'house.ndjson.gz');
    const settings = { DATA_DIR: folder, SECRETS_KEY };
    let restored: App | undefined;
    try {
      const written = running('backup.ts', [archive], { ...settings, DATABASE_URL: database.url });
      expect(await written.ended, written.said()).toBe(0);
      const env = { ...settings, DATABASE_URL: fresh.url, EVENT_STORE_URL: empty.url };
      const keys = ['--keys', path.join(folder, 'backups', 'customer-keys')];
      const restoring = running('restore.ts', [archive, ...keys], env);
      const isFull = { ...settings, DATABASE_URL: database.url, EVENT_STORE_URL: server.url };
      const full = running('restore.ts', [archive, ...keys], isFull);
      expect([await full.ended, full.said()]).toEqual([1, expect.stringContaining('里已有事件')]);
      expect(await restoring.ended, restoring.said()).toBe(0);
      expect(empty.events.length).toBeGreaterThan(50);
      restored = await startApp({ env: { DATABASE_URL: fresh.url, SECRETS_KEY, EVENT_STORE_URL: empty.url } });
      await restored.house.caughtUp();
      early = await restored.signIn('early');
      expect(await picture(restored)).toEqual(shown);
      await repeats(restored);
      expect(await seals(restored)).toMatchObject({ state: 'agreed', result: expect.stringMatching(/^3 个封印/) });
      done(await restored.post('/log-seal', {}));
    } finally {
      await restored?.stop();
      fs.rmSync(folder, { recursive: true, force: true });
      await Promise.all([empty.stop(), fresh.drop()]);
    }
  });
});
