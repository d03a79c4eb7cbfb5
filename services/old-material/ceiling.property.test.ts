/** What old gold is bought for at most (R133): known days by hand, and no typed number that beats the bound. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEEDED_FINENESSES } from '../contracts/fineness.ts';
import type { ValidBoard } from '../quoted-price/contract.ts';
import { boardBoundFen, ceilingsOf, gapBpOf, gramBoundFen, type BuyingTerms, type ExchangedGold } from './ceiling.ts';
import { oldGoldAsks } from './ceiling-asks.ts';
import { recycledNetMg, recycledPriceFen } from './line.ts';

type Row = readonly [name: string, goldContent: string, buys: number, sells: number];
const boardOf = (...rows: readonly Row[]): ValidBoard => ({
  validFrom: '2026-11-20T09:00:00.000+08:00',
  details: rows.map(([name, goldContent, costFen, priceFen]) => ({
    name,
    goldContent,
    costFen,
    priceFen,
    measureUnit: '元/克',
  })),
});
const BOARD = boardOf(['足金', '', 54_600, 62_000], ['铂950', '', 22_000, 30_000]);
const terms = (...lately: readonly ValidBoard[]): BuyingTerms => ({
  finenesses: SEEDED_FINENESSES,
  gapBp: gapBpOf(null),
  lately,
});
const line = (fineness: string, grams: number, unitPriceFen: number, more: { fee?: number; ratio?: number } = {}) => {
  const { fee: workFeeFen = 0, ratio: lossRatioBp = 10_000 } = more;
  const weightMg = Math.round(grams * 1000);
  const netWeightMg = recycledNetMg(weightMg, lossRatioBp);
  const priceFen = recycledPriceFen({ netWeightMg, unitPriceFen, workFeeFen }, 'add');
  return { fineness, weightMg, lossRatioBp, netWeightMg, unitPriceFen, workFeeFen, priceFen };
};
const asked = (lines: readonly ReturnType<typeof line>[], of: BuyingTerms, sold: readonly ExchangedGold[] = []) =>
  oldGoldAsks('recycleList', lines, { terms: of, sold, standing: [] }).map(({ rule }) => rule);

describe('the bound of a gram', () => {
  test('is the board’s buying price of that name, of several rows the lowest', () => {
    expect(boardBoundFen(BOARD, '足金', terms())).toBe(54_600);
    const two = boardOf(['足金', '999.9', 54_900, 0], ['足金', '999', 54_600, 0]);
    expect(boardBoundFen(two, '足金', terms())).toBe(54_600);
  });
  test('goes by content from the purest row for gold, and by nothing else for what the board does not name', () => {
    expect(boardBoundFen(BOARD, '18K金', terms())).toBe(Math.round((54_600 * 750) / 990));
    expect(boardBoundFen(BOARD, '9K金', terms())).toBe(Math.round((54_600 * 375) / 990));
    expect(boardBoundFen(BOARD, '铂990', terms())).toBeNull();
    expect(boardBoundFen(BOARD, '足银', terms())).toBeNull();
    expect(boardBoundFen(BOARD, '非贵金属', terms())).toBeNull();
    expect(boardBoundFen(null, '足金', terms())).toBeNull();
  });
  test('is the selling price less the gap on a board without buying prices', () => {
    const selling = boardOf(['足金', '', 0, 62_000], ['18K金', '', 0, 56_000]);
    expect(boardBoundFen(selling, '足金', terms())).toBe(58_900);
    expect(boardBoundFen(selling, '18K金', terms())).toBe(53_200);
  });
  test('is the best of the last half hour, and of an earlier day the lower of both', () => {
    const dearer = boardOf(['足金', '', 55_000, 0]);
    expect(gramBoundFen('足金', terms(BOARD, dearer))).toBe(55_000);
    expect(gramBoundFen('足金', { ...terms(BOARD), ofThatDay: dearer })).toBe(54_600);
    expect(gramBoundFen('足金', { ...terms(dearer), ofThatDay: BOARD })).toBe(54_600);
    expect(gramBoundFen('足金', { ...terms(BOARD), ofThatDay: null })).toBeNull();
  });
});

describe('schemes', () => {
  test('a work fee of 5000, a fineness that nobody quotes, and what is no metal ask', () => {
    expect(asked([line('足金', 10, 54_600, { fee: 500_000 })], terms(BOARD))).toEqual(['old-gold']);
    expect(asked([line('18K金', 10, 999_900)], terms(BOARD))).toEqual(['old-gold']);
    expect(asked([line('非贵金属', 10, 999_900)], terms(BOARD))).toEqual(['old-gold-unquoted']);
  });
  test('gold sold dear and with a rebate bounds old gold by what is paid for it, up to its own grams', () => {
    const sold = [{ fineness: '足金', weightMg: 10_000, gramFen: 62_000 }];
    expect(asked([line('足金', 10, 62_001)], terms(BOARD), sold)).toEqual(['old-gold']);
    expect(asked([line('足金', 10.5, 62_000)], terms(BOARD), sold)).toEqual(['old-gold']);
    expect(asked([line('足金', 10, 62_000), line('足金', 10, 62_000)], terms(BOARD), sold)).toEqual(['old-gold']);
    // 18K that is sold does not buy pure gold at the price of a pure gram.
    const low = [{ fineness: '18K金', weightMg: 10_000, gramFen: 60_000 }];
    expect(asked([line('足金', 7, 70_000)], terms(BOARD), low)).toEqual(['old-gold']);
  });
});

describe('honest days', () => {
  test('at the board’s price, with a loss, with less for it', () => {
    expect(asked([line('足金', 10, 54_600)], terms(BOARD))).toEqual([]);
    expect(asked([line('足金', 12.345, 54_600, { ratio: 9_850 })], terms(BOARD))).toEqual([]);
    expect(asked([line('18K金', 3.3, 41_000)], terms(BOARD))).toEqual([]);
    expect(asked([line('足金', 10, 58_900)], terms(boardOf(['足金', '', 0, 62_000])))).toEqual([]);
  });
  test('以旧换新 at equal weight, at any weight to the milligram', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.constantFrom('足金', '18K金'), (weightMg, fineness) => {
        const sold = [{ fineness, weightMg, gramFen: 62_000 }];
        expect(asked([line(fineness, weightMg / 1000, 62_000)], terms(BOARD), sold)).toEqual([]);
      }),
    );
  });
});

test('no combination of inputs is paid more than the bound without a word', () => {
  const names = [...SEEDED_FINENESSES.keys(), '无名'];
  const drawn = fc.record({
    fineness: fc.constantFrom(...names),
    grams: fc.integer({ min: 1, max: 50_000 }).map((mg) => mg / 1000),
    unit: fc.oneof(fc.constantFrom(1, 54_600, 54_601, 62_000, 999_900), fc.integer({ min: 1, max: 80_000 })),
    fee: fc.constantFrom(0, 0, 1, 100, 500_000),
    ratio: fc.integer({ min: 1, max: 10_000 }),
  });
  const goods = fc.record({
    fineness: fc.constantFrom('足金', '18K金', '铂950', '无名'),
    weightMg: fc.integer({ min: 0, max: 30_000 }),
    gramFen: fc.integer({ min: 0, max: 62_000 }),
  });
  let passed = 0;
  fc.assert(
    fc.property(fc.array(drawn, { minLength: 1, maxLength: 3 }), fc.array(goods, { maxLength: 2 }), (all, sold) => {
      const lines = all.map(({ fineness, grams, unit, fee, ratio }) => line(fineness, grams, unit, { fee, ratio }));
      const asks = oldGoldAsks('r', lines, { terms: terms(BOARD), sold, standing: [] });
      const quiet = lines.filter((_line, index) => !asks.some(({ path }) => path === `r.${index}.price`));
      passed += quiet.length;
      // Together no more than the board pays for all of it, and what the gold of the order adds to that.
      const added = sold.reduce((sum, { weightMg, gramFen }) => sum + (weightMg / 1000) * gramFen * (1000 / 375), 0);
      for (const one of quiet) {
        const made = SEEDED_FINENESSES.get(one.fineness);
        const board = boardBoundFen(BOARD, one.fineness, terms());
        expect(board !== null || made !== undefined).toBe(true);
        expect(one.priceFen).toBeLessThanOrEqual((one.netWeightMg / 1000) * Math.max(board ?? 0, 62_000) + 1);
      }
      const paid = quiet.reduce((sum, { priceFen }) => sum + priceFen, 0);
      const byBoard = quiet.reduce(
        (sum, { fineness, netWeightMg }) => sum + (netWeightMg / 1000) * (boardBoundFen(BOARD, fineness, terms()) ?? 0),
        0,
      );
      expect(paid).toBeLessThanOrEqual(byBoard + added + 10 * quiet.length * 62 + 1);
    }),
    { numRuns: 2_000, seed: 20_261_128 },
  );
  expect(passed).toBeGreaterThan(100);
});

test('lines that stand as they were are not asked about; one whose weight grew is', () => {
  const stood = line('足金', 10, 60_000);
  const again = (one: typeof stood) =>
    oldGoldAsks('r', [one], { terms: terms(BOARD), standing: [stood] }).map(({ rule }) => rule);
  expect(again(stood)).toEqual([]);
  expect(again(line('足金', 10.01, 60_000))).toEqual(['old-gold']);
  expect(again(line('足金', 10, 60_000, { fee: 1 }))).toEqual(['old-gold']);
  expect(ceilingsOf([stood], terms(BOARD))).toEqual([546_000]);
});
