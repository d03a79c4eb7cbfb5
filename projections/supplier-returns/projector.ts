/** supplier_returns: one row per return, with its lines as of the accepted version; and its versions for "as of". */
import {
  SUPPLIER_RETURN_EVENT_TYPES,
  mixesSuppliers,
  type SupplierReturnHeader,
  type SupplierReturnLine,
} from 'services/supplier-return/contract';
import { documentTables, sumOf, type StoredForm } from '../documents/tables.ts';
import { supplierReturnFields } from './contract.ts';

export const supplierReturns = documentTables({
  fields: supplierReturnFields,
  name: 'SupplierReturn',
  events: SUPPLIER_RETURN_EVENT_TYPES,
  table: 'supplier_returns',
  one: 'supplier_return',
  version: 7,
  versions: 2,
  day: 'returned_on',
  indexes: {
    shop: '(shop_id, returned_on DESC, id DESC)',
    supplier: '(supplier_id, returned_on DESC, id DESC)',
  },
  columns: (header: StoredForm<SupplierReturnHeader>, lines: readonly SupplierReturnLine[]) => ({
    supplier_id: header.supplierId,
    shop_id: header.shopId,
    returned_on: header.returnedOn,
    status: header.status,
    remark: header.remark,
    inspection_id: header.inspectionId,
    return_amount_fen: sumOf(lines, (line) => line.returnPriceFen * line.quantity),
    mixed_suppliers: mixesSuppliers(lines, header.supplierId ?? null),
  }),
});
export default supplierReturns.live;
export const supplierReturnVersions = supplierReturns.versions;
