/** A log that was moved: answers that are kept name the place of now, however they are kept and whoever reads them. */
import pg from 'pg';
import { openPool } from 'services/platform/base/database';
import { answerAgain } from '../../services/platform/command-log/answer.ts';
import { findClaim } from '../../services/platform/command-log/claims.ts';
import { settleAnswers } from '../../services/platform/event-store/log-move/command-answers.ts';
import { followMoved } from '../../services/platform/event-store/log-move/records.ts';
import type { DatabasePool } from 'slonik';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MIGRATION_IDS, prepareMasterAs } from '../../house/start/prepare-master.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: pg.Client;
let pool: DatabasePool;
beforeAll(async () => {
  database = await testDatabase();
  await prepareMasterAs(database.url, MIGRATION_IDS);
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  pool = await openPool(database.url, { applicationName: 'test' });
});
afterAll(async () => {
  await pool.end();
  await db.end();
  await database.drop();
});

const MARK = 'a1b2c3d4';
const WHOLE = { kind: 'envelope', status: 200, envelope: { code: 200, msg: '已保存', data: 1 }, behind: true };
const keep = (key: string, answer: object | null): Promise<unknown> =>
  db.query(
    `INSERT INTO master.command (user_id, key, route, body_hash, claimed, answer, logged, oper_time)
     VALUES (1, $1, 'POST /biz-sell', '', true, $2, false, now())`,
    [key, answer === null ? null : JSON.stringify(answer)],
  );
const placeOf = async (key: string): Promise<number | undefined> => {
  const found = await findClaim(pool, { userId: 1, key, route: '', bodyHash: '' });
  const outcome = answerAgain(found?.answer, found!);
  return outcome.kind === 'envelope' ? outcome.settled?.position : undefined;
};
const places = async (): Promise<unknown> =>
  Object.fromEntries(
    await Promise.all(['plain', 'whole', 'neither', 'since'].map(async (key) => [key, await placeOf(key)])),
  );
const NOW = { plain: 4, whole: 5, neither: undefined, since: 900 };
const answersNow = async () =>
  (await db.query<{ key: string; answer: object }>('SELECT key, answer FROM master.command ORDER BY id')).rows;

beforeEach(async () => {
  await db.query('TRUNCATE master.command, master.log_place, master.log_moving');
  await db.query('INSERT INTO master.log_moving VALUES (900, 4), (950, 5)');
  await db.query(
    `INSERT INTO master.log_place (store, place, followed, answer_mark, answers_followed)
     VALUES ('postgres', '本系统的PostgreSQL', false, $1, false)`,
    [MARK],
  );
  await keep('plain', { revision: 0, position: 900 });
  await keep('whole', { ...WHOLE, settled: { position: 950 } });
  await keep('neither', { ...WHOLE });
});

test('the first start over the new place writes none of them: who asks is told the place of now', async () => {
  const before = await answersNow();
  expect(await followMoved(db, async () => undefined)).toMatchObject({ store: 'postgres' });
  expect(await answersNow()).toEqual(before);
  await keep('since', { since: MARK, revision: 0, position: 900 });
  expect(await places()).toEqual(NOW);
});

test('written anew once, while the house works; the pairs of positions go', async () => {
  await keep('since', { since: MARK, revision: 0, position: 900 });
  await keep('unanswered', null);
  await settleAnswers(db);
  const settled = await answersNow();
  expect(settled).toEqual([
    { key: 'plain', answer: { since: MARK, revision: 0, position: 4 } },
    { key: 'whole', answer: { ...WHOLE, since: MARK, settled: { position: 5 } } },
    { key: 'neither', answer: { ...WHOLE, since: MARK } },
    { key: 'since', answer: { since: MARK, revision: 0, position: 900 } },
    { key: 'unanswered', answer: null },
  ]);
  expect(await places()).toEqual(NOW);
  expect((await db.query('SELECT FROM master.log_moving')).rowCount).toBe(0);
  await settleAnswers(db);
  expect(await answersNow()).toEqual(settled);
});

test('killed in the middle, it goes on and moves none twice', async () => {
  await keep('since', { since: MARK, revision: 0, position: 900 });
  // Both places have a position 4.
  await db.query('INSERT INTO master.log_moving VALUES (3, 2), (4, 3)');
  await db.query(
    `UPDATE master.command SET answer = '{"since":"${MARK}","revision":0,"position":4}' WHERE key = 'plain'`,
  );
  expect(await places()).toEqual(NOW);
  await settleAnswers(db);
  expect(await places()).toEqual(NOW);
});

test('two at once: one does it', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await Promise.all([settleAnswers(db), settleAnswers(other)]);
  await other.end();
  await keep('since', { since: MARK, revision: 0, position: 900 });
  expect(await places()).toEqual(NOW);
});
