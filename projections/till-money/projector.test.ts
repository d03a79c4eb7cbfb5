/** till_money: each part of a till's money lies at one place of the log, and the parts add up to what documents stand at. */
import { expect, test } from 'vitest';
import { foldOf } from '../platform/testing/fold-of.ts';
import { recorded } from '../platform/testing/recorded.ts';
import projection, { type TillRecord } from './projector.ts';

const pay = (...payments: readonly (readonly [method: string, amountFen: number])[]) =>
  payments.map(([method, amountFen]) => ({ method, amountFen }));
const header = (payments: ReturnType<typeof pay>, till = '一号台') => ({ shopId: 1, till, payments });
const fact = (type: string, data: object = {}) => ({ type, data: { documentId: 7, version: 1, ...data } });
const saved = (name: string, ...args: Parameters<typeof header>) => [
  fact(`${name}Submitted`, { header: header(...args) }),
  fact(`${name}Opened`),
];
const parts = (...facts: readonly ReturnType<typeof fact>[]) =>
  (foldOf(projection, recorded(...facts)) as readonly TillRecord[])
    .filter(({ position }) => position > 0)
    .toSorted((a, b) => a.position - b.position || (a.method < b.method ? -1 : 1))
    .map(({ position, till, method, fen, what }) => [position, till, method, fen, what]);

test('what a customer pays comes in, what old material costs goes out; what lies in an account is in no till', () => {
  expect(parts(...saved('Sale', pay(['现金', 500], ['微信', 700], ['定金', 100])))).toEqual([
    [2, '一号台', '微信', 700, 'new'],
    [2, '一号台', '现金', 500, 'new'],
  ]);
  expect(parts(...saved('Recycle', pay(['现金', 300])))).toEqual([[2, '一号台', '现金', -300, 'new']]);
});
test('a refund of a deposit goes out', () => {
  const lines = [{ kind: '2' }];
  expect(parts(fact('DepositLinesWritten', { offset: 0, lines }), ...saved('Deposit', pay(['现金', 200])))).toEqual([
    [3, '一号台', '现金', -200, 'new'],
  ]);
});
test('an edit shows the difference where it happens, a deletion takes all back, a refused edit changes nothing', () => {
  const edit = fact('SaleRevisionProposed', { header: header(pay(['现金', 200], ['银行卡', 300])) });
  const first = saved('Sale', pay(['现金', 500]));
  expect(parts(...first, edit, fact('SaleRevisionRefused'))).toHaveLength(1);
  expect(parts(...first, edit, fact('SaleRevised'), fact('SaleReversed'), fact('SaleDeleted'))).toEqual([
    [2, '一号台', '现金', 500, 'new'],
    [4, '一号台', '现金', -300, 'edit'],
    [4, '一号台', '银行卡', 300, 'edit'],
    [5, '一号台', '现金', 0, 'reverse'],
    [5, '一号台', '银行卡', 0, 'reverse'],
    [6, '一号台', '现金', -200, 'delete'],
    [6, '一号台', '银行卡', -300, 'delete'],
  ]);
});
test('a document without a till is in none, and one that is refused never was', () => {
  expect(parts(...saved('Sale', pay(['现金', 500]), ''))).toEqual([]);
  expect(parts(fact('SaleSubmitted', { header: header(pay(['现金', 500])) }), fact('SaleRefused'))).toEqual([]);
});
test('moved to another till or shop, it goes from one and comes to the other', () => {
  const moved = fact('SaleRevisionProposed', { header: { ...header(pay(['现金', 500]), '二号台'), shopId: 2 } });
  expect(parts(...saved('Sale', pay(['现金', 500])), moved, fact('SaleRevised')).slice(1)).toEqual([
    [4, '一号台', '现金', -500, 'edit'],
    [4, '二号台', '现金', 500, 'edit'],
  ]);
});
