/** A return to the supplier as the saga sees it: hold in its shop, give back, claim the returned line, take it back. */
import { refuseField } from '../contracts/refusal.ts';
import type { DocumentSpec } from '../platform/saga/spec.ts';
import { SupplierReturnEvent, supplierReturnStream, SupplierReturnHeader, SupplierReturnLine } from './contract.ts';

export const supplierReturnDocument: DocumentSpec<SupplierReturnHeader, SupplierReturnLine> = {
  kind: 'supplier-return',
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
  holdOf: ({ shopId }, { barcode, quantity }) => ({ barcode, shopId, quantity }),
  post: ({ header, line, key, document }) => ({
    type: 'ReturnToSupplier',
    key,
    document,
    supplierId: header.supplierId,
    returnPriceFen: line.returnPriceFen,
  }),
  claim: ({ claimKey, key, holder }) => ({ type: 'ClaimSupplierReturn', claimKey, returnKey: key, holder }),
  releaseClaim: ({ claimKey, postedKey }) => ({
    type: 'ReleaseSupplierReturnClaim',
    claimKey,
    returnKey: postedKey,
  }),
  giveBack: ({ claimKey, key, backKey, document, holder }) => ({
    type: 'ReverseSupplierReturn',
    claimKey,
    returnKey: key,
    holdKey: backKey,
    document,
    holder,
  }),
};
