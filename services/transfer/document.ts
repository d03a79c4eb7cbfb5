/** A transfer as the saga sees it: hold in the out-shop, move to the in-shop, claim there, move back. */
import type { DocumentSpec } from '../platform/saga/spec.ts';
import { TransferEvent, transferStream, TransferHeader, TransferLine } from './contract.ts';

export const transferDocument: DocumentSpec<TransferHeader, TransferLine> = {
  kind: 'transfer',
  name: 'Transfer',
  linesPath: 'bizGoodsList',
  values: { header: TransferHeader, line: TransferLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: ({ quantity }) => quantity },
    { label: '合计重量', kind: 'documentWeight', of: ({ netWeightMg, quantity }) => netWeightMg * quantity },
    { label: '调入金额', kind: 'documentMoney', of: ({ inPriceFen, quantity }) => inPriceFen * quantity },
    { label: '调出金额', kind: 'documentMoney', of: ({ outPriceFen, quantity }) => outPriceFen * quantity },
  ],
  stream: transferStream,
  parse: ({ type, data, meta }) => ({ ...TransferEvent.parse({ type, data }), meta }),
  shopOf: ({ outShopId }) => outShopId,
  businessDate: ({ transferredOn }) => transferredOn,
  holdOf: ({ outShopId }, { barcode, quantity }) => ({ barcode, shopId: outShopId, quantity }),
  post: ({ header, line, key, document, rowId }) => ({
    type: 'TransferGoods',
    key,
    document,
    toShopId: header.inShopId,
    outPriceFen: line.outPriceFen,
    inPriceFen: line.inPriceFen,
    rowId,
  }),
  claim: ({ header, line, claimKey, holder, rowId }) => ({
    type: 'HoldGoods',
    key: claimKey,
    shopId: header.inShopId,
    quantity: line.quantity,
    holder,
    backOf: rowId,
  }),
  releaseClaim: ({ claimKey }) => ({ type: 'ReleaseGoods', key: claimKey }),
  giveBack: ({ header, line, claimKey, backKey, document, rowId, holder }) => ({
    type: 'ReverseTransfer',
    claimKey,
    holdKey: backKey,
    document,
    fromShopId: header.outShopId,
    toShopId: header.inShopId,
    quantity: line.quantity,
    outPriceFen: line.outPriceFen,
    inPriceFen: line.inPriceFen,
    rowId,
    holder,
  }),
};
