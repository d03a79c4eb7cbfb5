/** Sales, write side: /biz-sell. */
import { z } from 'zod';
import { PartnerId } from '../contracts/ids.ts';
import { route, type Route } from '../contracts/route.ts';
import type { Identity } from '../platform/auth/identity.ts';
import type { JoinedReads } from '../contracts/joined-services.ts';
import { withCashNotice } from '../documents/cash-notice.ts';
import { printedRoute } from '../documents/copies.ts';
import { sellersOf } from '../documents/sellers.ts';
import { MAY_APPROVE } from '../contracts/word.ts';
import { documentSlice } from '../documents/slice.ts';
import { forStandingCustomer } from '../documents/standing-customer.ts';
import { witnesses } from '../documents/witnessed.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice/slice.ts';
import { SaleBody, SaleEvent, type SaleHeader, type SaleLine } from './contract.ts';
import { saleDocument } from './document.ts';
import { saleManifest } from './manifest.ts';
import { makesRow } from './material.ts';
import { parkRoutes } from './park-routes.ts';
import { PARKED_MAKER_SQL, PARKED_SQL, PARKED_TAKEN_SQL, keepSwept } from './park.ts';
import { NEAR_FLOOR_SQL, nearFloors } from './near-floor.ts';
import { TRIALS_SQL, saleTrials } from './trials.ts';
import { saleWitness } from './witness-facts.ts';
import { saleChecks } from './live-checks.ts';
import { prepareSale } from './prepare.ts';
import { repairPaper } from './repair-paper.ts';
import { repairFacts, type RepairCommand, type RepairSteps } from './repair-facts.ts';
import { repairStepRoute } from './repair-step.ts';
import { soldOrders } from './sold-orders.ts';

const Approvers = z.array(z.object({ id: z.int(), name: z.string(), username: z.string() }));
/** Whom a till may call when an order needs a word, and the name that he gives it under. */
const approversRoute = (identity: Identity): Route =>
  route({
    method: 'GET',
    path: `${saleManifest.path}/approvers`,
    summary: '可以授权的人',
    allow: [`${saleManifest.permission}:add`, `${saleManifest.permission}:edit`],
    query: z.object({ shopId: PartnerId }),
    data: Approvers,
    handler: async ({ query, user }) =>
      limitShops(user, [query.shopId]) ?? { data: [...(await identity.holders(MAY_APPROVE, query.shopId))] },
  });

/** With what the till asks beside its orders. */
const withTill = (documents: SliceModule): SliceModule => ({
  ...documents,
  migrations: [
    ...(documents.migrations ?? []),
    { id: 'sale-001-parked', sql: PARKED_SQL },
    { id: 'sale-002-parked-taken', sql: PARKED_TAKEN_SQL },
    { id: 'sale-003-parked-maker', sql: PARKED_MAKER_SQL },
    { id: 'sale-004-trials', sql: TRIALS_SQL },
    { id: 'sale-005-near-floor', sql: NEAR_FLOOR_SQL },
  ],
  create: (deps) => {
    const slice = documents.create(deps);
    return {
      ...slice,
      routes: [...slice.routes, approversRoute(deps.identity), ...parkRoutes(deps.master)],
      start: async (signal) => void (await Promise.all([slice.start?.(signal), keepSwept(deps, signal)])),
    };
  },
});

export default (join: (deps: SliceDeps) => JoinedReads): SliceModule => {
  const documents = documentSlice<SaleHeader, SaleLine, typeof SaleBody, RepairSteps, RepairCommand>({
    manifest: saleManifest,
    events: SaleEvent,
    spec: saleDocument,
    facts: repairFacts,
    join: (deps) => {
      const joined = join(deps);
      const { ids, lookup, words, standingWords, store } = deps;
      const asked = { lookup, words, standingWords };
      const seen = witnesses(store, deps.master, 'sales');
      return {
        custodians: joined.custodians,
        routes: (_desk, documents) => [repairStepRoute(documents), printedRoute(store, repairPaper(documents))],
        desk: {
          body: SaleBody,
          judge: saleWitness.judgeAction(seen),
          prepare: forStandingCustomer(
            lookup,
            withCashNotice(
              { desk: joined.cash, kind: saleManifest.kind, dayOf: ({ soldOn }) => soldOn, signOf: () => 1 },
              prepareSale({
                ...joined,
                ...asked,
                checks: saleChecks(deps.master),
                witnesses: seen,
                trials: saleTrials(deps.master, deps.exceptions),
                nearFloors: nearFloors(deps.master),
                sellers: sellersOf(lookup),
                sold: soldOrders(store),
              }),
            ),
          ),
          // Unbound on purpose: they are written in the audit event, and a retry finds that event.
          rowIds: (lines) => (lines.some(makesRow) ? ids.several(lines.length) : []),
        },
      };
    },
  });
  return withTill(documents);
};
