/** Shops and suppliers by name, as documents are told with. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Recorded } from 'services/event-store/port';

const Name = z.object({ id: z.int(), name: z.string() });
type Names = ReadonlyMap<unknown, string>;
const byId = (rows: readonly z.infer<typeof Name>[]): Names => new Map(rows.map(({ id, name }) => [id, name]));

/** Every shop of the chain by its id. */
export const shopNames = async (db: CommonQueryMethods): Promise<Names> =>
  byId(await db.any(sql.type(Name)`SELECT id, name FROM master.shop`));

/** All numbers that stand under `field`, at any depth. */
const numbersUnder = (field: string, value: unknown): readonly number[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        name === field && typeof inner === 'number' ? [inner] : numbersUnder(field, inner),
      );

/** The suppliers that `events` name (`supplierId`) by their ids. */
export const supplierNames = async (db: CommonQueryMethods, events: readonly Recorded[]): Promise<Names> => {
  const ids = [...new Set(events.flatMap(({ data }) => numbersUnder('supplierId', data)))];
  return byId(
    await db.any(sql.type(Name)`SELECT id, name FROM master.supplier WHERE id = ANY(${sql.array(ids, 'int8')})`),
  );
};
