/** How random lives of a piece begin. */
import type { GoodsCommand } from '../decider.ts';
import { sampleReceipt } from '../sample.ts';

export const BARCODE = '202600000017';
/** Received and audited in shop 1, five of it. */
export const START: readonly GoodsCommand[] = [
  { type: 'ReceiveGoods', receipt: sampleReceipt({ quantity: 5 }) },
  { type: 'AuditReceipt', receiptId: 10_001, auditor: '李四' },
];
const AS_SALE = { kind: 'sale', id: 9, no: 'XS9' };
const SOLD_ON = { ...AS_SALE, line: 0, businessDate: '2026-11-02' };
/** Two of them sold, and both claimed for what a customer brings back to be inspected. */
export const BROUGHT_BACK: readonly GoodsCommand[] = [
  ...START,
  { type: 'HoldGoods', barcode: BARCODE, key: 's0', shopId: 1, quantity: 2, holder: AS_SALE },
  { type: 'SellGoods', barcode: BARCODE, key: 's0', document: SOLD_ON, amountFen: 900, soldWeightMg: 9 },
  {
    type: 'ClaimDeparture',
    barcode: BARCODE,
    way: 'sale',
    claimKey: 'r0',
    postedKey: 's0',
    holder: AS_SALE,
    returns: 2,
  },
  {
    type: 'ReturnFromCustomer',
    barcode: BARCODE,
    key: 'r0',
    saleKey: 's0',
    document: SOLD_ON,
    shopId: 2,
    refundFen: 900,
    rowId: 20_009,
    goesTo: 'inspection',
  },
];
