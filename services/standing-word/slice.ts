/** 长期授权 (R132), write side: /biz-sell-approval/standing. */
import { sql } from 'slonik';
import { z } from 'zod';
import { refuse } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { MAY_APPROVE } from '../contracts/word.ts';
import { RowId } from '../master-data/contract.ts';
import { historyRoute } from '../platform/rows/row-history.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import { EndBody, STANDING_PATH, LongApprovalBody } from './contract.ts';
import { endStanding, giveStanding, type LongApprovalDeps } from './desk.ts';
import { STANDING_WORD, STANDING_WORDS_SQL } from './tables.ts';

const Shop = z.object({ shopId: z.int() });
const routesOf = (deps: LongApprovalDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: STANDING_PATH,
    summary: '给出长期授权',
    allow: MAY_APPROVE,
    body: LongApprovalBody,
    data: z.int(),
    handler: (call) => giveStanding(deps, call),
  }),
  route({
    method: 'PUT',
    path: `${STANDING_PATH}/end/:id`,
    summary: '结束长期授权',
    allow: MAY_APPROVE,
    params: RowId,
    body: EndBody,
    data: z.int(),
    handler: (call) => endStanding(deps, call),
  }),
  historyRoute(deps.pool, {
    path: STANDING_PATH,
    title: '长期授权',
    table: STANDING_WORD.name,
    allow: MAY_APPROVE,
    limit: async (id, user) => {
      const shopId = await deps.pool.maybeOneFirst(sql.type(Shop)`
        SELECT shop_id AS "shopId" FROM master.standing_word WHERE id = ${id}`);
      return shopId === null ? refuse('not-found', 'standing.missing', '长期授权不存在') : limitShops(user, [shopId]);
    },
  }),
];

export const standingWordSlice: SliceModule = {
  migrations: [{ id: 'standing-001-words', sql: STANDING_WORDS_SQL }],
  create: ({ master: pool, lookup, exceptions }) => ({
    name: 'standing-word',
    routes: routesOf({ pool, lookup, exceptions }),
  }),
};
