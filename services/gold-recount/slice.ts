/** 金料核对: asks for recounts and shows them. */
import { z } from 'zod';
import { isRefusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { SliceModule } from '../platform/slice/slice.ts';
import {
  BALANCE_KEY,
  RECOUNT_KEY,
  RECOUNT_PATH,
  RecountBody,
  RecountInPath,
  RecountPage,
  RecountQuery,
  RecountRecord,
} from './contract.ts';
import { ask, recount, recounts } from './recounts.ts';
import { recountMigration } from './table.ts';

export const goldRecountSlice: SliceModule = {
  migrations: [recountMigration],
  create: ({ master }) => ({
    name: 'gold-recount',
    routes: [
      route({
        method: 'POST',
        path: RECOUNT_PATH,
        summary: '金料重算',
        allow: RECOUNT_KEY,
        body: RecountBody,
        data: z.int(),
        handler: async ({ body, newId, ...actor }) => {
          const id = await newId();
          return (await ask(master, { ...body, id }, actor)) ?? { data: id, msg: '已开始核对' };
        },
      }),
      route({
        method: 'GET',
        path: RECOUNT_PATH,
        summary: '金料核对记录',
        allow: BALANCE_KEY,
        query: RecountQuery,
        data: RecountPage,
        handler: async ({ query, user }) => ({ data: await recounts(master, query, user) }),
      }),
      route({
        method: 'GET',
        path: `${RECOUNT_PATH}/:id`,
        summary: '金料核对结果',
        allow: BALANCE_KEY,
        params: RecountInPath,
        data: RecountRecord,
        handler: async ({ params, user }) => {
          const found = await recount(master, params.id, user);
          return isRefusal(found) ? found : { data: found };
        },
      }),
    ],
  }),
};
