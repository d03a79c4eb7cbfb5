import { expect, test } from 'vitest';
import { refusalOf } from './refusal.ts';

test('a refusal is what the house says, in its own words', () => {
  expect(refusalOf(403, { code: 403, msg: '只能查看本人的资料，请从公众号重新进入', data: null })).toEqual({
    kind: 'forbidden',
    message: '只能查看本人的资料，请从公众号重新进入',
    fields: {},
    waitSeconds: 0,
  });
  const kinds = [401, 404, 409, 412, 422, 429, 500, 503].map((status) => refusalOf(status, { msg: '不行' }).kind);
  expect(kinds).toEqual(['signed-out', 'missing', 'conflict', 'conflict', 'fields', 'too-many', 'failed', 'away']);
});
test('a form hears which field is wrong', () => {
  const data = [{ path: 'code', message: '验证码不正确' }, { path: '', message: '无' }, '坏', null];
  expect(refusalOf(422, { msg: '验证码不正确', data }).fields).toEqual({ code: '验证码不正确' });
  expect(refusalOf(422, { msg: '验证码不正确', data: { code: '坏' } }).fields).toEqual({});
});
test('how long to wait is told by the answer, else by its header, and never backwards', () => {
  expect(refusalOf(429, { msg: '慢', data: { retryAfter: 12.2 } }).waitSeconds).toBe(13);
  expect(refusalOf(429, null, '30').waitSeconds).toBe(30);
  for (const odd of ['-5', 'Wed, 21 Oct 2026 07:28:00 GMT', null])
    expect(refusalOf(429, null, odd).waitSeconds).toBe(0);
  expect(refusalOf(503, { msg: '忙', data: { retryAfter: 9 } }).waitSeconds).toBe(0);
});
test('what is no envelope of the house has a Chinese sentence all the same', () => {
  for (const body of [null, undefined, '<html>502 Bad Gateway</html>', { msg: 7 }, { msg: '' }])
    expect(refusalOf(502, body).message).toBe('网络不稳定，请检查网络后重试');
});
