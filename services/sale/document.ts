/** A sale as the saga sees it: a piece leaves its shop for money. */
import { GOODS_LIST } from '../contracts/document.ts';
import type { DocumentSpec } from '../documents/spec.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import { SaleEvent, saleStream, SaleHeader, SaleLine } from './contract.ts';
import { saleManifest } from './manifest.ts';

export const saleDocument: DocumentSpec<SaleHeader, SaleLine> = {
  kind: saleManifest.kind,
  name: 'Sale',
  lists: { [GOODS_LIST]: { path: 'sellGoodsList', field: 'barcode' } },
  values: { header: SaleHeader, line: SaleLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: ({ quantity }) => quantity },
    { label: '合计重量', kind: 'documentWeight', of: ({ sellWeightMg }) => sellWeightMg },
  ],
  stream: saleStream,
  parse: ({ type, data, meta }) => ({ ...SaleEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ soldOn }) => soldOn,
  effectsOf: ({ shopId }, { barcode, quantity }) => [pieceEffect(barcode, 'out', quantity, shopId)],
  termsOf: ({ shopId }, { line }): PieceTerms => ({
    move: 'sale',
    shopId,
    amountFen: line.amountFen,
    soldWeightMg: line.sellWeightMg,
  }),
};
