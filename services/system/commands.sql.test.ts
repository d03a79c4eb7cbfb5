/** The table of commands: what databases of before hold is taken over, and what becomes of a row. */
import pg from 'pg';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { CommandLog } from '../platform/command-log/command-log.ts';
import {
  commandLogMigration,
  commandLogRoomMigration,
  commandMigrations,
  commandShopsMigration,
  operationOutcomeMigration,
} from '../platform/command-log/table.ts';
import { lostSavesMigration } from '../platform/command-log/lost-saves.ts';
import { answerMarkMigration } from '../platform/event-store/log-move/command-answers.ts';
import { logPlaceMigration } from '../platform/event-store/log-move/log-place.ts';
import { openPool } from '../platform/base/database.ts';
import { refuse } from '../contracts/refusal.ts';
import { refusalOutcome, type Outcome } from '../platform/answers/outcome.ts';
import { silentLog } from '../platform/base/log.ts';
import { migrate } from '../platform/base/migrate.ts';
import type { Entry } from '../platform/operation-log/entry.ts';
import { OperationLog } from '../platform/operation-log/operation-log.ts';
import { WireIds } from '../platform/streams/wire-ids.ts';
import { systemMigrations } from './tables.ts';

const FORMER = [commandLogMigration, commandLogRoomMigration, ...systemMigrations, operationOutcomeMigration];
const MANY = 45_000;
const accepted = (data: unknown): Outcome => ({
  kind: 'envelope',
  status: 200,
  envelope: { code: 200, msg: '操作成功', data },
  etag: 3,
  settled: { position: 12 },
});
const command = (key: string) => ({ userId: 1, key, route: 'POST /base-shop', bodyHash: 'h' });
const unreachable = async (): Promise<Outcome> => {
  throw new Error('runs again');
};
let database: TestDatabase;
let db: pg.Client;
let pool: DatabasePool;
const one = async (statement: string, values: readonly unknown[] = []): Promise<Record<string, unknown>> =>
  (await db.query<Record<string, unknown>>(statement, [...values])).rows[0] ?? {};

beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url, FORMER);
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await db.query('SET search_path = master');
  await db.query(`
    INSERT INTO operation_log (title, business_type, request_method, oper_url, oper_param, json_result, status,
      http_status, error_msg, latency_ms, user_id, oper_name, oper_ip, request_id, oper_time, hidden, command_key)
    SELECT '分店' || n, '1', 'POST', '/api/v1/base-shop', '{}', CASE WHEN n % 2 = 0 THEN '操作成功' ELSE '' END,
      (1 + (n + 1) % 2)::text, CASE WHEN n % 2 = 0 THEN 200 ELSE 409 END, CASE WHEN n % 2 = 0 THEN '' ELSE '已有' END,
      3, 1, 'admin', '::1', 'r' || n, now() - interval '1 day', n % 5 = 0, 'key-' || n FROM generate_series(1, ${MANY}) AS n`);
  await db.query(
    `INSERT INTO command_log (user_id, key, route, body_hash, ids, answer)
     SELECT 1, 'key-' || n, 'POST /base-shop', 'h', ARRAY[n], $1::json FROM generate_series(2, ${MANY}, 2) AS n`,
    [JSON.stringify(accepted(10_004))],
  );
  await db.query(`UPDATE operation_log SET status = '0' WHERE id = 4`);
  await db.query(`UPDATE command_log SET created_at = now() - interval '8 days' WHERE key = 'key-8'`);
  await migrate(database.url, [
    ...FORMER,
    ...commandMigrations,
    commandShopsMigration,
    lostSavesMigration,
    logPlaceMigration,
    answerMarkMigration,
  ]);
  pool = await openPool(database.url, { applicationName: 'test' });
}, 120_000);
afterAll(async () => {
  await pool.end();
  await db.end();
  await database.drop();
});
const newLog = (): CommandLog => new CommandLog(pool, new WireIds(pool));

describe('a database of before', () => {
  test('keeps every row of its operation log under its id, and every claim', async () => {
    expect(
      await one(`SELECT count(*) FILTER (WHERE logged)::int AS logged, count(*) FILTER (WHERE claimed)::int AS claimed,
        count(*) FILTER (WHERE hidden)::int AS hidden, count(DISTINCT id)::int AS ids FROM command`),
    ).toEqual({ logged: MANY, claimed: MANY / 2, hidden: MANY / 5, ids: MANY * 1.5 });
    expect(await one('SELECT title, message, status, route, key, hidden FROM command WHERE id = 7')).toEqual({
      title: '分店7',
      message: '已有',
      status: '1',
      route: 'POST ',
      key: 'key-7',
      hidden: false,
    });
    expect(await one(`SELECT to_regclass('operation_log') AS log, to_regclass('command_log') AS claims`)).toEqual({
      log: null,
      claims: null,
    });
  });
  test('answers its repeats', async () => {
    expect(await newLog().run(command('key-6'), unreachable)).toEqual({ ...accepted(10_004), replayed: true });
  });
  test('gets the outcome of a row that had none from its claim', async () => {
    await db.query(`UPDATE command SET renewed_at = now() - interval '1 minute' WHERE id = 4`);
    await new OperationLog(pool, silentLog).settle();
    expect(await one('SELECT status, http_status, message FROM command WHERE id = 4')).toEqual({
      status: '2',
      http_status: 200,
      message: '操作成功',
    });
  });
  test('forgets the claims of before after a week, and no row of its log', async () => {
    await newLog().prune();
    expect(
      await one(`SELECT count(*) FILTER (WHERE claimed)::int AS claimed, count(*) FILTER (WHERE logged)::int AS logged
        FROM command`),
    ).toEqual({ claimed: MANY / 2 - 1, logged: MANY });
  });
});

describe('a command', () => {
  const entry = (requestId: string, key: string): Entry => ({
    title: '分店',
    route: 'POST /base-shop',
    oper_url: '',
    oper_param: '',
    message: '',
    status: '0',
    http_status: 0,
    latency_ms: 0,
    user_id: 1,
    oper_name: 'admin',
    oper_ip: '::1',
    user_agent: '',
    request_id: requestId,
    key,
    oper_time: new Date().toISOString(),
  });
  const rowsOf = async (key: string): Promise<readonly Record<string, unknown>[]> =>
    (
      await db.query<Record<string, unknown>>(
        `SELECT request_id, claimed, answer IS NOT NULL AS answered, logged, status FROM command
         WHERE key = $1 ORDER BY id`,
        [key],
      )
    ).rows;
  const ask = async (key: string, requestId: string, work: () => Promise<Outcome>): Promise<Outcome | null> => {
    const commands = newLog();
    const operations = new OperationLog(pool, silentLog);
    const trace = { entry: entry(requestId, key) };
    const outcome = await commands.run(command(key), work, { trace }).catch(() => null);
    await operations.finish(trace, { status: outcome?.status ?? 500, message: '说', latencyMs: 1 });
    await commands.stop();
    await operations.flush();
    return outcome;
  };

  test('is one row; its repeat claims nothing and has its own', async () => {
    await ask('one', 'r-one', async () => accepted(1));
    await ask('one', 'r-again', unreachable);
    expect(await rowsOf('one')).toEqual([
      { request_id: 'r-one', claimed: true, answered: true, logged: true, status: '2' },
      { request_id: 'r-again', claimed: false, answered: false, logged: true, status: '2' },
    ]);
  });
  test('that is refused says so in its row as its key becomes free, before it answers', async () => {
    const trace = { entry: entry('r-taken', 'taken') };
    const no = refusalOutcome(refuse('conflict', 'shop.taken', '分店已存在'));
    expect(await newLog().run(command('taken'), async () => no, { trace })).toEqual(no);
    expect(await one(`SELECT claimed, status, http_status, message FROM command WHERE key = 'taken'`)).toEqual({
      claimed: false,
      status: '1',
      http_status: 409,
      message: '分店已存在',
    });
  });
  test('that failed keeps its claim, and the next try says in its own row what it came to', async () => {
    await ask('failed', 'r-failed', unreachable);
    expect(await ask('failed', 'r-next', async () => accepted(2))).toEqual(accepted(2));
    expect(await rowsOf('failed')).toEqual([
      { request_id: 'r-failed', claimed: true, answered: true, logged: true, status: '1' },
      { request_id: 'r-next', claimed: false, answered: false, logged: true, status: '2' },
    ]);
    expect(await newLog().run(command('failed'), unreachable)).toEqual({ ...accepted(2), replayed: true });
  });
  test('that was refused leaves its key free', async () => {
    await ask('refused', 'r-refused', async () => refusalOutcome(refuse('conflict', 'taken', '已有')));
    await ask('refused', 'r-accepted', async () => accepted(3));
    expect(await rowsOf('refused')).toEqual([
      { request_id: 'r-refused', claimed: false, answered: false, logged: true, status: '1' },
      { request_id: 'r-accepted', claimed: true, answered: true, logged: true, status: '2' },
    ]);
  });
  test('that the log cannot take is written later; that it cannot is told once', async () => {
    const error = vi.fn();
    const operations = new OperationLog(pool, { ...silentLog, error });
    for (const round of ['first', 'second']) {
      await db.query('ALTER TABLE command RENAME TO command_away');
      await operations.finish({ entry: entry(`r-${round}`, round) }, { status: 507, message: '满', latencyMs: 1 });
      for (let n = 0; n < 3; n += 1) await operations.flush();
      await db.query('ALTER TABLE command_away RENAME TO command');
      await operations.flush();
      expect(await rowsOf(round)).toMatchObject([{ request_id: `r-${round}`, status: '1' }]);
    }
    expect(error).toHaveBeenCalledTimes(2);
  });
  test('is kept by its own row when the log is cleared', async () => {
    await ask('cleared', 'r-cleared', async () => accepted(4));
    await db.query(`UPDATE command SET hidden = true WHERE key = 'cleared'`);
    await newLog().prune();
    expect(await newLog().run(command('cleared'), unreachable)).toEqual({ ...accepted(4), replayed: true });
  });
  test('that no log shows claims only, and is forgotten after a week', async () => {
    const commands = newLog();
    await commands.run(command('silent'), async () => accepted(5));
    await commands.stop();
    expect(await rowsOf('silent')).toMatchObject([{ claimed: true, answered: true, logged: false }]);
    await db.query(`UPDATE command SET oper_time = now() - interval '8 days' WHERE key = 'silent'`);
    await commands.prune();
    expect(await rowsOf('silent')).toEqual([]);
  });
});
