/** Recycle orders and the old material they bring, over HTTP (S1§2.4, §2.5, §4–6, §9; R23, R45, R68, R76, R89, R96). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/biz-alone-recycle';
const DETAIL = `${PATH}-detail`;
type Row = Record<string, unknown>;
let chain: Chain;
let seller: string;
beforeAll(async () => {
  chain = await startChain();
  seller = 'buyer';
  await chain.app.addUser({ username: seller, roleIds: [3] });
});
afterAll(() => chain.app.stop());

const line = (change: Row = {}): Row => ({
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  weight: 10,
  lossRatio: 98,
  cost: 600,
  workFee: 5,
  remark: '旧戒指',
  ...change,
});
const body = (lines: readonly Row[], change: Row = {}): Row => ({
  customerId: chain.customerId,
  shopId: chain.home,
  recycleAt: chain.today,
  seller,
  recycleList: lines,
  ...change,
});
const create = (lines: readonly Row[], change?: Row): Promise<Reply> => chain.app.post(PATH, body(lines, change));
const created = async (lines: readonly Row[], change?: Row): Promise<number> => {
  const reply = await create(lines, change);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const refused = async (path: string, lines: readonly Row[], change?: Row): Promise<string> => {
  const reply = await create(lines, change);
  expect(reply).toMatchObject({ status: 422 });
  expect(JSON.stringify(reply.body)).toContain(`"${path}"`);
  return String(reply.body.msg);
};
/** A shop manager of that shop alone. */
const tokenOf = async (username: string, shopId: number): Promise<string> => {
  await chain.app.addUser({ username, roleIds: [3], lockShops: [shopId] });
  return chain.app.signIn(username);
};
const linesOf = async (id: number): Promise<Row[]> =>
  (await chain.app.get(`${DETAIL}/list?recycleId=${id}`)).body.data as Row[];
const stock = async (query: string): Promise<{ count: number; list: Row & { list: Row[] } }> => {
  const reply = await chain.app.get(`/report-recycle?${query}`);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data as { count: number; list: Row & { list: Row[] } };
};
const lotsOf = async (id: number, query = ''): Promise<Row[]> =>
  (await stock(`pageSize=200${query}`)).list.list.filter(({ documentNo }) => documentNo === `HS${id}`);

test('numbers are the house’s: net weight to 0.01 g, the price with its work fee, cash where nothing is said (S1§9/5)', async () => {
  const id = await created([line()]);
  // 10 g × 98 % = 9.80 g; 9.8 × (600 + 5) = 5929.
  expect(await chain.record(PATH, id)).toMatchObject({
    no: `HS${id}`,
    auditFlag: 1,
    oldFee: 5929,
    weight: 10,
    goldWeight: 9.8,
    lineCount: 1,
    seller,
    recycleList: [{ netWeight: 9.8, price: 5929, lossRatio: 98, recycleId: id }],
    balanceList: [{ balance: '现金', amount: 5929 }],
  });
  const odd = await created([line({ weight: 3.333, lossRatio: 99.5, cost: 512.34, workFee: 0 })]);
  // 3.333 × 99.5 % = 3.316335 → 3.32 g; 3.32 × 512.34 = 1700.9688.
  expect(await chain.record(PATH, odd)).toMatchObject({ oldFee: 1700.97, recycleList: [{ netWeight: 3.32 }] });
  expect(await refused('recycleList.0.price', [line({ price: 5930 })])).toContain('应为5929.00');
  expect(await refused('recycleList.0.netWeight', [line({ netWeight: 9.81 })])).toContain('应为9.800');
  expect(await refused('oldFee', [line()], { oldFee: 1 })).toContain('旧料金额');
  await created([line({ price: 5929, netWeight: 9.8 })], { oldFee: 5929 });
});

test('the work fee lessens the price where the setting says so; lines that stand keep what they were priced by (S1§9/5)', async () => {
  const id = await created([line()]);
  const configs = (await chain.app.get('/config?configKey=recycle_work_fee&pageSize=10')).body.data as { list: Row[] };
  const config = configs.list.find(({ configKey }) => configKey === 'recycle_work_fee');
  const set = (configValue: string) => chain.app.put(`/config/${String(config?.['id'])}`, { ...config, configValue });
  expect(await set('subtract')).toMatchObject({ status: 200 });
  const other = await created([line()]);
  expect(await chain.record(PATH, other)).toMatchObject({ oldFee: 5831 });
  const [standing] = await linesOf(id);
  expect(await chain.app.put(`${PATH}/${id}`, body([standing!], { remark: '改备注' }))).toMatchObject({ status: 200 });
  expect(await chain.record(PATH, id)).toMatchObject({ oldFee: 5929, remark: '改备注' });
  expect(await set('other')).toMatchObject({ status: 422 });
  expect(await set('add')).toMatchObject({ status: 200 });
});

test('audit makes numbered lots of it, 反审核 takes them back, a deleted order brings none (S1§2.4/1 S1§7/16)', async () => {
  const id = await created([line(), line({ fineness: '18K金', style: '爱心', weight: 2.5, lossRatio: 100 })]);
  expect(await lotsOf(id)).toEqual([]);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  const lots = await lotsOf(id);
  expect(
    lots.map(({ fineness, weight, leftWeight, leftPrice, held, source, ageDays }) => [
      fineness,
      weight,
      leftWeight,
      leftPrice,
      held,
      source,
      ageDays,
    ]),
  ).toEqual([
    ['足金', 10, 10, 5929, 0, '独立回收', 0],
    ['18K金', 2.5, 2.5, 1512.5, 0, '独立回收', 0],
  ]);
  expect(lots[0]?.['lotNo']).toMatch(/^JL\d+$/);
  expect(await chain.app.put(`${PATH}/${id}`, body([line()]))).toMatchObject({ status: 409 });
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(409);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await lotsOf(id)).toEqual([]);
  expect(await lotsOf(id, '&stock=all')).toEqual([]);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await lotsOf(id)).toHaveLength(2);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
  expect(await lotsOf(id)).toEqual([]);
});

describe('what the form says is said by the server too', () => {
  test('header (S1§5/9 S1§5/19)', async () => {
    expect(await refused('customerId', [line()], { customerId: null })).toBe('客户名称不能为空');
    expect(await refused('customerId', [line()], { customerId: 999_999 })).toBe('客户不存在');
    expect(await refused('shopId', [line()], { shopId: null })).toBe('回收分店不能为空');
    expect(await refused('recycleAt', [line()], { recycleAt: '' })).toBe('回收日期不能为空');
    expect(await refused('seller', [line()], { seller: '' })).toBe('请选择回收员');
    expect(await refused('seller', [line()], { seller: 'nobody' })).toBe('回收员不存在或已停用');
    expect(await refused('recycleList', [])).toBe('请添加旧料数据！');
  });
  test('lines (S1§5/10 S1§5/19)', async () => {
    const wrong = (change: Row, field: string): Promise<string> => refused(`recycleList.0.${field}`, [line(change)]);
    expect(await wrong({ type: '' }, 'type')).toBe('类别不能为空');
    expect(await wrong({ style: '' }, 'style')).toBe('款式不能为空');
    expect(await wrong({ fineness: '' }, 'fineness')).toBe('成色不能为空');
    expect(await wrong({ fineness: '没有的成色' }, 'fineness')).toBe('成色不存在');
    expect(await wrong({ remark: '' }, 'remark')).toBe('备注不能为空');
    expect(await wrong({ weight: 0 }, 'weight')).toBe('重量必须大于0');
    expect(await wrong({ cost: 0 }, 'cost')).toBe('单价必须大于0');
    expect(await wrong({ lossRatio: 0 }, 'lossRatio')).toBe('折净率必须大于0');
    expect(await wrong({ lossRatio: 100.01 }, 'lossRatio')).toBe('折净率不能大于100');
    expect(await wrong({ weight: 0.004 }, 'netWeight')).toBe('净重必须大于0');
    expect(await wrong({ weight: 0.01, lossRatio: 100, cost: 0.01, workFee: 0 }, 'price')).toBe('金额必须大于0');
    expect(await wrong({ weight: 1.2345 }, 'weight')).toContain('最多3位小数');
    expect(await wrong({ weight: 100_001 }, 'weight')).toContain('不能大于');
  });
  test('payments make up what is paid, in ways that the house knows', async () => {
    const two = [
      { balance: '现金', amount: 5000 },
      { balance: '微信', amount: 929 },
    ];
    expect(await chain.record(PATH, await created([line()], { balanceList: two }))).toMatchObject({ balanceList: two });
    expect(await refused('balanceList', [line()], { balanceList: [{ balance: '现金', amount: 5000 }] })).toBe(
      '付款合计5000.00元与旧料金额5929.00元不一致',
    );
    const path = 'balanceList.0.balance';
    expect(await refused(path, [line()], { balanceList: [{ balance: '比特币', amount: 5929 }] })).toBe(
      '结算方式不存在',
    );
    const negative = [
      { balance: '现金', amount: -1 },
      { balance: '微信', amount: 5930 },
    ];
    expect(await refused('balanceList.0.amount', [line()], { balanceList: negative })).toBe('付款金额不能小于0');
  });
  test('days and shops: the window, the day of the order, the shop that is locked (S1§4/24 S1§6/75)', async () => {
    const as = { token: await tokenOf('clerk', chain.home) };
    const past = addDays(chain.today, -46);
    expect(await chain.app.post(PATH, body([line()], { recycleAt: past }), as)).toMatchObject({ status: 422 });
    expect(await chain.app.post(PATH, body([line()], { shopId: chain.away }), as)).toMatchObject({ status: 403 });
    const yesterday = await created([line()], { recycleAt: addDays(chain.today, -1) });
    const [standing] = await linesOf(yesterday);
    const edit = body([standing!], { recycleAt: addDays(chain.today, -1) });
    expect(await chain.app.put(`${PATH}/${yesterday}`, edit, as)).toMatchObject({
      status: 403,
      body: { msg: '只能修改当天的回收单' },
    });
    const elsewhere = await created([line()], { shopId: chain.away });
    expect(await chain.app.get(`${PATH}/${elsewhere}`, as)).toMatchObject({ status: 404 });
    expect(await chain.app.get(`${DETAIL}/list?recycleId=${elsewhere}`, as)).toMatchObject({ status: 404 });
    expect((await chain.audit(PATH, [elsewhere], as)).status).toBe(403);
  });
});

describe('lines one by one', () => {
  test('of several that are added in one moment each stays, and each is told its own', async () => {
    const id = await created([line()]);
    const weights = [1, 2, 3, 4];
    const added = await Promise.all(
      weights.map((weight) => chain.app.post(DETAIL, { recycleId: id, ...line({ weight, lossRatio: 100 }) })),
    );
    expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told = new Map(added.map(({ body: { data } }, index) => [Number(data), weights[index]]));
    const [, ...others] = await linesOf(id);
    expect(new Map(others.map((one) => [Number(one['id']), one['weight']]))).toEqual(told);
    expect(told.size).toBe(4);
  });

  test('each write is a revision of the order: sums and payments follow, ids stay (S1§2.5/1 S1§7/17)', async () => {
    const id = await created([line()]);
    const added = await chain.app.post(DETAIL, { recycleId: id, ...line({ weight: 1, lossRatio: 100, workFee: 0 }) });
    expect(added).toMatchObject({ status: 200 });
    const second = Number(added.body.data);
    const [first, newest] = await linesOf(id);
    expect(newest).toMatchObject({ id: second, price: 600 });
    expect(await chain.record(PATH, id)).toMatchObject({
      oldFee: 6529,
      balanceList: [{ balance: '现金', amount: 6529 }],
    });
    const heavier = line({ weight: 2, lossRatio: 100, workFee: 0 });
    expect(await chain.app.put(`${DETAIL}/${second}`, heavier)).toMatchObject({ status: 200 });
    expect((await chain.app.get(`${DETAIL}/${second}`)).body.data).toMatchObject({ id: second, price: 1200 });
    expect(await chain.app.del(DETAIL, { ids: [Number(first?.['id'])] })).toMatchObject({ status: 200 });
    expect((await linesOf(id)).map((one) => one['id'])).toEqual([second]);
    expect(await chain.app.del(DETAIL, { ids: [second] })).toMatchObject({
      status: 422,
      body: { msg: '请添加旧料数据！' },
    });
    expect(await chain.record(PATH, id)).toMatchObject({ oldFee: 1200 });
    const history = (await chain.app.get(`${PATH}/${id}/history`)).body.data as { title: string }[];
    expect(history.map(({ title }) => title)).toEqual(['新增', '修改', '修改', '修改']);
  });
  test('ids of other orders, gone lines and audited orders are refused (S1§2.5/1)', async () => {
    const [one, other] = [await created([line()]), await created([line()])];
    const [foreign] = await linesOf(other);
    expect(await refusedEdit(one, [foreign!])).toBe('明细不是这张回收单的，请刷新后重试');
    const [own] = await linesOf(one);
    expect(await refusedEdit(one, [own!, own!])).toBe('明细不是这张回收单的，请刷新后重试');
    expect(await chain.app.put(`${DETAIL}/${one * 10_000 + 77}`, line())).toMatchObject({ status: 404 });
    expect(await chain.app.del(DETAIL, { ids: [one * 10_000, other * 10_000] })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'ids', message: '一次只能删除同一张回收单的明细' }] },
    });
    await chain.audit(PATH, [one]);
    expect(await chain.app.put(`${DETAIL}/${String(own?.['id'])}`, line())).toMatchObject({ status: 409 });
    expect(await chain.app.post(DETAIL, { recycleId: one, ...line() })).toMatchObject({ status: 409 });
    expect(await chain.app.get(`${DETAIL}/${one * 10_000 + 77}`)).toMatchObject({ status: 404 });
  });
  const refusedEdit = async (id: number, lines: readonly Row[]): Promise<string> => {
    const reply = await chain.app.put(`${PATH}/${id}`, body(lines));
    expect(reply).toMatchObject({ status: 422 });
    return String(reply.body.msg);
  };
});

test('lists: by what lines are of, sums that open, the sheet (S1§7/16)', async () => {
  const id = await created([line({ style: '金条', type: '投资', weight: 50, lossRatio: 100, workFee: 0 })]);
  const list = (await chain.app.get(`${PATH}?style=金条`)).body.data as { count: number; list: Row[] };
  expect(list).toMatchObject({ count: 1, list: [{ id, customerName: '王女士', paidBy: '现金¥30,000.00' }] });
  expect((await chain.app.get(`${PATH}?style=没有`)).body.data).toMatchObject({ count: 0 });
  const sums = (await chain.app.get(`${PATH}/totals?style=金条`)).body.data;
  expect(JSON.stringify(sums)).toContain('30000');
  const opened = (await chain.app.get(`${PATH}/explain?style=金条&field=oldFee`)).body.data;
  expect(opened).toMatchObject({ total: 30_000, list: [{ document: `HS${id}`, value: 30_000 }] });
  expect((await chain.app.get(`${PATH}/export?style=金条`)).status).toBe(200);
  const printed = (await chain.app.get(`/base-print-template/print-data/recycle/${id}`)).body.data;
  expect(printed).toMatchObject({
    title: '旧料回收单',
    tables: { master: [{ no: `HS${id}`, oldFee: '30000.00' }], goods: [{ style: '金条', price: '30000.00' }] },
  });
  expect((await chain.app.del('/base-customer', { ids: [chain.customerId] })).status).toBe(409);
});

describe('旧料库存', () => {
  test('totals are what rows add up to, and open into the movements; another moment shows what was there (S1§2.12/3)', async () => {
    const before = await momentPast();
    const id = await created([line({ fineness: '足银', weight: 8, lossRatio: 100, cost: 6, workFee: 0 })]);
    await chain.audit(PATH, [id]);
    const query = `fineness=${encodeURIComponent('足银')}`;
    const { count, list } = await stock(query);
    expect(list.list).toMatchObject([{ documentNo: `HS${id}`, leftWeight: 8, leftPrice: 48, held: 0 }]);
    expect({ count, ...list }).toMatchObject({ count: 1, leftWeight: 8, leftPrice: 48, held: 0 });
    const opened = (await chain.app.get(`/report-recycle/explain?${query}&field=leftPrice`)).body.data;
    expect(opened).toMatchObject({ total: 48, list: [{ document: `HS${id}`, billType: '独立回收', value: 48 }] });
    expect(await stock(`${query}&asOf=${before.toISOString()}`)).toMatchObject({ count: 0 });
    await chain.unaudit(PATH, [id]);
    expect(await stock(query)).toMatchObject({ count: 0, list: { leftWeight: 0 } });
    expect((await chain.app.get(`/report-recycle/export?${query}`)).status).toBe(200);
  });
  test('money leaves with the right to see cost only, and other shops stay unseen (S1§2.12/3)', async () => {
    const id = await created([line()]);
    await chain.audit(PATH, [id]);
    const [elsewhere, here] = [await tokenOf('elsewhere', chain.away), await tokenOf('here', chain.home)];
    const seen = async (token: string): Promise<Row[]> => {
      const reply = await chain.app.get('/report-recycle?pageSize=100', { token });
      expect(reply).toMatchObject({ status: 200 });
      return (reply.body.data as { list: { list: Row[] } }).list.list;
    };
    expect(await seen(elsewhere)).toEqual([]);
    const rows = await seen(here);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => 'leftPrice' in row || 'price' in row)).toBe(false);
    const explain = '/report-recycle/explain?field=leftPrice';
    expect((await chain.app.get(explain, { token: here })).status).toBe(403);
  });
});

test('twice at once: one click in two windows audits once, and every gram is there once (S1§2.4/1)', async () => {
  const id = await created([line({ fineness: '铂990', weight: 4, lossRatio: 100 })]);
  await Promise.all([chain.audit(PATH, [id]), chain.audit(PATH, [id])]);
  const { list } = await stock(`fineness=${encodeURIComponent('铂990')}`);
  expect(list).toMatchObject({ leftWeight: 4 });
  expect(list.list).toHaveLength(1);
});
