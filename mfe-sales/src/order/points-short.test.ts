/** What a return pays less for points that are gone (R144). */
import { expect, test } from 'vitest';
import { changeLineOf, type ChangeLine } from './change-line.ts';
import { lackingPoints, lessFen, proposedFen } from './points-short.ts';

const bought = (returnPrice: number, num = 1): ChangeLine =>
  changeLineOf({
    id: 1,
    rawSellId: 10_007,
    orderNo: 'XS10007',
    customerId: 3,
    customerName: '王女士',
    sellAt: '2026-11-20',
    shopName: '罗湖店',
    barcode: `B${returnPrice}`,
    goodsId: 1,
    type: '戒指',
    style: '光圈',
    fineness: '足金',
    name: '足金光圈戒指',
    thumb: '',
    num,
    sellGoldWeight: 3.215,
    cutDown: 0,
    factSellFee: returnPrice * num,
    refundable: returnPrice * num,
    returnPrice,
    returned: 0,
    refunded: 0,
    returnable: num,
    seller: '小李',
    points: 500,
    returnedPoints: 0,
    pointValue: 0.1,
  });
const paid = (lines: readonly ChangeLine[]): readonly number[] => lines.map(({ factReturnAmount }) => factReturnAmount);

test('only what the return takes back is lacking', () => {
  expect(lackingPoints(20, 500)).toBe(0);
  expect(lackingPoints(-300, 500)).toBe(300);
  expect(lackingPoints(-700, 500)).toBe(500);
});
test('so many points times what one is worth are proposed once, and nothing where nobody said their worth', () => {
  const lines = [bought(1000)];
  expect(proposedFen(lines, 300)).toBe(3_000);
  const [line] = lessFen(lines, 3_000);
  expect(paid([line!])).toEqual([970]);
  expect(proposedFen([line!], 300)).toBe(0);
  const unsaid = { ...lines[0]!, sold: { ...lines[0]!.sold, pointValue: 0 } };
  expect(proposedFen([unsaid], 300)).toBe(0);
});
test('the next line pays what the first cannot; a lot at most a fen a piece too much', () => {
  expect(paid(lessFen([bought(10), bought(1000)], 3_000))).toEqual([0, 980]);
  expect(paid(lessFen([bought(100, 3)], 1_000))).toEqual([289.98]);
});
