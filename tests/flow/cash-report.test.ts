/** 大额现金 over HTTP (R83): a person's cash of a day over all documents, warned of, filled in, kept and shown to whoever may. */
import { read, utils } from 'xlsx';
import { sql } from 'slonik';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { lookForCash } from '../../services/cash-report/watch.ts';
import { dueDepsOf } from '../../services/cash-report/slice.ts';
import { USER_PASSWORD, type Reply, type RequestOptions } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-cash-report';
const SALE = '/biz-sell';
const LIMIT = 5_000;
let chain: Chain;
let [seller, manager, elsewhere] = ['', '', ''];
const setting = (configKey: string, configValue: unknown): Promise<Reply> =>
  chain.app.put('/set-config', [{ configKey, configValue }]);
beforeAll(async () => {
  chain = await startChain();
  const tokenOf = async (username: string, roleId: number, shop: number): Promise<string> => {
    await chain.app.addUser({ username, roleIds: [roleId], lockShops: [shop] });
    return chain.app.signIn(username);
  };
  seller = await tokenOf('clerk', 4, chain.home);
  manager = await tokenOf('boss', 3, chain.home);
  elsewhere = await tokenOf('away', 3, chain.away);
  expect((await setting('cash_report_limit', LIMIT.toFixed(2))).status).toBe(200);
});
afterAll(() => chain.app.stop());

let last = 13_800_300_000;
const customer = async (name: string): Promise<number> => {
  const reply = await chain.app.post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const saved = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
/** Pays what is over in another way. */
const order = async (customerId: number, cash: number, change: object = {}): Promise<Reply> => {
  const pieces = [await chain.stock(), await chain.stock(), await chain.stock()];
  const rest = pieces.length * TAG_PRICE - cash;
  return chain.app.post(
    SALE,
    chain.sale(
      pieces.map((barcode) => ({ barcode })),
      {
        customerId,
        sellBalanceList: [
          { balance: '现金', amount: cash },
          ...(rest === 0 ? [] : [{ balance: '微信', amount: rest }]),
        ],
        ...change,
      },
    ),
  );
};
const deposit = (customerId: number, amount: number, change: object = {}): Promise<Reply> =>
  chain.app.post('/biz-deposit', {
    customerId,
    shopId: chain.away,
    depositAt: chain.today,
    account: '定金',
    kind: '1',
    amount,
    seller: 'admin',
    ...change,
  });
type Row = Readonly<Record<string, unknown>> & { readonly id: number };
const reportsOf = async (customerId: number, options: RequestOptions = {}): Promise<readonly Row[]> => {
  const reply = await chain.app.get(`${PATH}?customerId=${customerId}`, options);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.data as { list: readonly Row[] }).list;
};
const look = (): Promise<void> => {
  const { deps } = chain.app.house;
  const { store, exceptions, clock, log } = deps;
  return lookForCash({ ...dueDepsOf(deps), store, exceptions, clock, log });
};
const PAPERS = {
  name: '赵大额',
  contact: '13800138000',
  idType: '居民身份证',
  idNo: '11010519491231002X',
  idExpiry: '长期',
  purpose: '购买黄金首饰',
  checker: { username: 'boss', password: USER_PASSWORD },
};

test('what all documents of a day come to in cash is said by the save that reaches the limit, and waits to be filled in (S1§4/15)', async () => {
  const one = await customer('钱多多');
  const first = await deposit(one, 3_000);
  expect(String(first.body.msg)).not.toContain('大额现金');
  expect(await reportsOf(one)).toEqual([]);
  const second = await order(one, 2_000);
  saved(second);
  expect(second.body.msg).toContain(`钱多多${chain.today}收现金合计5000.00元，达到大额现金限额，请登记大额现金`);
  const [report] = await reportsOf(one);
  expect(report).toMatchObject({
    day: chain.today,
    customerName: '钱多多',
    direction: '1',
    amount: 5_000,
    limit: LIMIT,
    state: '1',
    documentNo: '',
    shopName: '罗湖店',
    idNo: '',
    filledAt: '',
  });
  const home = await chain.app.get('/dashboard');
  expect(
    (home.body.data as { todo: { kind: string; path: string }[] }).todo.find(({ kind }) => kind === 'cash'),
  ).toMatchObject({
    title: '大额现金待登记',
    path: '/sales/cash-report?state=1',
  });
  const found = await chain.app.get(`${PATH}/of-document?kind=sale&documentId=${Number(second.body.data)}`, {
    token: seller,
  });
  expect(found.body.data).toMatchObject([{ id: report!.id, direction: '1', amount: 5_000 }]);
});

test('one fen below says nothing, and other ways of paying count for nothing (S1§4/15)', async () => {
  const one = await customer('差一分');
  saved(await order(one, 4_999.99));
  saved(await deposit(one, 9_000, { balanceList: [{ balance: '微信', amount: 9_000 }] }));
  await look();
  expect(await reportsOf(one)).toEqual([]);
});

test('in and out count apart, a recycle order and a refund go out (S1§4/15)', async () => {
  const one = await customer('出出进进');
  const old = { type: '戒指', style: '光圈', fineness: '足金', weight: 10, cost: 300, lossRatio: 100, remark: '旧' };
  const recycled = await chain.app.post('/biz-alone-recycle', {
    customerId: one,
    shopId: chain.home,
    recycleAt: chain.today,
    seller: 'admin',
    recycleList: [old],
    balanceList: [{ balance: '现金', amount: 3_000 }],
  });
  saved(recycled);
  // What leaves a record without a second person is asked elsewhere.
  await chain.app.put('/set-config', [{ configKey: 'deposit_proof_limit', configValue: '99999' }]);
  saved(await deposit(one, 4_000));
  const refund = await deposit(one, 2_000, { kind: '2' });
  expect(refund.body.msg).toContain('付现金合计5000.00元');
  expect(await reportsOf(one)).toMatchObject([{ direction: '2', amount: 5_000, state: '1' }]);
});

test('filled in it waits no more; numbers are masked for whoever need not know them, in logs and histories for everybody (S1§4/16)', async () => {
  const one = await customer('孙填写');
  saved(await order(one, LIMIT));
  const [{ id } = { id: 0 }] = await reportsOf(one);
  const fill = (change: object, options: RequestOptions = {}) =>
    chain.app.put(`${PATH}/${id}`, { ...PAPERS, ...change }, { token: seller, ...options });
  const wrong = [
    [{ name: ' ' }, 'name'],
    [{ contact: '138' }, 'contact'],
    [{ idType: '会员卡' }, 'idType'],
    [{ idNo: '110105194912310021' }, 'idNo'],
    [{ idNo: '1101**********002X' }, 'idNo'],
    [{ idExpiry: '2020-13-01' }, 'idExpiry'],
    [{ idExpiry: addDays(chain.today, -1) }, 'idExpiry'],
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
  const record = async (token: string) => (await chain.app.get(`${PATH}/${id}`, { token })).body.data as Row;
  expect(await record(seller)).toMatchObject({ idNo: '1101**********002X', name: '赵大额' });
  expect(await record(manager)).toMatchObject({
    idNo: '11010519491231002X',
    documents: [{ kind: 'sale', shopName: '罗湖店', amount: LIMIT }],
    elsewhere: 0,
  });
  // The mask that comes back is the stored number; with another kind of paper it is none.
  expect((await fill({ idNo: '1101**********002X', purpose: '送礼' })).status).toBe(200);
  expect(await record(manager)).toMatchObject({ idNo: '11010519491231002X', purpose: '送礼' });
  expect(await fill({ idNo: '1101**********002X', idType: '护照' })).toMatchObject({ status: 422 });
  expect((await fill({}, { headers: { 'if-match': '"1"' } })).status).toBe(412);
  const history = (await chain.app.get(`${PATH}/${id}/history`, { token: manager })).body.data as {
    title: string;
    changes: { field: string; before: string; after: string }[];
  }[];
  expect(history.map(({ title }) => title)).toEqual(['达到限额', '登记', '修改']);
  expect(history[2]?.changes).toMatchObject([{ field: 'purpose', before: '购买黄金首饰', after: '送礼' }]);
  const kept = await chain.app.house.deps.master.anyFirst(sql.type(z.object({ text: z.string() }))`
    SELECT coalesce(before::text, '') || coalesce(after::text, '') AS text FROM master.change_log WHERE table_name = 'cash_report'
    UNION ALL SELECT oper_param FROM master.command WHERE oper_url LIKE '%cash-report%'`);
  expect(kept.length).toBeGreaterThan(3);
  expect(kept.filter((text) => text.includes('11010519491231002X') || text.includes(USER_PASSWORD))).toEqual([]);
});

test('a password typed as checker is a try to sign in: five wrong ones lock whoever it is', async () => {
  const one = await customer('猜密码');
  saved(await order(one, LIMIT));
  const [{ id } = { id: 0 }] = await reportsOf(one);
  await chain.app.addUser({ username: 'guessed', roleIds: [3], lockShops: [chain.home] });
  const sign = (password: string) =>
    chain.app.put(`${PATH}/${id}`, { ...PAPERS, checker: { username: 'guessed', password } }, { token: seller });
  for (let tries = 0; tries < 5; tries += 1) expect((await sign(`wrong-${tries}`)).status).toBe(422);
  expect((await sign(USER_PASSWORD)).status).toBe(429);
  expect(await reportsOf(one)).toMatchObject([{ state: '1', checkedBy: '' }]);
});

test('the ready report has whole numbers, for whoever may take it away (S1§4/16)', async () => {
  const one = await customer('李导出');
  saved(await order(one, LIMIT));
  const [{ id } = { id: 0 }] = await reportsOf(one);
  saved(await chain.app.put(`${PATH}/${id}`, PAPERS));
  const url = `${chain.app.url}/api/v1${PATH}/export?customerId=${one}`;
  const sheet = await fetch(url, { headers: { authorization: `Bearer ${manager}` } });
  expect(sheet.status).toBe(200);
  const book = read(Buffer.from(await sheet.arrayBuffer()));
  const text = utils.sheet_to_csv(book.Sheets[book.SheetNames[0]!]!);
  for (const part of ['11010519491231002X', '李导出', '购买黄金首饰', '收现金', '已登记', '5,000.00'])
    expect(text).toContain(part);
  expect((await fetch(url, { headers: { authorization: `Bearer ${seller}` } })).status).toBe(403);
});

test('what is edited or deleted below the limit keeps its record and says so; 反审核 changes nothing (S1§4/17)', async () => {
  const one = await customer('周改小');
  const id = saved(await order(one, LIMIT));
  const [{ id: report } = { id: 0 }] = await reportsOf(one);
  saved(await chain.app.put(`${PATH}/${report}`, PAPERS));
  await chain.audit(SALE, [id]);
  expect((await chain.unaudit(SALE, [id])).status).toBe(200);
  expect(await reportsOf(one)).toMatchObject([{ amount: LIMIT, state: '2' }]);
  const stood = await chain.record(SALE, id);
  const less = {
    sellBalanceList: [
      { balance: '现金', amount: 14 },
      { balance: '微信', amount: 3 * TAG_PRICE - 14 },
    ],
  };
  const edited = await chain.app.put(`${SALE}/${id}`, { ...stood, ...less });
  expect(edited.body.msg).not.toContain('大额现金');
  expect(await reportsOf(one)).toMatchObject([{ amount: 14, state: '3', name: '赵大额' }]);
  const more = { sellBalanceList: [{ balance: '现金', amount: 3 * TAG_PRICE }] };
  const again = await chain.app.put(`${SALE}/${id}`, { ...(await chain.record(SALE, id)), ...more });
  expect(again.body.msg).toContain(`收现金合计${3 * TAG_PRICE}.00元`);
  expect(await reportsOf(one)).toMatchObject([{ id: report, state: '2', amount: 3 * TAG_PRICE }]);
  expect((await chain.app.del(SALE, { ids: [id] })).status).toBe(200);
  expect(await reportsOf(one)).toMatchObject([{ id: report, amount: 0, state: '3', name: '赵大额' }]);
});

test('散客 counts by the document (S1§4/15)', async () => {
  const { list } = (await chain.app.get(`/base-customer?name=${encodeURIComponent('散客')}`)).body.data as {
    list: readonly { id: number }[];
  };
  const walkIn = list[0]!.id;
  expect((await order(walkIn, 4_000)).body.msg).not.toContain('大额现金');
  expect((await order(walkIn, 4_000)).body.msg).not.toContain('大额现金');
  const large = await order(walkIn, LIMIT);
  expect(large.body.msg).toContain('本单收现金合计5000.00元');
  await look();
  expect(await reportsOf(walkIn)).toMatchObject([{ documentNo: `XS${saved(large)}`, amount: LIMIT }]);
});

test('what is entered on one day counts together, whatever days it is dated; of both counts the larger is shown', async () => {
  const one = await customer('分三天');
  const days = [0, -1, -2].map((back) => addDays(chain.today, back));
  const [first, second, third] = [
    await deposit(one, 3_000, { depositAt: days[0] }),
    await deposit(one, 3_000, { depositAt: days[1] }),
    await deposit(one, 3_000, { depositAt: days[2] }),
  ];
  expect(String(first.body.msg)).not.toContain('大额现金');
  expect(second.body.msg).toContain(`分三天${chain.today}录入的收现金合计6000.00元，达到大额现金限额，请登记大额现金`);
  expect(third.body.msg).toContain('合计9000.00元');
  await look();
  const [report, ...others] = await reportsOf(one);
  expect(others).toEqual([]);
  expect(report).toMatchObject({ day: chain.today, basis: '2', amount: 9_000, state: '1' });
  const { documents } = (await chain.app.get(`${PATH}/${report!.id}`)).body.data as { documents: { day: string }[] };
  expect(documents.map(({ day }) => day)).toEqual(days);
  const ofThird = await chain.app.get(`${PATH}/of-document?kind=deposit&documentId=${Number(third.body.data)}`);
  expect(ofThird.body.data).toMatchObject([{ id: report!.id, basis: '2' }]);
  // What is dated that day comes to more: the day of business decides.
  saved(await deposit(one, 7_000));
  const ids = [saved(second), saved(third)];
  expect((await chain.unaudit('/biz-deposit', ids)).status).toBe(200);
  saved(await chain.app.del('/biz-deposit', { ids }));
  expect(await reportsOf(one)).toMatchObject([{ id: report!.id, basis: '1', amount: 10_000 }]);
});

test('what nobody warned of is found by day of entry, too; orders of yesterday entered this morning are yesterday’s alone', async () => {
  const [together, late] = [await customer('同时录'), await customer('补昨天')];
  const yesterday = addDays(chain.today, -1);
  const both = [deposit(together, 3_000), deposit(together, 3_000, { depositAt: yesterday })];
  (await Promise.all(both)).forEach(saved);
  for (const amount of [3_000, 3_000]) saved(await deposit(late, amount, { depositAt: yesterday }));
  await look();
  expect(await reportsOf(together)).toMatchObject([{ day: chain.today, basis: '2', amount: 6_000 }]);
  expect(await reportsOf(late)).toMatchObject([{ day: yesterday, basis: '1', amount: 6_000 }]);
});

test('散客 of a till and day of entry are a row of 异常 when they come to the limit together', async () => {
  await chain.app.post('/biz-till', { shopId: chain.home, name: '散客台', status: '2' });
  const headers = { 'x-till': encodeURIComponent('散客台') };
  const { list } = (await chain.app.get(`/base-customer?name=${encodeURIComponent('散客')}`)).body.data as {
    list: readonly { id: number }[];
  };
  const walkIn = async (cash: number, day: string): Promise<void> => {
    const pieces = [
      { barcode: await chain.stock() },
      { barcode: await chain.stock() },
      { barcode: await chain.stock() },
    ];
    const rest = pieces.length * TAG_PRICE - cash;
    const sellBalanceList = [
      { balance: '现金', amount: cash },
      { balance: '微信', amount: rest },
    ];
    const body = chain.sale(pieces, { customerId: list[0]!.id, sellAt: day, sellBalanceList });
    saved(await chain.app.post(SALE, body, { token: seller, headers }));
    await look();
  };
  const rows = async () => {
    await chain.app.house.caughtUp();
    const reply = await chain.app.get('/report-exception?pageSize=200&kind=walk-in-cash');
    const found = (reply.body.data as { list: readonly Row[] }).list;
    return found.filter(({ what }) => String(what).includes('散客台'));
  };
  await walkIn(4_900, chain.today);
  expect(await rows()).toEqual([]);
  await walkIn(4_900, addDays(chain.today, -1));
  expect(await rows()).toMatchObject([{ level: '1', who: 'clerk', shopName: '罗湖店', amount: 9_800, count: 1 }]);
  expect((await rows())[0]!['what']).toContain(`${chain.today} 录入的散客收现金共2单，合计9800.00元`);
  await Promise.all([look(), look()]);
  await walkIn(100, chain.today);
  expect(await rows()).toMatchObject([{ amount: 9_900, count: 2 }]);
});

test('two records of one person are one from the day they are merged (S1§4/15)', async () => {
  const [keep, other] = [await customer('吴一'), await customer('吴二')];
  const sales = [saved(await order(keep, 3_000)), saved(await order(other, 3_000))];
  for (const sale of sales) expect((await chain.audit(SALE, [sale])).status).toBe(200);
  await look();
  expect([...(await reportsOf(keep)), ...(await reportsOf(other))]).toEqual([]);
  saved(await chain.app.post('/base-customer/merge', { keepId: keep, mergeId: other, reason: '同一人' }));
  await look();
  expect(await reportsOf(keep)).toMatchObject([{ customerName: '吴一', amount: 6_000, state: '1' }]);
  const later = await order(other, 1_000);
  expect(later.body.msg).toContain('收现金合计7000.00元');
});

test('two tills at once reach the limit together: what neither save knew is found all the same, once (S1§4/15)', async () => {
  const one = await customer('郑同时');
  const both = await Promise.all([order(one, 3_000), order(one, 3_000)]);
  both.forEach(saved);
  await Promise.all([look(), look()]);
  expect(await reportsOf(one)).toMatchObject([{ amount: 6_000, state: '1' }]);
});

test('a click that is repeated leaves one record', async () => {
  const one = await customer('王双击');
  const options = { headers: { 'idempotency-key': `cash-${one}` } };
  const pieces = [{ barcode: await chain.stock() }, { barcode: await chain.stock() }, { barcode: await chain.stock() }];
  const body = chain.sale(pieces, { customerId: one });
  const replies = [await chain.app.post(SALE, body, options), await chain.app.post(SALE, body, options)];
  expect(replies[0]!.body.data).toBe(replies[1]!.body.data);
  expect(await reportsOf(one)).toHaveLength(1);
});

test('another shop sees a person only by its own documents, and no word of those of others (S1§4/16)', async () => {
  const [mine, both] = [await customer('冯本店'), await customer('陈两店')];
  saved(await order(mine, LIMIT));
  saved(await order(both, LIMIT));
  saved(await deposit(both, 100));
  expect(await reportsOf(mine, { token: elsewhere })).toEqual([]);
  const [hidden] = await reportsOf(mine);
  for (const path of [`${PATH}/${hidden!.id}`, `${PATH}/${hidden!.id}/history`]) {
    expect((await chain.app.get(path, { token: elsewhere })).status).toBe(404);
  }
  expect((await chain.app.put(`${PATH}/${hidden!.id}`, PAPERS, { token: elsewhere })).status).toBe(404);
  const [shared] = await reportsOf(both, { token: elsewhere });
  expect((await chain.app.get(`${PATH}/${shared!.id}`, { token: elsewhere })).body.data).toMatchObject({
    amount: LIMIT + 100,
    documents: [{ kind: 'deposit', shopName: '南山店', amount: 100 }],
    elsewhere: LIMIT,
  });
  expect((await chain.app.get(`${PATH}?shopId=${chain.home}`, { token: elsewhere })).status).toBe(403);
});

test('it is due in five working days of the calendar, which may change until then (S1§4/16)', async () => {
  const one = await customer('褚期限');
  saved(await order(one, LIMIT));
  const dueOn = async () => (await reportsOf(one))[0]!['dueOn'];
  const weekly = await dueOn();
  const holidays = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(chain.today, days));
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
  const { deps } = chain.app.house;
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
        saved(await chain.app.put(`${PATH}/${id}`, PAPERS));
        filled = true;
        return answer;
      };
    },
  });
  const holidays = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(chain.today, days));
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
  saved(await chain.app.put(`${PATH}/${id}`, PAPERS));
  const { deps } = chain.app.house;
  const later = new Date(Date.now() + 3_654 * 86_400_000);
  const { store, exceptions, log } = deps;
  await lookForCash({ ...dueDepsOf(deps), store, exceptions, clock: () => later, log });
  expect(await reportsOf(one)).toMatchObject([
    { amount: LIMIT, state: '2', name: '', idNo: '', purpose: '购买黄金首饰' },
  ]);
});
