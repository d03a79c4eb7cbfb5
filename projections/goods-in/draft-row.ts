/** The rows of one barcode while an event is folded into them. */
import type { GoodsEvent } from 'services/goods/contract';
import type { GoodsInRecord, Departure } from './row.ts';

/** Copies of one event's own: copied once, changed in place, since a row has forty columns. */
export type Draft = { -readonly [Column in keyof GoodsInRecord]: GoodsInRecord[Column] };
export type Drafts = readonly Draft[];
export type Data<Type extends GoodsEvent['type']> = Extract<GoodsEvent, { type: Type }>['data'];

export const isReceipt = (row: Draft): boolean => row.bill_type === '1';

/** Changes the stock of the barcode in one shop; every row of that shop shows it. */
export const moved = (rows: Drafts, shopId: number, change: number, left: Departure): Drafts => {
  for (const row of rows) {
    if (row.shop_id !== shopId) continue;
    row.on_hand += change;
    row.left_by = row.on_hand > 0 ? '' : left;
  }
  return rows;
};
