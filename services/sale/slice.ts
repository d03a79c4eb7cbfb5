/** Sales, write side: /biz-sell. */
import { z } from 'zod';
import { PartnerId } from '../contracts/ids.ts';
import { route, type Route } from '../contracts/route.ts';
import type { Identity } from '../platform/identity.ts';
import type { JoinedReads } from '../contracts/joined.ts';
import { sellersOf } from '../documents/sellers.ts';
import { documentSlice } from '../documents/slice.ts';
import { RECYCLE_LIST } from '../old-material/contract.ts';
import { forStandingCustomer } from '../documents/standing-customer.ts';
import { limitShops } from '../platform/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { MAY_APPROVE } from './approve.ts';
import { CHANGE_LIST, SaleBody, SaleEvent } from './contract.ts';
import { saleDocument } from './document.ts';
import { saleManifest } from './manifest.ts';
import { prepareSale } from './prepare.ts';
import { soldOrders } from './sold.ts';

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

/** Lists whose lines make a stock row or a lot when they are posted. */
const DRAWS: ReadonlySet<string> = new Set([CHANGE_LIST, RECYCLE_LIST]);
export default (join: (deps: SliceDeps) => JoinedReads): SliceModule => {
  const documents = documentSlice({
    manifest: saleManifest,
    events: SaleEvent,
    spec: saleDocument,
    join: (deps) => {
      const { pieces, gifts, custodians, goldPrices } = join(deps);
      const { ids, lookup, identity, store } = deps;
      return {
        custodians,
        desk: {
          body: SaleBody,
          prepare: forStandingCustomer(
            lookup,
            prepareSale({
              pieces,
              gifts,
              lookup,
              sellers: sellersOf(lookup),
              identity,
              goldPrices,
              sold: soldOrders(store),
            }),
          ),
          // Unbound on purpose: they are written in the audit event, and a retry finds that event.
          rowIds: (lines) => (lines.some(({ list }) => DRAWS.has(list)) ? ids.several(lines.length) : []),
          asksOnce: ({ approval }: SaleBody) => approval !== null,
        },
      };
    },
  });
  return {
    ...documents,
    create: (deps) => {
      const slice = documents.create(deps);
      return { ...slice, routes: [...slice.routes, approversRoute(deps.identity)] };
    },
  };
};
