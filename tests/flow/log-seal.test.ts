/** The log is sealed and reckoned: what agrees, what was changed behind the house's back, and a back-up in a stranger's hands. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabasePool } from 'slonik';
import type { Actor } from '../../services/contracts/user.ts';
import { beginCheck, checks, runCheck } from '../../services/log-seal/checks.ts';
import { allSeals } from '../../services/log-seal/seals.ts';
import { backup } from '../../services/backup/job.ts';
import { openRawStore } from '../../house/log/open-store.ts';
import type { App } from '../support/app.ts';
import { saidInProcess } from '../support/run-in-process.ts';
import { startChain, type Chain } from './shops.ts';

const REPO = path.join(import.meta.dirname, '../..');
const SEAL = '/log-seal';
let app: App;
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
  ({ app } = chain);
  await chain.stock();
});
afterAll(() => app.stop());

type Row = { no: number; count: number; added: number; digest: string };
const rows = async (): Promise<readonly Row[]> =>
  ((await app.get(`${SEAL}?pageIndex=1&pageSize=10`)).body.data as { list: readonly Row[] }).list;
const inDatabase = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: app.house.deps.databaseUrl });
  await client.connect();
  try {
    // As somebody would who has the database and not the house.
    await client.query(`SET session_replication_role = replica; ${statement}`);
  } finally {
    await client.end();
  }
};
/** Asks for a reckoning and waits for its end. */
const reckoned = async (): Promise<{ state: string; result: string; done: number }> => {
  const asked = await app.post(`${SEAL}/check`, {});
  expect(asked.status, asked.text).toBe(200);
  for (;;) {
    const [last] = (
      (await app.get(`${SEAL}/check`)).body.data as { list: { state: string; result: string; done: number }[] }
    ).list;
    if (last !== undefined && last.state !== 'running') return last;
  }
};

test('before the first seal there is nothing to reckon', async () => {
  expect((await app.get(`${SEAL}/key`)).status).toBe(404);
  expect((await app.post(`${SEAL}/check`, {})).body.msg).toBe('还没有封印，请先封存');
});
test('a seal covers every event, the next one what came since; without any there is none', async () => {
  expect((await app.post(SEAL, {})).body).toMatchObject({ data: 1, msg: '已封存，编号 1' });
  expect((await app.post(SEAL, {})).body).toMatchObject({ data: 1, msg: '没有新的事件，不需要封存' });
  await chain.stock();
  expect((await app.post(SEAL, {})).body).toMatchObject({ data: 2 });
  const [second, first] = await rows();
  const head = await app.house.deps.store.head();
  expect(second).toMatchObject({ no: 2, count: head + 1, added: head + 1 - Number(first?.count) });
  expect(await reckoned()).toMatchObject({
    state: 'agreed',
    done: head + 1,
    result: `2 个封印、${head + 1} 个事件全部相符`,
  });
});
test('two processes that seal at once make one chain', async () => {
  await chain.stock();
  const answers = await Promise.all([app.post(SEAL, {}), app.post(SEAL, {}), app.post(SEAL, {})]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await rows()).map(({ no }) => no)).toEqual([3, 2, 1]);
  expect((await reckoned()).state).toBe('agreed');
});
test('a seal is changed by nobody, and sealed only by whoever may', async () => {
  const client = new pg.Client({ connectionString: app.house.deps.databaseUrl });
  await client.connect();
  await expect(client.query('DELETE FROM master.log_seal')).rejects.toThrow(/only ever added/);
  await client.end();
  await app.addUser({ username: 'clerk', roleIds: [4] });
  const token = await app.signIn('clerk');
  for (const answer of [
    await app.get(SEAL, { token }),
    await app.post(SEAL, {}, { token }),
    await app.post(`${SEAL}/check`, {}, { token }),
    await app.get(`${SEAL}/key`, { token }),
  ])
    expect(answer.status).toBe(403);
});

describe('a back-up in the hands of a stranger', () => {
  let file = '';
  const verify = (...args: string[]) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.join(REPO, 'services/log-seal/verify-backup.ts'), '--backup', file, ...args],
      { encoding: 'utf8' },
    );
    return { status, said: stdout.trim().split('\n').at(-1) };
  };
  beforeAll(async () => {
    const { databaseUrl, dataDir, master } = app.house.deps;
    const raw = await openRawStore({ eventStoreUrl: undefined }, databaseUrl);
    await saidInProcess(app, backup, { rawStore: async () => raw });
    await raw.close();
    expect(await allSeals(master)).toHaveLength(3);
    const [made] = fs.readdirSync(path.join(dataDir, 'backups')).filter((name) => name.endsWith('.gz'));
    file = path.join(dataDir, 'backups', String(made));
  });
  test('agrees, with the key and the seal that lie on paper', async () => {
    const [, second] = await rows();
    const { fingerprint } = (await app.get(`${SEAL}/key`)).body.data as { fingerprint: string };
    const paper = ['--seal', `2:${second?.digest}`, '--fingerprint', fingerprint];
    expect(verify(...paper)).toEqual({ status: 0, said: expect.stringContaining('✓ 3 个封印') as string });
    expect(verify('--seal', `2:${'0'.repeat(64)}`)).toEqual({ status: 1, said: '✗ 第 2 号封印与所给的不是同一个' });
    expect(verify('--seal', `9:${second?.digest}`)).toEqual({ status: 1, said: '✗ 第 9 号封印不见了' });
    expect(verify('--seal', 'nonsense').said).toContain('--seal 应为“编号:摘要”');
  });
  test('that breaks off is said to be broken', () => {
    const whole = fs.readFileSync(file);
    fs.writeFileSync(file, whole.subarray(0, whole.length - 40));
    expect(verify()).toEqual({ status: 1, said: expect.stringContaining('备份文件不完整') as string });
    fs.writeFileSync(file, whole);
  });
});

// Last: the log is spoilt from here on.
describe('what was changed behind the house is named', () => {
  test('a byte of an event', async () => {
    await inDatabase(`UPDATE es.events SET meta = replace(meta::text, '+08:00', '+09:00')::json WHERE position = 1`);
    expect(await reckoned()).toMatchObject({
      state: 'damaged',
      done: 1,
      result: expect.stringMatching(/^第 2 个事件（第 1 号封印之内）：位置 1（.+）的内容被改动$/) as string,
    });
  });
  test('a word of progress that comes in last takes nothing back', async () => {
    const { deps } = app.house;
    const by = { user: { nickName: '审计' } as Actor['user'], now: deps.clock() };
    expect(await beginCheck(deps.master, 77, by)).toBeNull();
    let late: (() => Promise<unknown>) | undefined;
    const query: DatabasePool['query'] = async (statement) => {
      const asked = () => deps.master.query(statement);
      if (!statement.sql.includes('heard_at = now()')) return asked();
      if (late === undefined) return new Promise((resolve) => (late = async () => resolve(await asked())));
      const answer = await asked();
      await late();
      return answer;
    };
    const master = new Proxy(deps.master, { get: (pool, key) => (key === 'query' ? query : Reflect.get(pool, key)) });
    await runCheck({ ...deps, master }, 77, new AbortController().signal);
    const [last] = await checks(deps.master);
    expect(last).toMatchObject({ id: 77, state: 'damaged', done: 1 });
  });
  test('an event that is gone, and the command says so too', async () => {
    await inDatabase('DELETE FROM es.events WHERE position = 1');
    expect((await reckoned()).result).toMatch(/^第 2 个事件.*之前的一个事件不见了$/);
    const env = { ...process.env, DATABASE_URL: app.house.deps.databaseUrl, DATA_DIR: app.dataDir };
    const { status, stdout } = spawnSync(process.execPath, [path.join(REPO, 'house/commands/verify-log.ts')], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({
      status: 1,
      stdout: expect.stringContaining('之前的一个事件不见了') as string,
    });
  });
  test('the newest seal, and none is made in its place', async () => {
    await inDatabase('CREATE TABLE public.kept AS TABLE master.log_seal; DELETE FROM master.log_seal WHERE no = 3');
    expect((await reckoned()).result).toBe('第 3 号封印不见了');
    expect((await app.post(SEAL, {})).body).toMatchObject({ code: 409, msg: '第 3 号封印不见了，没有封存；请先校验' });
    await inDatabase('DELETE FROM master.log_seal');
    expect((await reckoned()).result).toBe('第 1 号封印不见了');
    await inDatabase('INSERT INTO master.log_seal TABLE public.kept');
  });
  test('a seal that is gone', async () => {
    await inDatabase('DELETE FROM master.log_seal WHERE no = 2');
    expect((await reckoned()).result).toBe('第 2 号封印不见了');
  });
  test('a log cut back: nothing is built on it', async () => {
    await inDatabase('DELETE FROM es.events WHERE position > 3');
    const answer = await app.post(SEAL, {});
    expect(answer.status).toBe(409);
    expect(answer.body.msg).toMatch(/第 3 号封印不符，没有封存/);
  });
});
