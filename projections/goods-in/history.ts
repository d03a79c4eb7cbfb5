/** GET /biz-goods-in/{id}/history: who did what to a row, out of the piece's own stream. */
import { z } from 'zod';
import { RecordId } from 'services/contracts/ids';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { seesCost, type SessionUser } from 'services/contracts/user';
import type { Recorded } from 'services/event-store/port';
import { goodsStream } from 'services/goods/contract';
import { History, type HistoryStep } from '../documents/history.ts';
import type { LifeNames } from '../goods-flow/life-receipt.ts';
import { lifeOf } from '../goods-flow/life.ts';
import { lifeNames } from '../goods-flow/names.ts';
import { upTo } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';

/** Steps of row `id` alone: its receipt's, or the transfer's that made it. Holds and sales belong to the piece's life. */
export const rowHistory = (
  events: readonly Recorded[],
  id: number,
  words: { readonly names: LifeNames; readonly withCost: boolean },
): HistoryStep[] => {
  const own = events.filter(({ data }) => data.receiptId === id || data.rowId === id);
  return lifeOf(own, words.names, words.withCost).steps.map(
    ({ position, at, by, type, title, changes, reason }): HistoryStep => ({
      position,
      at,
      by,
      type,
      title,
      changes,
      reason,
    }),
  );
};

type Find = (
  id: number,
  user: SessionUser,
  asOf: number | undefined,
) => Promise<{ readonly barcode: string } | Refusal>;
export const goodsInHistory = (deps: QueryDeps, allow: readonly string[], find: Find): Route =>
  route({
    method: 'GET',
    path: '/biz-goods-in/:id/history',
    summary: '首饰入库修改历史',
    allow,
    params: z.object({ id: RecordId }),
    data: History,
    takesAsOf: true,
    handler: async ({ params, user, asOf }) => {
      const row = await find(params.id, user, asOf);
      if (isRefusal(row)) return row;
      const events = await deps.store.read(goodsStream(row.barcode));
      const names = await lifeNames(deps, events);
      return { data: rowHistory(upTo(asOf, events), params.id, { names, withCost: seesCost(user) }) };
    },
  });
