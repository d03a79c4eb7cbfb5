/** What is lost of metal that left, and what it is sold for (R135). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Fineness } from '../contracts/fineness.ts';
import { lossLimitBp } from '../old-material/contract.ts';
import { lossAsk, soldAsk } from './loss.ts';

const finenesses = new Map<string, Fineness>([
  ['足金', { metal: '金', content: 990 }],
  ['18K金', { metal: '金', content: 750 }],
  ['非贵金属', { metal: '其他', content: 0 }],
]);
const of = (fineness: string, weightMg: number) => ({ fineness, weightMg });
const asked = (out: ReturnType<typeof of>[], back: ReturnType<typeof of>[], limitBp = 150) =>
  lossAsk({ path: 'weightBack', out, back, finenesses, limitBp });

describe('loss', () => {
  test('of 1.5 % passes, a milligram more asks; the limit is rounded up to whole milligrams', () => {
    expect(asked([of('足金', 10_000)], [of('足金', 9_850)])).toBeNull();
    expect(asked([of('足金', 10_000)], [of('足金', 9_849)])).toMatchObject({
      rule: 'metal-loss',
      message: '损耗纯重0.150克（1.51%），最多0.149克',
    });
  });
  test('is counted in pure metal: 18K that comes back as 足金 is lighter and lost nothing', () => {
    expect(asked([of('18K金', 12_850)], [of('足金', 9_735)])).toBeNull();
    expect(asked([of('18K金', 12_850)], [of('足金', 1)])).toMatchObject({ value: 9.637 });
    expect(asked([of('18K金', 10_000)], [of('18K金', 10_000)])).toBeNull();
  });
  test('of lots of several finenesses adds up', () => {
    expect(asked([of('18K金', 4_000), of('足金', 6_000)], [of('足金', 9_030)])).toBeNull();
    expect(asked([of('18K金', 4_000), of('足金', 6_000)], [of('足金', 8_800)])).not.toBeNull();
  });
  test('of what nobody knows the content asks, and so does nothing at all that came of it', () => {
    expect(asked([of('非贵金属', 10)], [of('非贵金属', 10)])).toMatchObject({
      message: '成色的含量未知，无法核对损耗',
    });
    expect(asked([of('足金', 5_000)], [])).toMatchObject({ message: expect.stringContaining('100.00%') as string });
  });
  test('a setting that cannot be read is the default', () => {
    expect([null, '', 'x', '-1', '101', '2', '0'].map(lossLimitBp)).toEqual([150, 150, 150, 150, 150, 200, 0]);
  });
});

describe('a sale', () => {
  const details = [
    { sort: 1, name: '足金', goldContent: '990', costFen: 54_600, priceFen: 60_000, measureUnit: '元/克' },
  ];
  const terms = { finenesses, gapBp: 500, lately: [{ validFrom: '2026-11-28T09:00:00.000+08:00', details }] };
  test('below 95 % of what it would be bought for asks, at it it passes', () => {
    expect(soldAsk([of('足金', 10_000)], 518_700, terms)).toBeNull();
    expect(soldAsk([of('足金', 10_000)], 518_699, terms)).toMatchObject({ limit: 5187, amountFen: 1 });
    // 1.662 g of 18K for a fen.
    expect(soldAsk([of('18K金', 1_662)], 1, terms)).toMatchObject({ rule: 'metal-sold' });
  });
  test('no lots leave for less than 95 % of the board without a word, whatever is drawn', () => {
    const lot = fc.record({
      fineness: fc.constantFrom('足金', '18K金', '非贵金属', '没有'),
      weightMg: fc.integer({ min: 1, max: 200_000 }),
    });
    // 18K by its content of what the board pays for 足金.
    const gramFen: Readonly<Record<string, number>> = { 足金: 54_600, '18K金': (54_600 * 750) / 990 };
    const leastOf = ({ fineness, weightMg }: ReturnType<typeof of>): number =>
      ((gramFen[fineness] ?? Number.POSITIVE_INFINITY) * weightMg * 0.95) / 1000;
    const near = fc.oneof(fc.constantFrom(0.5, 0.999, 1, 1.001, 2), fc.double({ min: 0, max: 3, noNaN: true }));
    let passed = 0;
    fc.assert(
      fc.property(fc.array(lot, { minLength: 1, maxLength: 4 }), near, (lots, share) => {
        const least = lots.reduce((sum, one) => sum + leastOf(one), 0);
        const priceFen = Number.isFinite(least) ? Math.round(least * share) : 99_999_999;
        if (soldAsk(lots, priceFen, terms) !== null) return;
        passed += 1;
        expect(priceFen).toBeGreaterThan(least - 2 * lots.length);
      }),
    );
    expect(passed).toBeGreaterThan(0);
  });
  test('of what the board says nothing of asks', () => {
    expect(soldAsk([of('非贵金属', 10_000)], 99_999_999, terms)).not.toBeNull();
    expect(soldAsk([of('足金', 10_000)], 518_700, { ...terms, lately: [] })).not.toBeNull();
  });
});
