import type { SaleHeader, SaleLine } from 'services/sale/contract';
import { expect, test } from 'vitest';
import { rowsOfVersion } from './row.ts';

const MADE = { event_id: 'e', at: '2026-11-20T02:00:00.000Z', creator: '收银' };
/** What the cost of a line depends on; the other fields of a line do not matter here. */
const costsOf = (...lines: readonly object[]): readonly unknown[] => {
  const header = { soldOn: '2026-11-20' } as SaleHeader;
  const whole = lines.map((line, place) => ({ lineId: String(place + 1), points: 0, ...line }) as SaleLine);
  const rows = rowsOfVersion(1, { header, lines: whole }, MADE);
  return [rows[0]?.['goods_cost_fen'], ...rows.slice(1).map((row) => row['cost_fen'])];
};
const SOLD = { list: 'goods', quantity: 1, unitCostFen: 180_040 };
const BACK = {
  list: 'change',
  quantity: 1,
  unitCostFen: 180_040,
  unitRefundFen: 0,
  refundFen: 0,
  soldQuantity: 2,
  refundableFen: 0,
};

test('gold that is cut off a sold piece is taken off its cost, gold that is added comes to it', () => {
  expect(costsOf({ ...SOLD, cutCostFen: -33_600 })).toEqual([146_440, 146_440]);
  expect(costsOf({ ...SOLD, cutCostFen: 16_800 })).toEqual([196_840, 196_840]);
});

test('what comes back takes off what it cost when it was sold; lines of before say it of one piece', () => {
  expect(costsOf({ ...SOLD, cutCostFen: -33_600 }, { ...BACK, costFen: 146_440 })).toEqual([0, 146_440, 146_440]);
  expect(costsOf({ ...BACK, quantity: 2 })).toEqual([-360_080, 360_080]);
});
