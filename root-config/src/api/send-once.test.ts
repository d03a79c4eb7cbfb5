// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendOnce } from './send-once.ts';
import { type Session, sessionStore } from './session.ts';

const signedIn: Session = { stage: 'in', token: 'first', user: null, menus: [], shopId: null, stranger: null };
const sent: string[] = [];
const serve = (status: number): void => {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    sent.push(`${method} ${url}`);
    return Response.json({ code: status, msg: '好', data: null }, { status });
  });
};
const run = { method: 'POST', path: '/backup/run', views: [] } as const;

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  sessionStore.set(signedIn);
});
afterEach(() => {
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('who clicks twice means one: while it is under way, and for a moment after it was accepted', async () => {
  serve(200);
  const [first, second] = [sendOnce(run), sendOnce(run)];
  expect(await Promise.all([first, second])).toEqual([true, true]);
  expect(await sendOnce(run)).toBe(true);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(500);
  await sendOnce(run);
  expect(sent).toHaveLength(2);
});
test('the same again after another one is meant: back and forth within a moment', async () => {
  serve(200);
  await sendOnce(run);
  await sendOnce({ ...run, path: '/backup/back' });
  await sendOnce(run);
  expect(sent).toHaveLength(3);
});
test('another one, and one that was refused, goes out at once', async () => {
  serve(409);
  expect(await sendOnce({ ...run, refused: () => undefined })).toBe(false);
  expect(await sendOnce({ ...run, refused: () => undefined })).toBe(false);
  expect(await sendOnce({ ...run, body: { ids: [1] }, refused: () => undefined })).toBe(false);
  expect(sent).toHaveLength(3);
});
