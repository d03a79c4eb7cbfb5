/** goods_in_versions: what goods-in rows were found by, for "as of"; out of the fold that fills the list itself. */
import type { Row } from '../platform/projection/projection.ts';
import { versioned } from '../platform/projection/versioned-rows.ts';
import { foldGoodsIn } from './projector.ts';
import type { GoodsInRecord } from './row.ts';

const DESCRIBING = ['GoodsReceived', 'GoodsReceiptCorrected'];
type Version = GoodsInRecord & { readonly described_position?: number; readonly main_stone_milli?: number };
/** A new description, of whatever field, is a new version: reports tell a piece in the words of their moment. */
const COLUMNS = [
  'barcode',
  'row_id',
  'bill_type',
  'shop_id',
  'supplier_id',
  'received_on',
  'batch_no',
  'audit_flag',
  'import_id',
  'category',
  'name',
  'folded_name',
  'style',
  'fineness',
  'gold_content',
  'certificate_no',
  'net_weight_mg',
  'gross_weight_mg',
  'main_stone_milli',
  'tag_price_fen',
  'needs_label',
  'described_position',
] as const satisfies readonly (keyof Version)[];

export const goodsInVersions = versioned<Version>({
  name: 'goods-in-versions',
  version: 4,
  ddl: new URL('./versions.sql', import.meta.url),
  table: 'goods_in_versions',
  // Holds, sales and returns change what lies in a shop (table holding), not what a row is found by.
  events: [
    ...DESCRIBING,
    'GoodsReceiptWithdrawn',
    'GoodsReceiptAudited',
    'GoodsReceiptReversed',
    'GoodsTransferred',
    'GoodsTransferReversed',
    'GoodsCustomerReturned',
    'GoodsCustomerReturnReversed',
    'GoodsLabelRenewed',
  ],
  key: 'barcode',
  identity: ['row_id'],
  keyOf: ({ data }) => data.barcode as string,
  fold: (rows, event) => {
    const after = foldGoodsIn(rows, event) as readonly Version[];
    if (event.data['reweighed'] !== undefined) {
      return after.map((row) => ({ ...row, described_position: event.position }));
    }
    if (!DESCRIBING.includes(event.type)) return after;
    return after.map((row) =>
      row.row_id === event.data.receiptId
        ? { ...row, main_stone_milli: row.attributes.mainStoneCaratMilli ?? 0, described_position: event.position }
        : row,
    );
  },
  columns: COLUMNS,
  // Stock and holds, which the fold carries along, are never read here.
  blank: { on_hand: 0, held: 0, left_by: '', waits: false, holds: {} } satisfies Row,
});
