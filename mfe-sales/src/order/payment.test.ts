import { describe, expect, test } from 'vitest';
import { lineOf, type PieceMatch } from './line.ts';
import {
  balanceOf,
  factFeeFen,
  fillRest,
  orderProblems,
  paymentBody,
  paymentsFrom,
  roundingQuestion,
  sentPath,
  totalsOf,
} from './payment.ts';

const piece = { id: 1, barcode: 'A001', num: 1, type: '', style: '', fineness: '', name: '', pictures: '' };
const priced = (sellPrice: number, goldWeight: number): PieceMatch => ({
  ...piece,
  sellPrice,
  goldWeight,
  workFee: 0,
  fineWorkFee: 0,
  piceWorkFee: 0,
  priceMode: '',
});

test('totals add whole fen and milligrams', () => {
  const lines = [lineOf(priced(0.1, 0.001)), lineOf(priced(0.2, 0.002))];
  const goods = { count: 2, weightMg: 3, amountFen: 30, oldFeeFen: 0 };
  expect(totalsOf({ sellGoodsList: lines })).toEqual({
    ...goods,
    changeFeeFen: 0,
    giftFeeFen: 0,
    cleanFeeFen: 0,
    payableFen: 30,
  });
  const cleaned = { sellGoodsList: lines, sellCleanList: [{ price: 0.1 }, { price: 20.05 }] };
  expect(totalsOf(cleaned)).toEqual({ ...goods, changeFeeFen: 0, giftFeeFen: 0, cleanFeeFen: 2015, payableFen: 2045 });
  const exchanged = { sellGoodsList: lines, sellChangeList: [{ factReturnAmount: 0.5 }] };
  expect(totalsOf(exchanged)).toEqual({ ...goods, changeFeeFen: 50, giftFeeFen: 0, cleanFeeFen: 0, payableFen: -20 });
  const given = { sellGoodsList: lines, sellGiftList: [{ amount: 0 }, { amount: 29.9 }] };
  expect(totalsOf(given)).toEqual({ ...goods, changeFeeFen: 0, giftFeeFen: 2990, cleanFeeFen: 0, payableFen: 3020 });
});

describe('what is paid', () => {
  test('follows what is to be paid until a payment is typed, then their sum (S1§4/4)', () => {
    expect(factFeeFen({ saved: null, payableFen: 268_000, payments: {} })).toBe(268_000);
    expect(factFeeFen({ saved: null, payableFen: 268_000, payments: { 现金: 2000, 微信: 600 } })).toBe(260_000);
    expect(factFeeFen({ saved: null, payableFen: 268_000, payments: { 现金: 0 } })).toBe(0);
  });
  test('of a saved order stays as it was saved (S1§4/4)', () => {
    expect(factFeeFen({ saved: 5, payableFen: 268_000, payments: { 现金: 2680 } })).toBe(5);
  });
  test('is short, even, over, or within what may be rounded off', () => {
    expect(balanceOf(100_000, { 现金: 1000 }, 1000)).toEqual({ kind: 'even', fen: 0 });
    expect(balanceOf(100_000, { 现金: 900 }, 1000)).toEqual({ kind: 'short', fen: 10_000 });
    expect(balanceOf(100_050, { 现金: 1000 }, 1000)).toEqual({ kind: 'round', fen: 50 });
    expect(balanceOf(100_000, { 现金: 1010.5 }, 1000)).toEqual({ kind: 'over', fen: 1050 });
    expect(balanceOf(500, {}, 1000)).toEqual({ kind: 'short', fen: 500 });
  });
  test('one click puts the rest into a method', () => {
    expect(fillRest('微信', { 现金: 80 }, 10_000)).toEqual({ 现金: 80, 微信: 20 });
    expect(fillRest('微信', { 微信: 30 }, 10_000)).toEqual({ 微信: 100 });
    expect(fillRest('微信', { 现金: 100 }, 10_000)).toEqual({ 现金: 100, 微信: null });
  });
  test('is sent without the methods nobody used', () => {
    const sent = paymentBody({ 现金: 80, 微信: 0, 支付宝: null });
    expect(sent).toEqual([{ balance: '现金', amount: 80 }]);
    expect(paymentsFrom(sent)).toEqual({ 现金: 80 });
  });
});

describe('an order', () => {
  test('needs a line', () => {
    expect(orderProblems({ lineCount: 0, factFen: 0, payments: {} })).toEqual([
      { path: 'sellGoodsList', message: '五个列表中至少需要一个有数据！' },
    ]);
  });
  test('needs a payment unless nothing is to be paid (S1§5/2)', () => {
    expect(orderProblems({ lineCount: 1, factFen: 1, payments: { 现金: 0 } })).toEqual([
      { path: 'sellBalanceList', message: '请在支付方式中输入至少一种结算金额！' },
    ]);
    expect(orderProblems({ lineCount: 1, factFen: 0, payments: {} })).toEqual([]);
    expect(orderProblems({ lineCount: 1, factFen: 1, payments: { 现金: 0.01 } })).toEqual([]);
  });
  test('knows a payment by the place at which it was sent', () => {
    expect(sentPath('现金', { 支付宝: null, 微信: 50, 现金: 1 })).toBe('sellBalanceList.1.amount');
    expect(sentPath('支付宝', { 支付宝: null, 微信: 50 })).toBeUndefined();
  });
  test('asks when more is missing or over than may be rounded off (S1§5/3)', () => {
    expect(roundingQuestion({ kind: 'short', fen: 550_550 }, 1000)).toBe('还差 ¥5,505.50，确定按抹零保存吗？');
    expect(roundingQuestion({ kind: 'over', fen: 1001 }, 1000)).toBe('多收 ¥10.01，确定按实收金额保存吗？');
    expect(roundingQuestion({ kind: 'over', fen: 1000 }, 1000)).toBeNull();
    expect(roundingQuestion({ kind: 'round', fen: 1000 }, 1000)).toBeNull();
    expect(roundingQuestion({ kind: 'even', fen: 0 }, 0)).toBeNull();
  });
});
