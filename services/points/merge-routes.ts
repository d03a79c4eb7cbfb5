/** Merging two records of one customer, and parting them again (R50, R95, R136). */
import { z } from 'zod';
import type { ExceptionNote } from '../contracts/exception.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { MergeBody } from './contract.ts';
import { judgeCarry, type CarryDeps } from './merge-judge.ts';
import { foreseeMerge, mergeCustomers, partCustomers, standingMerge, type MergeDeps } from './merging.ts';

const MERGE = 'base:baseCustomer:merge';
const Body = MergeBody.refine(({ keepId, mergeId }) => keepId !== mergeId, {
  path: ['mergeId'],
  message: '不能与自己合并',
});
type MergeRouteDeps = MergeDeps & CarryDeps;
const NO_NOTES: readonly ExceptionNote[] = [];

const mergeRoute = (deps: MergeRouteDeps): Route =>
  route({
    method: 'POST',
    path: '/base-customer/merge',
    summary: '合并客户',
    allow: MERGE,
    body: Body,
    data: z.null(),
    handler: async (call) => {
      const { keepId, mergeId, reason } = call.body;
      const asked = { id: await call.newId(), keepId, mergeId, reason };
      const foreseen = await foreseeMerge(deps, asked);
      if (isRefusal(foreseen)) return foreseen;
      const notes = foreseen === 'known' ? NO_NOTES : await judgeCarry(deps, call, null);
      if (isRefusal(notes)) return notes;
      const done = await mergeCustomers(deps, asked, call);
      if (isRefusal(done)) return done;
      for (const note of notes) await deps.exceptions.note(note, call);
      return { data: null, msg: '客户已合并', settled: { position: done.position } };
    },
  });
const partRoute = (deps: MergeRouteDeps): Route =>
  route({
    method: 'POST',
    path: '/base-customer/unmerge',
    summary: '撤销合并客户',
    allow: MERGE,
    body: Body,
    data: z.null(),
    handler: async (call) => {
      const { keepId, mergeId, reason } = call.body;
      const merge = await standingMerge(deps, { keepId, mergeId });
      if (isRefusal(merge)) return merge;
      // What was begun was judged then.
      const notes = merge.step === 'parting' ? NO_NOTES : await judgeCarry(deps, call, merge);
      if (isRefusal(notes)) return notes;
      const done = await partCustomers(deps, { keepId, mergeId, reason }, call);
      if (isRefusal(done)) return done;
      for (const note of notes) await deps.exceptions.note(note, call);
      return { data: null, msg: '已撤销合并', settled: { position: done.position } };
    },
  });
export const mergeRoutes = (deps: MergeRouteDeps): readonly Route[] => [mergeRoute(deps), partRoute(deps)];
