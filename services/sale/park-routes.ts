/** POST, GET, DELETE /biz-sell/park and POST /biz-sell/park/{id}/take (R94). */
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { Ids } from '../contracts/envelope.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { saleManifest } from './manifest.ts';
import { PARK_PATH, ParkedBody, ParkedInPath, ParkedList, ParkedQuery, TakenUp } from './park-contract.ts';
import { park, parkedIn, takeUp, throwAway } from './park.ts';

const allow = `${saleManifest.permission}:add`;
const asideRoutes = (pool: DatabasePool): readonly Route[] => [
  route({
    method: 'POST',
    path: PARK_PATH,
    summary: '挂单',
    allow,
    body: ParkedBody,
    data: z.int(),
    handler: async ({ body, newId, ...actor }) => {
      const id = await newId();
      return (await park(pool, { ...body, id }, actor)) ?? { data: id, msg: '已挂单，24小时内可在本店任一收银台取单' };
    },
  }),
  route({
    method: 'GET',
    path: PARK_PATH,
    summary: '挂单列表',
    allow,
    query: ParkedQuery,
    data: ParkedList,
    handler: async ({ query, ...actor }) => {
      const list = await parkedIn(pool, query.shopId, actor);
      return isRefusal(list) ? list : { data: { list: [...list] } };
    },
  }),
];
const onwardRoutes = (pool: DatabasePool): readonly Route[] => [
  route({
    method: 'POST',
    path: `${PARK_PATH}/:id/take`,
    summary: '取单',
    allow,
    params: ParkedInPath,
    data: TakenUp,
    keepsAnswer: false,
    handler: async ({ params, ...actor }) => {
      const body = await takeUp(pool, params.id, actor);
      return isRefusal(body) ? body : { data: { body }, msg: '已取单' };
    },
  }),
  route({
    method: 'DELETE',
    path: PARK_PATH,
    summary: '删除挂单',
    allow,
    body: Ids,
    data: z.null(),
    handler: async ({ body, ...actor }) =>
      (await throwAway(pool, body.ids, actor)) ?? { data: null, msg: '已删除挂单' },
  }),
];

export const parkRoutes = (pool: DatabasePool): readonly Route[] => [...asideRoutes(pool), ...onwardRoutes(pool)];
