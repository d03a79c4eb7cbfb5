/**
 * Saves that were acknowledged and that the log no longer has: it is another one, or an older copy. Their rows are marked where
 * they stand, so that people can be told what to enter again; a log that has them after all takes the marks away.
 */
import type pg from 'pg';
import type { EventStore, Position } from '../event-store/port.ts';
import { POSITION } from '../event-store/log-move/command-answers.ts';
import type { Migration } from '../base/migrate.ts';

/**
 * `lost_position`: where its last event lay in the log of before. `lost_done_at`: somebody has seen to it. What lost its claim and
 * kept its answer was lost before this was noted.
 */
export const lostSavesMigration: Migration = {
  id: 'platform-015-lost-saves',
  sql: `
    ALTER TABLE command ADD COLUMN lost_at timestamptz, ADD COLUMN lost_position bigint,
      ADD COLUMN lost_done_at timestamptz, ADD COLUMN lost_done_by text NOT NULL DEFAULT '';
    UPDATE command SET lost_at = now(), lost_position = ${POSITION} WHERE NOT claimed AND ${POSITION} IS NOT NULL;
    CREATE INDEX command_lost ON command (oper_time DESC, id DESC) WHERE lost_at IS NOT NULL;
    CREATE INDEX command_lost_open ON command (lost_at DESC) WHERE lost_at IS NOT NULL AND lost_done_at IS NULL;
    CREATE INDEX command_lost_places ON command (lost_at, lost_position) WHERE lost_at IS NOT NULL;`,
};
/**
 * Of one key, two that were lost before it was noted had one moment: found together, both would have taken the key. Each has a moment
 * of its own now, before all that were noted since, and the one that was saved last keeps its.
 */
export const lostApartMigration: Migration = {
  id: 'platform-015-lost-saves-apart',
  sql: `
    UPDATE command AS c SET lost_at = c.lost_at - earlier.nth * interval '1 microsecond'
    FROM (SELECT id, row_number() OVER (PARTITION BY user_id, key, lost_at ORDER BY id DESC) - 1 AS nth
      FROM command WHERE lost_at IS NOT NULL) AS earlier
    WHERE earlier.id = c.id AND earlier.nth > 0;
    CREATE UNIQUE INDEX command_lost_once ON command (user_id, key, lost_at) WHERE lost_at IS NOT NULL;`,
};

type Db = Pick<pg.Pool, 'query'>;
/** Rows of a statement: each is short, and one that a crash keeps from following is made up for by the next start. */
const AT_ONCE = 20_000;
const AMONG = `WHERE id >= $1 AND id < $2 AND claimed AND ${POSITION} > $3`;
const LOSE = `
  UPDATE master.command SET claimed = false, owner = NULL, lost_at = $4, lost_position = ${POSITION} ${AMONG}`;
/** In the rows of an archive of a release that noted no losses: they are noted when its schema becomes that of today. */
const FREE = `UPDATE master.command SET claimed = false, owner = NULL ${AMONG}`;
const NOTES = `
  SELECT FROM pg_attribute WHERE attrelid = 'master.command'::regclass AND attname = 'lost_at' AND NOT attisdropped`;

/**
 * What was acknowledged for events behind `common` is noted as lost at `at`, and its key is free again: a repeat is done, and not
 * answered from memory. Answers how many there were.
 */
export const markLost = async (db: Db, common: Position, at: Date): Promise<number> => {
  const { rows } = await db.query<{ first: string; last: string }>(
    'SELECT coalesce(min(id), 0) AS first, coalesce(max(id), -1) AS last FROM master.command',
  );
  const { first, last } = rows[0] ?? { first: 0, last: -1 };
  const [lose, moments] = (await db.query(NOTES)).rowCount === 0 ? [FREE, []] : [LOSE, [at]];
  let lost = 0;
  for (let from = Number(first); from <= Number(last); from += AT_ONCE)
    lost += (await db.query(lose, [from, from + AT_ONCE, common, ...moments])).rowCount ?? 0;
  return lost;
};

type Log = Pick<EventStore, 'head' | 'marks' | 'read'>;
type Save = { readonly position: Position; readonly userId: number; readonly key: string };
const NEAREST = `
  SELECT lost_position AS position, user_id, key FROM master.command
  WHERE lost_at = $1::timestamptz AND lost_position <= $2 ORDER BY lost_at DESC, lost_position DESC LIMIT 1`;
type NearestRow = { readonly position: string; readonly user_id: string; readonly key: string };
/** The last of those that were lost together at or before a position. */
const nearest = async (db: Db, lostAt: string, until: Position): Promise<Save | null> => {
  const { rows } = await db.query<NearestRow>(NEAREST, [lostAt, until]);
  const [row] = rows;
  return row === undefined ? null : { position: Number(row.position), userId: Number(row.user_id), key: row.key };
};
const isThere = async ({ marks, read }: Log, { position, userId, key }: Save): Promise<boolean> => {
  const [mark = null] = (await marks?.at([position])) ?? [];
  if (mark === null) return false;
  const [event] = await read(mark.stream, mark.revision, 1);
  return event?.meta.userId === userId && event.meta.key.startsWith(key);
};
/** What was lost together lay in one log, so all that is there lies before all that is not. */
const foundUntil = async (db: Db, log: Log, lostAt: string): Promise<Position> => {
  let [from, to]: [Position, Position] = [-1, await log.head()];
  while (from < to) {
    const middle = from + Math.ceil((to - from) / 2);
    const save = await nearest(db, lostAt, middle);
    if (save === null || save.position <= from) from = middle;
    else if (await isThere(log, save)) from = middle;
    else to = save.position - 1;
  }
  return from;
};

const FIND = `
  UPDATE master.command c SET lost_at = NULL, lost_position = NULL, lost_done_at = NULL, lost_done_by = '',
    claimed = NOT EXISTS (SELECT FROM master.command o WHERE o.user_id = c.user_id AND o.key = c.key AND o.claimed)
  WHERE lost_at = $1::timestamptz AND lost_position <= $2`;
/** The latest first: of one key, what was saved last has it again. */
const MOMENTS = `
  SELECT lost_at::text AS lost_at FROM master.command WHERE lost_at IS NOT NULL GROUP BY command.lost_at ORDER BY command.lost_at DESC`;
/** The log of now may have what another one lacked: that is lost no more, and its keys are taken again. Answers how many. */
export const unmarkFound = async (db: Db, store: EventStore): Promise<number> => {
  const log: Log = { head: () => store.head(), marks: store.marks, read: store.read.bind(store) };
  const { rows } = await db.query<{ lost_at: string }>(MOMENTS);
  let found = 0;
  for (const { lost_at: lostAt } of rows)
    found += (await db.query(FIND, [lostAt, await foundUntil(db, log, lostAt)])).rowCount ?? 0;
  return found;
};
