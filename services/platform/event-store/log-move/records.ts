/** What the database of the house is told of a move: what is being filled, which positions belong together, and the switch itself. */
import type pg from 'pg';
import { CannotStart } from '../../base/cannot-start.ts';
import {
  closePostgresLog,
  LOG_MOVED_CHANNEL,
  logPlaceOf,
  movedPositionsIn,
  movedPositionsOf,
  openPostgresLog,
  type LogPlace,
  type MovedRow,
  type StoreKind,
} from './log-place.ts';
import type { MovedPositions } from '../moved-positions.ts';
import type { ComparedLogs, Naming } from './comparison.ts';
import { floorOf } from './command-answers.ts';
import { keyInSql, LOCKS } from '../../locks/advisory-locks.ts';

type Db = Pick<pg.ClientBase, 'query'>;

const MOVE_LOCK = keyInSql(LOCKS.logMove);
/** Why the log cannot be moved this way; null: it can. */
export const notMovable = (found: LogPlace | null, from: StoreKind): string | null => {
  if (found?.store != null && found.store !== from)
    return `事件日志现在在${found.store === 'eventstoredb' ? `EventStoreDB（${found.place}）` : found.place}，--from 不是它`;
  if (found?.store === null && found.filling === from) return '来源自己还在被搬入，尚未切换：--from 和 --to 写反了吗？';
  // Which positions belong together is still needed.
  return found?.followed === false ? '事件日志刚搬到这里：请先用新设置启动一次本系统，再搬' : null;
};

/** Until the connection ends. @throws {CannotStart} where another one is at it. */
export const moveAlone = async (db: Db): Promise<void> => {
  const { rows } = await db.query<{ alone: boolean }>(`select pg_try_advisory_lock(${MOVE_LOCK}) as alone`);
  if (rows[0]?.alone !== true) throw new CannotStart('已有一个move-log在搬这个日志：请等它结束或先停止它');
};

/** A process of the house that is to work on the target refuses from now on. */
export const markFilling = async (db: Db, kind: StoreKind, place: string): Promise<void> => {
  await db.query(
    `insert into master.log_place (filling, filling_place) values ($1, $2)
     on conflict (only_row) do update set filling = excluded.filling, filling_place = excluded.filling_place`,
    [kind, place],
  );
  if (kind === 'postgres') await closePostgresLog(db);
};

export const forgetPairs = async (db: Db): Promise<void> => {
  await db.query('truncate master.log_moving');
};
export const keepPairs =
  (db: Db): ComparedLogs['onPairs'] =>
  async (pairs) => {
    await db.query('insert into master.log_moving (source, target) select * from unnest($1::bigint[], $2::bigint[])', [
      pairs.map(([source]) => source),
      pairs.map(([, target]) => target),
    ]);
  };

type Named = { readonly id: string; readonly said: number; readonly place: number };
/** What an event says may have been moved before: the place of then is the one that is looked up. */
const namedBy = async (url: string, naming: readonly Naming[]): Promise<readonly Named[]> => {
  const before = await movedPositionsOf(url);
  return naming.flatMap(({ id, positions }) =>
    positions.map((said) => ({ id, said, place: before.get(id)?.get(said) ?? said })),
  );
};
const PLACES = `select named.id as event_id, jsonb_object_agg(named.said::text, greatest(${floorOf('named.place')}, 0)) as positions
  from json_to_recordset($1::json) as named (id text, said bigint, place bigint) group by named.id`;
/** What the positions that events name are in the target; all that they can name was compared. */
export const placesOf = async (db: Db, url: string, naming: readonly Naming[]): Promise<MovedPositions> => {
  if (naming.length === 0) return new Map();
  const { rows } = await db.query<MovedRow>(PLACES, [JSON.stringify(await namedBy(url, naming))]);
  return movedPositionsIn(rows);
};
const writeNamed = async (db: Db, named: readonly Named[]): Promise<void> => {
  await db.query('delete from master.log_moved_position');
  await db.query(`insert into master.log_moved_position (event_id, positions) ${PLACES}`, [JSON.stringify(named)]);
};

type Switched = {
  readonly url: string;
  readonly to: StoreKind;
  readonly place: string;
  readonly naming: readonly Naming[];
};
/**
 * Inside the transaction that has the fence: from its commit on the log is the other one. What else names positions is brought there
 * by the first process that starts over it (`followMoved`), when nobody moves them on any more.
 */
export const writeSwitch = async (db: Db, { url, to, place, naming }: Switched): Promise<void> => {
  await writeNamed(db, await namedBy(url, naming));
  await db.query(
    `update master.log_place set store = $1, place = $2, moved_at = now(), filling = null, filling_place = '', followed = false,
       answer_mark = left(gen_random_uuid()::text, 8), answers_followed = false`,
    [to, place],
  );
  if (to === 'postgres') await openPostgresLog(db);
  else await closePostgresLog(db);
  await db.query('select pg_notify($1, $2)', [LOG_MOVED_CHANNEL, to]);
};

/** What stands at a position of the old place, but for answers: they are as many as there were saves (`settleAnswers`). */
const FOLLOWING: readonly string[] = [
  `update master.wire_id_check named set position = ${floorOf('named.position')}`,
  `update master.cash_watch named set position = ${floorOf('named.position')}`,
  `update master.picture_check named set position = ${floorOf('named.position')}`,
  `update master.saga_checkpoint named set position = ${floorOf('named.position')}`,
  `insert into master.log_moved_seal (no, position)
   select named.no, ${floorOf('coalesce(before.position, named.position)')}
   from master.log_seal named left join master.log_moved_seal before using (no)
   on conflict (no) do update set position = excluded.position`,
  'truncate master.stream_snapshot',
  'update master.log_place set followed = true',
];
const RELAY = `update projection.relay named set position = ${floorOf('named.position')}`;

const toFollow = async (db: Db): Promise<LogPlace | null> => {
  const found = await logPlaceOf(db);
  return found?.followed === false ? found : null;
};
/**
 * Once after a move, before anything is served and behind the command, which brings the read models of the new place up to its end:
 * what names positions names those of there. `show`: the read models, in the same transaction. Answers whether this was the time.
 */
export const followMoved = async (db: Db, show: () => Promise<void>): Promise<LogPlace | null> => {
  if ((await toFollow(db)) === null) return null;
  await db.query(`select pg_advisory_lock(${MOVE_LOCK})`);
  try {
    const found = await toFollow(db);
    if (found === null) return null;
    const { rows } = await db.query(`select 1 where to_regclass('projection.relay') is not null`);
    await db.query('begin');
    try {
      await show();
      for (const statement of [...(rows.length > 0 ? [RELAY] : []), ...FOLLOWING]) await db.query(statement);
      await db.query('commit');
    } catch (error) {
      await db.query('rollback');
      throw error;
    }
    return found;
  } finally {
    await db.query(`select pg_advisory_unlock(${MOVE_LOCK})`);
  }
};
