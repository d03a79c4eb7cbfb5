/** The board of quoted gold prices by its routes: versions, who sees what, and the price of a sale (S1§2.13, 5, 7). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { z } from 'zod';
import { boardOf } from '../../mfe-mobile/src/wall/board.ts';
import { TAG_PRICE, momentPast, startChain, type Chain } from './shops.ts';
import type { Reply } from '../support/app.ts';

const PATH = '/base-quoted-price';
/** As the house writes moments; the page shows its parts without a clock of its own. */
const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+08:00$/) as unknown;
const PRICE = '/base-quoted-price-detail/get-price';
let chain: Chain;
let seller: string;
let reader: string;
beforeAll(async () => {
  chain = await startChain();
  await chain.app.addUser({ username: 'seller', roleIds: [4] });
  await chain.app.addUser({ username: 'reader', roleIds: [7] });
  seller = await chain.app.signIn('seller');
  reader = await chain.app.signIn('reader');
}, 60_000);
afterAll(() => chain.app.stop());

const GOLD = { name: '足金', goldContent: '999', cost: 750, price: 780 };
const board = (details: readonly object[] = [GOLD], change: object = {}) => ({
  adPicture: '',
  backgroudPicture: '',
  remark: '',
  details,
  ...change,
});
const quote = async (details: readonly object[], change: object = {}): Promise<Reply> => {
  const reply = await chain.app.post(PATH, board(details, change));
  expect(reply.status, reply.text).toBe(200);
  return reply;
};
const priceOf = async (query: string, token?: string): Promise<unknown> =>
  (await chain.app.get(`${PRICE}?${query}`, token === undefined ? {} : { token })).body.data;
const fieldOf = (reply: Reply): unknown => {
  expect(reply.status, reply.text).toBe(422);
  return (reply.body.data as readonly unknown[])[0];
};

describe('the board', () => {
  test('before anything is quoted answers nothing, and nothing is the price (S1§7/7 S1§7/23)', async () => {
    expect((await chain.app.get(PATH)).body.data).toMatchObject({ id: 0, details: [], validFrom: null, next: null });
    expect((await chain.app.get(`${PATH}/public`, { token: null })).body.data).toEqual({
      title: '',
      logo: '',
      now: MOMENT,
      adPicture: '',
      backgroudPicture: '',
      remark: '',
      at: null,
      details: [],
    });
    expect(await priceOf('name=足金&goldContent=999')).toEqual({ price: 0, cost: 0, at: null });
  });
  test('keeps every version with who and when, numbers rows by their place and says what changed (S1§5/11 S1§7/6 S1§7/23)', async () => {
    const first = await quote([GOLD, { name: '18K金', price: 560 }], { remark: '开市' });
    const second = await quote([
      { ...GOLD, price: 790 },
      { name: '铂金', price: 300, quotedSort: 0 },
    ]);
    expect([first.body.data, second.body.data]).toEqual([1, 1]);
    const record = await chain.app.get(PATH);
    expect(record.headers.get('etag')).toBe('"1"');
    expect(record.body.data).toMatchObject({
      id: 1,
      by: '管理员',
      next: null,
      details: [
        { quotedSort: 1, name: '足金', goldContent: '999', cost: 750, price: 790, measureUnit: '元/克' },
        { quotedSort: 2, name: '铂金', goldContent: '', cost: 0, price: 300 },
      ],
    });
    const history = (await chain.app.get(`${PATH}/history`)).body.data;
    expect(history).toMatchObject({
      count: 2,
      list: [
        {
          id: 2,
          state: '现行',
          changes: [
            { name: '足金', before: 780, after: 790 },
            { name: '铂金', before: null, after: 300 },
            { name: '18K金', before: 560, after: null },
          ],
        },
        { id: 1, state: '已过期', by: '管理员', remark: '开市' },
      ],
    });
    const details = await chain.app.get('/base-quoted-price-detail?name=铂');
    expect(details.body.data).toMatchObject({ count: 1, list: [{ name: '铂金' }] });
    expect((await chain.app.get('/base-quoted-price-detail/list')).body.data).toHaveLength(2);
  });
  test('tells who saw an older version, and nothing is written', async () => {
    const stale = await chain.app.put(`${PATH}/1`, board(), { headers: { 'If-Match': '"0"' } });
    expect([stale.status, stale.body.msg]).toEqual([412, '别人已修改，请刷新后再保存']);
    const fitting = await chain.app.put(`${PATH}/1`, board(), { headers: { 'If-Match': '"1"' } });
    expect([fitting.status, fitting.headers.get('etag')]).toEqual([200, '"2"']);
    expect((await chain.app.put(`${PATH}/2`, board())).status).toBe(404);
  });
  test('a repeated save is one version', async () => {
    const once = await chain.app.post(PATH, board(), { key: 'the-same' });
    const again = await chain.app.post(PATH, board(), { key: 'the-same' });
    expect([once.status, again.status]).toEqual([200, 200]);
    expect((await chain.app.get(`${PATH}/history`)).body.data).toMatchObject({ count: 4 });
    expect((await chain.app.post(PATH, board([{ ...GOLD, price: 1 }]), { key: 'the-same' })).status).toBe(409);
  });
  test('names what is wrong at its field (S1§5/11 S1§5/27)', async () => {
    const post = async (body: object) => fieldOf(await chain.app.post(PATH, body));
    expect(await post(board([]))).toEqual({ path: 'details', message: '列表中至少要有一行数据！' });
    expect(await post({ adPicture: '' })).toEqual({ path: 'details', message: '列表中至少要有一行数据！' });
    expect(await post(board([{ name: ' ' }]))).toEqual({ path: 'details.0.name', message: '成色不能为空' });
    expect(await post(board([GOLD, { ...GOLD, goldContent: '999.0' }]))).toEqual({
      path: 'details.1.name',
      message: '与第1行的成色和含金量相同',
    });
    expect(await post(board([{ ...GOLD, price: -1 }]))).toMatchObject({ path: 'details.0.price' });
    expect(await post(board([{ ...GOLD, cost: 0.001 }]))).toMatchObject({ path: 'details.0.cost' });
    expect(await post(board([{ ...GOLD, quotedSort: -1 }]))).toMatchObject({ path: 'details.0.quotedSort' });
    expect(await post(board([GOLD], { adPicture: 'a"b' }))).toMatchObject({ path: 'adPicture' });
    expect(await post(board([GOLD], { validFrom: '2020-01-01T00:00:00+08:00' }))).toEqual({
      path: 'validFrom',
      message: '生效时间不能早于现在',
    });
    expect(await post(board([GOLD], { validFrom: '明天' }))).toMatchObject({ path: 'validFrom' });
  });
  test('a planned version waits; the look-up and the board show it as the next one (S1§7/6)', async () => {
    await quote([GOLD]);
    const validFrom = `${addDays(chain.today, 1)}T09:00:00.000+08:00`;
    await quote([{ ...GOLD, price: 800 }], { validFrom });
    await quote([{ ...GOLD, price: 805 }], { validFrom });
    expect((await chain.app.get(PATH)).body.data).toMatchObject({
      details: [{ price: 780 }],
      next: { validFrom, details: [{ price: 805 }] },
    });
    expect(await priceOf('name=足金&goldContent=999')).toMatchObject({ price: 780 });
    const { list } = z
      .object({ list: z.array(z.object({ state: z.string() })) })
      .parse((await chain.app.get(`${PATH}/history?pageSize=3`)).body.data);
    expect(list.map(({ state }) => state)).toEqual(['待生效', '未生效即被替换', '现行']);
  });
  test('answers as of a moment, by what was entered then and by the clock of then (S1§7/6)', async () => {
    await quote([{ ...GOLD, price: 781 }]);
    const moment = await momentPast();
    await quote([{ ...GOLD, price: 782 }]);
    const asOf = async (at: Date) => (await chain.app.get(`${PATH}?asOf=${at.toISOString()}`)).body.data;
    expect(await asOf(moment)).toMatchObject({ details: [{ price: 781 }] });
    // The planned one of tomorrow, looked at from the day after.
    expect(await asOf(new Date(Date.now() + 3 * 86_400_000))).toMatchObject({ details: [{ price: 805 }] });
    const then = await chain.app.get(`${PATH}/history?pageSize=1&asOf=${moment.toISOString()}`);
    expect(then.body.data).toMatchObject({ list: [{ details: [{ price: 781 }], state: '现行' }] });
  });
});

describe('who sees what', () => {
  test('the public sees what the board shows, and nothing that is not quoted (S1§2.14/1 S1§3/8)', async () => {
    await quote([GOLD, { name: '银', price: 0, cost: 5 }], { remark: '节日优惠', adPicture: 'a.webp' });
    const reply = await chain.app.get(`${PATH}/public`, { token: null });
    expect(reply.body.data).toEqual({
      title: '',
      logo: '',
      now: MOMENT,
      adPicture: 'a.webp',
      backgroudPicture: '',
      remark: '节日优惠',
      at: MOMENT,
      details: [{ name: '足金', goldContent: '999', price: 780, measureUnit: '元/克' }],
    });
    expect((await chain.app.get(PATH, { token: null })).status).toBe(401);
    expect((await chain.app.get(`${PRICE}?name=足金`, { token: null })).status).toBe(401);
  });
  test('the screen of a shop bears its name, that of the chain the chain’s; a shop that is none or is disabled has no screen (S1§2.14/1)', async () => {
    const wall = (query: string) => chain.app.get(`${PATH}/public${query}`, { token: null });
    const saved = await chain.app.post('/base-shop', { name: '湖滨店', status: '2', remark: '' });
    expect(saved.status, saved.text).toBe(200);
    const id = Number(saved.body.data);
    const own = await wall(`?shop=${id}`);
    expect(own.body.data).toMatchObject({ title: '湖滨店', details: [{ name: '足金', price: 780 }] });
    // The page itself understands what the house says.
    expect(boardOf(own.body.data)).toEqual(own.body.data);
    const named = await chain.app.put('/set-config', [{ configKey: 'sys_app_name', configValue: '周记金行' }]);
    expect(named.status, named.text).toBe(200);
    expect((await wall('')).body.data).toMatchObject({ title: '周记金行' });
    const none = { status: 404, body: { msg: '没有这个分店，或已停用，请核对网址', data: null } };
    expect(await wall('?shop=999999')).toMatchObject(none);
    for (const query of [
      '?shop=',
      '?shop=0',
      '?shop=-1',
      '?shop=abc',
      '?shop=1.5',
      '?shop=99999999999999',
      '?shop=1&shop=2',
    ])
      expect([query, (await wall(query)).status]).toEqual([query, 422]);
    expect((await chain.app.put(`/base-shop/${id}`, { name: '湖滨店', status: '1', remark: '' })).status).toBe(200);
    expect(await wall(`?shop=${id}`)).toMatchObject(none);
  });
  test('many screens behind one address are all answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => chain.app.get(`${PATH}/public`, { token: null })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store');
  });
  test('the price is for everybody signed in, what gold is bought for only for who sells, buys or quotes (S1§3/8 S1§6/77)', async () => {
    expect(await priceOf('name=足金&goldContent=999', seller)).toMatchObject({ price: 780, cost: 750 });
    expect(await priceOf('name=足金&goldContent=999', reader)).toEqual({
      price: 780,
      at: expect.any(String) as string,
    });
    const seen = await chain.app.get(PATH, { token: reader });
    expect(seen.body.data).toMatchObject({ details: [{ price: 780 }, { price: 0 }] });
    expect(seen.text).not.toContain('"cost"');
    expect((await chain.app.get(`${PATH}/history`, { token: reader })).text).not.toContain('"cost"');
    expect((await chain.app.get('/base-quoted-price-detail/list', { token: reader })).text).not.toContain('"cost"');
  });
  test('who may only look writes nothing', async () => {
    expect((await chain.app.post(PATH, board(), { token: reader })).status).toBe(403);
    expect((await chain.app.put(`${PATH}/1`, board(), { token: seller })).status).toBe(403);
  });
});

describe('a sale', () => {
  const sell = (line: Record<string, unknown>, change: object = {}) =>
    chain.app.post('/biz-sell', chain.sale([{ barcode: String(line['barcode']), ...line }], { ...change }));
  const paid = (amount: number) => ({ sellBalanceList: [{ balance: '现金', amount }] });
  const at = (price: number) => quote([{ name: '足金', price }]);

  test('takes the board’s price where none is sent, by the gram (S1§9/8)', async () => {
    await at(780);
    // 780 × 3.215 + 20 × 3.215
    const saved = await sell({ barcode: await chain.stock() }, paid(2572));
    expect(saved.status, saved.text).toBe(200);
    expect(await chain.record('/biz-sell', Number(saved.body.data))).toMatchObject({
      sellGoodsList: [{ todayGoldCost: 780, originalTodayGoldCost: 780, priceMode: '2', workFee: 20 }],
    });
  });
  test('at the tag when the seller says so (S1§9/8)', async () => {
    const saved = await sell({ barcode: await chain.stock(), todayGoldCost: 0 });
    expect(saved.status, saved.text).toBe(200);
    expect(await chain.record('/biz-sell', Number(saved.body.data))).toMatchObject({
      amount: TAG_PRICE,
      sellGoodsList: [{ todayGoldCost: 0, originalTodayGoldCost: 780, priceMode: '1' }],
    });
  });
  test('a piece sold by the gram alone needs a price (S1§9/8)', async () => {
    const barcode = await chain.stock({ priceMode: '2', fineness: '18K金' });
    expect(fieldOf(await sell({ barcode }, paid(1)))).toEqual({
      path: 'sellGoodsList.0.todayGoldCost',
      message: '按克销售的首饰请填写今日金价',
    });
  });
  test('is asked about when the board changed since the scan, once, and consents with the new price (S1§3/9)', async () => {
    const barcode = await chain.stock();
    await at(781);
    const asked = await sell({ barcode, todayGoldCost: 780, originalTodayGoldCost: 780 }, paid(2572));
    expect(asked.status, asked.text).toBe(409);
    expect(asked.body.data).toEqual([{ path: 'sellGoodsList.0.originalTodayGoldCost', barcode, old: 780, new: 781 }]);
    expect(asked.body.msg).toBe(`挂牌金价已变动，请确认后再保存：${barcode} 780.00元/克 → 781.00元/克`);
    expect(await chain.free(barcode)).toBe(1);
    // The price that was promised to the customer, knowing of the new one.
    const saved = await sell({ barcode, todayGoldCost: 780, originalTodayGoldCost: 781 }, paid(2572));
    expect(saved.status, saved.text).toBe(200);
    const id = Number(saved.body.data);
    // Nobody is asked again about a line that stands; one that changes is.
    await at(790);
    const stored = { todayGoldCost: 780, originalTodayGoldCost: 781, num: 1, barcode };
    const edit = (line: object, amount: number) =>
      chain.app.put(`/biz-sell/${id}`, chain.sale([{ ...stored, ...line }], { ...paid(amount), remark: '改' }));
    expect((await edit({}, 2572)).status).toBe(200);
    const changed = await edit({ rebate: 99 }, 2546.92);
    expect([changed.status, changed.body.data]).toMatchObject([409, [{ old: 781, new: 790 }]]);
    expect(await chain.record('/biz-sell', id)).toMatchObject({ sellGoodsList: [{ originalTodayGoldCost: 781 }] });
  });
  test('of a day that is over takes the price of its end (S1§3/9)', async () => {
    const yesterday = addDays(chain.today, -1);
    const saved = await sell({ barcode: await chain.stock(), todayGoldCost: 0 }, { sellAt: yesterday });
    expect(saved.status, saved.text).toBe(200);
    // Nothing was quoted yesterday.
    expect(await chain.record('/biz-sell', Number(saved.body.data))).toMatchObject({
      sellGoodsList: [{ originalTodayGoldCost: 0 }],
    });
    expect(await priceOf(`name=足金&sellAt=${yesterday}`)).toMatchObject({ price: 0, at: null });
    expect(await priceOf(`name=足金&sellAt=${chain.today}`)).toMatchObject({ price: 790 });
  });
  test('two tills and a change between them: each order keeps the price it was saved with', async () => {
    const [one, two] = [await chain.stock(), await chain.stock()];
    const save = (barcode: string) => sell({ barcode, todayGoldCost: 790, originalTodayGoldCost: 790 }, paid(2604.15));
    const [first, , second] = await Promise.all([save(one), quote([{ name: '足金', price: 800 }]), save(two)]);
    for (const reply of [first, second]) {
      if (reply.status === 409) expect(reply.body.data).toMatchObject([{ old: 790, new: 800 }]);
      else {
        expect(await chain.record('/biz-sell', Number(reply.body.data))).toMatchObject({
          sellGoodsList: [{ originalTodayGoldCost: 790 }],
        });
      }
    }
    expect((await save(await chain.stock())).status).toBe(409);
  });
});
