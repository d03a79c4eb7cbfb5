/** till_money: each part of a till's money lies at one place of the log, and the parts add up to what documents stand at. */
import { expect, test } from 'vitest';
import { foldOf } from '../platform/testing/fold-of.ts';
import { recorded } from '../platform/testing/recorded.ts';
import projection, { type TillRecord } from './projector.ts';

const pay = (...payments: readonly (readonly [method: string, amountFen: number])[]) =>
  payments.map(([method, amountFen]) => ({ method, amountFen }));
const DAY = '2026-11-25';
const header = (payments: ReturnType<typeof pay>, till = '一号台') => {
  const days = { soldOn: DAY, recycledOn: DAY, depositedOn: DAY };
  return { shopId: 1, customerId: 3, till, payments, ...days };
};
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

/** Cash of the document as it stands: whose, of which day, in, out, since which position. */
const cash = (...facts: readonly ReturnType<typeof fact>[]) => {
  const state = (foldOf(projection, recorded(...facts)) as readonly TillRecord[]).find(
    ({ position, line }) => position === 0 && line === 0,
  );
  return [state?.customer_id, state?.day_on, state?.cash_in_fen, state?.cash_out_fen, state?.changed];
};

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
test('moved to another till or shop, it goes from one and comes to the other (S1§4/14)', () => {
  const moved = fact('SaleRevisionProposed', { header: { ...header(pay(['现金', 500]), '二号台'), shopId: 2 } });
  expect(parts(...saved('Sale', pay(['现金', 500])), moved, fact('SaleRevised')).slice(1)).toEqual([
    [4, '一号台', '现金', -500, 'edit'],
    [4, '二号台', '现金', 500, 'edit'],
  ]);
});
test('the cash of a document is its customer’s and its day’s, in and out apart, with a till or without (S1§4/15)', () => {
  expect(cash(...saved('Sale', pay(['现金', 500], ['微信', 700]), ''))).toEqual([3, DAY, 500, 0, 2]);
  expect(cash(...saved('Sale', pay(['现金', -500])))).toEqual([3, DAY, 0, 500, 2]);
  expect(cash(...saved('Recycle', pay(['现金', 300])))).toEqual([3, DAY, 0, 300, 2]);
  const refund = fact('DepositLinesWritten', { offset: 0, lines: [{ kind: '2' }] });
  expect(cash(refund, ...saved('Deposit', pay(['现金', 200])))).toEqual([3, DAY, 0, 200, 3]);
});
test('an edit moves it to another day and customer, a reversal changes nothing, a deletion leaves none (S1§4/15)', () => {
  const first = saved('Sale', pay(['现金', 500]));
  const other = { ...header(pay(['现金', 400])), customerId: 4, soldOn: '2026-11-24' };
  const edit = fact('SaleRevisionProposed', { header: other });
  expect(cash(...first, edit)).toEqual([3, DAY, 500, 0, 2]);
  expect(cash(...first, edit, fact('SaleRevisionRefused'))).toEqual([3, DAY, 500, 0, 2]);
  expect(cash(...first, edit, fact('SaleRevised'))).toEqual([4, '2026-11-24', 400, 0, 4]);
  expect(cash(...first, fact('SaleReversed'))).toEqual([3, DAY, 500, 0, 2]);
  expect(cash(...first, fact('SaleDeleted'))).toEqual([null, null, 0, 0, 3]);
});

/** By day of entry: days after the first, day and till of the document, whose, in, out. */
const byEntry = (...facts: readonly (ReturnType<typeof fact> & { readonly after?: number })[]) => {
  const events = recorded(...facts).map((event, index) => {
    const at = new Date(Date.parse(event.meta.at) + (facts[index]?.after ?? 0) * 86_400_000).toISOString();
    return { ...event, meta: { ...event.meta, at } };
  });
  return (foldOf(projection, events) as readonly TillRecord[])
    .filter(({ position, line }) => position === 0 && line > 0)
    .toSorted((a, b) => a.line - b.line)
    .map((row) => [row.entered_on, row.dated_on, row.entered_till, row.customer_id, row.cash_in_fen, row.cash_out_fen]);
};
const ENTERED = '2026-11-01';
const raised = (amountFen: number) =>
  fact('SaleRevisionProposed', { header: header(pay(['现金', amountFen], ['微信', 700])) });
test('cash is of the day it was entered on, whatever day the document is dated', () => {
  expect(byEntry(...saved('Sale', pay(['现金', 500])))).toEqual([[ENTERED, DAY, '一号台', 3, 500, 0]]);
  expect(byEntry(...saved('Sale', pay(['微信', 500])))).toEqual([]);
});
test('an edit enters what it adds and takes away what came last; a refused one, a reversal and a deletion enter nothing', () => {
  const first = saved('Sale', pay(['现金', 500]));
  const more = [raised(800), { ...fact('SaleRevised'), after: 4 }];
  const both = [
    [ENTERED, DAY, '一号台', 3, 500, 0],
    ['2026-11-05', DAY, '一号台', 3, 300, 0],
  ];
  expect(byEntry(...first, ...more)).toEqual(both);
  expect(byEntry(...first, ...more, raised(900), fact('SaleRevisionRefused'), fact('SaleReversed'))).toEqual(both);
  expect(byEntry(...first, ...more, raised(600), { ...fact('SaleRevised'), after: 9 })).toEqual([
    [ENTERED, DAY, '一号台', 3, 500, 0],
    ['2026-11-05', DAY, '一号台', 3, 100, 0],
  ]);
  expect(byEntry(...first, ...more, fact('SaleDeleted'))).toEqual([]);
});
