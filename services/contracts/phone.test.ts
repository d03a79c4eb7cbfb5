/** A telephone has one form, however it is written, copied or called from. */
import { expect, test } from 'vitest';
import { digitsLookedFor, mobileText, phoneDigits, plainPhone, requiredPhone } from './phone.ts';

test.each([
  ['１３８００１３８０００', '13800138000'],
  [' 138 0013 8000 ', '13800138000'],
  ['138-0013-8000', '13800138000'],
  ['+86 138 0013 8000', '13800138000'],
  ['+86-138-0013-8000', '13800138000'],
  ['＋８６１３８００１３８０００', '13800138000'],
  ['(+86)13800138000', '13800138000'],
  ['0086 13800138000', '13800138000'],
  ['0086-138-0013-8000', '13800138000'],
  ['86-13800138000', '13800138000'],
  ['8613800138000', '13800138000'],
  ['\u202D13800138000\u202C', '13800138000'],
  ['\u202D+86 138–0013‑8000\u202C', '13800138000'],
  ['\uFEFF138\u200B0013\u00A08000', '13800138000'],
  ['0755-25112345', '0755-25112345'],
  ['(0755)25112345', '0755-25112345'],
  ['+86 755 25112345', '075525112345'],
  ['0086-755-25112345', '0755-25112345'],
  ['+86 0755-25112345', '0755-25112345'],
  ['+864008108888', '4008108888'],
  ['95588', '95588'],
  ['00852 91234567', '+85291234567'],
  ['+852-9123-4567', '+852-9123-4567'],
])('%j is %s (S1§5/6)', (written, plain) => {
  expect(plainPhone(written)).toBe(plain);
  expect(requiredPhone('联系电话不能为空').parse(written)).toBe(plain);
  expect(phoneDigits(written)).toBe(plain.replaceAll(/\D/g, ''));
});

test('the plain form is its own plain form, and no two numbers become one (S1§5/6)', () => {
  for (const number of ['13800138000', '0755-25112345', '+85291234567', '861234567', '00861', '86']) {
    expect(plainPhone(plainPhone(number))).toBe(plainPhone(number));
  }
  expect(new Set(['13800138000', '13800138001', '8613800138', '0086138'].map(phoneDigits)).size).toBe(4);
});

test('what is no telephone is refused in the words of its field', () => {
  expect(mobileText('手机号码不能为空').safeParse('0086 138').error?.issues[0]?.message).toBe('请输入正确的手机号码');
  expect(mobileText('手机号码不能为空').safeParse(undefined).error?.issues[0]?.message).toBe('手机号码不能为空');
  expect(requiredPhone('联系电话不能为空').safeParse('\u202D').success).toBe(false);
});

test.each([
  ['13800138000', '13800138000'],
  ['+86 138-0013-8000', '13800138000'],
  ['8000', '8000'],
  ['13800138000x', ''],
  ['找13800138000', ''],
  ['138_0013_8000', ''],
  ['', ''],
])('a number is looked for by %j as %j', (typed, digits) => {
  expect(digitsLookedFor(typed)).toBe(digits);
});
