import { expect, test } from 'vitest';
import { WAITING, heard, isOverdue, lost, shownOf, waitOf, waitingWith, type Wall } from './state.ts';

const BOARD = {
  title: '一店',
  logo: '',
  now: '2026-11-28T21:05:09.000+08:00',
  adPicture: '',
  backgroudPicture: '',
  remark: '',
  at: '2026-11-28T09:00:00.000+08:00',
  details: [{ name: '足金', goldContent: '999', price: 780, measureUnit: '元/克' }],
};
const answer = (data: unknown, status = 200) => ({ status, body: JSON.stringify({ code: status, data, msg: '' }) });
const AWAY = { status: 0, body: '' };
const ALARM = '连接中断：以下是 11月28日 21:05 的金价，可能已变动，成交请以收银台为准';
const after = (...answers: readonly { readonly status: number; readonly body: string }[]): Wall =>
  answers.reduce(heard, WAITING);

test('prices stand as valid after an answer, and under an alarm with their time once one fails', () => {
  expect(shownOf(after(answer(BOARD)))).toEqual({ board: BOARD, message: '', alarm: '' });
  for (const failure of [
    AWAY,
    { status: 503, body: '' },
    { status: 429, body: '{"data":null}' },
    { status: 502, body: '<html>' },
  ])
    expect(shownOf(after(answer(BOARD), failure)), String(failure.status)).toEqual({
      board: BOARD,
      message: '',
      alarm: ALARM,
    });
});
test('an answer after the failure is valid again, with what changed', () => {
  const next = { ...BOARD, now: '2026-11-28T21:10:09.000+08:00', details: [{ ...BOARD.details[0], price: 790 }] };
  expect(shownOf(after(answer(BOARD), AWAY, AWAY, answer(next)))).toEqual({ board: next, message: '', alarm: '' });
});
test('a withdrawn board shows no price at all, an empty one neither', () => {
  const empty = { ...BOARD, details: [] };
  expect(shownOf(after(answer(BOARD), answer(empty)))).toEqual({
    board: empty,
    message: '暂无报价，请咨询店员',
    alarm: '',
  });
});
test('a page of another network under the house’s address is no answer, and a price of 0 none either', () => {
  const portal = { status: 200, body: '<html>请登录网络</html>' };
  expect(shownOf(after(answer(BOARD), portal)).alarm).toBe(ALARM);
  expect(shownOf(after(answer(BOARD), { status: 404, body: '<html>' })).alarm).toBe(ALARM);
  const free = { ...BOARD, details: [{ ...BOARD.details[0], price: 0 }] };
  expect(after(answer(BOARD), answer(free))).toMatchObject({ board: BOARD, trust: 'stale', unreadable: true });
});
test('a shop that is none shows that and no prices, kept ones neither, until the house says otherwise', () => {
  const none = answer(null, 404);
  const refused = { board: null, message: '没有这个分店，或已停用，请核对网址', alarm: '' };
  for (const wall of [
    after(none),
    after(answer(BOARD), none),
    after(answer(BOARD), none, AWAY),
    after(answer(null, 422)),
  ])
    expect(shownOf(wall)).toEqual(refused);
  expect(shownOf(after(none, answer(BOARD)))).toMatchObject({ board: BOARD });
});
test('prices kept from before are shown only as what they are, once the house is late', () => {
  const started = waitingWith(BOARD);
  expect(shownOf(started)).toEqual({ board: null, message: '正在加载金价…', alarm: '' });
  expect(shownOf(lost(started))).toEqual({ board: BOARD, message: '', alarm: ALARM });
  expect(shownOf(lost(WAITING))).toEqual({ board: null, message: '暂时连接不上，正在重试…', alarm: '' });
});
test('it asks every 300000 ms, sooner while the house is away, and not all televisions at one moment', () => {
  expect(waitOf(after(answer(BOARD)), 1)).toBe(300_000);
  expect(waitOf(after(answer(null, 404)), 1)).toBe(300_000);
  const waits = [1, 2, 3, 4, 5, 6, 60].map((failures) => waitOf({ ...after(AWAY), failures }, 0.5));
  expect(waits).toEqual([3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
  expect([waitOf(after(AWAY), 0), waitOf(after(AWAY), 1)]).toEqual([2_250, 3_750]);
  expect([isOverdue(300_000), isOverdue(330_001)]).toEqual([false, true]);
});
