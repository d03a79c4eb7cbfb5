/** Sales, write side: /biz-sell. */
import type { PieceDesk } from '../goods/contract.ts';
import { documentSlice } from '../platform/saga/document-slice.ts';
import { limitShops } from '../platform/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { SaleBody } from './contract.ts';
import { saleDocument } from './document.ts';
import { prepareSale } from './prepare.ts';
import { sellersOf } from './sellers.ts';

export const SALE_VIEWS = ['sales', 'goods-in', 'goods-flow', 'holding'];

/** `piecesOf` joins the pieces of the goods slice: `saleSlice(createPieces)`. */
export const saleSlice = (piecesOf: (deps: SliceDeps) => PieceDesk): SliceModule =>
  documentSlice({
    spec: saleDocument,
    piecesOf,
    desk: ({ lookup }, pieces) => ({
      path: '/biz-sell',
      permission: 'biz:bizSell',
      label: '销售单',
      body: SaleBody,
      views: SALE_VIEWS,
      prepare: prepareSale({ pieces, lookup, sellers: sellersOf(lookup) }),
      access: ({ shopId }, _touch, { user }) => limitShops(user, [shopId]),
      rowIds: async () => [],
    }),
  });
