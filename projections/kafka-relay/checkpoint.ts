/** How far Kafka has the log: the last event that was acknowledged, by its place and its id. */
import type { EventStore, Position } from 'services/event-store/port';
import type pg from 'pg';
import { LostLease } from '../platform/projection/failures.ts';

const TABLE = `
  create table if not exists projection.relay (
    name text primary key, position bigint not null, event_id text, moved_at timestamptz not null default now())`;
const START = -1;

type Db = Pick<pg.Pool, 'query'>;
type Row = { readonly position: string | number; readonly event_id: string | null };
const rowOf = async (db: Db, name: string): Promise<Row | undefined> => {
  const { rows } = await db.query<Row>(`select position, event_id from projection.relay where name = $1`, [name]);
  return rows[0];
};

export const relayed = async (db: Db, name: string): Promise<Position> => {
  await db.query(TABLE);
  return Number((await rowOf(db, name))?.position ?? START);
};

/**
 * Where to go on. Back to the beginning where the log does not have the last event any more: somebody chose to follow another one.
 */
export const openCheckpoint = async (db: Db, name: string, { marks }: Pick<EventStore, 'marks'>): Promise<Position> => {
  await db.query(TABLE);
  const { position, event_id: id } = (await rowOf(db, name)) ?? { position: START, event_id: null };
  const at = Number(position);
  const [mark] = at < 0 || marks === undefined ? [] : await marks.at([at]);
  const isLost = mark !== undefined && mark?.id !== id;
  if (at < 0 || isLost)
    await db.query(
      `insert into projection.relay (name, position) values ($1, $2)
       on conflict (name) do update set position = excluded.position, event_id = null, moved_at = now()`,
      [name, START],
    );
  return isLost ? START : at;
};

/** @throws {LostLease} when another process has moved it. */
export const moveRelayed = async (
  db: Db,
  name: string,
  { from, to, id }: { readonly from: Position; readonly to: Position; readonly id: string },
): Promise<void> => {
  const { rowCount } = await db.query({
    name: 'move relayed',
    text: `update projection.relay set position = $3, event_id = $4, moved_at = now() where name = $1 and position = $2`,
    values: [name, from, to, id],
  });
  if (rowCount !== 1) throw new LostLease(name);
};
