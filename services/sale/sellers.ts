/** Who sold (R25): one enabled user, by id, else by nickName, else by username. */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuseField, type Refusal } from '../contracts/refusal.ts';

export type Seller = { readonly id: number; readonly name: string };
export type SellerLookup = (asked: {
  readonly seller: string;
  readonly sellerId: number | null;
}) => Promise<Seller | Refusal>;

const Found = z.object({ id: z.int(), name: z.string(), byNick: z.boolean() });

export const sellersOf =
  (pool: DatabasePool): SellerLookup =>
  async ({ seller, sellerId }) => {
    const found = await pool.any(sql.type(Found)`
      SELECT id, nick_name AS name, nick_name = ${seller} AS "byNick" FROM master.sys_user
      WHERE status = '2' AND CASE WHEN ${sellerId}::bigint IS NULL
        THEN nick_name = ${seller} OR lower(username) = lower(${seller}) ELSE id = ${sellerId}::bigint END
      ORDER BY id LIMIT 3`);
    const named = found.filter((one) => one.byNick);
    const candidates = sellerId === null && named.length > 0 ? named : found;
    const [one, another] = candidates;
    if (one === undefined) return refuseField('sale.seller', 'seller', '销售员不存在或已停用');
    if (another !== undefined) return refuseField('sale.seller', 'seller', '有多个同名的销售员，请重新选择');
    return { id: one.id, name: one.name };
  };
