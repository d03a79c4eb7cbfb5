/** supplier_returns: one row per return, with its lines as of the accepted version; and its versions for "as of". */
import {
  SUPPLIER_RETURN_EVENT_TYPES,
  mixesSuppliers,
  type SupplierReturnHeader,
  type SupplierReturnLine,
} from 'services/supplier-return/contract';
import { documentFold, documentKey, type DocumentColumns } from '../documents/fold.ts';
import { documentVersions } from '../documents/versions.ts';
import { keyed, type Row } from '../platform/projection.ts';

export type SupplierReturnRecord = DocumentColumns & {
  readonly supplier_id: number | null;
  readonly shop_id: number;
  readonly returned_on: string | null;
  readonly status: string;
  readonly remark: string;
  readonly barcodes: readonly string[];
  readonly line_count: number;
  readonly quantity: number;
  readonly net_weight_mg: number;
  readonly return_amount_fen: number;
  readonly mixed_suppliers: boolean;
};

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

type Sent<Whole> = { readonly [Field in keyof Whole]?: Whole[Field] | undefined };
/** What the list filters and orders by. */
const narrow = (rawHeader: Row, rawLines: readonly Row[]) => {
  const { supplierId = null, shopId = 0, returnedOn = null } = rawHeader as Sent<SupplierReturnHeader>;
  return {
    supplier_id: supplierId,
    shop_id: shopId,
    returned_on: returnedOn,
    barcodes: (rawLines as unknown as readonly SupplierReturnLine[]).map((line) => line.barcode),
  };
};
const columns = (rawHeader: Row, rawLines: readonly Row[]) => {
  const { supplierId = null, ...header } = rawHeader as Sent<SupplierReturnHeader>;
  const lines = rawLines as unknown as readonly SupplierReturnLine[];
  return {
    ...narrow(rawHeader, rawLines),
    status: header.status ?? '2',
    remark: header.remark ?? '',
    line_count: lines.length,
    quantity: sum(lines, (line) => line.quantity),
    net_weight_mg: sum(lines, (line) => line.netWeightMg * line.quantity),
    return_amount_fen: sum(lines, (line) => line.returnPriceFen * line.quantity),
    mixed_suppliers: mixesSuppliers(
      lines.map((line) => ({ supplierId: line.supplierId ?? null })),
      supplierId,
    ),
  };
};

const NONE = { supplier_id: null, shop_id: 0, returned_on: null, barcodes: [] };
export default keyed<SupplierReturnRecord>({
  name: 'supplier-returns',
  version: 3,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'supplier_returns',
  events: SUPPLIER_RETURN_EVENT_TYPES,
  key: 'id',
  oneStream: true,
  identity: ['id'],
  keyOf: documentKey,
  fold: documentFold<SupplierReturnRecord>('SupplierReturn', columns, {
    ...NONE,
    status: '2',
    remark: '',
    line_count: 0,
    quantity: 0,
    net_weight_mg: 0,
    return_amount_fen: 0,
    mixed_suppliers: false,
  }),
});

export const supplierReturnVersions = documentVersions<DocumentColumns & ReturnType<typeof narrow>>({
  name: 'SupplierReturn',
  projection: 'supplier-return-versions',
  version: 1,
  ddl: new URL('./versions.sql', import.meta.url),
  table: 'supplier_return_versions',
  events: SUPPLIER_RETURN_EVENT_TYPES,
  columns: narrow,
  empty: NONE,
});
