import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shopperApi } from './api.ts';
import { AWAY } from './refusal.ts';

type Sent = { readonly url: string; readonly init: RequestInit };
let sent: Sent[] = [];
let answer: () => Response | Promise<Response>;
const envelope = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer();
  });
  history.replaceState(null, '', '/wx/bill-detail?id=5');
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

test('an answer brings data, words and the clock of the house', async () => {
  answer = () =>
    envelope(200, { code: 200, msg: '绑定成功', data: { id: 1 } }, { date: 'Sat, 28 Nov 2026 12:00:00 GMT' });
  const at = Date.UTC(2026, 10, 28, 12);
  expect(await shopperApi.get('/wx/user-info')).toEqual({ ok: true, data: { id: 1 }, message: '绑定成功', at });
  // As bare as the head of the page asks ahead: else the phone would ask twice.
  expect(sent.map(({ url, init }) => [url, Object.keys(init)])).toEqual([['/api/v1/wx/user-info', ['signal']]]);
});
test('a write sends JSON, and no openId that nobody gave', async () => {
  answer = () => envelope(200, { code: 200, msg: '', data: null });
  await shopperApi.post('/wx/binding', { mobile: '13800000001' });
  await shopperApi.post('/wx/unbind');
  expect(sent.map(({ init }) => [init.method, init.body])).toEqual([
    ['POST', '{"mobile":"13800000001"}'],
    ['POST', '{}'],
  ]);
});
test('whoever is signed out goes to the door and comes back to the page; a write stays where it was typed', async () => {
  answer = () => envelope(401, { code: 401, msg: '请从微信公众号进入', data: null });
  expect(await shopperApi.post('/wx/binding', {})).toMatchObject({ ok: false, refusal: { kind: 'signed-out' } });
  expect(await shopperApi.get('/wx/user-info', { quiet: true })).toMatchObject({ ok: false });
  expect(location.pathname).toBe('/wx/bill-detail');
  expect(await shopperApi.get('/wx/bill-detail/5')).toMatchObject({ ok: false, refusal: { kind: 'signed-out' } });
  expect(location.pathname).toBe('/wx');
  expect(sessionStorage.getItem('wx:wanted')).toBe('/wx/bill-detail?id=5');
});
test('a house whose every status is 200 is read by the body', async () => {
  answer = () => envelope(200, { code: 404, msg: '没有找到这张质保单', data: null });
  expect(await shopperApi.get('/wx/bill-detail/5')).toMatchObject({
    ok: false,
    refusal: { kind: 'missing', message: '没有找到这张质保单' },
  });
});
test('no network, a page of somebody between, half an answer: the network is unstable', async () => {
  const bad: (() => Response | Promise<Response>)[] = [
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => envelope(200, '<html>请登录无线网络</html>'),
    () => envelope(200, '{"code":200,"da'),
  ];
  for (const each of bad) {
    answer = each;
    expect(await shopperApi.get('/wx/bill')).toEqual({ ok: false, refusal: AWAY });
  }
  answer = () => envelope(502, '<html>Bad Gateway</html>');
  expect(await shopperApi.get('/wx/bill')).toMatchObject({ ok: false, refusal: { kind: 'away' } });
});
