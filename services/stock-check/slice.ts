/** Stock checks, write side: /biz-check (S0§7; R9). */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { Ids, IdsWithReason } from '../contracts/envelope.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { route, type Actor, type Route } from '../contracts/route.ts';
import type { JoinedReads } from '../contracts/joined-services.ts';
import { countedPaper, printedRoute } from '../documents/copies.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { limitScope } from '../platform/auth/shop-limit.ts';
import { blindCount, transfersWith } from './live-checks.ts';
import { booksReach } from './books.ts';
import {
  CHECK_SCHEMA,
  CheckBody,
  CheckEvent,
  CheckOpenBody,
  ScanAnswer,
  ScanBody,
  checkStream,
  headerOf,
} from './contract.ts';
import { CheckStreams } from './check-streams.ts';
import { CheckDesk, type BulkRequest } from './desk.ts';
import { checkManifest } from './manifest.ts';
import { ownCountNote } from './own-count.ts';

const Id = z.object({ id: RecordId });
const { path: PATH, permission: KEY } = checkManifest;
/** A list of 100,000 lines with their remarks. */
const LARGE = 32 * 1024 * 1024;

/** What a check is made of: its books and what stands in its sheet. */
const savingRoutes = (desk: CheckDesk): Route[] => [
  route({
    method: 'POST',
    path: PATH,
    summary: '新增盘点单',
    allow: `${KEY}:add`,
    body: CheckBody,
    bodyLimit: LARGE,
    data: z.int(),
    handler: (call) => desk.create(call),
  }),
  route({
    method: 'POST',
    path: `${PATH}/open`,
    summary: '提取库存并开始盘点',
    allow: `${KEY}:add`,
    body: CheckOpenBody,
    data: z.int(),
    handler: (call) => desk.open(headerOf(call.body), call.body.blind, call),
  }),
  route({
    method: 'PUT',
    path: `${PATH}/:id`,
    summary: '修改盘点单',
    allow: `${KEY}:edit`,
    params: Id,
    body: CheckBody,
    bodyLimit: LARGE,
    data: z.int(),
    handler: (call) => desk.edit(call.params.id, call),
  }),
];

const countingRoutes = (desk: CheckDesk): Route[] => [
  route({
    method: 'POST',
    path: `${PATH}/:id/scan`,
    summary: '盘点扫码',
    allow: [`${KEY}:add`, `${KEY}:edit`],
    params: Id,
    body: ScanBody,
    data: z.array(ScanAnswer),
    handler: (call) => desk.scan(call.params.id, call.body, call),
  }),
  route({
    method: 'POST',
    path: `${PATH}/:id/reset`,
    summary: '重置盘点',
    allow: [`${KEY}:add`, `${KEY}:edit`],
    params: Id,
    data: z.null(),
    handler: (call) => desk.reset(call.params.id, call),
  }),
];

/** The end of the count, and its going on. */
const closingRoutes = (desk: CheckDesk): Route[] =>
  (
    [
      ['finish', 'Finish', '完成盘点'],
      ['resume', 'Resume', '继续盘点'],
    ] as const
  ).map(([path, doing, summary]) =>
    route({
      method: 'POST',
      path: `${PATH}/:id/${path}`,
      summary,
      allow: [`${KEY}:add`, `${KEY}:edit`],
      params: Id,
      data: z.null(),
      handler: (call) => desk.close(call.params.id, doing, call),
    }),
  );

type BulkStep = Omit<BulkRequest, 'call'>;
const DELETION: BulkStep = { doing: 'Delete', command: async () => ({ type: 'Delete' }), msg: '删除成功' };
const auditBy = (desk: CheckDesk, auditor: string): BulkStep => ({
  doing: 'Audit',
  command: async (id, state) => ({ type: 'Audit', auditor, totals: await desk.totals(id, state) }),
  msg: '审核成功',
});
const reverseFor = (reason: string): BulkStep => ({
  doing: 'Reverse',
  command: async () => ({ type: 'Reverse', reason }),
  msg: '反审核成功',
});

/** A repeat tells it once more, which adds nothing. */
const tellOwnCounts = async ({ store, exceptions }: SliceDeps, ids: readonly number[], by: Actor): Promise<void> => {
  for (const id of new Set(ids)) {
    const note = ownCountNote(id, await store.read(checkStream(id)));
    if (note !== null) await exceptions.note(note, by);
  }
};
const decidingRoutes = (desk: CheckDesk, deps: SliceDeps): Route[] => [
  route({
    method: 'DELETE',
    path: PATH,
    summary: '删除盘点单',
    allow: `${KEY}:remove`,
    body: Ids,
    data: z.null(),
    handler: (call) => desk.several(call.body.ids, { ...DELETION, call }),
  }),
  route({
    method: 'PUT',
    path: `${PATH}/audit/:id`,
    summary: '审核盘点单',
    allow: `${KEY}:audit`,
    params: Id,
    body: Ids,
    data: z.null(),
    handler: async (call) => {
      const done = await desk.several(call.body.ids, { ...auditBy(desk, call.user.nickName), call });
      if (!isRefusal(done)) await tellOwnCounts(deps, call.body.ids, call);
      return done;
    },
  }),
  route({
    method: 'PUT',
    path: `${PATH}/unaudit/:id`,
    summary: '反审核盘点单',
    allow: `${KEY}:unaudit`,
    params: Id,
    body: IdsWithReason,
    data: z.null(),
    handler: (call) => desk.several(call.body.ids, { ...reverseFor(call.body.reason), call }),
  }),
];

const printingRoutes = (store: SliceDeps['store']): Route[] => {
  const streams = new CheckStreams(store);
  const paper = countedPaper(checkManifest, {
    shopsOf: async (id) => {
      const { header, stage } = (await streams.load(id)).state;
      return header === null || stage === 'deleted' ? null : [header.shopId];
    },
    limit: (id, user) => limitScope(store, user, checkStream(id)),
  });
  return paper === null ? [] : [printedRoute(store, paper)];
};

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule => ({
  events: [{ union: CheckEvent, schema: CHECK_SCHEMA }],
  create: (deps) => {
    const { store, master, lookup, closedDays } = deps;
    const desk = new CheckDesk({
      store,
      master,
      lookup,
      closedDays,
      pieceTimes: join(deps).times,
      reached: (position) => booksReach(master, position),
      blindCount: blindCount(master),
      transfersWith: transfersWith(master),
    });
    return {
      name: 'stock-check',
      routes: [
        ...savingRoutes(desk),
        ...countingRoutes(desk),
        ...closingRoutes(desk),
        ...decidingRoutes(desk, deps),
        ...printingRoutes(store),
      ],
    };
  },
});
