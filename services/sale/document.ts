/** A sale as the saga sees it: pieces leave their shop for money. What a line moves is said list by list. */
import { GOODS_LIST } from '../contracts/document.ts';
import type { DocumentSpec } from '../documents/spec.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import type { LineEffect } from '../documents/plan.ts';
import { CLEAN_LIST, SaleEvent, saleStream, SaleHeader, SaleLine } from './contract.ts';
import { saleManifest } from './manifest.ts';

const piecesOf = (line: SaleLine): number => (line.list === GOODS_LIST ? line.quantity : 0);
const weightOf = (line: SaleLine): number => (line.list === GOODS_LIST ? line.sellWeightMg : 0);
const effectsOf = ({ shopId }: SaleHeader, line: SaleLine): readonly LineEffect[] => {
  switch (line.list) {
    case 'goods':
      return [pieceEffect(line.barcode, 'out', line.quantity, shopId)];
    // What is handed in stays the customer's.
    case 'clean':
      return [];
  }
};
/** Of the first line of an effect. */
const termsOf = ({ shopId }: SaleHeader, { line }: { readonly line: SaleLine }): PieceTerms | null => {
  switch (line.list) {
    case 'goods':
      return { move: 'sale', shopId, amountFen: line.amountFen, soldWeightMg: line.sellWeightMg };
    case 'clean':
      return null;
  }
};

export const saleDocument: DocumentSpec<SaleHeader, SaleLine> = {
  kind: saleManifest.kind,
  name: 'Sale',
  lists: {
    [GOODS_LIST]: { path: 'sellGoodsList', field: 'barcode' },
    [CLEAN_LIST]: { path: 'sellCleanList', field: 'type' },
  },
  values: { header: SaleHeader, line: SaleLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: piecesOf },
    { label: '合计重量', kind: 'documentWeight', of: weightOf },
  ],
  stream: saleStream,
  parse: ({ type, data, meta }) => ({ ...SaleEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ soldOn }) => soldOn,
  effectsOf,
  termsOf,
};
