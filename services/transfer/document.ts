/** A transfer as the saga sees it: a piece leaves the out-shop for the in-shop, where its reversal claims it. */
import { GOODS_LINES } from '../documents/piece-document.ts';
import type { DocumentSpec } from '../documents/spec.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import { TransferEvent, transferStream, TransferHeader, TransferLine } from './contract.ts';
import { transferManifest } from './manifest.ts';

export const transferDocument: DocumentSpec<TransferHeader, TransferLine> = {
  kind: transferManifest.kind,
  name: 'Transfer',
  lists: GOODS_LINES,
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
  seenIn: ({ inShopId }) => [inShopId],
  businessDate: ({ transferredOn }) => transferredOn,
  dayField: 'allocateAt',
  effectsOf: ({ outShopId }, { barcode, quantity }) => [pieceEffect(barcode, 'move', quantity, outShopId)],
  termsOf: ({ outShopId, inShopId }, { line, rowId }): PieceTerms => ({
    move: 'transfer',
    fromShopId: outShopId,
    toShopId: inShopId,
    outPriceFen: line.outPriceFen,
    inPriceFen: line.inPriceFen,
    rowId,
  }),
};
