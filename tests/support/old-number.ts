/** A record of a customer as if it had been made eight days ago: its number has stood long enough for a code (R136). */
import { sql } from 'slonik';
import type { Chain } from '../flow/shops.ts';

export const oldNumber = async ({ app }: Pick<Chain, 'app'>, customerId: number): Promise<number> => {
  const { master } = app.house.deps;
  await master.query(sql.unsafe`
    UPDATE master.customer SET created_at = created_at - interval '8 days' WHERE id = ${customerId}::bigint`);
  await master.query(sql.unsafe`
    UPDATE master.change_log SET at = at - interval '8 days' WHERE table_name = 'customer' AND row_id = ${String(customerId)}`);
  return customerId;
};
