/** 系统状态 and `npm run doctor`: one list of checks, from within and from beside the house. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SystemState, type StateLine } from '../../services/system-state/contract.ts';
import { CHECKS } from '../../services/system-state/checks.ts';
import { startApp, type App } from '../support/app.ts';

const REPO = path.join(import.meta.dirname, '../..');
let app: App;
let doctor: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  const { databaseUrl } = app.house.deps;
  doctor = { DATABASE_URL: databaseUrl, DATA_DIR: app.dataDir, PORT: String(app.house.port) };
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
/** The command, with what it said and its exit code. */
const run = (env: Record<string, string>, ...args: string[]): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const options = { cwd: REPO, env: { ...process.env, ...env }, timeout: 20_000 };
    execFile(process.execPath, ['services/doctor.ts', ...args], options, (error, said) =>
      resolve({ code: error === null ? 0 : error.code, said }),
    );
  });

describe('the page', () => {
  test('shows every check to whoever has the key, each with what to do', async () => {
    const state = await now();
    expect(state.lines.map(({ name }) => name)).toEqual(CHECKS.map(({ name }) => name));
    for (const { name, state: how, todo } of state.lines) expect(todo === '', name).toBe(how === 'good');
    expect(lineOf(state, 'backup-age')).toMatchObject({ state: 'attention', text: '还没有备份' });
    expect(lineOf(state, 'migrations').state).toBe('good');
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

describe('the command', () => {
  test('finds the house that runs, and ends with the worst line', async () => {
    const { code, said } = await run(doctor, '--json');
    const state = SystemState.parse(JSON.parse(said));
    expect(lineOf(state, 'ports').text).toContain(`正在运行，端口 ${app.house.port}`);
    expect(state.lines.map(({ name }) => name)).toEqual(CHECKS.map(({ name }) => name));
    expect(code).toBe(['good', 'attention', 'bad'].indexOf(state.state));
  });
  test('a database that is away is a line with what to do, and so is an address without a certificate', async () => {
    const nobody = { ...doctor, DATABASE_URL: 'postgresql://postgres@127.0.0.1:1/postgres' };
    const { code, said } = await run(nobody, '--address', `https://127.0.0.1:1`);
    expect(code).toBe(2);
    expect(said).toMatch(/✗ 不行　数据库：无法连接（.*ECONNREFUSED.*） → 核对 DATABASE_URL/);
    expect(said).toMatch(/✗ 不行　证书：127\.0\.0\.1:1 无法连接/);
    expect(said).not.toContain('读模型进度');
  });
});
