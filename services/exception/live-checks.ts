/** Rows of 异常 that somebody says he saw: how many facts they hold, whom they name, of which shop. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Named = z.object({
  id: z.string(),
  shopId: z.int().nullable(),
  people: z.array(z.int()),
  count: z.int(),
});
export type NamedException = z.infer<typeof Named>;
export const exceptionsOf = (db: CommonQueryMethods, ids: readonly string[]): Promise<readonly NamedException[]> =>
  db.any(sql.type(Named)`
    SELECT id, shop_id AS "shopId", people, count FROM live.exceptions WHERE id = ANY (${sql.array([...ids], 'text')})`);
