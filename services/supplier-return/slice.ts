/** Returns to suppliers, write side: /biz-goods-return. */
import type { PieceDesk } from '../goods/contract.ts';
import { documentSlice } from '../platform/saga/document-slice.ts';
import { limitShops } from '../platform/shop-limit.ts';
import type { SliceDeps, SliceModule } from '../platform/slice.ts';
import { SupplierReturnBody } from './contract.ts';
import { supplierReturnDocument } from './document.ts';
import { prepareReturn } from './prepare.ts';

/** `piecesOf` joins the pieces of the goods slice: `supplierReturnSlice(createPieces)`. */
export const supplierReturnSlice = (piecesOf: (deps: SliceDeps) => PieceDesk): SliceModule =>
  documentSlice({
    spec: supplierReturnDocument,
    piecesOf,
    desk: ({ lookup }, pieces) => ({
      path: '/biz-goods-return',
      permission: 'biz:bizGoodsReturn',
      label: '退货单',
      body: SupplierReturnBody,
      prepare: prepareReturn({ pieces, lookup }),
      editDays: 'same-day',
      access: ({ shopId }, _touch, { user }) => limitShops(user, [shopId]),
      rowIds: async () => [],
    }),
  });
