/** What the events of a receipt do to the rows of its barcode. */
import { cut } from 'services/contracts/limits';
import { filledAttributes, type GoodsAttributes, type GoodsEvent } from 'services/goods/contract';
import type { Recorded } from 'services/event-store/port';
import { madeBy } from '../platform/projection/maker-columns.ts';
import { foldedName, nameGrams } from '../platform/queries/name-grams.ts';
import { moved, type Data, type Draft, type Drafts } from './draft-row.ts';
import type { GoodsInRecord } from './row.ts';

/** One character may fold to eighteen, and an index takes no more than 2,700 bytes of a row. */
const FOLDED = 240;
const attributeColumns = (attributes: GoodsAttributes) => ({
  category: attributes.category,
  name: attributes.name,
  folded_name: cut(foldedName(attributes.name), FOLDED),
  grams: nameGrams(attributes.name),
  style: attributes.style,
  fineness: attributes.fineness,
  gold_content: attributes.goldContent,
  certificate_no: attributes.certificateNo,
  net_weight_mg: attributes.netWeightMg,
  gross_weight_mg: attributes.grossWeightMg,
  tag_price_fen: attributes.tagPriceFen,
  attributes: filledAttributes(attributes) as GoodsInRecord['attributes'],
});

const receiptColumns = (data: Data<'GoodsReceived'>) => ({
  shop_id: data.shopId,
  supplier_id: data.supplierId,
  received_on: data.receivedOn,
  first_received_on: data.receivedOn,
  batch_no: data.batchNo,
  quantity: data.quantity,
  unit_cost_fen: data.attributes.unitCostFen,
  status: data.status,
  print_template: data.printTemplate,
  ...attributeColumns(data.attributes),
});

const received = (data: Data<'GoodsReceived'>, event: Recorded): Draft => ({
  row_id: data.receiptId,
  barcode: data.barcode,
  bill_type: '1',
  import_id: data.importId,
  on_hand: 0,
  held: 0,
  left_by: '',
  waits: false,
  needs_label: false,
  holds: {},
  audit_flag: 1,
  auditor: '',
  created_by: event.meta.userName,
  ...madeBy(event),
  created_at: event.meta.at,
  updated_at: event.meta.at,
  revision: event.revision,
  ...receiptColumns(data),
});

const onReceipt = (rows: Drafts, receiptId: number, change: Partial<GoodsInRecord>): Drafts => {
  for (const row of rows) if (row.row_id === receiptId) Object.assign(row, change);
  return rows;
};

export type ReceiptEvent = Extract<GoodsEvent, { type: `GoodsReceipt${string}` | 'GoodsReceived' }>;
export const receiptChanged = (rows: Drafts, { type, data }: ReceiptEvent, event: Recorded): Drafts => {
  switch (type) {
    case 'GoodsReceived':
      return [...rows.filter((row) => row.row_id !== data.receiptId), received(data, event)];
    case 'GoodsReceiptCorrected':
      return onReceipt(rows, data.receiptId, receiptColumns(data));
    case 'GoodsReceiptWithdrawn':
      return rows.filter((row) => row.row_id !== data.receiptId);
    case 'GoodsReceiptAudited': {
      const audited = onReceipt(rows, data.receiptId, { audit_flag: 2, auditor: data.auditor });
      return moved(audited, data.shopId, data.quantity, '');
    }
    case 'GoodsReceiptReversed':
      return moved(onReceipt(rows, data.receiptId, { audit_flag: 1, auditor: '' }), data.shopId, -data.quantity, '');
  }
};
