/** A return to the supplier as the saga sees it: a piece leaves its shop for its supplier. */
import { refuseField } from '../contracts/refusal.ts';
import { pieceDocument } from '../documents/piece-document.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import { SupplierReturnEvent, supplierReturnStream, SupplierReturnHeader, SupplierReturnLine } from './contract.ts';
import { supplierReturnManifest } from './manifest.ts';

export const supplierReturnDocument = pieceDocument(supplierReturnManifest, {
  header: SupplierReturnHeader,
  line: SupplierReturnLine,
  events: SupplierReturnEvent,
  stream: supplierReturnStream,
  sums: [
    { label: '退货金额', kind: 'documentMoney', of: ({ returnPriceFen, quantity }) => returnPriceFen * quantity },
    { label: '成本金额', kind: 'documentMoney', of: ({ unitCostFen, quantity }) => unitCostFen * quantity },
  ],
  businessDate: ({ returnedOn }) => returnedOn,
  dayField: 'returnAt',
  auditLacks: ({ supplierId }) =>
    supplierId === null ? refuseField('return.no_supplier', 'supplierId', '请先选择供应商再审核') : null,
  effectsOf: ({ shopId }, { barcode, quantity }) => [pieceEffect(barcode, 'out', quantity, shopId)],
  termsOf: ({ shopId, supplierId }, { line }): PieceTerms => ({
    move: 'supplier-return',
    shopId,
    supplierId,
    returnPriceFen: line.returnPriceFen,
  }),
});
