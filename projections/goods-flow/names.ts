/** Names that a piece's life is told with. */
import { shopNames, supplierNames } from '../documents/names.ts';
import type { Recorded } from 'services/event-store/port';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import type { LifeNames } from './life-receipt.ts';

/** All shops, and the suppliers of the life; one that is gone is told by its number. */
export const lifeNames = async ({ db }: QueryDeps, events: readonly Recorded[]): Promise<LifeNames> => {
  const [shops, suppliers] = await Promise.all([shopNames(db), supplierNames(db, events)]);
  const lookup =
    (names: ReadonlyMap<unknown, string>) =>
    (id: number | null): string =>
      id === null ? '未指定' : (names.get(id) ?? `编号${id}`);
  return { shop: lookup(shops), supplier: lookup(suppliers) };
};
