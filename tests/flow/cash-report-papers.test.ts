/** The report of large cash (R83): filled in, signed for, kept, due, and shown to whoever may. */
import { read, utils } from 'xlsx';
import { sql } from 'slonik';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { lookForCash } from '../../services/cash-report/watch.ts';
import { dueDepsOf } from '../../services/cash-report/slice.ts';
import { USER_PASSWORD, type RequestOptions } from '../support/app.ts';
import { LIMIT, PAPERS, PATH, type Row, cashReportsPerFile } from './cash-reports.ts';

const { at, setting, customer, saved, order, deposit, reportsOf, look } = cashReportsPerFile();

test('filled in it waits no more; numbers are masked for whoever need not know them, in logs and histories for everybody (S1§4/16)', async () => {
  const one = await customer('孙填写');
  saved(await order(one, LIMIT));
  const [{ id } = { id: 0 }] = await reportsOf(one);
  const fill = (change: object, options: RequestOptions = {}) =>
    at.chain.app.put(`${PATH}/${id}`, { ...PAPERS, ...change }, { token: at.seller, ...options });
  const wrong = [
    [{ name: ' ' }, 'name'],
    [{ contact: '138' }, 'contact'],
    [{ idType: '会员卡' }, 'idType'],
    [{ idNo: '110105194912310021' }, 'idNo'],
    [{ idNo: '1101**********002X' }, 'idNo'],
    [{ idExpiry: '2020-13-01' }, 'idExpiry'],
    [{ idExpiry: addDays(at.chain.today, -1) }, 'idExpiry'],
    [{ purpose: '' }, 'purpose'],
    [{ checker: undefined }, 'checker'],
    [{ checker: { username: '', password: USER_PASSWORD } }, 'checker.username'],
    [{ checker: { username: 'boss', password: '不对的密码' } }, 'checker.password'],
    // Whoever fills it in, while there is somebody else; and somebody of another shop.
    [{ checker: { username: 'clerk', password: USER_PASSWORD } }, 'checker.username'],
    [{ checker: { username: 'away', password: USER_PASSWORD } }, 'checker.username'],
  ] as const;
  for (const [change, path] of wrong) {
    expect(await fill(change), path).toMatchObject({ status: 422, body: { data: [{ path }] } });
  }
  expect(await fill({})).toMatchObject({ status: 200, body: { msg: '登记成功' } });
  expect(await reportsOf(one)).toMatchObject([
    { state: '2', idNo: '1101**********002X', filledBy: 'clerk', checkedBy: 'boss' },
  ]);
  const record = async (token: string) => (await at.chain.app.get(`${PATH}/${id}`, { token })).body.data as Row;
  expect(await record(at.seller)).toMatchObject({ idNo: '1101**********002X', name: '赵大额' });
  expect(await record(at.manager)).toMatchObject({
    idNo: '11010519491231002X',
    documents: [{ kind: 'sale', shopName: '罗湖店', amount: LIMIT }],
    elsewhere: 0,
  });
  // The mask that comes back is the stored number; with another kind of paper it is none.
  expect((await fill({ idNo: '1101**********002X', purpose: '送礼' })).status).toBe(200);
  expect(await record(at.manager)).toMatchObject({ idNo: '11010519491231002X', purpose: '送礼' });
  expect(await fill({ idNo: '1101**********002X', idType: '护照' })).toMatchObject({ status: 422 });
  expect((await fill({}, { headers: { 'if-match': '"1"' } })).status).toBe(412);
  const history = (await at.chain.app.get(`${PATH}/${id}/history`, { token: at.manager })).body.data as {
    title: string;
    changes: { field: string; before: string; after: string }[];
  }[];
  expect(history.map(({ title }) => title)).toEqual(['达到限额', '登记', '修改']);
  expect(history[2]?.changes).toMatchObject([{ field: 'purpose', before: '购买黄金首饰', after: '送礼' }]);
  const kept = await at.chain.app.house.deps.master.anyFirst(sql.type(z.object({ text: z.string() }))`
    SELECT coalesce(before::text, '') || coalesce(after::text, '') AS text FROM master.change_log WHERE table_name = 'cash_report'
    UNION ALL SELECT oper_param FROM master.command WHERE oper_url LIKE '%cash-report%'`);
  expect(kept.length).toBeGreaterThan(3);
  expect(kept.filter((text) => text.includes('11010519491231002X') || text.includes(USER_PASSWORD))).toEqual([]);
});

test('a password typed as checker is a try to sign in: five wrong ones lock whoever it is', async () => {
  const one = await customer('猜密码');
  saved(await order(one, LIMIT));
  const [{ id } = { id: 0 }] = await reportsOf(one);
  await at.chain.app.addUser({ username: 'guessed', roleIds: [3], lockShops: [at.chain.home] });
  const sign = (password: string) =>
    at.chain.app.put(`${PATH}/${id}`, { ...PAPERS, checker: { username: 'guessed', password } }, { token: at.seller });
  for (let tries = 0; tries < 5; tries += 1) expect((await sign(`wrong-${tries}`)).status).toBe(422);
  expect((await sign(USER_PASSWORD)).status).toBe(429);
  expect(await reportsOf(one)).toMatchObject([{ state: '1', checkedBy: '' }]);
});

test('the ready report has whole numbers, for whoever may take it away (S1§4/16)', async () => {
  const one = await customer('李导出');
  saved(await order(one, LIMIT));
  const [{ id } = { id: 0 }] = await reportsOf(one);
  saved(await at.chain.app.put(`${PATH}/${id}`, PAPERS));
  const url = `${at.chain.app.url}/api/v1${PATH}/export?customerId=${one}`;
  const sheet = await fetch(url, { headers: { authorization: `Bearer ${at.manager}` } });
  expect(sheet.status).toBe(200);
  const book = read(Buffer.from(await sheet.arrayBuffer()));
  const text = utils.sheet_to_csv(book.Sheets[book.SheetNames[0]!]!);
  for (const part of ['11010519491231002X', '李导出', '购买黄金首饰', '收现金', '已登记', '5,000.00'])
    expect(text).toContain(part);
  expect((await fetch(url, { headers: { authorization: `Bearer ${at.seller}` } })).status).toBe(403);
});

test('another shop sees a person only by its own documents, and no word of those of others (S1§4/16)', async () => {
  const [mine, both] = [await customer('冯本店'), await customer('陈两店')];
  saved(await order(mine, LIMIT));
  saved(await order(both, LIMIT));
  saved(await deposit(both, 100));
  expect(await reportsOf(mine, { token: at.elsewhere })).toEqual([]);
  const [hidden] = await reportsOf(mine);
  for (const path of [`${PATH}/${hidden!.id}`, `${PATH}/${hidden!.id}/history`]) {
    expect((await at.chain.app.get(path, { token: at.elsewhere })).status).toBe(404);
  }
  expect((await at.chain.app.put(`${PATH}/${hidden!.id}`, PAPERS, { token: at.elsewhere })).status).toBe(404);
  const [shared] = await reportsOf(both, { token: at.elsewhere });
  expect((await at.chain.app.get(`${PATH}/${shared!.id}`, { token: at.elsewhere })).body.data).toMatchObject({
    amount: LIMIT + 100,
    documents: [{ kind: 'deposit', shopName: '南山店', amount: 100 }],
    elsewhere: LIMIT,
  });
  expect((await at.chain.app.get(`${PATH}?shopId=${at.chain.home}`, { token: at.elsewhere })).status).toBe(403);
});

test('it is due in five working days of the calendar, which may change until then (S1§4/16)', async () => {
  const one = await customer('褚期限');
  saved(await order(one, LIMIT));
  const dueOn = async () => (await reportsOf(one))[0]!['dueOn'];
  const weekly = await dueOn();
  const holidays = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(at.chain.today, days));
  expect((await setting('work_calendar', JSON.stringify({ holidays, workdays: [] }))).status).toBe(200);
  // The house looks too, perhaps still by the calendar of before.
  const found = async (): Promise<string> => {
    await look();
    return String(await dueOn());
  };
  await expect.poll(async () => (await found()) > String(weekly)).toBe(true);
  expect((await setting('work_calendar', JSON.stringify({ holidays: [], workdays: [] }))).status).toBe(200);
  await expect.poll(found).toBe(weekly);
  for (const value of ['1', '{"holidays":["2027-02-30"]}'])
    expect((await setting('work_calendar', value)).status).toBe(422);
  for (const value of ['0', '-1', 'viel']) expect((await setting('cash_report_limit', value)).status).toBe(422);
});

test('a record that is filled in while the calendar is read keeps its day', async () => {
  const one = await customer('卫刚好');
  saved(await order(one, LIMIT));
  const [{ id, dueOn } = { id: 0 }] = await reportsOf(one);
  const { deps } = at.chain.app.house;
  const due = dueDepsOf(deps);
  let filled = false;
  const pool = new Proxy(due.pool, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...asked: readonly unknown[]): Promise<unknown> => {
        const answer: unknown = await Reflect.apply(value, target, asked);
        const waits = name === 'any' && (answer as readonly Row[]).some((row) => row.id === id && 'dueOn' in row);
        if (!waits) return answer;
        saved(await at.chain.app.put(`${PATH}/${id}`, PAPERS));
        filled = true;
        return answer;
      };
    },
  });
  const holidays = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(at.chain.today, days));
  const lookup = { ...due.lookup, setting: async () => JSON.stringify({ holidays, workdays: [] }) };
  const { store, exceptions, clock, log } = deps;
  await lookForCash({ ...due, pool, lookup, store, exceptions, clock, log });
  expect(filled).toBe(true);
  expect(await reportsOf(one)).toMatchObject([{ state: '2', dueOn }]);
});

test('after ten years the papers go, what was paid stays (S1§4/16)', async () => {
  const one = await customer('卫十年');
  saved(await order(one, LIMIT));
  const [{ id } = { id: 0 }] = await reportsOf(one);
  saved(await at.chain.app.put(`${PATH}/${id}`, PAPERS));
  const { deps } = at.chain.app.house;
  const later = new Date(Date.now() + 3_654 * 86_400_000);
  const { store, exceptions, log } = deps;
  await lookForCash({ ...dueDepsOf(deps), store, exceptions, clock: () => later, log });
  expect(await reportsOf(one)).toMatchObject([
    { amount: LIMIT, state: '2', name: '', idNo: '', purpose: '购买黄金首饰' },
  ]);
});
