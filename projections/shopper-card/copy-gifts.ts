/**
 * Gifts in a person's copy (R67): those of his records, and those that were claimed before he was bound, by his openId or his number.
 * A number that another person's record has, too, tells nothing of who claimed by it.
 */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { numberHolds } from 'services/platform/base/text-search';
import { ofCustomer } from '../platform/queries/where-clauses.ts';
import type { CopySection } from './contract.ts';
import { MOST, clock, part } from './copy-rows.ts';

const Digits = z.object({ digits: z.string() });
const ownNumbers = (db: CommonQueryMethods, customerId: number): Promise<readonly string[]> =>
  db.anyFirst(sql.type(Digits)`
    SELECT DISTINCT c.mobile_digits AS digits FROM master.customer AS c
    WHERE ${ofCustomer(sql.fragment`c.id`, customerId)} AND c.mobile_digits <> '' AND NOT c.walk_in
      AND NOT EXISTS (SELECT FROM master.customer AS o WHERE o.mobile_digits = c.mobile_digits
        AND NOT ${ofCustomer(sql.fragment`o.id`, customerId)})`);
const byNumber = (digits: string): FragmentSqlToken => sql.fragment`
  UNION SELECT write_off.id FROM master.write_off
    WHERE ${numberHolds(['write_off', 'mobile_digits'], digits)?.indexed ?? sql.fragment`FALSE`}
      AND write_off.mobile_digits = ${digits} AND write_off.customer_id IS NULL
      AND NOT EXISTS (SELECT FROM master.shopper_binding AS b WHERE b.open_id = write_off.open_id AND b.open_id <> '')`;
/** An openId is of whoever was bound to it last, as archives say, too. */
const byOpenId = (customerId: number): FragmentSqlToken => sql.fragment`
  UNION SELECT w.id FROM (
      SELECT DISTINCT b.open_id FROM master.shopper_binding AS b
      WHERE ${ofCustomer(sql.fragment`b.customer_id`, customerId)} AND b.open_id <> '') AS had
    JOIN master.write_off AS w ON w.open_id = had.open_id AND w.open_id <> '' AND w.customer_id IS NULL
    WHERE ${ofCustomer(
      sql.fragment`(SELECT l.customer_id FROM master.shopper_binding AS l
        WHERE l.open_id = had.open_id AND l.open_id <> '' ORDER BY l.bound_at DESC LIMIT 1)`,
      customerId,
    )}`;

const Gift = z.object({
  title: z.string(),
  at: z.string(),
  name: z.string(),
  mobile: z.string(),
  remark: z.string(),
  usedAt: z.string(),
  shop: z.string(),
});
const HEADS = ['礼品', '登记时间', '登记姓名', '登记电话', '备注', '领走时间', '领取门店'];
export const gifts = async (db: CommonQueryMethods, customerId: number): Promise<CopySection> => {
  const numbers = await ownNumbers(db, customerId);
  const found = await db.any(sql.type(Gift)`
    WITH mine AS MATERIALIZED (
      SELECT w.id FROM master.write_off AS w
      WHERE ${ofCustomer(sql.fragment`w.customer_id`, customerId)} AND w.customer_id IS NOT NULL
      ${byOpenId(customerId)} ${numbers.length === 0 ? sql.fragment`` : sql.join(numbers.map(byNumber), sql.fragment` `)})
    SELECT coalesce(g.title, '') AS title, w.created_at::text AS at, w.name, w.mobile, w.remark,
      coalesce(w.used_at::text, '') AS "usedAt", coalesce(s.name, '') AS shop
    FROM mine JOIN master.write_off AS w ON w.id = mine.id LEFT JOIN master.giveaway AS g ON g.id = w.giveaway_id
      LEFT JOIN master.shop AS s ON s.id = w.used_shop_id
    ORDER BY w.id DESC LIMIT ${MOST + 1}`);
  const rows = found.map(({ title, at, name, mobile, remark, usedAt, shop }) => [
    title === '' ? '门店登记' : title,
    clock(at),
    name,
    mobile,
    remark,
    usedAt === '' ? '未领走' : clock(usedAt),
    shop,
  ]);
  return part({ title: '礼品', heads: HEADS, rows });
};
