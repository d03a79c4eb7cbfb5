/** The demo chain: by commands, in time order, into an empty store only; every number agrees (R41). */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { dayOf } from 'services/contracts/dates';
import { loadDemo, type DemoSize } from '../../services/demo/load.ts';
import { Progress } from '../../services/demo/progress.ts';
import { DEMO_PASSWORDS_FILE } from '../../services/demo/staff.ts';
import { sessionUser } from '../../services/system/session-user.ts';
import { startApp, type App } from '../support/app.ts';

const SMALL: DemoSize = { pieces: 320, days: 16, customers: 12, suppliers: 4, picturesPerShape: 1 };
let app: App;
const house = () => ({ ...app.house, userOf: (id: number) => sessionUser(app.house.deps.master, id) });
const Counts = z.record(z.string(), z.int());

beforeAll(async () => {
  app = await startApp();
  const progress = new Progress();
  expect(await loadDemo(house(), progress, { size: SMALL })).toBe(true);
  expect(progress.state).toEqual({ running: false, percent: 100, text: '演示数据已就绪' });
}, 120_000);
afterAll(() => app.stop());

test('a store with anything in it is left alone', async () => {
  const { store } = app.house.deps;
  const head = await store.head();
  expect(await loadDemo(house(), new Progress(), { size: SMALL })).toBe(false);
  expect(await store.head()).toBe(head);
});
test('the log is in the order of its clock, and every event came by a command of somebody', async () => {
  const abort = new AbortController();
  let last = '';
  let events = 0;
  for await (const item of app.house.deps.store.subscribe({ after: -1, signal: abort.signal })) {
    if (item.kind === 'caught-up') break;
    if (item.kind !== 'event') continue;
    const { at, key, userName } = item.event.meta;
    const moment = new Date(at).toISOString();
    expect(moment >= last).toBe(true);
    expect(key).not.toBe('');
    expect(userName).not.toBe('');
    last = moment;
    events += 1;
  }
  abort.abort();
  expect(events).toBeGreaterThan(SMALL.pieces * 2);
  expect(Date.parse(last)).toBeLessThanOrEqual(Date.now());
});
test('there are documents of every state, and nothing has less than nothing', async () => {
  const found = await app.house.deps.master.one(sql.type(Counts)`
    SELECT (SELECT count(*) FROM live.goods_in WHERE bill_type = '1')::int AS pieces,
      (SELECT count(*) FROM live.goods_in WHERE bill_type = '1' AND audit_flag = 1)::int AS waiting,
      (SELECT count(*) FROM live.transfers WHERE stage = 'audited')::int AS transfers,
      (SELECT count(*) FROM live.sales WHERE stage = 'audited')::int AS sales,
      (SELECT count(*) FROM live.sales WHERE stage = 'pending')::int AS open,
      (SELECT count(*) FROM live.stock_checks WHERE audit_flag = 2)::int AS checks,
      (SELECT count(*) FROM live.stock_checks WHERE audit_flag = 1)::int AS counting,
      (SELECT count(*) FROM live.stock_adjusts WHERE stage = 'audited')::int AS losses,
      (SELECT count(*) FROM master.closed_day WHERE closed_until < current_date - 7)::int AS closed,
      (SELECT count(*) FROM live.holding WHERE on_hand < held OR held < 0)::int AS negative`);
  expect(found['pieces']).toBeGreaterThanOrEqual(SMALL.pieces * 0.9);
  for (const some of ['waiting', 'transfers', 'sales', 'open', 'checks', 'counting', 'losses', 'closed'])
    expect(found[some]).toBeGreaterThan(0);
  expect(found['negative']).toBe(0);
});
test('every report shows something, and what was allowed beyond the limits shows today', async () => {
  const rows = async (report: string, query = ''): Promise<readonly unknown[]> => {
    const reply = await app.get(`/${report}?${query}`);
    expect(reply.status, `${report} ${reply.text.slice(0, 200)}`).toBe(200);
    return (reply.body.data as { list: readonly unknown[] }).list;
  };
  const reports = ['report-goods-check', 'report-goods-allocate', 'report-goods-return', 'report-goods-turnover'];
  for (const report of reports) expect(await rows(`${report}/rows`), report).not.toEqual([]);
  const today = dayOf(app.house.deps.clock());
  expect(await rows('report-sell-approval/rows', `beginTime=${today}&endTime=${today}`)).not.toEqual([]);
  expect((await rows('report-sell-approval/rows')).length).toBeGreaterThan(2);
});
test('every kind of line, a repair on its way, deposits kept and used, gifts offered, and last year beside today', async () => {
  const found = await app.house.deps.master.one(sql.type(Counts)`
    SELECT count(*) FILTER (WHERE change_fee_fen <> 0)::int AS returns, count(*) FILTER (WHERE old_fee_fen <> 0)::int AS old,
      count(*) FILTER (WHERE clean_fee_fen <> 0)::int AS repairs,
      count(*) FILTER (WHERE sold_on < current_date - 300)::int AS "lastYear",
      count(*) FILTER (WHERE EXISTS (SELECT FROM jsonb_array_elements(payments) p WHERE p ->> 'method' = '定金'))::int AS deposits,
      count(*) FILTER (WHERE EXISTS (SELECT FROM jsonb_array_elements(lines) l WHERE l ->> 'list' = 'gift'))::int AS gifts
    FROM live.sales`);
  for (const some of ['returns', 'old', 'repairs', 'lastYear', 'deposits', 'gifts'])
    expect(found[some], some).toBeGreaterThan(0);
  const list = async (path: string) => ((await app.get(path)).body.data as { list: { state?: string }[] }).list;
  expect(new Set((await list('/biz-sell-clean')).map(({ state }) => state)).size).toBeGreaterThan(1);
  const returned = ['/biz-sell-change/inspect?state=1', '/biz-sell-change/inspect?state=2'];
  for (const path of [
    '/biz-deposit',
    '/biz-shift',
    '/mall-giveaway',
    '/mall-write-off',
    '/base-customer-consent',
    ...returned,
  ])
    expect(await list(path), path).not.toEqual([]);
});
test('payments sum up to what was paid, lines to the amount, the flow to what lies in the shops', async () => {
  const wrong = await app.house.deps.master.one(sql.type(Counts)`
    SELECT (SELECT count(*) FROM live.sales s WHERE s.fact_fee_fen <>
        (SELECT sum((p ->> 'amountFen')::bigint) FROM jsonb_array_elements(s.payments) p))::int AS payments,
      (SELECT count(*) FROM live.sales s WHERE s.amount_fen <>
        (SELECT sum((l ->> 'amountFen')::bigint) FROM jsonb_array_elements(s.lines) l))::int AS amounts,
      (SELECT count(*) FROM (
        SELECT barcode, shop_id, sum(quantity) AS moved FROM live.goods_flow GROUP BY 1, 2) f
        FULL JOIN (SELECT barcode, shop_id, on_hand FROM live.holding WHERE to_position IS NULL) h
        USING (barcode, shop_id) WHERE coalesce(moved, 0) <> coalesce(on_hand, 0))::int AS stock`);
  expect(wrong).toEqual({ payments: 0, amounts: 0, stock: 0 });
});
test('its people sign in with random passwords from a file of the owner alone', async () => {
  const file = path.join(app.dataDir, DEMO_PASSWORDS_FILE);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  const staff = fs
    .readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(new Set(staff.map(([, password]) => password)).size).toBe(staff.length);
  const [username, password] = staff[0]!;
  const token = await app.signIn(username!, password);
  expect(await app.get('/getinfo', { token })).toMatchObject({ status: 200 });
});
test('everybody can be edited and saved as he is', async () => {
  const { list } = (await app.get('/sys-user?pageSize=100&username=yingye')).body.data as {
    list: readonly { userId: number }[];
  };
  expect(list.length).toBe(16);
  const record = (await app.get(`/sys-user/${list[0]!.userId}`)).body.data as Record<string, unknown>;
  const saved = await app.put('/sys-user', record);
  expect(saved.status, saved.text).toBe(200);
});
test('everybody has his department and his post', async () => {
  const { list } = (await app.get('/sys-user?pageSize=100')).body.data as {
    list: readonly { username: string; dept: { deptName: string }; postId: number | null }[];
  };
  const { list: posts } = (await app.get('/post?pageSize=100')).body.data as {
    list: readonly { postId: number; postName: string }[];
  };
  const postOf = (postId: number | null) => posts.find((post) => post.postId === postId)?.postName;
  const placeOf = (name: string) => {
    const person = list.find(({ username }) => username === name)!;
    return [person.dept.deptName, postOf(person.postId)];
  };
  expect(placeOf('dianzhang01')).toEqual(['人民路旗舰店', '店长']);
  expect(placeOf('yingye08b')).toEqual(['老城厢店', '营业员']);
  expect(placeOf('caiwu')).toEqual(['财务部', '会计']);
  expect(placeOf('quyu')).toEqual(['门店', '区域经理']);
});
