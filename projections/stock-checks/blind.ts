/** Where the books of a check are told to nobody: an unfinished blind count shares pieces with it, as it does with itself. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const BLIND = sql.fragment`b.blind AND NOT b.finished AND b.stage = 'pending'`;

/** Of a check `k`, also one of a moment: what is hidden now is hidden of every moment. An audited one is signed. */
export const booksHidden = sql.fragment`(k.audit_flag = 1 AND EXISTS (
  SELECT FROM live.stock_checks b WHERE ${BLIND} AND b.shop_id = k.shop_id AND b.category = k.category
    AND (b.style = '' OR k.style = '' OR b.style = k.style)))`;

const Id = z.object({ id: z.int() });
/** Number of an unfinished blind count among pieces of this scope; null when there is none. */
export const blindCount = (
  db: CommonQueryMethods,
  { shopId, category, style }: { readonly shopId: number; readonly category: string; readonly style: string },
): Promise<number | null> =>
  db.maybeOneFirst(sql.type(Id)`
    SELECT b.id FROM live.stock_checks b WHERE ${BLIND} AND b.shop_id = ${shopId} AND b.category = ${category}
      AND (b.style = '' OR ${style} = '' OR b.style = ${style}) ORDER BY b.id LIMIT 1`);
