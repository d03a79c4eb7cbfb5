/** Merging two records of one customer, and parting them again (R50, R95). */
import { z } from 'zod';
import { isRefusal } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { CustomerMerge } from './contract.ts';
import { mergeCustomers, partCustomers, type MergeDeps } from './merging.ts';

const MERGE = 'base:baseCustomer:merge';
const Body = CustomerMerge.refine(({ keepId, mergeId }) => keepId !== mergeId, {
  path: ['mergeId'],
  message: '不能与自己合并',
});

export const mergeRoutes = (deps: MergeDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/base-customer/merge',
    summary: '合并客户',
    allow: MERGE,
    body: Body,
    data: z.null(),
    handler: async ({ body, newId, ...actor }) => {
      const done = await mergeCustomers(deps, { ...body, id: await newId() }, actor);
      return isRefusal(done) ? done : { data: null, msg: '客户已合并', settled: { position: done.position } };
    },
  }),
  route({
    method: 'POST',
    path: '/base-customer/unmerge',
    summary: '撤销合并客户',
    allow: MERGE,
    body: Body,
    data: z.null(),
    handler: async ({ body, ...actor }) => {
      const done = await partCustomers(deps, body, actor);
      return isRefusal(done) ? done : { data: null, msg: '已撤销合并', settled: { position: done.position } };
    },
  }),
];
