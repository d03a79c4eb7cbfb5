/**
 * Answers that are kept with commands name the place where their events came to lie. After a move of the log those of before still name
 * the old one: they are brought after where somebody reads them, and written anew when nobody waits (ADR 0064).
 */
import type pg from 'pg';
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Migration } from '../../base/migrate.ts';
import { keyInSql, LOCKS } from '../../locks/advisory-locks.ts';

/** `answer_mark`: what answers carry that were kept since the last move; `answers_followed`: those of before name the new place too. */
export const answerMarkMigration: Migration = {
  id: 'platform-018-answer-mark',
  sql: `ALTER TABLE log_place ADD COLUMN answer_mark text, ADD COLUMN answers_followed boolean NOT NULL DEFAULT true;`,
};

type Db = Pick<pg.ClientBase, 'query'>;
const FLOOR = sql.fragment`coalesce((
  select target from master.log_moving where source <= named.place order by source desc limit 1), -1)`;
/** Where the last event at or before a position of the old place lies now; -1 before the first. */
export const floorOf = (position: string): string => FLOOR.sql.replace('named.place', position);
const POSITION_PART = sql.fragment`coalesce(answer ->> 'position', answer -> 'settled' ->> 'position')::bigint`;
/** Where the last event of an answer lies; answers that are not plain are kept whole. */
export const POSITION = POSITION_PART.sql;
/** Of one row of `master.command`: its answer's place in the log of now, where that is another than it says. */
export const PLACE_NOW = sql.fragment`(
  select ${FLOOR} from (select ${POSITION_PART} as place) as named, master.log_place
  where not answers_followed and answer ->> 'since' is distinct from answer_mark and named.place is not null)`;

const Mark = z.object({ mark: z.string().nullable() });
/** What a process writes into the answers that it keeps; null: the log was never moved. */
export const answerMarkOf = (db: CommonQueryMethods): Promise<string | null> =>
  db.maybeOneFirst(sql.type(Mark)`SELECT answer_mark AS mark FROM master.log_place`);

/** Ids of a statement. */
const AT_ONCE = 5_000;
const SETTLE = `
  update master.command set answer = (
    jsonb_set(jsonb_set(answer::jsonb, '{position}', to_jsonb(${floorOf(POSITION)}), false),
      '{settled,position}', to_jsonb(${floorOf(POSITION)}), false) || jsonb_build_object('since', answer_mark))::json
  from master.log_place
  where id >= $1 and id < $2 and claimed and answer is not null and answer ->> 'since' is distinct from answer_mark`;
const LOCK = keyInSql(LOCKS.answersOfBefore);
/** A database that no house of this release has prepared does not. */
export const marksAnswers = async (db: Db): Promise<boolean> => {
  const { rows } = await db.query(
    `select from pg_attribute where attrelid = to_regclass('master.log_place') and attname = 'answers_followed'`,
  );
  return rows.length > 0;
};
const areFollowed = async (db: Db): Promise<boolean> => {
  if (!(await marksAnswers(db))) return true;
  const { rows } = await db.query('select from master.log_place where not answers_followed');
  return rows.length === 0;
};
const settleAll = async (db: Db): Promise<void> => {
  const { rows } = await db.query<{ first: string; last: string }>(
    'select coalesce(min(id), 0) as first, coalesce(max(id), -1) as last from master.command',
  );
  const { first, last } = rows[0] ?? { first: 0, last: -1 };
  for (let from = Number(first); from <= Number(last); from += AT_ONCE) await db.query(SETTLE, [from, from + AT_ONCE]);
  // Together: a repeat that comes meanwhile finds the pairs, or an answer that needs none.
  await db.query('begin; update master.log_place set answers_followed = true; truncate master.log_moving; commit');
};
/**
 * Writes the answers of before a move anew, some at a time, while the house works; the pairs of positions go then. Whoever counts on what
 * they say calls it first: the next move, a back-up, a search for lost saves. Killed, it goes on with the next call.
 */
export const settleAnswers = async (db: Db): Promise<void> => {
  if (await areFollowed(db)) return;
  await db.query(`select pg_advisory_lock(${LOCK})`);
  try {
    if (!(await areFollowed(db))) await settleAll(db);
  } finally {
    await db.query(`select pg_advisory_unlock(${LOCK})`);
  }
};
