/** transfers: one row per transfer, with its lines as of the accepted version; and its versions for "as of". */
import { TRANSFER_EVENT_TYPES, type TransferHeader, type TransferLine } from 'services/transfer/contract';
import { documentFold, documentKey, type DocumentColumns } from '../documents/fold.ts';
import { documentVersions } from '../documents/versions.ts';
import { keyed, type Row } from '../platform/projection.ts';

export type TransferRecord = DocumentColumns & {
  readonly out_shop_id: number;
  readonly in_shop_id: number;
  readonly transferred_on: string | null;
  readonly remark: string;
  readonly barcodes: readonly string[];
  readonly line_count: number;
  readonly quantity: number;
  readonly net_weight_mg: number;
  readonly in_amount_fen: number;
};

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** What the list filters and orders by. */
const narrow = (rawHeader: Row, rawLines: readonly Row[]) => {
  const header = rawHeader as unknown as TransferHeader;
  return {
    out_shop_id: header.outShopId,
    in_shop_id: header.inShopId,
    transferred_on: header.transferredOn,
    barcodes: (rawLines as unknown as readonly TransferLine[]).map((line) => line.barcode),
  };
};
const columns = (rawHeader: Row, rawLines: readonly Row[]) => {
  const header = rawHeader as unknown as Partial<TransferHeader>;
  const lines = rawLines as unknown as readonly TransferLine[];
  return {
    ...narrow(rawHeader, rawLines),
    remark: header.remark ?? '',
    line_count: lines.length,
    quantity: sum(lines, (line) => line.quantity),
    net_weight_mg: sum(lines, (line) => line.netWeightMg * line.quantity),
    in_amount_fen: sum(lines, (line) => line.inPriceFen * line.quantity),
  };
};

const NONE = { out_shop_id: 0, in_shop_id: 0, transferred_on: null, barcodes: [] };
export default keyed<TransferRecord>({
  name: 'transfers',
  version: 3,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'transfers',
  events: TRANSFER_EVENT_TYPES,
  key: 'id',
  oneStream: true,
  identity: ['id'],
  keyOf: documentKey,
  fold: documentFold<TransferRecord>('Transfer', columns, {
    ...NONE,
    remark: '',
    line_count: 0,
    quantity: 0,
    net_weight_mg: 0,
    in_amount_fen: 0,
  }),
});

export const transferVersions = documentVersions<DocumentColumns & ReturnType<typeof narrow>>({
  name: 'Transfer',
  projection: 'transfer-versions',
  version: 1,
  ddl: new URL('./versions.sql', import.meta.url),
  table: 'transfer_versions',
  events: TRANSFER_EVENT_TYPES,
  columns: narrow,
  empty: NONE as unknown as ReturnType<typeof narrow>,
});
