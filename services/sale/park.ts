/**
 * Orders that wait for their customer (R94): what stands in the dialog is put aside and taken up at any till of the shop, once.
 * It holds nothing and has no number of a document; after 24 hours it is gone.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { cut } from '../contracts/limits.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { OTHER_SCOPE, seesRow, type Actor } from '../contracts/user.ts';
import type { Log } from '../platform/base/log.ts';
import { inScope } from '../platform/base/maker-scope.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { ParkedBody, ParkedRow } from './park-contract.ts';

export const PARKED_SQL = `CREATE TABLE master.parked_order (
  id bigint PRIMARY KEY,
  shop_id bigint NOT NULL,
  note text NOT NULL,
  content jsonb NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  taken_by text,
  taken_at timestamptz
);
CREATE INDEX parked_order_shop ON master.parked_order (shop_id, at DESC) WHERE taken_at IS NULL;
CREATE INDEX parked_order_at ON master.parked_order (at);`;
/** Which click took it: the same one again, whose answer was lost, has it again. */
export const PARKED_TAKEN_SQL = `ALTER TABLE master.parked_order ADD COLUMN taken_key text;`;
/** Whose it is (R109); one of before is nobody's, for the day that it lasts. */
export const PARKED_MAKER_SQL = `ALTER TABLE master.parked_order
  ADD COLUMN created_by_id bigint NOT NULL DEFAULT 0, ADD COLUMN created_dept_id bigint;`;

/** yyyy-MM-ddTHH:mm */
const MINUTE = 16;
const KEPT_MS = 24 * 3_600_000;
/** Shown at most; a shop with more has forgotten most of them. */
const MOST = 200;

const Parked = z.object({ id: z.int(), shopId: z.int(), note: z.string(), by: z.string(), at: z.string() });
const Content = z.object({ content: z.record(z.string(), z.unknown()) });
const Standing = z.object({
  id: z.int(),
  shopId: z.int(),
  takenBy: z.string().nullable(),
  takenAt: z.string().nullable(),
  takenKey: z.string().nullable(),
  userId: z.int(),
  deptId: z.int().nullable(),
});

const oldest = (now: Date): string => new Date(now.getTime() - KEPT_MS).toISOString();
const gone = (): Refusal => refuse('not-found', 'parked.gone', '挂单不存在，或已超过24小时');

type ParkAuthor = Pick<Actor, 'user' | 'now'>;
type ParkClick = Pick<Actor, 'user' | 'now' | 'key'>;
/** Those that are too old. */
const sweepParked = async (pool: DatabasePool, now: Date): Promise<void> => {
  await pool.query(sql.unsafe`DELETE FROM master.parked_order WHERE at < ${oldest(now)}::timestamptz`);
};
const HOUR_MS = 3_600_000;
/** At the start and every hour, until the house stops: also where nobody parks any more. */
export const keepSwept = async (
  { master, clock, log }: { readonly master: DatabasePool; readonly clock: () => Date; readonly log: Log },
  signal: AbortSignal,
): Promise<void> => {
  const sweep = (): Promise<void> =>
    sweepParked(master, clock()).catch((error: unknown) => log.warn('parked orders were not swept', { error }));
  await sweep();
  while (!signal.aborted) {
    await setTimeout(HOUR_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) await sweep();
  }
};
export const park = async (
  pool: DatabasePool,
  { id, shopId, body, note }: ParkedBody & { readonly id: number },
  { user, now }: Pick<Actor, 'user' | 'now'>,
): Promise<Refusal | null> => {
  const refused = limitShops(user, [shopId]);
  if (refused !== null) return refused;
  await pool.query(sql.unsafe`
    INSERT INTO master.parked_order (id, shop_id, note, content, by_name, at, created_by_id, created_dept_id)
    VALUES (${id}, ${shopId}, ${note}, ${JSON.stringify(body)}::jsonb, ${user.nickName}, ${now.toISOString()}::timestamptz,
      ${user.id}, ${user.deptId ?? 0})
    ON CONFLICT (id) DO NOTHING`);
  return null;
};

/** Of a shop and in the user's data scope (R109), the latest first. */
export const parkedIn = async (
  pool: DatabasePool,
  shopId: number,
  { user, now }: Pick<Actor, 'user' | 'now'>,
): Promise<readonly ParkedRow[] | Refusal> =>
  limitShops(user, [shopId]) ??
  (await pool.any(sql.type(Parked)`
    SELECT p.id, p.shop_id AS "shopId", p.note, p.by_name AS by, p.at FROM master.parked_order p
    WHERE p.shop_id = ${shopId}::bigint AND p.taken_at IS NULL AND p.at >= ${oldest(now)}::timestamptz
      AND ${inScope(sql.fragment`p`, user) ?? sql.fragment`true`}
    ORDER BY p.at DESC, p.id DESC LIMIT ${MOST}`));

/** Locked for the transaction, those of the ids that are there. */
const standing = async (tx: CommonQueryMethods, ids: readonly number[], { now }: ParkAuthor) =>
  new Map(
    (
      await tx.any(sql.type(Standing)`
        SELECT id, shop_id AS "shopId", taken_by AS "takenBy", taken_at AS "takenAt", taken_key AS "takenKey",
          created_by_id AS "userId", created_dept_id AS "deptId"
        FROM master.parked_order WHERE id = ANY(${sql.array([...ids], 'int8')}) AND at >= ${oldest(now)}::timestamptz
        ORDER BY id FOR UPDATE`)
    ).map((row) => [row.id, row]),
  );
const clickOf = ({ user, key }: ParkClick): string => `${user.id}/${key}`;
/** Why it is not anybody's any more; null while it stands. */
const whyGone = (row: z.infer<typeof Standing> | undefined, { user }: ParkAuthor): Refusal | null => {
  if (row === undefined || limitShops(user, [row.shopId]) !== null) return gone();
  if (!seesRow(user, row)) return OTHER_SCOPE;
  if (row.takenAt === null) return null;
  const when = cut(row.takenAt, MINUTE).replace('T', ' ');
  return refuse('conflict', 'parked.taken', `此挂单已被${row.takenBy ?? ''}于${when}取走`);
};

/** What was put aside, for whoever comes first; the same click again has it again. */
export const takeUp = (
  pool: DatabasePool,
  id: number,
  by: ParkClick,
): Promise<Readonly<Record<string, unknown>> | Refusal> =>
  pool.transaction(async (tx) => {
    const row = (await standing(tx, [id], by)).get(id);
    const again = row?.takenKey === clickOf(by);
    const refused = again ? null : whyGone(row, by);
    if (refused !== null) return refused;
    const { content } = await tx.one(sql.type(Content)`
      UPDATE master.parked_order SET taken_by = ${by.user.nickName}, taken_key = ${clickOf(by)},
        taken_at = coalesce(taken_at, ${by.now.toISOString()}::timestamptz)
      WHERE id = ${id}::bigint RETURNING content`);
    return content;
  });

/** All of them or none: another shop's, taken ones and those that are gone are refused. */
export const throwAway = (pool: DatabasePool, ids: readonly number[], by: ParkAuthor): Promise<Refusal | null> =>
  pool.transaction(async (tx) => {
    const rows = await standing(tx, ids, by);
    const refused = ids.map((id) => whyGone(rows.get(id), by)).find((one) => one !== null);
    if (refused !== undefined) return refused;
    await tx.query(sql.unsafe`DELETE FROM master.parked_order WHERE id = ANY(${sql.array([...ids], 'int8')})`);
    return null;
  });
