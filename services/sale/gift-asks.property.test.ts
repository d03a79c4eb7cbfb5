/** Gifts for nothing (R143), and money that is paid out for returns (R144): what passes without a word. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { giftAsks, giftNote, type GivenLine } from './gift-asks.ts';
import { paidOutFen, refundLimitFen, returnAsks, returnNotes, type Returning } from './return-asks.ts';

const given = (change: Partial<GivenLine> = {}): GivenLine => ({
  path: 'sellGiftList.0',
  barcode: 'G1',
  name: '红绳',
  quantity: 1,
  amountFen: 0,
  spentPoints: 0,
  worthFen: 3_000,
  tagFen: 3_000,
  stands: false,
  ...change,
});
const ONE = { floorBp: 8_000, allowed: 1 };

test('one gift with jewellery is given freely, points and a fair price ask nothing', () => {
  expect(giftAsks([given()], ONE)).toEqual([]);
  expect(giftAsks([given({ quantity: 5, amountFen: 12_000 })], ONE)).toEqual([]);
  expect(giftAsks([given({ quantity: 5, spentPoints: 500 })], ONE)).toEqual([]);
});
test('two, one at a fen beside one for nothing, one without jewellery, and what nobody knows the worth of ask', () => {
  expect(giftAsks([given({ quantity: 2 })], ONE)).toMatchObject([{ rule: 'free-gift', value: 2, limit: 1 }]);
  expect(giftAsks([given(), given({ barcode: 'G2', amountFen: 1 })], ONE)).toHaveLength(2);
  expect(giftAsks([given()], { ...ONE, allowed: 0 })).toHaveLength(1);
  expect(giftAsks([given({ quantity: 2, worthFen: 0 })], ONE)).toHaveLength(1);
  expect(giftNote([given({ quantity: 2 })], 8_000, 1)).toMatchObject({ what: '免费赠送红绳2件', amountFen: 6_000 });
});
test('of a gift without a price nothing is told of what it cost', () => {
  const unpriced = [given({ quantity: 2, tagFen: 0 })];
  expect(giftAsks(unpriced, ONE)).toMatchObject([{ rule: 'free-gift', amountFen: 0 }]);
  expect(giftNote(unpriced, 8_000, 1)).toMatchObject({ amountFen: 0 });
});
test('no lines give away more pieces than allowed without a word', () => {
  const drawn = fc.record({
    quantity: fc.integer({ min: 1, max: 4 }),
    amountFen: fc.constantFrom(0, 1, 2_399, 2_400, 9_600),
    spentPoints: fc.constantFrom(0, 0, 100),
    worthFen: fc.constantFrom(0, 3_000),
  });
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 4 }), fc.integer({ min: 0, max: 2 }), (all, allowed) => {
      if (giftAsks(all.map(given), { floorBp: 8_000, allowed }).length > 0) return;
      const free = all.filter(
        (one) => one.spentPoints === 0 && one.amountFen < Math.max(1, one.worthFen * one.quantity * 0.8),
      );
      expect(free.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(allowed);
    }),
  );
});

type Line = Returning['lines'][number];
const back = (change: Partial<Line> = {}): Line => ({
  list: 'change',
  lineId: '1',
  barcode: 'P1',
  goodsId: 7,
  name: '足金戒指',
  category: '戒指',
  style: '光圈',
  fineness: '足金',
  picture: '',
  rawSellId: 10_001,
  saleKey: 'k',
  rawSoldOn: '2026-11-20',
  seller: { id: 1, name: '小王' },
  soldQuantity: 1,
  refundableFen: 223_800,
  quantity: 1,
  unitRefundFen: 223_800,
  refundFen: 223_800,
  weightMg: 3_215,
  soldCutDownMg: 0,
  unitCostFen: 180_040,
  returnTo: '1',
  points: 0,
  sellerPoints: 0,
  remark: '',
  ...change,
});
const order = (lines: readonly Line[], factFeeFen: number, stood: Returning['stood'] = null): Returning => ({
  sums: { changeFeeFen: lines.reduce((sum, { refundFen }) => sum + refundFen, 0), factFeeFen },
  lines,
  stood,
});
const rules = (returning: Returning) => returnAsks(returning, refundLimitFen(null)).map(({ rule }) => rule);

test('an exchange for something dearer pays nothing out; what is paid out beyond the limit asks', () => {
  expect(rules(order([back()], 50_000))).toEqual([]);
  expect(rules(order([back()], -100_000))).toEqual([]);
  expect(rules(order([back()], -100_001))).toEqual(['refund']);
  expect(paidOutFen({ changeFeeFen: 50_000, factFeeFen: -300_000 })).toBe(50_000);
});
test('straight to the old material always asks, once', () => {
  const line = back({ returnTo: '2', refundFen: 100 });
  expect(rules(order([line], -100))).toEqual(['to-old-material']);
  expect(rules(order([line], -100, { sums: { changeFeeFen: 100, factFeeFen: -100 }, lines: [line] }))).toEqual([]);
  const stood = { sums: { changeFeeFen: 223_800, factFeeFen: -223_800 }, lines: [back()] };
  expect(rules(order([back()], -223_800, stood))).toEqual([]);
  expect(rules(order([back({ barcode: 'P2' })], -223_800, stood))).toEqual(['refund']);
});
test('a word for one weight serves no other, and neither does the line that stands at it', () => {
  const bound = (returnWeightMg: number) =>
    returnAsks(order([back({ returnTo: '2', returnWeightMg })], -223_800), refundLimitFen(null)).map(
      ({ binds }) => binds,
    );
  expect(bound(3_215)).not.toEqual(bound(1_000));
  expect(bound(3_215)).toEqual(
    returnAsks(order([back({ returnTo: '2' })], -223_800), refundLimitFen(null)).map(({ binds }) => binds),
  );
  const stood = { sums: { changeFeeFen: 223_800, factFeeFen: -223_800 }, lines: [back({ returnTo: '2' })] };
  expect(rules(order([back({ returnTo: '2', returnWeightMg: 3_215 })], -223_800, stood))).toEqual([]);
  expect(rules(order([back({ returnTo: '2', returnWeightMg: 1_000 })], -223_800, stood))).toEqual([
    'to-old-material',
    'refund',
  ]);
});
test('a weight that is off by more than 0.02 g or a hundredth is a row', () => {
  const kinds = (returnWeightMg?: number) =>
    returnNotes(order([back(returnWeightMg === undefined ? {} : { returnWeightMg })], 0), 1).map(({ kind }) => kind);
  expect(kinds()).toEqual([]);
  expect(kinds(3_235)).toEqual([]);
  expect(kinds(3_236)).toEqual(['return-weight']);
  expect(kinds(0)).toEqual(['return-weight']);
});
