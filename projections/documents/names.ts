/** Shops and suppliers by name, as documents are told with. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

const Name = z.object({ id: z.int(), name: z.string() });
type Names = ReadonlyMap<unknown, string>;
const byId = (rows: readonly z.infer<typeof Name>[]): Names => new Map(rows.map(({ id, name }) => [id, name]));

/** Every shop of the chain by its id. */
export const shopNames = async (db: CommonQueryMethods): Promise<Names> =>
  byId(await db.any(sql.type(Name)`SELECT id, name FROM master.shop`));

/** Every supplier by its id. */
export const supplierNames = async (db: CommonQueryMethods): Promise<Names> =>
  byId(await db.any(sql.type(Name)`SELECT id, name FROM master.supplier`));
