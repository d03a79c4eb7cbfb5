/** A log that was moved: answers that are kept name the place of now, however they are kept. */
import pg from 'pg';
import { followMoved } from 'services/platform/log-move/records';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATION_IDS, prepareMasterAs } from '../../services/prepare-master.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let db: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  await prepareMasterAs(database.url, MIGRATION_IDS);
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const WHOLE = { kind: 'envelope', status: 200, envelope: { code: 200, msg: '已保存', data: 1 }, behind: true };
const keep = (key: string, answer: object): Promise<unknown> =>
  db.query(
    `INSERT INTO master.command (user_id, key, route, body_hash, claimed, answer, logged, oper_time)
     VALUES (1, $1, 'POST /biz-sell', '', true, $2, false, now())`,
    [key, JSON.stringify(answer)],
  );

test('plain ones and those that are kept whole', async () => {
  await db.query('INSERT INTO master.log_moving VALUES (900, 4), (950, 5)');
  await db.query(
    `INSERT INTO master.log_place (store, place, followed) VALUES ('postgres', '本系统的PostgreSQL', false)`,
  );
  await keep('plain', { revision: 0, position: 900 });
  await keep('whole', { ...WHOLE, settled: { position: 950 } });
  await keep('neither', { ...WHOLE });
  expect(await followMoved(db, async () => undefined)).toMatchObject({ store: 'postgres' });
  const { rows } = await db.query<{ key: string; answer: object }>(
    'SELECT key, answer FROM master.command ORDER BY id',
  );
  expect(rows).toEqual([
    { key: 'plain', answer: { revision: 0, position: 4 } },
    { key: 'whole', answer: { ...WHOLE, settled: { position: 5 } } },
    { key: 'neither', answer: WHOLE },
  ]);
});
