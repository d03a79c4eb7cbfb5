import { render } from 'preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from './app.tsx';
import { goTo } from './client/router.ts';
import { PAGES } from './pages/index.ts';

const ROW = { id: 5, orderNo: 'XS5', shopName: '东街店', sellAt: '2026-11-20', amount: 1280 };
const BILLS = { customerId: 7, count: 1, list: [ROW] };
let answers: Readonly<Record<string, unknown>> = {};
const open = (path: string): void => {
  history.replaceState(null, '', path);
  render(<App />, document.body);
};
const words = (): string => document.body.textContent;
/** What is read from a file and asked of the house comes later. */
const LATER = { timeout: 15_000 };

beforeEach(() => {
  answers = { '/api/v1/wx/bill': BILLS };
  vi.stubGlobal('fetch', async (url: string) =>
    url in answers
      ? new Response(JSON.stringify({ code: 200, msg: '', data: answers[url] }))
      : new Response('{"code":404,"msg":"没有"}', { status: 404 }),
  );
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  render(null, document.body);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('an address opens its page, and what the house answers stands in it', async () => {
  open('/wx/bill');
  await expect.poll(words, LATER).toContain('¥1,280.00');
  expect(document.title).toBe('质保单');
  expect(document.querySelector('nav a[aria-current]')?.textContent).toBe('质保单');
  expect(document.querySelector('h1')?.textContent).toBe('质保单');
});

test('another address opens its page in the same window, and the way back leads back', async () => {
  open('/wx/bill');
  await expect.poll(words, LATER).toContain('东街店');
  goTo('/wx/bill-detail');
  await expect.poll(words, LATER).toContain('链接不完整');
  history.back();
  await expect.poll(words, LATER).toContain('东街店');
});

test('what is typed stands in the field, and a press without it says what is missing', async () => {
  answers = { '/api/v1/wx/user-info': { customerId: 0 } };
  open('/wx/userinfo');
  await expect.poll(() => document.querySelectorAll('form input').length, LATER).toBe(2);
  document.querySelector('form')?.requestSubmit();
  await expect.poll(words, LATER).toContain('请输入电话号码');
  const [number] = document.querySelectorAll('input');
  if (number === undefined) throw new Error('no field');
  expect([number.labels?.[0]?.textContent, number.getAttribute('aria-invalid')]).toEqual(['手机号', 'true']);
  await expect.poll(() => document.activeElement, LATER).toBe(number);
  number.value = '13800000001';
  number.dispatchEvent(new Event('input', { bubbles: true }));
  // As between two events of a browser.
  await Promise.resolve();
  document.querySelector('form')?.requestSubmit();
  await expect.poll(words, LATER).not.toContain('请输入电话号码');
  expect(number.value).toBe('13800000001');
  expect(words()).toContain('请输入验证码');
  sessionStorage.clear();
});

test('an address without a page, a file that does not come and a page that breaks each say so', async () => {
  open('/wx/nowhere');
  await expect.poll(words, LATER).toContain('这个地址没有页面');
  const points = PAGES.find(({ path }) => path === '/wx/points');
  if (points === undefined) throw new Error('no page of points');
  vi.spyOn(points, 'load').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  goTo('/wx/points');
  await expect.poll(words, LATER).toContain('网络不稳定，页面没有打开');
  answers = { '/api/v1/wx/bill': { customerId: 7, count: 1 } };
  goTo('/wx/bill');
  await expect.poll(words, LATER).toContain('网络不稳定，页面没有打开');
  answers = { '/api/v1/wx/bill': BILLS };
  goTo('/wx/bill?again');
  await expect.poll(words, LATER).toContain('网络不稳定，页面没有打开');
});
