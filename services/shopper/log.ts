/** Writes the operation log of shoppers: a row an act, found by day and by record; an openId is in it as a short mark alone. */
import { sql, type CommonQueryMethods } from 'slonik';
import { cut } from '../contracts/limits.ts';
import type { ShopperLog } from '../contracts/shopper-log.ts';
import { TEXTS } from '../contracts/values.ts';
import { withoutPrivateText } from '../platform/plain-text.ts';
import { markOf } from './marks.ts';

export const createShopperLog = (db: CommonQueryMethods): ShopperLog => ({
  note: async ({ act, customerId, openId, what, isDone = true, by }, { client, now }, tx = db) => {
    const said = cut(withoutPrivateText(what), TEXTS.long);
    await tx.query(sql.unsafe`
      INSERT INTO master.shopper_log (at, act, customer_id, mark, what, is_done, ip, by_id, by_name)
      VALUES (${now.toISOString()}::timestamptz, ${act}, ${customerId || null}, ${markOf(openId)}, ${said}, ${isDone},
        ${client.ip}, ${by?.id ?? null}, ${by?.nickName ?? ''})`);
  },
});
