/** What the messaging app refuses, in words of the house. */
import { expect, test } from 'vitest';
import { STATUS_OF } from '../contracts/refusal.ts';
import { awayBecause, refusalOf, toldToShopper } from './provider-refusal.ts';

const told = (errcode: number): readonly unknown[] => {
  const { kind, message } = toldToShopper(refusalOf(errcode));
  return [STATUS_OF[kind], message];
};
test('a code that was used or is over is the shopper’s to get anew, 422', () => {
  for (const errcode of [40_029, 40_163, 42_003, 41_008]) expect(told(errcode)).toEqual([422, '登录已失效，请重试']);
});
test('a busy app and one that is silent are told apart from wrong settings, 503 all', () => {
  for (const errcode of [-1, 45_011]) expect(told(errcode)).toEqual([503, '微信繁忙，请稍后重试']);
  for (const errcode of [40_013, 40_125, 40_164, 12_345])
    expect(told(errcode)).toEqual([503, '微信登录暂不可用，请联系门店，或稍后重试']);
  const { kind, message } = toldToShopper(awayBecause('没有应答'));
  expect([STATUS_OF[kind], message]).toEqual([503, '微信没有应答，请重试']);
});
test('the log names what the app said, with its number', () => {
  expect(refusalOf(40_125)).toEqual({ reason: 'settings', errcode: 40_125, detail: 'AppSecret 不正确（40125）' });
  expect(refusalOf(99)).toEqual({ reason: 'settings', errcode: 99, detail: '微信拒绝了请求（99）' });
});
test('a shopper reads no number and no foreign word', () => {
  for (const errcode of [-1, 40_013, 40_029, 40_226, 99]) expect(String(told(errcode)[1])).not.toMatch(/[A-Za-z0-9]/);
});
