/** Names that a piece's life is told with. */
import { sql } from 'slonik';
import { z } from 'zod';
import type { QueryDeps } from '../platform/query-deps.ts';
import type { LifeNames } from './life.ts';

const Name = z.object({ id: z.int(), name: z.string() });

/** All shops and suppliers; one that is gone is told by its number. */
export const lifeNames = async ({ db }: QueryDeps): Promise<LifeNames> => {
  const [shops, suppliers] = await Promise.all([
    db.any(sql.type(Name)`SELECT id, name FROM master.shop`),
    db.any(sql.type(Name)`SELECT id, name FROM master.supplier`),
  ]);
  const lookup = (rows: readonly z.infer<typeof Name>[]) => {
    const byId = new Map(rows.map((row) => [row.id, row.name]));
    return (id: number | null): string => (id === null ? '未指定' : (byId.get(id) ?? `编号${id}`));
  };
  return { shop: lookup(shops), supplier: lookup(suppliers) };
};
