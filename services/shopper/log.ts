/** Writes the operation log of shoppers: a row an act, found by day and by record; an openId is in it as a short mark alone. */
import { sql, type CommonQueryMethods, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { cut } from '../contracts/limits.ts';
import type { NoteLimit, ShopperLog, ShopperNote } from '../contracts/shopper-log.ts';
import { TEXTS } from '../contracts/values.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import { withoutPrivateText } from '../platform/base/plain-text.ts';
import { markOf } from './marks.ts';
import { ofPerson } from './person.ts';

const insert = async (
  db: CommonQueryMethods,
  { act, customerId, openId, what, isDone = true, by }: ShopperNote,
  { client, now }: Parameters<ShopperLog['note']>[1],
): Promise<void> => {
  const said = cut(withoutPrivateText(what), TEXTS.long);
  await db.query(sql.unsafe`
    INSERT INTO master.shopper_log (at, act, customer_id, mark, what, is_done, ip, by_id, by_name)
    VALUES (${now.toISOString()}::timestamptz, ${act}, ${customerId || null}, ${markOf(openId)}, ${said}, ${isDone},
      ${client.ip}, ${by?.id ?? null}, ${by?.nickName ?? ''})`);
};

const Done = z.object({ at: z.string() });
type LimitedNote = Parameters<ShopperLog['noteWithin']>[0];
/** Of a person one such note is judged at a time. */
const freeAgain = async (
  tx: CommonQueryMethods,
  { act, customerId }: LimitedNote,
  { most, withinMs }: NoteLimit,
  now: Date,
): Promise<Date | null> => {
  await lockUntilCommit(tx, LOCKS.shopperNote, `${act}:${customerId}`);
  const done = await tx.anyFirst(sql.type(Done)`
    SELECT l.at::text AS at FROM master.shopper_log AS l
    WHERE ${ofPerson(sql.fragment`l.customer_id`, customerId)} AND l.act = ${act} AND l.is_done
      AND l.at > ${new Date(now.getTime() - withinMs).toISOString()}::timestamptz
    ORDER BY l.at DESC, l.id DESC LIMIT ${most}`);
  const first = done.at(most - 1);
  return first === undefined ? null : new Date(new Date(first).getTime() + withinMs);
};

export const createShopperLog = (db: DatabasePool): ShopperLog => ({
  note: (note, at, tx = db) => insert(tx, note, at),
  noteWithin: (note, at, limit) =>
    db.transaction(async (tx) => {
      const again = await freeAgain(tx, note, limit, at.now);
      if (again === null) await insert(tx, note, at);
      return again;
    }),
});
