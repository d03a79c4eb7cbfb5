/** Whose name and sign stand over the prices on the wall. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** The system's name as it is shipped: nobody's. */
const SHIPPED_NAME = '珠宝管理系统';
const Stored = z.object({ shop: z.string().nullable(), chain: z.string(), logo: z.string() });
type Head = { readonly title: string; readonly logo: string };

/** Of an enabled shop, else of the chain; null: there is no such shop, or it is disabled. */
export const headOf = async (db: CommonQueryMethods, shop: number | undefined): Promise<Head | null> => {
  const found = await db.one(sql.type(Stored)`
    SELECT
      (SELECT name FROM master.shop WHERE id = ${shop ?? null}::bigint AND status <> '1') AS shop,
      coalesce((SELECT config_value FROM master.config WHERE config_key = 'sys_app_name'), '') AS chain,
      coalesce((SELECT config_value FROM master.config WHERE config_key = 'sys_app_logo'), '') AS logo`);
  const chain = found.chain.trim() === SHIPPED_NAME ? '' : found.chain.trim();
  if (shop === undefined) return { title: chain, logo: found.logo };
  return found.shop === null ? null : { title: found.shop, logo: found.logo };
};
