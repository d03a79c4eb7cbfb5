/** Recounts as they are asked for and shown; the read side does them (projections/gold-recount), and a job those of the nights. */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { momentOrNothing } from '../contracts/dates.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { gramsFromMg } from '../contracts/units.ts';
import { seesShop, shopScope, type Actor, type SessionUser } from '../contracts/user.ts';
import {
  DIFFERENCE_WORDS,
  RECOUNT_STATES,
  StoredDifference,
  type DifferenceKind,
  type RecountBody,
  type RecountDifference,
  type RecountRecord,
  type RecountRow,
  type RecountState,
} from './contract.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';

const UNDER_WAY = refuse('conflict', 'recount.under_way', '这个范围正在核对，请稍候');
const OTHER_SHOP = refuse('forbidden', 'shop.not_yours', '没有该分店的权限');
const GONE = refuse('not-found', 'recount.unknown', '没有这次核对');

type NewRecount = z.output<typeof RecountBody> & { readonly id: number };
/** Puts it in the queue; null when it stands there. */
export const ask = async (
  pool: DatabasePool,
  { id, shopId, fineness = '' }: NewRecount,
  { user, now }: Pick<Actor, 'user' | 'now'>,
): Promise<Refusal | null> => {
  if (shopId !== undefined && !seesShop(user, shopId)) return OTHER_SHOP;
  const shops = shopId === undefined ? shopScope(user) : [shopId];
  const shopIds = shops === null ? null : sql.array([...shops], 'int8');
  const { rowCount } = await pool.transaction(async (tx) => {
    // Two that ask at once take turns: neither sees the other's row before it is committed.
    await lockUntilCommit(tx, LOCKS.goldRecountQueue);
    return tx.query(sql.unsafe`
    INSERT INTO master.gold_recount (id, by_name, shop_ids, shop_id, fineness, asked_at)
    SELECT ${id}, ${user.nickName}, ${shopIds}, ${shopId ?? null}, ${fineness}, ${now.toISOString()}::timestamptz
    WHERE NOT EXISTS (
      SELECT FROM master.gold_recount WHERE state IN ('asked', 'running') AND day IS NULL AND fineness = ${fineness}
        AND shop_ids IS NOT DISTINCT FROM ${shopIds}::int8[])
    ON CONFLICT (id) DO NOTHING`);
  });
  if (rowCount > 0) return null;
  // The same click again finds its own row.
  const own = await pool.exists(sql.type(z.object({}))`SELECT FROM master.gold_recount WHERE id = ${id}`);
  return own ? null : UNDER_WAY;
};

const Stored = z.object({
  id: z.int(),
  day: z.string().nullable(),
  by_name: z.string(),
  shop_name: z.string().nullable(),
  fineness: z.string(),
  state: z.enum(Object.keys(RECOUNT_STATES) as [RecountState, ...RecountState[]]),
  asked_ms: z.number(),
  started_ms: z.number().nullable(),
  ended_ms: z.number().nullable(),
  done: z.int(),
  total: z.int(),
  found: z.int(),
  problem: z.string(),
});
const present = (row: z.infer<typeof Stored>): RecountRow => ({
  id: row.id,
  day: row.day ?? '',
  by: row.by_name,
  shopName: row.shop_name ?? '',
  fineness: row.fineness,
  state: RECOUNT_STATES[row.state],
  askedAt: momentOrNothing(row.asked_ms),
  startedAt: momentOrNothing(row.started_ms),
  endedAt: momentOrNothing(row.ended_ms),
  done: row.done,
  total: row.total,
  differences: row.found,
  problem: row.problem,
});
/** Nights are of all shops: each user is told what lies in their own. */
const seenBy = (user: SessionUser) => {
  const shops = shopScope(user);
  const own = shops === null ? null : sql.array([...shops], 'int8');
  return {
    found:
      own === null
        ? sql.fragment`r.found`
        : sql.fragment`(SELECT count(*)::int FROM jsonb_array_elements(r.differences) d WHERE (d ->> 'shop_id')::int8 = ANY(${own}))`,
    where: own === null ? sql.fragment`true` : sql.fragment`(r.day IS NOT NULL OR r.shop_ids <@ ${own})`,
    shows: ({ shop_id: shopId }: StoredDifference): boolean => seesShop(user, shopId),
  };
};
const COLUMNS = sql.fragment`r.id, r.day::text AS day, r.by_name, s.name AS shop_name, r.fineness, r.state,
  extract(epoch FROM r.asked_at)::float8 * 1000 AS asked_ms, extract(epoch FROM r.started_at)::float8 * 1000 AS started_ms,
  extract(epoch FROM r.ended_at)::float8 * 1000 AS ended_ms, r.done, r.total, r.problem`;
const FROM = sql.fragment`master.gold_recount r LEFT JOIN master.shop s ON s.id = r.shop_id`;

type Paging = { readonly pageIndex: number; readonly pageSize: number };
/** The newest first. */
export const recounts = async (pool: DatabasePool, { pageIndex, pageSize }: Paging, user: SessionUser) => {
  const { found, where } = seenBy(user);
  const [rows, count] = await Promise.all([
    pool.any(sql.type(Stored)`SELECT ${COLUMNS}, ${found} AS found FROM ${FROM} WHERE ${where}
      ORDER BY r.id DESC LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`),
    pool.oneFirst(sql.type(z.object({ count: z.int() }))`
      SELECT count(*)::int AS count FROM master.gold_recount r WHERE ${where}`),
  ]);
  return { list: rows.map(present), count, pageIndex, pageSize };
};

const Kept = Stored.extend({ differences: z.array(StoredDifference) });
const Names = z.object({ id: z.int(), name: z.string() });
export const recount = async (pool: DatabasePool, id: number, user: SessionUser): Promise<RecountRecord | Refusal> => {
  const { found, where, shows } = seenBy(user);
  const row = await pool.maybeOne(sql.type(Kept)`
    SELECT ${COLUMNS}, ${found} AS found, r.differences FROM ${FROM} WHERE r.id = ${id} AND ${where}`);
  if (row === null) return GONE;
  const seen = row.differences.filter(shows);
  const shops = await pool.any(sql.type(Names)`
    SELECT id, name FROM master.shop WHERE id = ANY(${sql.array([...new Set(seen.map((one) => one.shop_id))], 'int8')})`);
  const names = new Map(shops.map(({ id: shop, name }) => [shop, name]));
  const list = seen.map(
    ({ kind, shop_id: shopId, counted_mg: counted, shown_mg: shown, ...what }): RecountDifference => ({
      ...what,
      kind: DIFFERENCE_WORDS[kind as DifferenceKind] ?? kind,
      shopId,
      shopName: names.get(shopId) ?? '',
      counted: gramsFromMg(Number(counted)),
      shown: gramsFromMg(Number(shown)),
      difference: gramsFromMg(Number(BigInt(shown) - BigInt(counted))),
    }),
  );
  return { ...present(row), list };
};
