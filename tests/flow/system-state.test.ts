/** 系统状态 and `npm run doctor`: one list of checks, from within and from beside the house. */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayOf } from 'services/contracts/dates';
import { diagnosed } from '../../house/commands/doctor.ts';
import { parseConfig } from '../../services/platform/process/config.ts';
import { SystemState, type StateLine } from '../../services/system-state/contract.ts';
import { CHECKS } from '../../services/system-state/checks.ts';
import { exitCodeOf } from '../../services/system-state/in-words.ts';
import { MIGRATION_IDS, prepareMasterAs } from '../../house/start/prepare-master.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import { startApp, type App } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { startFakeEventStoreDb } from '../support/fake-esdb.ts';

let app: App;
let settings: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  const { databaseUrl } = app.house.deps;
  settings = { DATABASE_URL: databaseUrl, DATA_DIR: app.dataDir, PORT: String(app.house.port) };
});
afterAll(() => app.stop());

const now = async (): Promise<SystemState> => {
  const { status, text, body } = await app.get('/sys-state');
  expect(status, text).toBe(200);
  return SystemState.parse(body.data);
};
const lineOf = ({ lines }: SystemState, name: string): Partial<StateLine> =>
  lines.find((line) => line.name === name) ?? {};
const inDatabase = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: app.house.deps.databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
};
describe('the page', () => {
  test('shows every check to whoever has the key, each with what to do', async () => {
    const state = await now();
    expect(state.lines.map(({ name }) => name)).toEqual(CHECKS.map(({ name }) => name));
    for (const { name, state: how, todo } of state.lines) expect(todo === '', name).toBe(how === 'good');
    expect(lineOf(state, 'backup-age')).toMatchObject({ state: 'attention', text: '还没有备份' });
    expect(lineOf(state, 'migrations').state).toBe('good');
    expect(lineOf(state, 'writer').text).toContain(`${app.url}，自 20`);
    await app.addUser({ username: 'watcher', roleIds: [4] });
    const token = await app.signIn('watcher');
    expect((await app.get('/sys-state', { token })).status).toBe(403);
  });
  test('names what is set aside, what another release did, and how old the last back-up is', async () => {
    await inDatabase(`
      INSERT INTO master.migration (id) VALUES ('later-001');
      INSERT INTO projection.parked (name, schema, key, stream, first_position, event_id, event_type, cause)
      SELECT name, schema, 'B1', 's', 0, 'e', 't', '22003' FROM projection.checkpoint WHERE name = 'goods-in'`);
    const folder = path.join(app.dataDir, 'backups');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'backup-20261101-030000.ndjson.gz'), '');
    const days = (some: number): Date => new Date(Date.now() - some * 86_400_000);
    fs.utimesSync(path.join(folder, 'backup-20261101-030000.ndjson.gz'), days(8), days(8));
    const state = await now();
    expect(lineOf(state, 'migrations')).toMatchObject({
      state: 'attention',
      text: expect.stringContaining('later-001'),
    });
    expect(lineOf(state, 'parked')).toMatchObject({ state: 'attention', text: '首饰入库 1 项' });
    expect(lineOf(state, 'backup-age')).toMatchObject({ state: 'bad', text: '最近一次在 192 小时前' });
    expect(state.state).toBe('bad');
    fs.writeFileSync(path.join(folder, 'backup-20261125-030000.ndjson.gz'), '');
    await inDatabase(`DELETE FROM master.migration WHERE id = 'later-001'; DELETE FROM projection.parked`);
    expect((await now()).state).not.toBe('bad');
  });
});

test('the clock of EventStoreDB is told by the page and by /readyz, as soon as the house wrote twice', async () => {
  const server = await startFakeEventStoreDb();
  server.setClock(40_000);
  const house = await startApp({ env: { EVENT_STORE_URL: server.url } });
  const clockOf = async () => lineOf(SystemState.parse((await house.get('/sys-state')).body.data), 'clock');
  expect((await clockOf()).text).not.toContain('事件存储');
  const shopId = (await house.post('/base-shop', { name: '罗湖店', status: '2', remark: '' })).body.data;
  const body = sampleBody({ shopId, supplierId: null, inStorageAt: dayOf(new Date()) });
  for (const key of ['1', '2']) expect((await house.post('/biz-goods-in', body, { key })).status).toBe(200);
  expect(await clockOf()).toMatchObject({
    state: 'bad',
    text: expect.stringMatching(/与事件存储相差 (39|40)\.\d 秒$/),
  });
  const warned = await vi.waitFor(
    async () => {
      const { data } = (await house.get('/readyz', { token: null })).body as { data: { warnings?: string[] } };
      expect(data.warnings).toHaveLength(1);
      return data.warnings;
    },
    { timeout: 30_000, interval: 250 },
  );
  expect(warned).toEqual([expect.stringMatching(/^本机时钟与事件存储相差(39|40)\.\d秒：请校准时钟$/)]);
  await house.stop();
  await server.stop();
}, 60_000);

describe('the command', () => {
  const lookedAt = (more: Record<string, string> = {}): Promise<SystemState> =>
    diagnosed(parseConfig({ ...settings, ...more }));
  test('finds the house that runs, and asks everything', async () => {
    const state = await lookedAt();
    expect(lineOf(state, 'ports').text).toContain(`正在运行，端口 ${app.house.port}`);
    expect(state.lines.map(({ name }) => name)).toEqual(CHECKS.map(({ name }) => name));
    expect(lineOf(state, 'same-log')).toMatchObject({ state: 'good' });
  });
  test('a database that is away is a line with what to do, and so is an address without a certificate', async () => {
    const DATABASE_URL = 'postgresql://postgres@127.0.0.1:1/postgres';
    const state = await lookedAt({ DATABASE_URL, PUBLIC_URL: 'https://127.0.0.1:1', PORT: '0' });
    expect(exitCodeOf(state)).toBe(2);
    expect(lineOf(state, 'database')).toMatchObject({ state: 'bad', text: expect.stringContaining('ECONNREFUSED') });
    expect(lineOf(state, 'certificates').text).toContain('127.0.0.1:1 无法连接');
    expect(lineOf(state, 'ports').text).toContain('没有系统在这里运行');
    expect(lineOf(state, 'lag')).toEqual({});
  });
  test('a house that was restored and not started yet is told what its start will do', async () => {
    const database = await testDatabase();
    await prepareMasterAs(database.url, MIGRATION_IDS);
    const { lines } = await lookedAt({ DATABASE_URL: database.url, PORT: '0' });
    expect(lines.filter(({ state }) => state === 'bad')).toEqual([]);
    expect(lines.find(({ name }) => name === 'model-versions')).toMatchObject({
      state: 'attention',
      todo: '启动后自动建立',
    });
    await database.drop();
  });
  test('a house that was never started is not made by looking', async () => {
    const folder = path.join(app.dataDir, 'nothing', 'yet');
    const state = diagnosed(parseConfig({ DATA_DIR: folder, PORT: '0' }));
    expect(lineOf(await state, 'database')).toMatchObject({ state: 'attention', text: '还没有建立' });
    expect(fs.existsSync(folder)).toBe(false);
  });
});
