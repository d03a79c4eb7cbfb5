/**
 * A read model belongs to one log (R63): before anything is served, the log's first event and the last that each live version
 * folded are looked for in the log that is there now.
 */
import type { EventStore, LogMark, LogMarks, Position } from 'services/event-store/port';
import type pg from 'pg';
import { migrateProjections } from '../projection/checkpoint.ts';
import { quoted } from '../tables/ddl.ts';
import { inTransaction } from '../projection/transaction.ts';

/**
 * How the log differs from the one that the read models were made of. 'empty': it has no event. 'another': it began
 * otherwise. 'older': it ends before they do, as a restored copy does. 'forked': it was an older copy and was written to.
 */
export type OtherLog = {
  readonly kind: 'empty' | 'another' | 'older' | 'forked';
  /** Up to there both are the same; -1: nowhere. */
  readonly common: Position;
  /** When the last common event was entered, of another log when its first was; null where there is none. */
  readonly at: string | null;
  /** Events of the read models that the log does not have; where it does not count them, as many as had a moment of their own. */
  readonly missing: number;
  readonly counted: boolean;
};

type KnownLog = {
  /** Id of the first event of the log; null as long as nothing was read. */
  readonly firstId: string | null;
  /** How far the furthest has read. */
  readonly reached: Position;
  readonly anchors: readonly { readonly position: Position; readonly id: string }[];
};
type KnownRow = {
  readonly position: string;
  readonly anchor_position: string | null;
  readonly anchor_id: string | null;
};

const knownOf = async (client: pg.ClientBase): Promise<KnownLog> => {
  const { rows } = await client.query<KnownRow>(
    `select position, anchor_position, anchor_id from projection.checkpoint where state = 'live'`,
  );
  const { rows: logs } = await client.query<{ first_id: string }>(`select first_id from projection.log`);
  const anchors = new Map(
    rows.flatMap(({ anchor_position, anchor_id }) =>
      anchor_position === null || anchor_id === null ? [] : [[Number(anchor_position), anchor_id] as const],
    ),
  );
  return {
    firstId: logs[0]?.first_id ?? null,
    reached: rows.reduce((furthest, { position }) => Math.max(furthest, Number(position)), -1),
    anchors: [...anchors].map(([position, id]) => ({ position, id })),
  };
};

const remember = async (client: pg.ClientBase, { id, at }: LogMark): Promise<void> => {
  await client.query(`insert into projection.log (first_id, first_at) values ($1, $2) on conflict do nothing`, [
    id,
    at,
  ]);
};

/** Of a log that does not count its events: those of the read model of moments, which has a row for nearly each. */
const momentsAfter = async (client: pg.ClientBase, common: Position): Promise<number> => {
  const { rows: there } = await client.query(`select 1 where to_regclass('live.moments') is not null`);
  if (there.length === 0) return 0;
  const { rows } = await client.query<{ count: string }>(`select count(*) from live.moments where position > $1`, [
    common,
  ]);
  return Number(rows[0]?.count ?? 0);
};

const highest = (positions: readonly Position[]): Position => positions.reduce((most, one) => Math.max(most, one), -1);

type PresentLog = { readonly marks: LogMarks; readonly head: Position };
type Difference = Pick<OtherLog, 'kind' | 'common' | 'at'>;

/** Positions of what was folded and does not lie there. */
const lostIn = async (anchors: KnownLog['anchors'], marks: LogMarks): Promise<readonly Position[]> => {
  const found = await marks.at(anchors.map(({ position }) => position));
  return anchors.flatMap(({ position, id }, index) => (found[index]?.id === id ? [] : [position]));
};
/** A log that has lost the events at `lost`: cut short, or another way since. */
const partly = async (
  { anchors }: KnownLog,
  lost: readonly Position[],
  { marks, head }: PresentLog,
): Promise<Difference> => {
  const older = lost.every((position) => position > head);
  const shared = highest(anchors.map(({ position }) => position).filter((position) => !lost.includes(position)));
  const common = older && head >= 0 ? head : shared;
  const [mark = null] = common < 0 ? [] : await marks.at([common]);
  return { kind: older ? 'older' : 'forked', common, at: mark?.at ?? null };
};
const compared = async (known: KnownLog, there: PresentLog): Promise<Difference | null> => {
  const { marks, head } = there;
  const first = await marks.first();
  if (first === null) return { kind: 'empty', common: -1, at: null };
  const another: Difference = { kind: 'another', common: -1, at: first.at };
  if (known.firstId !== null && first.id !== known.firstId) return another;
  const lost = await lostIn(known.anchors, marks);
  const isShort = marks.counted && known.reached > head;
  if (lost.length === 0 && !isShort) return null;
  const all = lost.length > 0 && lost.length === known.anchors.length;
  return all && known.firstId === null ? another : partly(known, lost, there);
};

/** Runs `work` on a connection of its own, with the `projection` schema as it is today. */
const onOwn = async <Value>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> => {
  const client = await pool.connect();
  try {
    await migrateProjections(client);
    return await work(client);
  } finally {
    client.release();
  }
};

/** The name of the log, once it has one. */
export const rememberLog = (pool: pg.Pool, store: Pick<EventStore, 'marks'>): Promise<void> =>
  onOwn(pool, async (client) => {
    const first = (await store.marks?.first()) ?? null;
    if (first !== null) await remember(client, first);
  });

/** Whether a live version has read anything of a log. */
export const hasRead = (pool: pg.Pool): Promise<boolean> =>
  onOwn(pool, async (client) => (await knownOf(client)).reached >= 0);

/**
 * Null: it is the log that the read models were made of, or nothing was read yet.
 * @throws faults of the place: then nothing is known.
 */
export const otherLog = (pool: pg.Pool, store: Pick<EventStore, 'marks' | 'head'>): Promise<OtherLog | null> =>
  onOwn(pool, async (client) => {
    const { marks } = store;
    if (marks === undefined) return null;
    const known = await knownOf(client);
    if (known.reached < 0) {
      const first = await marks.first();
      if (first !== null) await remember(client, first);
      return null;
    }
    const other = await compared(known, { marks, head: await store.head() });
    if (other === null) {
      const first = known.firstId === null ? await marks.first() : null;
      if (first !== null) await remember(client, first);
      return null;
    }
    const missing = marks.counted ? known.reached - other.common : await momentsAfter(client, other.common);
    return { ...other, missing, counted: marks.counted };
  });

/**
 * What is live becomes what was: no view shows it any more, it stays beside until the next promotion, and every read model is
 * made anew from the log that is there now.
 */
export const forgetLog = async (pool: pg.Pool): Promise<void> => {
  await onOwn(pool, async () => undefined);
  await inTransaction(pool, async (client) => {
    await retireLive(client);
    await client.query(`delete from projection.log`);
  });
};

/** No view shows anything any more. Within the caller's transaction. */
export const retireLive = async (client: pg.ClientBase): Promise<void> => {
  await client.query(`lock table projection.checkpoint in exclusive mode`);
  const { rows } = await client.query<{ viewname: string }>(`select viewname from pg_views where schemaname = 'live'`);
  for (const { viewname } of rows) await client.query(`drop view live.${quoted(viewname)}`);
  await client.query(`update projection.checkpoint set state = 'retired' where state = 'live'`);
};
