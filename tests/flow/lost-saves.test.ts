/** 日志里已没有的保存 (R63): what was acknowledged, and is not in the log that the house follows now; on either store. */
import { read, utils } from 'xlsx';
import pg from 'pg';
import { dayOf } from 'services/contracts/dates';
import { LostSaveRow } from 'services/system/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { diagnosed } from '../../house/commands/doctor.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import { parseConfig } from '../../services/platform/process/config.ts';
import { SystemState, type StateLine } from '../../services/system-state/contract.ts';
import { startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeEventStoreDb } from '../support/fake-esdb.ts';

const Page = z.object({ count: z.int(), list: z.array(LostSaveRow) });
let database: TestDatabase;
let app: App;
let home: number;
let supplierId: number | null = null;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const inDatabase = async (statement: string): Promise<readonly unknown[]> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
};
const open = async (env: Readonly<Record<string, string>>): Promise<void> => {
  app = await startApp({ env: { DATABASE_URL: database.url, ON_OTHER_LOG: 'rebuild', ...env } });
  // Read models are made anew.
  const ready = async (): Promise<void> => expect((await app.get('/readyz', { token: null })).status).toBe(200);
  await vi.waitFor(ready, { timeout: 30_000, interval: 50 });
};
const idOf = async (path: string, body: unknown, key: string): Promise<number> => {
  const { status, text, body: answer } = await app.post(path, body, { key });
  expect(status, text).toBe(200);
  return Number(answer.data);
};
const receive = (key: string): Promise<number> =>
  idOf('/biz-goods-in', sampleBody({ shopId: home, supplierId, inStorageAt: dayOf(new Date()) }), key);
const audit = async (id: number): Promise<void> => {
  const { status, text } = await app.put(`/biz-goods-in/audit/${id}`, { ids: [id] });
  expect(status, text).toBe(200);
};
const lost = async (query = ''): Promise<z.infer<typeof Page>> => {
  const { status, text, body } = await app.get(encodeURI(`/lost-save?${query}`));
  expect(status, text).toBe(200);
  return Page.parse(body.data);
};
const said = ({ list }: z.infer<typeof Page>) => list.map(({ title, record }) => `${title} ${record}`);
const pieces = async (): Promise<number> => ((await app.get('/biz-goods-in')).body.data as { count: number }).count;
const barcodeOf = async (id: number): Promise<string> =>
  ((await app.get(`/biz-goods-in/${id}`)).body.data as { barcode: string }).barcode;
const line = ({ lines }: SystemState): StateLine | undefined => lines.find(({ name }) => name === 'lost-saves');
const stateLine = async (): Promise<StateLine | undefined> =>
  line(SystemState.parse((await app.get('/sys-state')).body.data));

describe('over EventStoreDB', () => {
  test('at a wrong address all of them are lost; at the right one again none, and keys are taken again', async () => {
    const [right, wrong] = await Promise.all([startFakeEventStoreDb(), startFakeEventStoreDb()]);
    await open({ EVENT_STORE_URL: right.url });
    home = await idOf('/base-shop', { name: '罗湖店', status: '2', remark: '' }, 'shop');
    const id = await receive('esdb-1');
    await audit(id);
    const barcode = await barcodeOf(id);
    expect(said(await lost())).toEqual([]);
    await app.stop();

    await open({ EVENT_STORE_URL: wrong.url });
    expect(said(await lost())).toEqual([`审核入库 ${barcode}`, `新增入库 ${barcode}`]);
    await app.stop();

    await open({ EVENT_STORE_URL: right.url });
    expect((await lost()).count).toBe(0);
    const before = right.events.length;
    expect(await receive('esdb-1')).toBe(id);
    expect(right.events).toHaveLength(before);
    const cut = right.events.length;
    const later = await receive('esdb-2');
    expect(await pieces()).toBe(2);
    const laterBarcode = await barcodeOf(later);
    await app.stop();

    right.cutTo(cut);
    await open({ EVENT_STORE_URL: right.url });
    expect(said(await lost())).toEqual([`新增入库 ${laterBarcode}`]);
    expect(await pieces()).toBe(1);
    await app.stop();
    await Promise.all([right.stop(), wrong.stop()]);
  });
});

describe('over PostgreSQL', () => {
  let house: TestDatabase;
  const made: { id: number; barcode: string }[] = [];
  beforeAll(async () => {
    [house, database] = [database, await testDatabase()];
    await open({});
    home = await idOf('/base-shop', { name: '罗湖店', status: '2', remark: '' }, 'shop');
    supplierId = await idOf(
      '/base-supplier',
      { name: '周氏金店', contract: '周经理', mobile: '13900000001', status: '2' },
      'supplier',
    );
    await receive('pg-0');
    await inDatabase('CREATE TABLE kept_log AS SELECT position FROM es.events');
    for (const key of ['pg-1', 'pg-2', 'pg-3']) {
      const id = await receive(key);
      made.push({ id, barcode: await barcodeOf(id) });
    }
    await audit(made[0]?.id ?? 0);
    expect(await pieces()).toBe(4);
    await app.stop();
    await inDatabase(`
      INSERT INTO master.saga_checkpoint (name, position) SELECT 'documents', max(position) FROM es.events
        ON CONFLICT (name) DO UPDATE SET position = excluded.position;
      UPDATE master.cash_watch SET position = (SELECT max(position) FROM es.events);
      CREATE TABLE all_events AS SELECT * FROM es.events;
      ALTER TABLE es.events DISABLE TRIGGER ALL;
      DELETE FROM es.events WHERE position NOT IN (SELECT position FROM kept_log);
      ALTER TABLE es.events ENABLE TRIGGER ALL`);
    await open({});
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
    database = house;
  });

  test('an older copy: who saved what, when, and what was answered, the newest first', async () => {
    expect(await pieces()).toBe(1);
    const { count, list } = await lost();
    const [first, second, third] = made.map(({ barcode }) => barcode);
    expect(count).toBe(4);
    expect(said({ count, list })).toEqual([
      `审核入库 ${first}`,
      `新增入库 ${third}`,
      `新增入库 ${second}`,
      `新增入库 ${first}`,
    ]);
    expect(list[3]).toMatchObject({
      operName: 'admin',
      shop: '罗湖店',
      names: { customerId: {}, supplierId: { [String(supplierId)]: '周氏金店' }, sellerId: {} },
      requestMethod: 'POST',
      operUrl: '/api/v1/biz-goods-in',
      operParam: expect.stringContaining('"shopId"'),
      result: expect.stringMatching(/成功/),
      handled: '1',
      handledAt: null,
    });
    expect(Date.parse(list[3]?.lostAt ?? '')).toBeGreaterThan(Date.parse(list[3]?.createdAt ?? ''));
  });
  test('it is searched, paged and taken away as a sheet', async () => {
    const [, second] = made.map(({ barcode }) => barcode);
    expect(said(await lost(`record=${second}`))).toEqual([`新增入库 ${second}`]);
    expect((await lost('title=审核')).count).toBe(1);
    expect((await lost('operName=ADM&handled=2')).count).toBe(0);
    expect((await lost('endTime=2020-01-01')).count).toBe(0);
    const page = await lost('createdAtOrder=asc&pageIndex=2&pageSize=3');
    expect([page.count, said(page)]).toEqual([4, [`审核入库 ${made[0]?.barcode}`]]);
    const reply = await fetch(`${app.url}/api/v1/lost-save/export?title=${encodeURIComponent('新增')}`, {
      headers: { authorization: `Bearer ${app.adminToken}` },
    });
    const sheet = read(await reply.arrayBuffer()).Sheets['日志里已没有的保存'];
    const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1 });
    expect(rows).toHaveLength(2 + 3);
    expect(rows[2]).toEqual(expect.arrayContaining(['admin', '新增入库', made[2]?.barcode, '未处理']));
  });
  test('whoever has no key of it sees none of it, and marks nothing', async () => {
    await app.addUser({ username: 'stranger', roleIds: [4] });
    const token = await app.signIn('stranger');
    const ids = [1];
    for (const reply of [
      await app.get('/lost-save', { token }),
      await app.get('/lost-save/export', { token }),
      await app.put('/lost-save/handled', { ids }, { token }),
      await app.post('/lost-save/finish', undefined, { token }),
    ])
      expect(reply.status).toBe(403);
  });
  test('page and command count what nobody has seen to', async () => {
    const doctor = async (): Promise<StateLine | undefined> =>
      line(await diagnosed(parseConfig({ DATABASE_URL: database.url, DATA_DIR: app.dataDir, PORT: '0' })));
    for (const look of [stateLine, doctor])
      expect(await look()).toMatchObject({ state: 'attention', text: expect.stringContaining('4 次已确认的保存') });
    const { list } = await lost();
    const [newest] = list;
    const reply = await app.put('/lost-save/handled', { ids: [newest?.id, 999_999] });
    expect(reply.body.msg).toBe('已标记1条为已处理');
    expect(await stateLine()).toMatchObject({ text: expect.stringContaining('3 次已确认的保存') });
    expect((await lost('handled=2')).list).toMatchObject([{ id: newest?.id, handledBy: app.admin.nickName }]);
    expect((await app.post('/lost-save/finish', undefined)).body.msg).toBe('已标记3条为已处理');
    for (const look of [stateLine, doctor]) expect(await look()).toMatchObject({ state: 'good', text: '没有' });
    expect((await lost()).count).toBe(4);
  });
  test('the operation log tells it of its entries, also after it was cleared from there', async () => {
    const { list } = await lost('title=审核');
    const entry = await app.get(`/sys-opera-log/${list[0]?.id}`);
    expect(entry.body.data).toMatchObject({ lostAt: list[0]?.lostAt });
    const kept = await app.get(encodeURI('/sys-opera-log?title=新增分店'));
    expect((kept.body.data as { list: unknown[] }).list).toMatchObject([{ lostAt: null }]);
    expect((await app.del('/operlog/clean', undefined)).status).toBe(200);
    expect((await lost()).count).toBe(4);
  });
  test('what was noted of the lost part is noted no more: watchers go through the new events', async () => {
    const places =
      await inDatabase(`SELECT named.name, named.position <= (SELECT max(position) FROM es.events) AS known FROM (
      SELECT name, position FROM master.saga_checkpoint UNION ALL SELECT 'cash', position FROM master.cash_watch) AS named
      ORDER BY name`);
    expect(places).toEqual([
      { name: 'cash', known: true },
      { name: 'documents', known: true },
    ]);
  });
  test('entered again under its key it is done; the whole log again has all but what was entered since', async () => {
    expect(await receive('pg-3')).not.toBe(made[2]?.id);
    expect(await pieces()).toBe(2);
    await app.stop();
    await inDatabase(`
      ALTER TABLE es.events DISABLE TRIGGER ALL;
      DELETE FROM es.events WHERE position NOT IN (SELECT position FROM kept_log);
      INSERT INTO es.events SELECT * FROM all_events WHERE position NOT IN (SELECT position FROM kept_log);
      ALTER TABLE es.events ENABLE TRIGGER ALL`);
    await open({});
    expect(await pieces()).toBe(4);
    const { count, list } = await lost();
    expect([count, list[0]?.title]).toEqual([1, '新增入库']);
    // The key is that of the save that is there; the one of the other is lost.
    expect(await receive('pg-2')).toBe(made[1]?.id);
    expect(await pieces()).toBe(4);
  });
});
