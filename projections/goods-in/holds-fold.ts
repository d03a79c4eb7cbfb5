/** What takes, releases and hands over pieces, on the rows of their barcode. */
import { heldQuantity, isWaitKey, pairedWith, type GoodsEvent } from 'services/goods/contract';
import { isReceipt, moved, type Data, type Drafts } from './draft-row.ts';
import type { GoodsInRecord, RowHold } from './row.ts';

type Holds = GoodsInRecord['holds'];
/** Puts new holds on the receipt row, and what is held there on every row of that shop. */
const withHolds = (rows: Drafts, shopId: number, holds: Holds): Drafts => {
  const held = heldQuantity(Object.values(holds), shopId, (key) => holds[key]);
  const waits = Object.entries(holds).some(([key, hold]) => isWaitKey(key) && hold.shopId === shopId);
  for (const row of rows) {
    if (row.shop_id === shopId) Object.assign(row, { held, waits });
    if (isReceipt(row)) row.holds = holds;
  }
  return rows;
};
const holdsOf = (rows: Drafts): Holds => rows.find(isReceipt)?.holds ?? {};
const without = (holds: Holds, keys: readonly string[]): Holds =>
  Object.fromEntries(Object.entries(holds).filter(([key]) => !keys.includes(key)));

export const withHold = (rows: Drafts, key: string, hold: RowHold): Drafts =>
  withHolds(rows, hold.shopId, { ...holdsOf(rows), [key]: hold });
const released = (rows: Drafts, key: string): Drafts => {
  const holds = holdsOf(rows);
  const before = holds[key];
  return before === undefined ? rows : withHolds(rows, before.shopId, without(holds, [key]));
};
/** A hold that was posted; its pair ends with it. */
export const consumed = (rows: Drafts, key: string): Drafts => {
  const holds = holdsOf(rows);
  const before = holds[key];
  if (before === undefined) return rows;
  return withHolds(rows, before.shopId, without(holds, [key, ...pairedWith(Object.entries(holds), key)]));
};

/** Judged where it lies: what did not pass stays held, without what stood in for its hold. */
const inspected = (rows: Drafts, data: Data<'GoodsInspected'>): Drafts => {
  const { key, result, melted, shopId, quantity } = data;
  if (melted !== undefined) return moved(consumed(rows, key), shopId, -quantity, 'melted');
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

/** What was melted lies there again before it is held. */
const inspectionReversed = (rows: Drafts, data: Data<'GoodsInspectionReversed'>): Drafts => {
  const { shopId, quantity, melted, claimKey, inspectedKey, holdKey } = data;
  const back = melted === undefined ? rows : moved(rows, shopId, quantity, '');
  return reheld(released(consumed(back, claimKey), inspectedKey), holdKey, data);
};

const held = (rows: Drafts, { key, shopId, quantity, holder, replaces }: Data<'GoodsHeld'>): Drafts =>
  withHold(rows, key, { shopId, quantity, no: holder.no, ...(replaces !== undefined && { replaces }) });

export type HoldEvent = Extract<
  GoodsEvent,
  { type: 'GoodsHeld' | 'GoodsHoldReleased' | 'GoodsInspected' | 'GoodsInspectionReversed' | 'GoodsHoldHandedOver' }
>;
export const holdChanged = (rows: Drafts, { type, data }: HoldEvent): Drafts => {
  switch (type) {
    case 'GoodsHeld':
      return held(rows, data);
    case 'GoodsHoldReleased':
      return released(rows, data.key);
    case 'GoodsInspected':
      return inspected(rows, data);
    case 'GoodsInspectionReversed':
      return inspectionReversed(rows, data);
    case 'GoodsHoldHandedOver':
      return reheld(released(rows, data.from), data.to, data);
  }
};
