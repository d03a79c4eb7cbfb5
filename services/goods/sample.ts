/** Sample pieces for tests: one plain 足金 ring, fixed ids and moments. */
import { GoodsInBody, attributesOf } from './contract.ts';
import type { GoodsAttributes } from './fields.ts';
import type { Receipt } from './state.ts';

/** A body as a screen sends it. */
export const sampleBody = (change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  shopId: 1,
  supplierId: 5,
  inStorageAt: '2026-11-01',
  barcode: '',
  num: 1,
  printTemplate: '标准标签',
  type: '戒指',
  name: '足金戒指',
  style: '光圈',
  fineness: '足金',
  goldWeight: 3.215,
  goldCost: 560,
  workFee: 20,
  sellRaito: 1.2,
  ...change,
});
export const sampleAttributes = (change: Partial<GoodsAttributes> = {}): GoodsAttributes => ({
  ...attributesOf(GoodsInBody.parse(sampleBody())),
  unitCostFen: 180_040,
  tagPriceFen: 223_800,
  grossWeightMg: 3215,
  ...change,
});
export const sampleReceipt = (change: Partial<Receipt> = {}): Receipt => ({
  barcode: '202600000017',
  receiptId: 10_001,
  shopId: 1,
  supplierId: 5,
  receivedOn: '2026-11-01',
  batchNo: '',
  quantity: 1,
  printTemplate: '标准标签',
  status: '2',
  importId: null,
  attributes: sampleAttributes(),
  ...change,
});
