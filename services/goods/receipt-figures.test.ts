/** A receipt that says two things of one piece (R148). */
import { expect, test } from 'vitest';
import { isOtherContent, receiptFigures, unsaidMg } from './receipt-figures.ts';
import { sampleAttributes, sampleReceipt } from './sample.ts';

const GOLD = { metal: '金', content: 990 } as const;
const weighed = (givenWeightMg: number, change: object = {}) => ({ ...sampleAttributes(change), givenWeightMg });

test('a whole piece heavier than its gold and parts lacks the difference; what a scale differs by is none', () => {
  expect(unsaidMg(weighed(5_215))).toBe(2_000);
  expect(unsaidMg(weighed(5_215, { findingsWeightMg: 2_000 }))).toBe(0);
  expect([unsaidMg(weighed(0)), unsaidMg(weighed(3_235)), unsaidMg(weighed(3_000))]).toEqual([0, 0, 0]);
  expect(unsaidMg(weighed(3_250))).toBe(35);
});
test('a piece that is sold by its tag, or bears stones, is not paid by its gold', () => {
  expect(unsaidMg(weighed(5_215, { priceMode: '1' }))).toBe(0);
  expect(unsaidMg(weighed(5_215, { mainStoneCount: 1 }))).toBe(0);
});
test('a content that the fineness does not have is another metal; finer gold of the name is not', () => {
  expect(isOtherContent(GOLD, '750')).toBe(true);
  expect(isOtherContent({ metal: '金', content: 750 }, '990')).toBe(true);
  expect(isOtherContent({ metal: '铂', content: 950 }, 'Pt900')).toBe(true);
  for (const fine of ['990', '999', '999.9', '999.99', '', '不详'])
    expect(isOtherContent(GOLD, fine), fine).toBe(false);
  expect(isOtherContent(undefined, '750')).toBe(false);
  expect(isOtherContent({ metal: '其他', content: 0 }, '750')).toBe(false);
});
test('the row says both, and no cost; a receipt that agrees with itself has none', async () => {
  const noteOf = receiptFigures({ finenesses: async () => new Map([['足金', GOLD]]) });
  expect(await noteOf(sampleReceipt())).toBe(null);
  const attributes = { ...weighed(5_215), goldContent: '750' };
  expect(await noteOf(sampleReceipt({ attributes }))).toEqual({
    kind: 'receipt-figures',
    shopId: 1,
    documentNo: 'RK10001',
    what: '入库审核 202600000017 整件称得5.215克，按金重和配件只有3.215克；成色足金应为千分之990，含金量却是750',
  });
});
