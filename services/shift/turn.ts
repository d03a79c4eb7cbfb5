/**
 * Whose turn it is to close a till: the shift after a given one is handed over once. The row is taken before the shift is
 * written, by the click that writes it, and given back where that was refused. One that a dead process left, or a store that
 * gave no answer, is free again after a minute, and by then whoever reads sees the shift where it was written.
 */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/user.ts';
import type { Till } from './live-checks.ts';

export const TURNS_SQL = `CREATE TABLE master.shift_turn (
  shop_id bigint NOT NULL,
  till text NOT NULL,
  after_id bigint NOT NULL,
  owner text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (shop_id, till, after_id)
);`;
const Taken = z.object({ owner: z.string() });

type ShiftClick = Pick<Actor, 'user' | 'key'>;
const ownerOf = ({ user, key }: ShiftClick): string => `${user.id}/${key}`;

/** `after`: the last shift of the till, 0 before the first. */
export const takeTurn = async (
  pool: DatabasePool,
  { shopId, till }: Till,
  after: number,
  by: ShiftClick,
): Promise<Refusal | null> => {
  const owner = ownerOf(by);
  const taken = await pool.maybeOne(sql.type(Taken)`
    INSERT INTO master.shift_turn AS t (shop_id, till, after_id, owner, at)
    VALUES (${shopId}, ${till}, ${after}, ${owner}, now())
    ON CONFLICT (shop_id, till, after_id) DO UPDATE SET owner = excluded.owner, at = excluded.at
    WHERE t.owner = excluded.owner OR t.at < now() - interval '1 minute'
    RETURNING owner`);
  return taken === null ? refuse('conflict', 'shift.turn', '该收银台正在交班或刚交过班，请刷新后再试') : null;
};

/** Nothing was written under it: the next click need not wait. What another click took meanwhile stays his. */
export const giveTurnBack = async (
  pool: DatabasePool,
  { shopId, till }: Till,
  after: number,
  by: ShiftClick,
): Promise<void> => {
  await pool.query(sql.unsafe`
    DELETE FROM master.shift_turn
    WHERE shop_id = ${shopId}::bigint AND till = ${till} AND after_id = ${after}::bigint AND owner = ${ownerOf(by)}`);
};
