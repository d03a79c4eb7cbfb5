/** Gift stock-in over HTTP (S1§2.7, §3–7; R48, R70, R87, R96), and the stock that it makes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply, RequestOptions } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/biz-gift-in';
const REPORT = '/report-gift-turnover';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

type Row = Record<string, unknown>;
const body = (change: Row = {}): Row => ({
  shopId: chain.home,
  inGiftAt: chain.today,
  barcode: '',
  styleNo: 'HS-18',
  goodsName: '红绳手链',
  measure: '条',
  spec: '18cm',
  num: 10,
  cost: 3.5,
  rebateInte: 120.5,
  price: 29,
  remark: '',
  ...change,
});
const create = (change?: Row, options?: RequestOptions): Promise<Reply> => chain.app.post(PATH, body(change), options);
const created = async (change?: Row): Promise<number> => {
  const reply = await create(change);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
/** Audited; answers its barcode. */
const stocked = async (change?: Row): Promise<string> => {
  const id = await created(change);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  return String((await chain.record(PATH, id))['barcode']);
};
const gift = (barcode: string, shopId = chain.home, options?: RequestOptions): Promise<Reply> =>
  chain.app.get(`${PATH}/barcode?barcode=${barcode}&shopId=${shopId}`, options);
const report = async (
  query: string,
  options?: RequestOptions,
): Promise<{ count: number; list: Row & { list: Row[] } }> => {
  const reply = await chain.app.get(`${REPORT}?${query}`, options);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data as { count: number; list: Row & { list: Row[] } };
};

test('what is saved waits, what is audited is there, what is reversed is gone again (S1§2.7/1 S1§3/20 S1§7/21)', async () => {
  const id = await created();
  const record = await chain.record(PATH, id);
  expect(record).toMatchObject({
    no: `LP${id}`,
    shopName: '罗湖店',
    inGiftAt: chain.today,
    styleNo: 'HS-18',
    goodsName: '红绳手链',
    measure: '条',
    spec: '18cm',
    num: 10,
    cost: 3.5,
    amount: 35,
    rebateInte: 120.5,
    price: 29,
    auditFlag: 1,
  });
  const barcode = String(record['barcode']);
  expect(barcode).toMatch(/^ZP\d+$/);
  expect(await gift(barcode)).toMatchObject({ status: 404, body: { msg: '该分店没有此赠品' } });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect((await gift(barcode)).body.data).toMatchObject({
    id,
    barcode,
    goodsName: '红绳手链',
    num: 10,
    onHand: 10,
    held: 0,
    rebateInte: 120.5,
    price: 29,
    cost: 3.5,
  });
  expect(await gift(barcode, chain.away)).toMatchObject({ status: 404 });
  expect(await chain.app.put(`${PATH}/${id}`, body())).toMatchObject({ status: 409 });
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await gift(barcode)).toMatchObject({ status: 404 });
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
  expect((await chain.app.get(`${PATH}/${id}`)).status).toBe(404);
});

describe('what the form says is said by the server too', () => {
  const refused = async (change: Row): Promise<unknown> => {
    const reply = await create(change);
    expect(reply).toMatchObject({ status: 422 });
    return reply.body.data;
  };
  test('fields (S1§5/7 S1§5/22)', async () => {
    expect(await refused({ shopId: null })).toEqual([{ path: 'shopId', message: '分店编号不能为空' }]);
    expect(await refused({ inGiftAt: '' })).toEqual([{ path: 'inGiftAt', message: '入库日期不能为空' }]);
    expect(await refused({ goodsName: ' ' })).toEqual([{ path: 'goodsName', message: '赠品名称不能为空' }]);
    expect(await refused({ num: 0 })).toEqual([{ path: 'num', message: '数量不能小于1' }]);
    expect(await refused({ cost: -1 })).toMatchObject([{ path: 'cost' }]);
    expect(await refused({ price: 1.234 })).toMatchObject([{ path: 'price' }]);
    expect(await refused({ rebateInte: -0.5 })).toMatchObject([{ path: 'rebateInte' }]);
    expect(await refused({ barcode: 'a b' })).toMatchObject([{ path: 'barcode' }]);
    expect(await refused({ inGiftAt: '2060-01-01' })).toMatchObject([{ path: 'inGiftAt' }]);
    expect(await refused({ shopId: 999_999 })).toEqual([{ path: 'shopId', message: '分店不存在' }]);
  });
  test('what would be more than a stock may hold, at its field', async () => {
    const most = { barcode: 'ZPMOST', num: 100_000, cost: 10_000 };
    await stocked(most);
    const reply = await create({ ...most, num: 1 });
    expect(reply).toMatchObject({ status: 409, body: { msg: expect.stringContaining('ZPMOST：此赠品') as unknown } });
    expect(reply.body.data).toMatchObject({ problems: [{ barcode: 'ZPMOST', code: 'gift.too_much' }] });
    expect(await refused({ num: 100_000, cost: 10_000.01 })).toMatchObject([{ path: 'barcode' }]);
  });
});

test('an empty barcode is drawn before the rules look, and a repeat finds the same (S1§5/8 S1§7/21)', async () => {
  const fresh = await chain.app.get(`${PATH}/new-barcode`);
  expect(fresh.body.data).toMatch(/^ZP\d+$/);
  const options = { key: 'gift-in-repeat' };
  const [first, second] = [await create({}, options), await create({}, options)];
  expect(second.body.data).toBe(first.body.data);
  const id = Number(first.body.data);
  const { barcode } = await chain.record(PATH, id);
  expect((await chain.app.put(`${PATH}/${id}`, body({ num: 7 }))).status).toBe(200);
  expect(await chain.record(PATH, id)).toMatchObject({ barcode, num: 7 });
});

test('the same barcode at another cost is averaged, the latest audited stock-in says what it is (S1§3/6)', async () => {
  const barcode = await stocked({ barcode: 'zp-mean', num: 10, cost: 2 });
  expect(barcode).toBe('ZP-MEAN');
  const second = await created({ barcode, num: 10, cost: 4, goodsName: '红绳手链（新）', price: 39, rebateInte: 0 });
  expect((await gift(barcode)).body.data).toMatchObject({ goodsName: '红绳手链', num: 10, cost: 2 });
  await chain.audit(PATH, [second]);
  expect((await gift(barcode)).body.data).toMatchObject({
    id: second,
    goodsName: '红绳手链（新）',
    num: 20,
    cost: 3,
    price: 39,
  });
  await chain.unaudit(PATH, [second]);
  expect((await gift(barcode)).body.data).toMatchObject({ goodsName: '红绳手链', num: 10, cost: 2, price: 29 });
});

test('the report: what came, what is there, what it cost; each total opens into its movements (S1§2.12/1)', async () => {
  const barcode = await stocked({ barcode: 'ZP-REPORT', num: 6, cost: 5 });
  const then = await momentPast();
  const second = await created({ barcode, num: 4, cost: 7 });
  await chain.audit(PATH, [second]);
  const now = await report(`barcode=${barcode}`);
  expect(now).toMatchObject({ count: 1, list: { inNum: 10, outNum: 0, num: 10, held: 0, cost: 58 } });
  expect(now.list.list).toMatchObject([
    {
      shopName: '罗湖店',
      barcode,
      goodsName: '红绳手链',
      inNum: 10,
      outNum: 0,
      num: 10,
      cost: 58,
      rebateInte: 120.5,
      price: 29,
    },
  ]);
  const opened = (await chain.app.get(`${REPORT}/explain?barcode=${barcode}&field=cost`)).body.data as {
    total: number;
    list: Row[];
  };
  expect(opened.total).toBe(58);
  expect(opened.list.map(({ billType, document, value }) => [billType, document, value])).toEqual([
    ['赠品入库', `LP${second}`, 28],
    ['赠品入库', expect.stringMatching(/^LP\d+$/), 30],
  ]);
  const both = await momentPast();
  await chain.unaudit(PATH, [second]);
  const atBoth = `barcode=${barcode}&asOf=${encodeURIComponent(both.toISOString())}`;
  expect((await report(atBoth)).list).toMatchObject({ inNum: 10, num: 10, cost: 58 });
  expect((await report(`barcode=${barcode}`)).list).toMatchObject({ inNum: 6, num: 6, cost: 30 });
  expect(await report(`goodsName=红绳&shopId=${chain.away}`)).toMatchObject({ count: 0 });
  expect((await report(`goodsName=红绳`)).list.list.map((row) => row['barcode'])).toContain(barcode);
  const past = await report(`barcode=${barcode}&asOf=${encodeURIComponent(then.toISOString())}`);
  expect(past.list).toMatchObject({ inNum: 6, num: 6, cost: 30 });
});

test('who may not see costs sees none, and leaves them as they are (S1§2.12/1 S1§6/77)', async () => {
  const keys = ['list', 'add', 'edit', 'audit'].map((action) => `biz:bizGiftIn:${action}`);
  const role = await roleWith(chain.app, [...keys, 'biz:bizGiftTurnover:list']);
  await chain.app.addUser({ username: 'giftclerk', roleIds: [role] });
  const token = await chain.app.signIn('giftclerk');
  const id = await created({ barcode: 'ZP-COST', cost: 8 });
  const seen = (await chain.app.get(`${PATH}/${id}`, { token })).body.data as Row;
  expect([seen['cost'], seen['amount']]).toEqual([undefined, undefined]);
  const { cost: _cost, ...without } = body({ barcode: 'ZP-COST', num: 3 });
  expect((await chain.app.put(`${PATH}/${id}`, without, { token })).status).toBe(200);
  expect(await chain.record(PATH, id)).toMatchObject({ num: 3, cost: 8 });
  await chain.audit(PATH, [id]);
  expect((await gift('ZP-COST', chain.home, { token })).body.data).not.toHaveProperty('cost');
  expect((await report('barcode=ZP-COST', { token })).list).not.toHaveProperty('cost');
  expect((await chain.app.get(`${REPORT}/explain?field=cost`, { token })).status).toBe(403);
});

test('another day: neither edited nor deleted, until an audit was taken back (S1§4/19 S1§6/75)', async () => {
  const id = await created({ inGiftAt: addDays(chain.today, -1) });
  expect(await chain.app.put(`${PATH}/${id}`, body())).toMatchObject({
    status: 403,
    body: { msg: '只能修改当天的赠品入库单' },
  });
  expect(await chain.app.del(PATH, { ids: [id] })).toMatchObject({
    status: 403,
    body: { msg: expect.stringContaining('只能删除当天的赠品入库单') as unknown },
  });
  await chain.audit(PATH, [id]);
  await chain.unaudit(PATH, [id]);
  const change = { inGiftAt: addDays(chain.today, -1), num: 2 };
  expect((await chain.app.put(`${PATH}/${id}`, body(change))).status).toBe(200);
  const role = await roleWith(chain.app, ['biz:bizGiftIn:list', 'biz:bizGiftIn:edit', 'biz:bizGiftIn:remove']);
  await chain.app.addUser({ username: 'giftremover', roleIds: [role] });
  const token = await chain.app.signIn('giftremover');
  expect((await chain.app.del(PATH, { ids: [id] }, { token })).status).toBe(403);
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
});

test('of another shop nothing is seen, asked or done', async () => {
  const role = await roleWith(
    chain.app,
    ['list', 'add', 'edit', 'audit'].map((action) => `biz:bizGiftIn:${action}`),
  );
  await chain.app.addUser({ username: 'giftaway', roleIds: [role], lockShops: [chain.away] });
  const token = await chain.app.signIn('giftaway');
  const barcode = await stocked();
  expect((await gift(barcode, chain.home, { token })).status).toBe(403);
  const id = await created();
  expect((await chain.app.get(`${PATH}/${id}`, { token })).status).toBe(404);
  expect((await chain.audit(PATH, [id], { token })).status).toBe(403);
  expect((await create({}, { token })).status).toBe(403);
});

test('list, sheet, history and sums of stock-ins (S1§2.7/1 S1§7/21)', async () => {
  const id = await created({ barcode: 'ZP-LIST', num: 4, cost: 2.5 });
  await chain.app.put(`${PATH}/${id}`, body({ barcode: 'ZP-LIST', num: 5, cost: 2.5, remark: '补货' }));
  await chain.audit(PATH, [id]);
  const list = (await chain.app.get(`${PATH}?barcode=zp-list`)).body.data as { count: number; list: Row[] };
  expect(list).toMatchObject({ count: 1, list: [{ id, num: 5, amount: 12.5, remark: '补货', auditFlag: 2 }] });
  const totals = (await chain.app.get(`${PATH}/totals?barcode=ZP-LIST`)).body.data;
  expect(totals).toEqual({ count: 1, audited: 1, totals: { num: 5, amount: 12.5 } });
  const history = (await chain.app.get(`${PATH}/${id}/history`)).body.data as { title: string; changes: Row[] }[];
  expect(history.map(({ title }) => title)).toEqual(['新增', '修改', '审核']);
  expect(history[1]?.changes).toMatchObject([
    { label: '备注', before: '', after: '补货' },
    { label: '明细 ZP-LIST', after: expect.stringContaining('× 5 件') as unknown },
  ]);
});

describe('each key opens its own calls', () => {
  const GUARDS = [
    ['list', 'GET', PATH],
    ['list', 'GET', `${PATH}/totals`],
    ['add', 'POST', PATH],
    ['edit', 'PUT', `${PATH}/1`],
    ['remove', 'DELETE', PATH],
    ['audit', 'PUT', `${PATH}/audit/1`],
    ['unaudit', 'PUT', `${PATH}/unaudit/1`],
  ] as const;
  const statusFor = async (keys: readonly string[], method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string) => {
    const role = await roleWith(chain.app, keys);
    await chain.app.addUser({ username: `giftkey${role}`, roleIds: [role] });
    const token = await chain.app.signIn(`giftkey${role}`);
    const sent = method === 'GET' ? {} : { body: { ids: [1], reason: '试' } };
    return (await chain.app.call(method, path, { token, ...sent })).status;
  };
  const all = [...new Set(GUARDS.map(([action]) => `biz:bizGiftIn:${action}`))];
  test.each(GUARDS)('%s: %s %s', async (action, method, path) => {
    const own = `biz:bizGiftIn:${action}`;
    expect(await statusFor([own], method, path)).not.toBe(403);
    expect(
      await statusFor(
        all.filter((key) => key !== own),
        method,
        path,
      ),
    ).toBe(403);
  });
  test('the report', async () => {
    expect(await statusFor(['biz:bizGiftTurnover:list'], 'GET', REPORT)).toBe(200);
    expect(await statusFor(all, 'GET', REPORT)).toBe(403);
    // Its export goes with the list (S1§6).
    expect(await statusFor(['biz:bizGiftTurnover:list'], 'GET', `${REPORT}/export`)).toBe(200);
    expect(await statusFor(all, 'GET', `${REPORT}/export`)).toBe(403);
  });
});
