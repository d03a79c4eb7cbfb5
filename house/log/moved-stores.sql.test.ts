/** Mistaken for each other, the two addresses of a move would close the log that the shops write to. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { movedStores } from './moved-stores.ts';
import { answerMarkMigration } from '../../services/platform/event-store/log-move/command-answers.ts';
import { logPlaceMigration } from '../../services/platform/event-store/log-move/log-place.ts';
import { markFilling } from '../../services/platform/event-store/log-move/records.ts';
import { migrate } from '../../services/platform/base/migrate.ts';

// Nobody listens there: what is refused is refused before anything is opened.
const ELSEWHERE = 'esdb://127.0.0.1:1?tls=false';
let database: TestDatabase;
let db: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  await migrate(database.url, [logPlaceMigration, answerMarkMigration]);
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await db.query('CREATE SCHEMA es; CREATE TABLE es.events (position bigint)');
});
beforeEach(() => db.query('TRUNCATE es.events; TRUNCATE master.log_place'));
afterAll(async () => {
  await db.end();
  await database.drop();
});
const moving = (from: string, to: string) =>
  movedStores({ from, to, oneByOne: false }, { url: database.url, config: {}, say: () => undefined });

test('events that no move brought to PostgreSQL are the shops’: it is no target', async () => {
  await db.query('INSERT INTO es.events VALUES (0)');
  await expect(moving(ELSEWHERE, 'postgres')).rejects.toThrow('已有事件，而且不是搬来的：--from 和 --to 写反了吗');
});

test('what is still being filled is no source', async () => {
  await db.query('INSERT INTO es.events VALUES (0)');
  await markFilling(db, 'eventstoredb', ELSEWHERE);
  await expect(moving(ELSEWHERE, 'postgres')).rejects.toThrow('来源自己还在被搬入，尚未切换');
});
