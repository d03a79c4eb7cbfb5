/** A return to the supplier as the saga sees it: a piece leaves its shop for its supplier. */
import { refuseField } from '../contracts/refusal.ts';
import type { DocumentSpec } from '../documents/spec.ts';
import { pieceEffect, type PieceTerms } from '../goods/contract.ts';
import { SupplierReturnEvent, supplierReturnStream, SupplierReturnHeader, SupplierReturnLine } from './contract.ts';
import { supplierReturnManifest } from './manifest.ts';

export const supplierReturnDocument: DocumentSpec<SupplierReturnHeader, SupplierReturnLine> = {
  kind: supplierReturnManifest.kind,
  name: 'SupplierReturn',
  linesPath: 'bizGoodsList',
  values: { header: SupplierReturnHeader, line: SupplierReturnLine },
  sums: [
    { label: '合计件数', kind: 'documentPieces', of: ({ quantity }) => quantity },
    { label: '合计重量', kind: 'documentWeight', of: ({ netWeightMg, quantity }) => netWeightMg * quantity },
    { label: '退货金额', kind: 'documentMoney', of: ({ returnPriceFen, quantity }) => returnPriceFen * quantity },
    { label: '成本金额', kind: 'documentMoney', of: ({ unitCostFen, quantity }) => unitCostFen * quantity },
  ],
  stream: supplierReturnStream,
  parse: ({ type, data, meta }) => ({ ...SupplierReturnEvent.parse({ type, data }), meta }),
  shopOf: ({ shopId }) => shopId,
  businessDate: ({ returnedOn }) => returnedOn,
  auditLacks: ({ supplierId }) =>
    supplierId === null ? refuseField('return.no_supplier', 'supplierId', '请先选择供应商再审核') : null,
  effectsOf: ({ shopId }, { barcode, quantity }) => [pieceEffect(barcode, 'out', quantity, shopId)],
  termsOf: ({ shopId, supplierId }, { line }): PieceTerms => ({
    move: 'supplier-return',
    shopId,
    supplierId,
    returnPriceFen: line.returnPriceFen,
  }),
};
