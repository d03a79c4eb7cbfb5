import { describe, expect, test } from 'vitest';
import type { GoodsAttributes } from '../goods/contract.ts';
import { isRefusal } from '../contracts/refusal.ts';
import { SaleBody, SaleGoodsLineBody } from './contract.ts';
import { computeLine } from './lines.ts';
import { refuseDirection, sumUp } from './sums.ts';

const attributes = {
  name: '足金戒指',
  category: '戒指',
  style: '光圈',
  fineness: '足金',
  netWeightMg: 3215,
  metalCostFen: 56_000,
  labourFeeFen: 2000,
  fineWorkFeeFen: 500,
  pieceWorkFeeFen: 1000,
  tagPriceFen: 223_800,
  markupRatioBp: 12_000,
  findingsWeightMg: 0,
  findingsCostFen: 0,
  mainStoneMeasure: '重量',
  mainStoneCaratMilli: 0,
  mainStoneCount: 0,
  mainStoneCostFen: 0,
  sideStoneMeasure: '重量',
  sideStoneCaratMilli: 0,
  sideStoneCount: 0,
  sideStoneCostFen: 0,
  certificateCostFen: 5000,
  settingFeeFen: 0,
  otherCostFen: 0,
  priceMode: '',
  pictures: ['a.webp', 'b.webp'],
} as unknown as GoodsAttributes;
const piece = (change: Partial<GoodsAttributes> = {}) => ({
  rowId: 10_001,
  unitCostFen: 180_040,
  quantity: 1,
  view: {
    barcode: 'A001',
    stage: 'audited' as const,
    status: '2',
    supplierId: null,
    receivedIn: 1,
    receivedOn: '2026-11-01',
    received: 1,
    attributes: { ...attributes, ...change },
    holdings: [],
    holds: [],
    sales: [],
    toInspect: [],
  },
});
const compute = (sent: object, change: Partial<GoodsAttributes> = {}) =>
  computeLine(SaleGoodsLineBody.parse({ barcode: 'A001', ...sent }), piece(change), 'sellGoodsList.0');

describe('a line', () => {
  test('at an agreed price is sold for just that; the rebate is the house’s, whatever was sent', () => {
    const { line, problems } = compute({ dealPrice: 2000, rebate: 50 });
    expect(problems).toEqual([]);
    expect(line).toMatchObject({ amountFen: 200_000, rebateFeeFen: 200_000, dealPriceFen: 200_000, rebateBp: 8936 });
    expect(compute({ dealPrice: 2000, factSellFee: 1999 }).problems).toMatchObject([
      { path: 'sellGoodsList.0.factSellFee', expected: 2000 },
    ]);
    expect(compute({ dealPrice: 50, todayGoldCost: 700 }).problems).toMatchObject([
      { path: 'sellGoodsList.0.dealPrice', message: '成交价不能低于工费90.38元' },
    ]);
    expect(compute({ dealPrice: 999_999 }).problems).toMatchObject([
      { path: 'sellGoodsList.0.dealPrice', message: '成交价过高，请核对' },
    ]);
  });

  test('at a fixed price starts without fees and keeps the piece’s own beside (S1§9/1)', () => {
    const { line, problems } = compute({ num: 2, rebate: 95.5 });
    expect(problems).toEqual([]);
    expect(line).toMatchObject({
      priceMode: 'fixed',
      quantity: 2,
      netWeightMg: 6430,
      sellWeightMg: 6430,
      sellPriceFen: 447_600,
      labourFeeFen: 0,
      originalLabourFeeFen: 2000,
      rebateFeeFen: 427_458,
      amountFen: 427_458,
      unitCostFen: 180_040,
      picture: 'a.webp',
    });
  });
  test('by the gram takes today’s price, its share of parts and the fees of the piece (S1§9/1)', () => {
    const { line } = compute({ todayGoldCost: 600, cutDown: -0.015 });
    // 600 × 3.2 g + 50 × 1.2; then 3.2 g × (20 + 5) + 10
    expect(line).toMatchObject({
      priceMode: 'by-gram',
      sellWeightMg: 3200,
      sellPriceFen: 198_000,
      amountFen: 198_000 + 8000 + 1000,
    });
  });
  test('a piece marked 一口价 takes no gold price, and no cut is heavier than the piece (S1§5/4)', () => {
    expect(compute({ todayGoldCost: 600 }, { priceMode: '1' }).problems).toEqual([
      { path: 'sellGoodsList.0.todayGoldCost', message: '一口价首饰不能按金价计价' },
    ]);
    const cut = (cutDown: number, gold = {}) => compute({ cutDown, ...gold }).problems.map((one) => one.message);
    expect(cut(-4, { todayGoldCost: 600 })).toEqual(['截金重量不能大于金重']);
    expect(cut(999, { todayGoldCost: 600 })).toEqual(['加金重量不能大于金重']);
    expect(cut(-3.215, { todayGoldCost: 600 })).toEqual([]);
    expect(cut(-0.001)).toEqual(['一口价不能截金，请先填写今日金价']);
    expect(cut(999)).toEqual(['一口价不能截金，请先填写今日金价']);
  });
  test('every number that was sent must agree (S1§9/1)', () => {
    const wrong = { sellGoldWeight: 3, sellPrice: 1, rebateFee: 2, factSellFee: 3 };
    expect(compute(wrong).problems.map((one) => one.path)).toEqual([
      'sellGoodsList.0.sellGoldWeight',
      'sellGoodsList.0.sellPrice',
      'sellGoodsList.0.rebateFee',
      'sellGoodsList.0.factSellFee',
    ]);
    expect(compute({ sellGoldWeight: 3.215, sellPrice: 2238, rebateFee: 2238, factSellFee: 2238 }).problems).toEqual(
      [],
    );
  });
});

describe('sums', () => {
  const line = { ...compute({}).line, list: 'goods' as const, lineId: '0' };
  const body = (change: object) =>
    SaleBody.parse({
      customerId: 1,
      shopId: 1,
      sellAt: '2026-11-10',
      seller: '张三',
      printTemplate: '销售单',
      sellGoodsList: [{ barcode: 'A001' }],
      ...change,
    });
  const pay = (...amounts: number[]) => ({ sellBalanceList: amounts.map((amount) => ({ balance: '现金', amount })) });
  const sum = (change: object, limitFen: number | null = 1000) => sumUp(body(change), [line], { limitFen });

  test('follow from the lines and the payments (S1§9/2)', () => {
    expect(sum(pay(2000, 0, 238))).toMatchObject({
      amountFen: 223_800,
      payableFeeFen: 223_800,
      factFeeFen: 223_800,
      costAmountFen: 180_040,
      payments: [{ amountFen: 200_000 }, { amountFen: 23_800 }],
    });
  });
  test.each([
    [{ ...pay(2238), amount: 1 }, 'sale.sums'],
    [{ ...pay(2238), oldFee: 1 }, 'sale.sums'],
    [{ factFee: 2238 }, 'sale.no_payment'],
    [{ ...pay(2000), factFee: 2238 }, 'sale.payments'],
    [{ ...pay(2227.99) }, 'sale.rounding'],
    [{ ...pay(2248.01) }, 'sale.rounding'],
  ])('%j is refused: %s', (change, code) => {
    expect(sum(change)).toMatchObject({ refused: true, code });
  });
  test('a right lifts the rounding limit, but never turns the bill round (S1§5/3)', () => {
    expect(isRefusal(sum(pay(2228)))).toBe(false);
    expect(isRefusal(sum(pay(1), null))).toBe(false);
    expect(sum(pay(-5), null)).toMatchObject({ refused: true, code: 'sale.fact_sign' });
    expect(sum(pay(1_000_000, -997_762))).toMatchObject({ refused: true, code: 'sale.payment_sign' });
  });
  test('a rounding that was allowed stands when the order is saved again, for that bill alone', () => {
    const stood = { payableFeeFen: 223_800, factFeeFen: 200_000 };
    const again = (change: object, by: Partial<typeof stood> = {}) =>
      isRefusal(sumUp(body(change), [line], { limitFen: 1000, stood: { ...stood, ...by } }));
    expect(again(pay(1500, 500))).toBe(false);
    expect(again(pay(1999.99))).toBe(true);
    expect(again(pay(2000), { payableFeeFen: 300_000 })).toBe(true);
  });
  test.each([
    ['the customer owes', 10_000, 10_000, [10_000], null],
    ['the customer owes, in parts', 10_000, 10_000, [4000, 0, 6000], null],
    ['the shop owes', -10_000, -10_000, [-4000, -6000], null],
    ['rounded to nothing', 500, 0, [], null],
    ['too much of one, back with the other', 10_000, 10_000, [20_000, -10_000], 'sale.payment_sign'],
    ['the shop pays too much and takes some back', -10_000, -10_000, [-20_000, 10_000], 'sale.payment_sign'],
    ['money both ways for nothing', 500, 0, [700, -700], 'sale.payment_sign'],
    ['money for nothing', 500, 0, [700], 'sale.payment_sign'],
    ['paid out for a bill of the customer', 10_000, -10, [-10], 'sale.fact_sign'],
    ['taken for a bill of the shop', -10_000, 10, [10], 'sale.fact_sign'],
    ['paid out where nobody owes', 0, -1000, [-1000], 'sale.fact_sign'],
    ['taken where nobody owes', 0, 1, [1], 'sale.fact_sign'],
    ['nobody owes, nobody pays', 0, 0, [0], null],
  ])('money moves one way: %s', (...[, payable, fact, amounts, code]) => {
    const paid = amounts.map((amountFen, index) => ({ path: `sellBalanceList.${index}.amount`, amountFen }));
    expect(refuseDirection(payable, fact, paid)?.code ?? null).toBe(code);
  });
});
