/** What an audit tells of an order's cost (R75, R87). */
import { expect, test } from 'vitest';
import { atPostedCost, postedGoldFen } from './contract.ts';

const outcome = (thing: string, fen: number) => ({
  key: `sale-7/v1/${thing}`,
  figures: [{ name: 'costFen', value: fen }],
});
const gold = (cutDownMg: number, cutCostFen: number, fineness = '足金') => {
  return { list: 'goods', barcode: `A${cutDownMg}`, fineness, cutDownMg, cutCostFen };
};
const ofUnits = (barcode: string, fen: number) => ({
  key: `sale-7/v1/piece/${barcode}`,
  figures: [{ name: 'unitCostFen', value: fen }],
});
const gift = { list: 'gift', barcode: 'ZP1', costFen: 200 };

test('gifts and added gold cost what left cost; what is cut off, and another shop’s, changes nothing', () => {
  const lines = [gold(1000, 30_000), gold(-500, -9_000), gift, gold(400, 8_000, '18K金')];
  const said = [outcome('old-material/3-足金', 50_000), outcome('gift/3-ZP1', 240), outcome('old-material/4-18K金', 1)];
  const { lines: posted, dearerFen } = atPostedCost(3, lines, said);
  expect(posted).toEqual([{ ...lines[0], cutCostFen: 50_000 }, lines[1], { ...gift, costFen: 240 }, lines[3]]);
  expect(dearerFen).toBe(20_040);
  expect(atPostedCost(3, posted, said)).toEqual({ lines: posted, dearerFen: 0 });
});

test('what gold of one fineness cost falls to its lines by weight, to the fen', () => {
  const added = [500, 1500, 1000].map((weightMg) => ({ fineness: '足金', weightMg, costFen: weightMg * 40 }));
  expect(postedGoldFen([outcome('old-material/3-足金', 100_001)], 3, added)).toEqual([16_667, 50_000, 33_334]);
  expect(postedGoldFen([outcome('old-material/3-足金', 120_000)], 3, added)).toEqual([20_000, 60_000, 40_000]);
  expect(postedGoldFen([], 3, added)).toEqual([20_000, 60_000, 40_000]);
});

test('pieces of a lot cost what they cost when they left, whatever their gold came to', () => {
  const lot = { list: 'goods', barcode: 'A1', fineness: '足金', quantity: 3, unitCostFen: 10_000, cutDownMg: 0 };
  const single = { ...lot, barcode: 'A2', quantity: 1, cutDownMg: 500, cutCostFen: 20_000 };
  const { lines, dearerFen } = atPostedCost(3, [lot, single], [ofUnits('A1', 13_334)]);
  expect(lines).toEqual([{ ...lot, unitCostFen: 13_334 }, single]);
  expect(dearerFen).toBe(10_002);
});
