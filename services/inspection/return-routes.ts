/** PUT /biz-sell-change/inspect/{id} and /uninspect/{id}: 质检 of what a customer brought back (R71); the id is the order's line. */
import { z } from 'zod';
import { RecordId } from '../contracts/ids.ts';
import { ReasonBody } from '../contracts/envelope.ts';
import { route, type Route } from '../contracts/route.ts';
import { ReturnInspectionBody } from './contract.ts';
import { inspectReturn, uninspectReturn, type ReturnDeps } from './return-desk.ts';

const PATH = '/biz-sell-change';
const MAY_INSPECT = 'biz:bizSellChange:inspect';
const Id = z.object({ id: RecordId });

export const returnRoutes = (deps: ReturnDeps): readonly Route[] => [
  route({
    method: 'PUT',
    path: `${PATH}/inspect/:id`,
    summary: '退货质检',
    allow: MAY_INSPECT,
    params: Id,
    body: ReturnInspectionBody,
    /** Of what it became: the return to its supplier, the lot of old material; null on the shelf. */
    data: z.int().nullable(),
    writes: 'events',
    handler: (call) => inspectReturn(deps, call),
  }),
  route({
    method: 'PUT',
    path: `${PATH}/uninspect/:id`,
    summary: '撤销退货质检',
    allow: MAY_INSPECT,
    params: Id,
    body: ReasonBody,
    data: z.null(),
    writes: 'events',
    handler: (call) => uninspectReturn(deps, call),
  }),
];
