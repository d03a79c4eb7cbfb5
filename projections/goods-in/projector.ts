/** goods_in: one row per receipt and per transfer into a shop, folded per barcode. */
import { cut } from 'services/contracts/limits';
import {
  GOODS_EVENT_TYPES,
  filledAttributes,
  heldQuantity,
  pairedWith,
  type GoodsAttributes,
  type GoodsEvent,
} from 'services/goods/contract';
import type { Recorded } from 'services/event-store/port';
import { foldedName, nameGrams } from '../platform/grams.ts';
import { keyed } from '../platform/projection.ts';
import type { GoodsInRecord, Held, LeftBy } from './row.ts';

/** Copies of one event's own: copied once, changed in place, since a row has forty columns. */
type Draft = { -readonly [Column in keyof GoodsInRecord]: GoodsInRecord[Column] };
type Drafts = readonly Draft[];
type Data<Type extends GoodsEvent['type']> = Extract<GoodsEvent, { type: Type }>['data'];

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
  holds: {},
  audit_flag: 1,
  auditor: '',
  created_by: event.meta.userName,
  created_at: event.meta.at,
  updated_at: event.meta.at,
  revision: event.revision,
  ...receiptColumns(data),
});

const isReceipt = (row: Draft): boolean => row.bill_type === '1';

/** Changes the stock of the barcode in one shop; every row of that shop shows it. */
const moved = (rows: Drafts, shopId: number, change: number, left: LeftBy): Drafts => {
  for (const row of rows) {
    if (row.shop_id !== shopId) continue;
    row.on_hand += change;
    row.left_by = row.on_hand > 0 ? '' : left;
  }
  return rows;
};

type Holds = GoodsInRecord['holds'];
/** Puts new holds on the receipt row, and what is held there on every row of that shop. */
const withHolds = (rows: Drafts, shopId: number, holds: Holds): Drafts => {
  const held = heldQuantity(Object.values(holds), shopId, (key) => holds[key]);
  for (const row of rows) {
    if (row.shop_id === shopId) row.held = held;
    if (isReceipt(row)) row.holds = holds;
  }
  return rows;
};
const holdsOf = (rows: Drafts): Holds => rows.find(isReceipt)?.holds ?? {};
const without = (holds: Holds, keys: readonly string[]): Holds =>
  Object.fromEntries(Object.entries(holds).filter(([key]) => !keys.includes(key)));

const withHold = (rows: Drafts, key: string, hold: Held): Drafts =>
  withHolds(rows, hold.shopId, { ...holdsOf(rows), [key]: hold });
const released = (rows: Drafts, key: string): Drafts => {
  const holds = holdsOf(rows);
  const before = holds[key];
  return before === undefined ? rows : withHolds(rows, before.shopId, without(holds, [key]));
};
/** A hold that was posted; its pair ends with it. */
const consumed = (rows: Drafts, key: string): Drafts => {
  const holds = holdsOf(rows);
  const before = holds[key];
  if (before === undefined) return rows;
  return withHolds(rows, before.shopId, without(holds, [key, ...pairedWith(Object.entries(holds), key)]));
};

/** Judged where it lies: what did not pass stays held, without what stood in for its hold. */
const inspected = (rows: Drafts, { key, result }: Data<'GoodsInspected'>): Drafts => {
  if (result === 'passed') return consumed(rows, key);
  const holds = holdsOf(rows);
  const hold = holds[key];
  if (hold === undefined) return rows;
  return withHolds(rows, hold.shopId, without(holds, pairedWith(Object.entries(holds), key)));
};
const reheld = (
  rows: Drafts,
  key: string,
  { shopId, quantity, holder }: Data<'GoodsHoldHandedOver' | 'GoodsInspectionReversed'>,
): Drafts => withHold(rows, key, { shopId, quantity, no: holder.no });

const transferredIn = (rows: Drafts, data: Data<'GoodsTransferred'>, event: Recorded): Drafts => {
  const receipt = rows.find(isReceipt);
  if (receipt === undefined) return rows;
  const there = rows.find((row) => row.shop_id === data.toShopId);
  const row: Draft = {
    ...receipt,
    row_id: data.rowId,
    bill_type: '2',
    shop_id: data.toShopId,
    received_on: data.document.businessDate,
    quantity: data.quantity,
    on_hand: there?.on_hand ?? 0,
    held: there?.held ?? 0,
    left_by: '',
    holds: {},
    unit_cost_fen: data.inPriceFen,
    audit_flag: 2,
    auditor: event.meta.userName,
    import_id: null,
    created_by: event.meta.userName,
    created_at: event.meta.at,
  };
  return moved([...rows, row], data.toShopId, data.quantity, '');
};

const transferred = (rows: Drafts, data: Data<'GoodsTransferred'>, event: Recorded): Drafts =>
  transferredIn(moved(consumed(rows, data.key), data.fromShopId, -data.quantity, 'transferred'), data, event);

const transferReversed = (rows: Drafts, data: Data<'GoodsTransferReversed'>): Drafts => {
  const back = moved(consumed(rows, data.claimKey), data.toShopId, -data.quantity, 'transferred');
  const home = moved(back, data.fromShopId, data.quantity, '').filter((row) => row.row_id !== data.rowId);
  return withHold(home, data.holdKey, { shopId: data.fromShopId, quantity: data.quantity, no: data.holder.no });
};

type CameBack = Data<'GoodsSaleReversed'> | Data<'GoodsSupplierReturnReversed'> | Data<'GoodsWriteOffReversed'>;
const cameBack = (rows: Drafts, data: CameBack): Drafts =>
  withHold(moved(rows, data.shopId, data.quantity, ''), data.holdKey, {
    shopId: data.shopId,
    quantity: data.quantity,
    no: data.holder.no,
  });

const held = (rows: Drafts, { key, shopId, quantity, holder, replaces }: Data<'GoodsHeld'>): Drafts =>
  withHold(rows, key, { shopId, quantity, no: holder.no, ...(replaces !== undefined && { replaces }) });

const onReceipt = (rows: Drafts, receiptId: number, change: Partial<GoodsInRecord>): Drafts => {
  for (const row of rows) if (row.row_id === receiptId) Object.assign(row, change);
  return rows;
};

const apply = (rows: Drafts, event: Recorded): Drafts => {
  const { type, data } = event as unknown as GoodsEvent;
  switch (type) {
    case 'GoodsReceived':
      return [...rows.filter((row) => row.row_id !== data.receiptId), received(data, event)];
    case 'GoodsReceiptCorrected':
      return onReceipt(rows, data.receiptId, receiptColumns(data));
    case 'GoodsReceiptWithdrawn':
      return rows.filter((row) => row.row_id !== data.receiptId);
    case 'GoodsReceiptAudited':
      return moved(
        onReceipt(rows, data.receiptId, { audit_flag: 2, auditor: data.auditor }),
        data.shopId,
        data.quantity,
        '',
      );
    case 'GoodsReceiptReversed':
      return moved(onReceipt(rows, data.receiptId, { audit_flag: 1, auditor: '' }), data.shopId, -data.quantity, '');
    case 'GoodsHeld':
      return held(rows, data);
    case 'GoodsHoldReleased':
      return released(rows, data.key);
    case 'GoodsTransferred':
      return transferred(rows, data, event);
    case 'GoodsTransferReversed':
      return transferReversed(rows, data);
    case 'GoodsSold':
      return moved(consumed(rows, data.key), data.shopId, -data.quantity, 'sold');
    case 'GoodsReturnedToSupplier':
      return moved(consumed(rows, data.key), data.shopId, -data.quantity, 'returned');
    case 'GoodsWrittenOff':
      return moved(consumed(rows, data.key), data.shopId, -data.quantity, 'lost');
    case 'GoodsFound':
      return moved(rows, data.shopId, data.quantity, '');
    case 'GoodsFindReversed':
      return moved(consumed(rows, data.claimKey), data.shopId, -data.quantity, 'lost');
    case 'GoodsSaleReversed':
    case 'GoodsSupplierReturnReversed':
    case 'GoodsWriteOffReversed':
      return cameBack(rows, data);
    case 'GoodsInspected':
      return inspected(rows, data);
    case 'GoodsInspectionReversed':
      return reheld(released(consumed(rows, data.claimKey), data.inspectedKey), data.holdKey, data);
    case 'GoodsHoldHandedOver':
      return reheld(released(rows, data.from), data.to, data);
    case 'GoodsSaleClaimed':
    case 'GoodsSaleClaimReleased':
    case 'GoodsSupplierReturnClaimed':
    case 'GoodsSupplierReturnClaimReleased':
    case 'GoodsWriteOffClaimed':
    case 'GoodsWriteOffClaimReleased':
    case 'GoodsFindExpected':
      return rows;
  }
};

/** Every event of the piece moves its revision (ETag) and its last change. */
export const foldGoodsIn = (rows: readonly GoodsInRecord[], event: Recorded): readonly GoodsInRecord[] => {
  const after = apply(
    rows.map((row) => ({ ...row })),
    event,
  );
  for (const row of after) {
    row.revision = event.revision;
    row.updated_at = event.meta.at;
  }
  return after;
};

export default keyed<GoodsInRecord>({
  name: 'goods-in',
  version: 8,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'goods_in',
  // The end of an import changes no row, but moves the checkpoint past the rows it shows.
  events: [...GOODS_EVENT_TYPES, 'ImportCompleted'],
  key: 'barcode',
  identity: ['row_id'],
  reads: {
    columns: [
      'row_id',
      'barcode',
      'bill_type',
      'shop_id',
      'on_hand',
      'held',
      'left_by',
      'holds',
      'audit_flag',
      'auditor',
    ],
    copying: ['GoodsTransferred'],
  },
  keyOf: (event) => (event.type === 'ImportCompleted' ? null : (event.data.barcode as string)),
  fold: foldGoodsIn,
});
