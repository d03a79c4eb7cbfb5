import { expect, test } from 'vitest';
import { sampleAttributes, sampleReceipt } from '../../services/goods/sample.ts';
import { recorded } from '../platform/testing/recorded.ts';
import { lifeOf } from './life.ts';

const names = { shop: (id: number | null) => `分店${id}`, supplier: (id: number | null) => `供应商${id}` };
const received = { type: 'GoodsReceived', data: sampleReceipt() };
const corrected = {
  type: 'GoodsReceiptCorrected',
  data: sampleReceipt({ batchNo: 'P2', attributes: sampleAttributes({ unitCostFen: 1, color: '红' }) }),
};

test('a correction says what changed from what to what; cost only with the right', () => {
  const [, step] = lifeOf(recorded(received, corrected), names, true).steps;
  expect(step?.changes).toEqual([
    { field: 'batchNo', label: '批次号', before: '', after: 'P2' },
    { field: 'piceCost', label: '成本', before: '¥1,800.40', after: '¥0.01' },
    { field: 'color', label: '颜色', before: '', after: '红' },
  ]);
  const [, blind] = lifeOf(recorded(received, corrected), names, false).steps;
  expect(blind?.changes.map(({ field }) => field)).toEqual(['batchNo', 'color']);
});
test('a late release that let go of nothing is no step; who and when are on every one', () => {
  const nothing = {
    type: 'GoodsHoldReleased',
    data: { barcode: received.data.barcode, key: 'k', shopId: null, quantity: 0 },
  };
  const { steps, attributes } = lifeOf(recorded(received, nothing), names, true);
  expect(steps).toMatchObject([{ position: 1, by: '张三', at: '2026-11-01T01:00:00.000Z', documentNo: 'RK10001' }]);
  expect(attributes?.name).toBe('足金戒指');
});
test('what a transfer was worth is told only to who may see cost', () => {
  const moved = {
    type: 'GoodsTransferred',
    data: {
      barcode: received.data.barcode,
      key: 'k',
      document: { kind: 'transfer', id: 7, no: 'DB7', line: 0, businessDate: '2026-11-05' },
      fromShopId: 1,
      toShopId: 2,
      quantity: 1,
      outPriceFen: 100,
      inPriceFen: 123_456,
      rowId: 9,
    },
  };
  expect(lifeOf(recorded(received, moved), names, true).steps[1]?.text).toBe('分店1 → 分店2 1 件，调入价 ¥1,234.56');
  expect(lifeOf(recorded(received, moved), names, false).steps[1]?.text).toBe('分店1 → 分店2 1 件');
});
