/** goods_in: one row per receipt, per transfer into a shop and per return to one that never had it, folded per barcode. */
import { GOODS_EVENT_TYPES, type GoodsEvent } from 'services/goods/contract';
import type { Recorded } from 'services/event-store/port';
import { madeBy } from '../platform/projection/maker-columns.ts';
import { keyed } from '../platform/projection/projection.ts';
import { isReceipt, moved, type Data, type Draft, type Drafts } from './draft-row.ts';
import { consumed, holdChanged, withHold, type HoldEvent } from './holds-fold.ts';
import { receiptChanged, type ReceiptEvent } from './receipts-fold.ts';
import type { GoodsInRecord } from './row.ts';

type Arrival = Pick<Draft, 'row_id' | 'bill_type' | 'shop_id' | 'received_on' | 'quantity' | 'unit_cost_fen'>;
/** A row of its own in a shop that the pieces come to, described as the receipt is. */
const arrivedIn = (rows: Drafts, arrival: Arrival, event: Recorded): Drafts => {
  const receipt = rows.find(isReceipt);
  if (receipt === undefined) return rows;
  const there = rows.find((row) => row.shop_id === arrival.shop_id);
  const row: Draft = {
    ...receipt,
    ...arrival,
    on_hand: there?.on_hand ?? 0,
    held: there?.held ?? 0,
    waits: there?.waits ?? false,
    left_by: '',
    holds: {},
    audit_flag: 2,
    auditor: event.meta.userName,
    import_id: null,
    created_by: event.meta.userName,
    ...madeBy(event),
    created_at: event.meta.at,
  };
  return moved([...rows, row], arrival.shop_id, arrival.quantity, '');
};
const transferredIn = (rows: Drafts, data: Data<'GoodsTransferred'>, event: Recorded): Drafts =>
  arrivedIn(
    rows,
    {
      row_id: data.rowId,
      bill_type: '2',
      shop_id: data.toShopId,
      received_on: data.document.businessDate,
      quantity: data.quantity,
      unit_cost_fen: data.inPriceFen,
    },
    event,
  );

type NewWeights = NonNullable<Data<'GoodsCustomerReturned'>['reweighed']>;
/** On the receipt and every row made after it: it is one piece. */
const weighing = (rows: Drafts, weights: NewWeights['after'] | undefined, needsLabel: boolean): Drafts => {
  if (weights === undefined) return rows;
  const { netWeightMg, grossWeightMg } = weights;
  return rows.map((row) => ({
    ...row,
    needs_label: needsLabel,
    net_weight_mg: netWeightMg,
    gross_weight_mg: grossWeightMg,
    attributes: { ...row.attributes, netWeightMg, grossWeightMg },
  }));
};
/** What became old material as it came back left the shop that sold it for good. */
const melted = (rows: Drafts, shopId: number): Drafts => moved(rows, shopId, 0, 'melted');
const customerReturned = (before: Drafts, data: Data<'GoodsCustomerReturned'>, event: Recorded): Drafts => {
  const { rowId, shopId, quantity, unitCostFen, document, goesTo, reweighed } = data;
  if (goesTo === 'old-material') return melted(before, shopId);
  const rows = weighing(before, reweighed?.after, true);
  if (rowId === null) return moved(rows, shopId, quantity, '');
  const arrival = { row_id: rowId, bill_type: '3', shop_id: shopId, quantity } as const;
  return arrivedIn(rows, { ...arrival, received_on: document.businessDate, unit_cost_fen: unitCostFen }, event);
};
const customerReturnReversed = (before: Drafts, data: Data<'GoodsCustomerReturnReversed'>): Drafts => {
  const { shopId, quantity, claimKey, rowId, goesTo, reweighed } = data;
  if (goesTo === 'old-material') return moved(before, shopId, 0, 'sold');
  const rows = weighing(before, reweighed?.before, false);
  return moved(consumed(rows, claimKey), shopId, -quantity, 'sold').filter((row) => row.row_id !== rowId);
};

const transferred = (rows: Drafts, data: Data<'GoodsTransferred'>, event: Recorded): Drafts =>
  transferredIn(moved(consumed(rows, data.key), data.fromShopId, -data.quantity, 'transferred'), data, event);

const transferReversed = (rows: Drafts, data: Data<'GoodsTransferReversed'>): Drafts => {
  const back = moved(consumed(rows, data.claimKey), data.toShopId, -data.quantity, 'transferred');
  const home = moved(back, data.fromShopId, data.quantity, '').filter((row) => row.row_id !== data.rowId);
  return withHold(home, data.holdKey, { shopId: data.fromShopId, quantity: data.quantity, no: data.holder.no });
};

type DepartureReversal =
  | Data<'GoodsSaleReversed'>
  | Data<'GoodsSupplierReturnReversed'>
  | Data<'GoodsWriteOffReversed'>;
const cameBack = (rows: Drafts, data: DepartureReversal): Drafts =>
  withHold(moved(rows, data.shopId, data.quantity, ''), data.holdKey, {
    shopId: data.shopId,
    quantity: data.quantity,
    no: data.holder.no,
  });

type Departure = Extract<GoodsEvent, { type: 'GoodsSold' | 'GoodsReturnedToSupplier' | 'GoodsWrittenOff' }>;
const LEFT_BY = { GoodsSold: 'sold', GoodsReturnedToSupplier: 'returned', GoodsWrittenOff: 'lost' } as const;
const departed = (rows: Drafts, { type, data }: Departure): Drafts =>
  moved(consumed(rows, data.key), data.shopId, -data.quantity, LEFT_BY[type]);

type ClaimEvent = Extract<GoodsEvent, { type: `${string}${'Claimed' | 'ClaimReleased'}` | 'GoodsFindExpected' }>;
type Movement = Exclude<GoodsEvent, ReceiptEvent | HoldEvent | ClaimEvent | { type: 'GoodsLabelRenewed' }>;
const stockMoved = (rows: Drafts, movement: Movement, event: Recorded): Drafts => {
  switch (movement.type) {
    case 'GoodsTransferred':
      return transferred(rows, movement.data, event);
    case 'GoodsTransferReversed':
      return transferReversed(rows, movement.data);
    case 'GoodsSold':
    case 'GoodsReturnedToSupplier':
    case 'GoodsWrittenOff':
      return departed(rows, movement);
    case 'GoodsCustomerReturned':
      return customerReturned(rows, movement.data, event);
    case 'GoodsCustomerReturnReversed':
      return customerReturnReversed(rows, movement.data);
    case 'GoodsFound':
      return moved(rows, movement.data.shopId, movement.data.quantity, '');
    case 'GoodsFindReversed': {
      const { claimKey, shopId, quantity } = movement.data;
      return moved(consumed(rows, claimKey), shopId, -quantity, 'lost');
    }
    case 'GoodsSaleReversed':
    case 'GoodsSupplierReturnReversed':
    case 'GoodsWriteOffReversed':
      return cameBack(rows, movement.data);
  }
};

const apply = (rows: Drafts, recorded: Recorded): Drafts => {
  const event = recorded as unknown as GoodsEvent;
  switch (event.type) {
    case 'GoodsReceived':
    case 'GoodsReceiptCorrected':
    case 'GoodsReceiptWithdrawn':
    case 'GoodsReceiptAudited':
    case 'GoodsReceiptReversed':
      return receiptChanged(rows, event, recorded);
    case 'GoodsHeld':
    case 'GoodsHoldReleased':
    case 'GoodsInspected':
    case 'GoodsInspectionReversed':
    case 'GoodsHoldHandedOver':
      return holdChanged(rows, event);
    case 'GoodsSaleClaimed':
    case 'GoodsSaleClaimReleased':
    case 'GoodsSupplierReturnClaimed':
    case 'GoodsSupplierReturnClaimReleased':
    case 'GoodsWriteOffClaimed':
    case 'GoodsWriteOffClaimReleased':
    case 'GoodsFindExpected':
      return rows;
    case 'GoodsLabelRenewed':
      return rows.map((row) => ({ ...row, needs_label: false }));
    default:
      return stockMoved(rows, event, recorded);
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
  version: 12,
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
      'waits',
      'holds',
      'audit_flag',
      'auditor',
    ],
    copying: ['GoodsTransferred', 'GoodsCustomerReturned', 'GoodsCustomerReturnReversed', 'GoodsLabelRenewed'],
  },
  keyOf: (event) => (event.type === 'ImportCompleted' ? null : (event.data.barcode as string)),
  fold: foldGoodsIn,
});
