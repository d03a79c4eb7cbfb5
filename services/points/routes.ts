/** Points by hand (wire): a correction with its reason and its right (R46). The list of the ledger is the read side's. */
import { z } from 'zod';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, refuseField, type Refusal } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import { PointsCorrection } from './contract.ts';
import { freePoints } from './state.ts';
import type { Points } from './points.ts';

type PointsDeps = { readonly points: Points; readonly lookup: Pick<MasterLookup, 'customer'> };

const refuseCustomer = async ({ lookup }: PointsDeps, id: number): Promise<Refusal | null> => {
  const customer = await lookup.customer(id);
  if (customer === null) return refuseField('points.customer', 'customerId', '客户不存在');
  return customer.walkIn ? refuseField('points.walk_in', 'customerId', '散客没有积分') : null;
};

export const pointsRoutes = (deps: PointsDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/base-customer/points',
    summary: '调整积分',
    allow: 'base:baseCustomer:points',
    body: PointsCorrection,
    data: z.object({ balance: z.int(), usable: z.int() }),
    appendsOnce: true,
    handler: async ({ body, oneCommit, ...actor }) => {
      const refused = await refuseCustomer(deps, body.customerId);
      if (refused !== null) return refused;
      const done = await deps.points.apply({ type: 'CorrectPoints', ...body }, { actor, oneCommit });
      if (isRefusal(done)) return done;
      const { state, position } = done;
      return { data: { balance: state.balance, usable: freePoints(state) }, msg: '积分已调整', settled: { position } };
    },
  }),
];
