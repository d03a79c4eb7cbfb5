/** stock_adjusts: one row per write-off or write-up, with its lines as of the accepted version; and its versions. */
import { ADJUST_EVENT_TYPES, type AdjustHeader, type AdjustLine } from 'services/stock-adjust/contract';
import { documentFold, documentKey, type DocumentColumns } from '../documents/fold.ts';
import { documentVersions } from '../documents/versions.ts';
import { keyed, type Row } from '../platform/projection.ts';

type Narrow = {
  readonly kind: string;
  readonly shop_id: number;
  readonly adjusted_on: string | null;
  readonly check_id: number | null;
  readonly barcodes: readonly string[];
};
export type AdjustRecord = DocumentColumns &
  Narrow & {
    readonly reason: string;
    readonly pictures: readonly string[];
    readonly remark: string;
    readonly line_count: number;
    readonly quantity: number;
    readonly net_weight_mg: number;
    readonly cost_fen: number;
  };

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

type Sent = { readonly [Field in keyof AdjustHeader]?: AdjustHeader[Field] | undefined };
/** What the list filters and orders by. */
const narrow = (rawHeader: Row, rawLines: readonly Row[]): Narrow => {
  const { kind = '', shopId = 0, adjustedOn = null, checkId = null } = rawHeader as Sent;
  return {
    kind,
    shop_id: shopId,
    adjusted_on: adjustedOn,
    check_id: checkId,
    barcodes: (rawLines as unknown as readonly AdjustLine[]).map((line) => line.barcode),
  };
};
const columns = (rawHeader: Row, rawLines: readonly Row[]) => {
  const header = rawHeader as Sent;
  const lines = rawLines as unknown as readonly AdjustLine[];
  return {
    ...narrow(rawHeader, rawLines),
    reason: header.reason ?? '',
    pictures: header.pictures ?? [],
    remark: header.remark ?? '',
    line_count: lines.length,
    quantity: sum(lines, (line) => line.quantity),
    net_weight_mg: sum(lines, (line) => line.netWeightMg * line.quantity),
    cost_fen: sum(lines, (line) => line.unitCostFen * line.quantity),
  };
};

const NONE: Narrow = { kind: '', shop_id: 0, adjusted_on: null, check_id: null, barcodes: [] };
export default keyed<AdjustRecord>({
  name: 'stock-adjusts',
  version: 2,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'stock_adjusts',
  events: ADJUST_EVENT_TYPES,
  key: 'id',
  identity: ['id'],
  keyOf: documentKey,
  fold: documentFold<AdjustRecord>('StockAdjust', columns, {
    ...NONE,
    reason: '',
    pictures: [],
    remark: '',
    line_count: 0,
    quantity: 0,
    net_weight_mg: 0,
    cost_fen: 0,
  }),
});

export const stockAdjustVersions = documentVersions<DocumentColumns & Narrow>({
  name: 'StockAdjust',
  projection: 'stock-adjust-versions',
  version: 1,
  ddl: new URL('./versions.sql', import.meta.url),
  table: 'stock_adjust_versions',
  events: ADJUST_EVENT_TYPES,
  columns: narrow,
  empty: NONE,
});
