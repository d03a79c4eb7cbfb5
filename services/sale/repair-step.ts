/** PUT /biz-sell-clean/step/{id}: a repair goes on, or what was said of its last step is corrected (R49, R90). */
import { z } from 'zod';
import { dayOf } from '../contracts/dates.ts';
import { RecordId } from '../contracts/ids.ts';
import { isRefusal, refuse, refuseField } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import type { Documents } from '../documents/documents.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import { lineOfWireId, RepairStepBody, repairNo, repairStepOf, type SaleHeader, type SaleLine } from './contract.ts';
import type { RepairCommand, RepairSteps } from './repair-facts.ts';

const UNKNOWN = refuse('not-found', 'repair.unknown', '维修单不存在');
export const repairStepRoute = (documents: Documents<SaleHeader, SaleLine, RepairSteps, RepairCommand>): Route =>
  route({
    method: 'PUT',
    path: '/biz-sell-clean/step/:id',
    summary: '登记维修进度',
    allow: 'biz:bizSellClean:edit',
    params: z.object({ id: RecordId }),
    body: RepairStepBody,
    data: z.null(),
    handler: async (call) => {
      const { id } = call.params;
      const { step, at, by, remark } = call.body;
      const { saleId, lineId } = lineOfWireId(id);
      const { current } = (await documents.rested(saleId)).state;
      if (current === null) return UNKNOWN;
      const today = dayOf(call.now);
      const on = at ?? today;
      const refused =
        limitShops(call.user, [current.header.shopId]) ??
        (await documents.limit(saleId, call.user)) ??
        (on > today ? refuseField('repair.day', 'at', '日期不能晚于今天') : null);
      if (refused !== null) return refused;
      const fact = { lineId, step: repairStepOf(step), on, by, remark };
      const done = await documents.record(saleId, fact, { actor: call, expected: call.ifMatch });
      if (isRefusal(done)) return done;
      return { data: null, msg: `${repairNo(id)} ${step}`, settled: { position: done.position } };
    },
  });
