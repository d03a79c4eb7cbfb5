/** Receipts out of older events with what they left out: read models see the same shape as the decider. */
import type { GoodsEvent } from './events.ts';
import { wholeAttributes } from './fields.ts';

type Receipt = Extract<GoodsEvent, { type: 'GoodsReceived' }>['data'];
type Stored = Pick<Receipt, 'barcode' | 'receiptId' | 'shopId' | 'supplierId' | 'receivedOn' | 'quantity'> &
  Partial<Omit<Receipt, 'attributes'>> & { readonly attributes: Partial<Receipt['attributes']> };

/** The defaults of the event's schema without its checks: a rebuild reads millions, and what is stored was checked. */
export const wholeReceipt = (data: Receipt): Receipt => {
  const stored: Stored = data;
  return {
    ...data,
    batchNo: stored.batchNo ?? '',
    printTemplate: stored.printTemplate ?? '',
    status: stored.status ?? '2',
    importId: stored.importId ?? null,
    attributes: wholeAttributes(stored.attributes),
  };
};
