import type { SaleLineRow } from 'projections/sales/contract';
import { describe, expect, test } from 'vitest';
import {
  atNewPrice,
  lineBody,
  lineOf,
  withCutDown,
  withDealPrice,
  withFigure,
  withGoldPrice,
  withNum,
  type PieceMatch,
  type OrderLine,
} from './line.ts';
import { savedLine } from './saved-line.ts';

const ring: PieceMatch = {
  id: 7,
  barcode: '260000000017',
  num: 1,
  type: '黄金',
  style: '戒指',
  fineness: '足金999',
  name: '足金999戒指',
  pictures: '',
  goldWeight: 3.215,
  sellPrice: 2680,
  workFee: 12,
  fineWorkFee: 3,
  piceWorkFee: 50,
  priceMode: '',
  cerifCost: 20,
  otherCost: 0,
  stoneWorkfee: 5,
  sellRaito: 2,
};

describe('a scanned piece', () => {
  test('is sold at its tag without fees until a gold price is typed', () => {
    expect(lineOf(ring)).toMatchObject({ priceMode: '1', num: 1, sellPrice: 2680, factSellFee: 2680, workFee: 0 });
  });
  test('goes by the gram with its own fees once a gold price is typed', () => {
    const { line } = withGoldPrice(lineOf(ring), 780);
    // 780 × 3.215 + (20 + 5) × 2 = 2557.70; fees (12 + 3) × 3.215 = 48.225 → 48.23 and 50 for the piece.
    expect(line).toMatchObject({ priceMode: '2', workFee: 12, fineWorkFee: 3, piceWorkFee: 50 });
    expect(line).toMatchObject({ sellPrice: 2557.7, rebateFee: 2557.7, factSellFee: 2655.93 });
  });
  test('keeps fees that were typed when the gold price changes again', () => {
    const first = withGoldPrice(lineOf(ring), 780).line;
    const cheaper = withFigure(first, 'workFee', 6).line;
    expect(withGoldPrice(cheaper, 790).line.workFee).toBe(6);
  });
  test('is at its tag again when the gold price is emptied', () => {
    const byGram = withGoldPrice(lineOf(ring), 780).line;
    expect(withGoldPrice(byGram, null).line).toEqual(lineOf(ring));
  });
  test('stays at a fixed price when it is marked so', () => {
    const marked = lineOf({ ...ring, priceMode: '1' });
    expect(withGoldPrice(marked, 780)).toEqual({ line: marked, message: '此首饰为一口价，不按克计价' });
  });
  test('has no half by-gram price for somebody who may not see its cost', () => {
    const { cerifCost: _hidden, ...found } = ring;
    const line = lineOf(found as PieceMatch);
    expect(withGoldPrice(line, 780)).toEqual({
      line,
      message: '缺少配石、配件的售价，不能按克计价，请联系有成本权限的人员',
    });
  });
});

describe('the board’s price', () => {
  const quoted = { price: 780, at: '2026-11-23T09:00:00.000+08:00' };
  test('makes plain gold a line by the gram, and is kept beside what is typed', () => {
    expect(lineOf(ring, quoted)).toMatchObject({ priceMode: '2', todayGoldCost: 780, factSellFee: 2655.93 });
    expect(lineBody(withGoldPrice(lineOf(ring, quoted), 770).line)).toMatchObject({
      todayGoldCost: 770,
      originalTodayGoldCost: 780,
    });
  });
  test('leaves the tag to 一口价 and to a main stone nobody marked 按克', () => {
    expect(lineOf({ ...ring, priceMode: '1' }, quoted)).toMatchObject({ priceMode: '1', factSellFee: 2680 });
    expect(lineOf({ ...ring, stoneCt: 0.3 }, quoted)).toMatchObject({ priceMode: '1', factSellFee: 2680 });
    expect(lineOf({ ...ring, stoneCt: 0.3, priceMode: '2' }, quoted)).toMatchObject({ todayGoldCost: 780 });
  });
  test('that changed is taken over where the line stood at the old one, not where another was agreed', () => {
    expect(atNewPrice(lineOf(ring, quoted), 790)).toMatchObject({ todayGoldCost: 790, originalTodayGoldCost: 790 });
    const agreed = withGoldPrice(lineOf(ring, quoted), 770).line;
    expect(atNewPrice(agreed, 790)).toMatchObject({ todayGoldCost: 770, originalTodayGoldCost: 790 });
    expect(atNewPrice(lineOf(ring), 790)).toMatchObject({ priceMode: '2', todayGoldCost: 790 });
  });
});

test('the share alone makes the same by-gram price as the cost fields', () => {
  // (20 + 5) yuan at a markup of 2: 2,500,000 thousandths of a fen × 20,000 basis points.
  const { cerifCost: _cerif, stoneWorkfee: _setting, ...found } = ring;
  const shared = lineOf({ ...found, gramShare: 2_500_000 * 20_000 } as PieceMatch);
  expect(lineBody(withGoldPrice(shared, 780).line)).toEqual(lineBody(withGoldPrice(lineOf(ring), 780).line));
});

describe('what is typed in a line', () => {
  test('a rebate lowers the price before the fees', () => {
    expect(withFigure(lineOf(ring), 'rebate', 88).line).toMatchObject({ rebateFee: 2358.4, factSellFee: 2358.4 });
  });
  test('cut gold lowers the weight that is charged', () => {
    const byGram = withGoldPrice(lineOf(ring), 780).line;
    expect(withCutDown(byGram, -0.215)).toMatchObject({
      line: { sellGoldWeight: 3, goldWeight: 3.215, sellPrice: 2390 },
    });
  });
  test('more than the gold of the piece cannot be cut (S1§5/4)', () => {
    expect(withCutDown(lineOf(ring), -4)).toEqual({ refused: '截金不能超过金重' });
  });
  test('a quantity stays between one and what is free (S1§5/4)', () => {
    const lot = lineOf({ ...ring, num: 3 });
    expect(withNum(lot, 2).line).toMatchObject({ num: 2, sellPrice: 5360, goldWeight: 6.43 });
    expect(withNum(lot, 5)).toMatchObject({ line: { num: 3 }, message: '最多可销售3件' });
    expect(withNum(lot, 0)).toMatchObject({ line: { num: 1 }, message: '销售数量不能小于1' });
  });
});

/** What the server answers for a saved line; lines of before lack what a unit was computed from. */
const answered = (sold: OrderLine, basis: { tagPrice?: number; gramShare?: number }): SaleLineRow => ({
  id: 100_070_000,
  ...lineBody(sold),
  type: '',
  style: '',
  fineness: '',
  name: '',
  thumb: '',
  originalTodayGoldCost: 0,
  originalWorkFee: 12,
  originalFineWorkFee: 3,
  originalPiceWorkFee: 50,
  goldWeight: sold.goldWeight,
  priceMode: sold.priceMode,
  points: 0,
  sellerPoints: 0,
  ...basis,
});

test('a saved line of before shows what was saved and goes on from there', () => {
  const sold = withGoldPrice(lineOf(ring), 780).line;
  const back = savedLine(answered(sold, {}));
  expect(lineBody(back)).toEqual({ id: 100_070_000, ...lineBody(sold) });
  expect(withFigure(back, 'rebate', 90).line).toMatchObject(lineBody(withFigure(sold, 'rebate', 90).line));
});

test('editing a saved line gives to the fen what the server computes from the piece (S1§9/1 S1§9/13)', () => {
  // 16.665 yuan a gram of parts at a markup of 1.37: the share ends far behind the fen.
  const gramShare = 3_333_333 * 13_700;
  const found = { ...ring, gramShare } as PieceMatch;
  const sold = withGoldPrice(lineOf(found), 780.55).line;
  const back = savedLine(answered(sold, { tagPrice: found.sellPrice, gramShare }));
  for (let price = 700; price < 701; price += 0.01) {
    const typed = Math.round(price * 100) / 100;
    const wanted = { id: 100_070_000, ...lineBody(withGoldPrice(sold, typed).line) };
    expect(lineBody(withGoldPrice(back, typed).line)).toEqual(wanted);
  }
  expect(withGoldPrice(back, null).line).toMatchObject({ priceMode: '1', sellPrice: 2680, factSellFee: 2680 });
  const fixed = savedLine(answered(lineOf(found), { tagPrice: found.sellPrice, gramShare }));
  expect(lineBody(withGoldPrice(fixed, 780.55).line)).toEqual({ id: 100_070_000, ...lineBody(sold) });
});

describe('an agreed price', () => {
  test('is what the line costs; its rebate follows, and it is sent as it was agreed (S1§9/9)', () => {
    const { line } = withDealPrice(lineOf(ring), 2400) as { line: OrderLine };
    expect(line).toMatchObject({ dealPrice: 2400, factSellFee: 2400, rebateFee: 2400, rebate: 89.55 });
    expect(lineBody(line)).toMatchObject({ dealPrice: 2400, factSellFee: 2400 });
    expect(lineBody(lineOf(ring))).not.toHaveProperty('dealPrice');
  });
  test('stays when the gold price changes, and goes with a rebate that is typed, or when it is emptied', () => {
    const agreed = withDealPrice(withGoldPrice(lineOf(ring), 780).line, 2500) as { line: OrderLine };
    expect(withGoldPrice(agreed.line, 790).line).toMatchObject({ dealPrice: 2500, factSellFee: 2500 });
    expect(withFigure(agreed.line, 'rebate', 90).line).toMatchObject({ dealPrice: undefined, rebate: 90 });
    expect(withDealPrice(agreed.line, null)).toMatchObject({ line: { dealPrice: undefined, rebate: 100 } });
  });
  test('covers the fees', () => {
    expect(withDealPrice(withGoldPrice(lineOf(ring), 780).line, 90)).toEqual({ refused: '成交价不能低于工费' });
  });
});
