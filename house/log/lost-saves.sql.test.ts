/** Saves lost before that was noted (R63): all of them bear one moment, also those that were entered again under their key. */
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { lostSavesMigration, markLost, unmarkFound } from '../../services/platform/command-log/lost-saves.ts';
import type { EventStore, Recorded } from '../../services/platform/event-store/port.ts';
import { migrate } from '../../services/platform/base/migrate.ts';
import { openPgPool } from '../../services/platform/base/pg-pool.ts';
import { MIGRATIONS } from '../start/prepare-master.ts';

let database: TestDatabase;
let db: pg.Pool;
beforeEach(async () => {
  database = await testDatabase();
  db = openPgPool({ connectionString: database.url, max: 1 });
});
afterEach(async () => {
  await db.end();
  await database.drop();
});

const BEFORE = MIGRATIONS.findIndex(({ id }) => id === lostSavesMigration.id);
const LAST = 9;
/** Each position holds an event of its own save, under the one key. */
const log = {
  head: async () => LAST,
  marks: { at: async () => [{ stream: 'goods-1', revision: 0 }] },
  read: async () => [{ meta: { userId: 1, key: 'click' } } as Recorded],
} as unknown as EventStore;

test('two of them with one key are found in a log that has both: the last has the key, and the house starts', async () => {
  await migrate(database.url, MIGRATIONS.slice(0, BEFORE));
  await db.query(`
    INSERT INTO master.command (user_id, key, route, claimed, answer) SELECT 1, 'click', 'POST /biz-goods-in', false,
      json_build_object('position', position) FROM generate_series(7, ${LAST}) AS position`);
  await migrate(database.url, MIGRATIONS);
  expect(await unmarkFound(db, log)).toBe(3);
  const { rows } = await db.query(
    `SELECT (answer ->> 'position')::int AS position, claimed FROM master.command WHERE lost_at IS NULL ORDER BY id`,
  );
  expect(rows).toEqual([
    { position: 7, claimed: false },
    { position: 8, claimed: false },
    { position: 9, claimed: true },
  ]);
});

test('one key is never lost twice in one moment', async () => {
  await migrate(database.url, MIGRATIONS);
  const lost = `INSERT INTO master.command (user_id, key, route, lost_at) VALUES (1, 'click', 'POST /x', '2026-11-27')`;
  await db.query(lost);
  await expect(db.query(lost)).rejects.toThrow(/command_lost_once/);
});

test('an archive of before is restored to a moment: its claims are free, and lost when the house starts', async () => {
  await migrate(database.url, MIGRATIONS.slice(0, BEFORE));
  await db.query(`
    INSERT INTO master.command (user_id, key, route, claimed, answer) SELECT 1, 'click ' || position, 'POST /biz-goods-in', true,
      json_build_object('position', position) FROM generate_series(7, ${LAST}) AS position`);
  expect(await markLost(db, 7, new Date())).toBe(2);
  await migrate(database.url, MIGRATIONS);
  const { rows } = await db.query(`SELECT key, claimed, lost_position::int AS lost FROM master.command ORDER BY id`);
  expect(rows).toEqual([
    { key: 'click 7', claimed: true, lost: null },
    { key: 'click 8', claimed: false, lost: 8 },
    { key: 'click 9', claimed: false, lost: 9 },
  ]);
});
