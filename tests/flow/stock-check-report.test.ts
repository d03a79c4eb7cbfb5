/** The stock check report over HTTP (S0§2, §7; R13, R27). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

type Report = {
  readonly count: number;
  readonly list: { readonly bookNum: number; readonly factNum: number; readonly goldWeight: number } & {
    readonly list: readonly Record<string, unknown>[];
  };
};
const report = async (query: string, token?: string): Promise<Report> => {
  const reply = await chain.app.get(`/report-goods-check?${query}`, token === undefined ? {} : { token });
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data as Report;
};

test('audited checks show with totals; what came after the check is not in its books (S0§2/16 S0§7/14)', async () => {
  const [one, lot] = [await chain.stock({ type: '项链' }), await chain.stock({ type: '项链', num: 3 })];
  const body = {
    shopId: chain.home,
    checkAt: chain.today,
    type: '项链',
    bizGoodsList: [
      { barcode: one, factNum: 1, remark: '好' },
      { barcode: lot, factNum: 2 },
    ],
    noFind: 'NOSUCH99',
  };
  const id = Number((await chain.app.post('/biz-check', body)).body.data);
  const today = `beginTime=${chain.today}&endTime=${chain.today}`;
  expect((await report(today)).count).toBe(0);
  const latest = async () => (await chain.app.get('/report-goods-check/latest-day')).body.data;
  expect(await latest()).toEqual({ day: null });
  expect((await chain.audit('/biz-check', [id])).status).toBe(200);
  await chain.stock({ type: '项链' });
  expect(await latest()).toEqual({ day: chain.today });
  const shown = await report(today);
  expect(shown).toMatchObject({ count: 2, list: { bookNum: 4, factNum: 3 } });
  const row = shown.list.list.find(({ barcode }) => barcode === lot);
  expect(row).toMatchObject({
    no: `PD${id}`,
    bookNum: 3,
    factNum: 2,
    diffNum: -1,
    noFind: 'NOSUCH99,',
    shopName: '罗湖店',
  });
  const weightOf = (barcode: string): number =>
    Number(shown.list.list.find((each) => each['barcode'] === barcode)?.['goldWeight']);
  expect(shown.list.goldWeight).toBeCloseTo(weightOf(one) + 2 * weightOf(lot), 3);
  expect((await report(`${today}&only=different`)).count).toBe(1);
  expect((await report(`barcode=${one}`)).list.list).toMatchObject([{ barcode: one, remark: '好' }]);
  expect((await report(`${today}&type=${encodeURIComponent('戒指')}`)).count).toBe(0);
  expect((await report(`${today}&name=${encodeURIComponent('没有这个')}`)).count).toBe(0);
  const sheet = await chain.app.get(`/report-goods-check/export?${today}`);
  expect(sheet.status).toBe(200);
  expect(decodeURIComponent(sheet.headers.get('content-disposition') ?? '')).toContain('首饰盘点报表');
});

test('what was counted beyond the books is a line of its own', async () => {
  const [here, ring] = [await chain.stock({ type: '手镯' }), await chain.stock()];
  const bizGoodsList = [
    { barcode: here, factNum: 1 },
    { barcode: ring, factNum: 1 },
  ];
  const body = { shopId: chain.home, checkAt: chain.today, type: '手镯', bizGoodsList };
  const id = Number((await chain.app.post('/biz-check', body)).body.data);
  await chain.audit('/biz-check', [id]);
  const shown = await report(`type=${encodeURIComponent('手镯')}`);
  expect(shown).toMatchObject({ count: 2, list: { bookNum: 1, factNum: 2 } });
  expect(shown.list.list.find(({ barcode }) => barcode === ring)).toMatchObject({ bookNum: 0, factNum: 1, diffNum: 1 });
});

test('other shops stay hidden, costs too', async () => {
  await chain.app.addUser({ username: 'clerk', roleIds: [3], lockShops: [chain.away] });
  const token = await chain.app.signIn('clerk');
  const today = `beginTime=${chain.today}&endTime=${chain.today}`;
  expect((await report(today, token)).count).toBe(0);
  expect((await chain.app.get(`/report-goods-check?shopId=${chain.home}`, { token })).status).toBe(403);
  await chain.app.addUser({ username: 'open', roleIds: [3] });
  const other = await chain.app.signIn('open');
  const [first] = (await report(today, other)).list.list;
  expect(first).toBeDefined();
  expect(first).not.toHaveProperty('piceCost');
});
