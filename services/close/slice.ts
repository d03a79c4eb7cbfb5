/** 结账 (R141), write side: /biz-close. */
import { sql } from 'slonik';
import { z } from 'zod';
import { refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { RowId } from '../master-data/contract.ts';
import { historyRoute } from '../platform/rows/row-history.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import { CLOSE_KEYS, CLOSE_PATH, CloseBody, ReopenBody } from './contract.ts';
import { DAY_CLAIMS_SQL } from './day-claims.ts';
import { closeDays, reopenDays, type CloseDeps } from './desk.ts';
import { CLOSED_DAY, CLOSED_DAYS_SQL } from './tables.ts';

const Shop = z.object({ shopId: z.int() });
const routesOf = (deps: CloseDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: CLOSE_PATH,
    summary: '结账',
    allow: CLOSE_KEYS.add,
    body: CloseBody,
    data: z.int(),
    handler: (call) => closeDays(deps, call),
  }),
  route({
    method: 'PUT',
    path: `${CLOSE_PATH}/reopen/:id`,
    summary: '重开已结的账',
    allow: CLOSE_KEYS.reopen,
    params: RowId,
    body: ReopenBody,
    data: z.int(),
    handler: (call) => reopenDays(deps, call),
  }),
  historyRoute(deps.pool, {
    path: CLOSE_PATH,
    title: '结账',
    table: CLOSED_DAY.name,
    allow: [CLOSE_KEYS.list, CLOSE_KEYS.add, CLOSE_KEYS.reopen],
    limit: async (id, user) => {
      const shopId = await deps.pool.maybeOneFirst(sql.type(Shop)`
        SELECT shop_id AS "shopId" FROM master.closed_day WHERE id = ${id}::bigint`);
      return shopId === null ? refuse('not-found', 'close.missing', '结账记录不存在') : limitShops(user, [shopId]);
    },
  }),
];

export const closeSlice: SliceModule = {
  migrations: [
    { id: 'close-001-days', sql: CLOSED_DAYS_SQL },
    { id: 'close-002-claims', sql: DAY_CLAIMS_SQL },
  ],
  create: ({ master: pool, lookup, exceptions, closedDays }) => ({
    name: 'close',
    routes: routesOf({ pool, lookup, exceptions, closedDays }),
  }),
};
