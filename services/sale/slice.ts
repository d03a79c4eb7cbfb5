/** Sales, write side: /biz-sell. */
import { z } from 'zod';
import { PartnerId } from '../contracts/ids.ts';
import { route, type Route } from '../contracts/route.ts';
import type { PieceDesk } from '../goods/contract.ts';
import type { Identity } from '../platform/identity.ts';
import { documentSlice } from '../platform/saga/document-slice.ts';
import { limitShops } from '../platform/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { MAY_APPROVE } from './approve.ts';
import { SaleBody } from './contract.ts';
import { saleDocument } from './document.ts';
import { prepareSale } from './prepare.ts';
import { sellersOf } from './sellers.ts';

const Approvers = z.array(z.object({ id: z.int(), name: z.string() }));
/** Whom a till may call when an order needs a word. */
const approversRoute = (identity: Identity): Route =>
  route({
    method: 'GET',
    path: '/biz-sell/approvers',
    summary: '可以授权的人',
    allow: ['biz:bizSell:add', 'biz:bizSell:edit'],
    query: z.object({ shopId: PartnerId }),
    data: Approvers,
    handler: async ({ query, user }) =>
      limitShops(user, [query.shopId]) ?? { data: [...(await identity.holders(MAY_APPROVE, query.shopId))] },
  });

/** `piecesOf` joins the pieces of the goods slice: `saleSlice(createPieces)`. */
export const saleSlice = (piecesOf: (deps: SliceDeps) => PieceDesk): SliceModule => {
  const documents = documentSlice({
    spec: saleDocument,
    piecesOf,
    desk: ({ lookup, identity }, pieces) => ({
      path: '/biz-sell',
      permission: 'biz:bizSell',
      label: '销售单',
      body: SaleBody,
      prepare: prepareSale({ pieces, lookup, sellers: sellersOf(lookup), identity }),
      access: ({ shopId }, _touch, { user }) => limitShops(user, [shopId]),
      rowIds: async () => [],
    }),
  });
  return {
    ...documents,
    create: (deps) => {
      const slice = documents.create(deps);
      return { ...slice, routes: [...slice.routes, approversRoute(deps.identity)] };
    },
  };
};
