/** 金料核对 over HTTP: the gold counted anew from the events, on demand and every night; what was planted wrong is named. */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dashboard } from 'projections/dashboard/contract';
import type { RecountRecord, RecountRow } from 'services/gold-recount/contract';
import { nightlyRecount } from '../../house/nightly/nightly-recount.ts';
import { holderOf } from '../support/guarded.ts';
import { ranInProcess } from '../support/run-in-process.ts';
import { startChain, type Chain } from './shops.ts';

const PATH = '/report-gold-balance/recount';
let chain: Chain;
const pieces: string[] = [];
beforeAll(async () => {
  chain = await startChain();
  for (const fineness of ['足金', '足金', '18K金']) pieces.push(await chain.stock({ fineness }));
  pieces.push(await chain.stock({ shopId: chain.away, fineness: '足金' }));
  const [sold] = pieces;
  const order = await chain.app.post('/biz-sell', chain.sale([{ barcode: sold ?? '' }]));
  expect(await chain.audit('/biz-sell', [Number(order.body.data)])).toMatchObject({ status: 200 });
  const line = { type: '戒指', style: '光圈', fineness: '足金', weight: 8, lossRatio: 100, cost: 600, remark: '旧' };
  const { customerId, home: shopId, today: recycleAt } = chain;
  const recycle = { customerId, shopId, recycleAt, seller: 'admin', recycleList: [line] };
  const id = Number((await chain.app.post('/biz-alone-recycle', recycle)).body.data);
  expect(await chain.audit('/biz-alone-recycle', [id])).toMatchObject({ status: 200 });
  await chain.app.house.caughtUp();
});
afterAll(() => chain.app.stop());

const recordOf = async (id: number, token?: string): Promise<RecountRecord> =>
  (await chain.app.get(`${PATH}/${id}`, token === undefined ? {} : { token })).body.data as RecountRecord;
const settled = async (id: number): Promise<RecountRecord> => {
  await expect.poll(async () => (await recordOf(id)).state, { timeout: 30_000 }).toMatch(/^(已核对|未完成)$/);
  return recordOf(id);
};
const recount = async (body: object = {}, token?: string): Promise<RecountRecord> => {
  const reply = await chain.app.post(PATH, body, token === undefined ? {} : { token });
  expect(reply, reply.text).toMatchObject({ status: 200, body: { msg: '已开始核对' } });
  return settled(Number(reply.body.data));
};
const listed = async (token?: string): Promise<readonly RecountRow[]> =>
  ((await chain.app.get(PATH, token === undefined ? {} : { token })).body.data as { list: RecountRow[] }).list;
const master = () => chain.app.house.deps.master;

test('a house whose books are right has no difference, of all shops, of one, of one fineness (S1§2.12/17)', async () => {
  expect(await recount()).toMatchObject({ state: '已核对', differences: 0, list: [], done: 5, total: 5, problem: '' });
  expect(await recount({ shopId: chain.away })).toMatchObject({ differences: 0, done: 1, shopName: '南山店' });
  expect(await recount({ shopId: chain.home, fineness: '18K金' })).toMatchObject({ differences: 0, done: 1 });
  expect((await listed()).map(({ by }) => by)).toEqual(['管理员', '管理员', '管理员']);
});

test('a piece that weighs something else in the read model is named, with its documents (S1§2.12/17)', async () => {
  const barcode = pieces[1] ?? '';
  await master().query(sql.unsafe`
    UPDATE live.goods_turnover SET net_weight_mg = net_weight_mg + 500 WHERE barcode = ${barcode} AND to_position IS NULL`);
  const { differences, list } = await recount();
  expect(differences).toBe(1);
  const [receipt] = ((await chain.app.get(`/biz-goods-in?barcode=${barcode}`)).body.data as { list: { id: number }[] })
    .list;
  expect(list).toEqual([
    {
      kind: '首饰库存与事件不符',
      shopId: chain.home,
      shopName: '罗湖店',
      fineness: '足金',
      thing: barcode,
      documents: [`RK${receipt?.id}`],
      counted: 3.215,
      shown: 3.715,
      difference: 0.5,
    },
  ]);
  // The page itself shows the difference; of another fineness there is none.
  const balance = await chain.app.get(`/report-gold-balance/totals?shopId=${chain.home}`);
  expect((balance.body.data as { totals: object }).totals).toMatchObject({ difference: -0.5 });
  expect(await recount({ fineness: '18K金' })).toMatchObject({ differences: 0 });
});

test('a movement that is missing, a lot that is lighter and stock that no event brought are named (S1§2.12/17)', async () => {
  const [sold = '', , ring = ''] = pieces;
  await master().query(sql.unsafe`DELETE FROM live.gold_moves WHERE barcode = ${sold} AND flow = 'sold'`);
  await master().query(
    sql.unsafe`UPDATE live.old_material_lots SET left_mg = left_mg - 1000 WHERE to_position IS NULL`,
  );
  await master().query(sql.unsafe`
    INSERT INTO live.goods_turnover SELECT (jsonb_populate_record(t, '{"barcode": "GHOST"}'::jsonb)).*
    FROM live.goods_turnover t WHERE t.barcode = ${ring} AND t.to_position IS NULL`);
  const { list } = await recount();
  const of = (kind: string) => list.filter((one) => one.kind === kind);
  expect(of('金料流水与事件不符')).toMatchObject([{ thing: sold, counted: 0, shown: 3.215 }]);
  expect(of('金料流水与事件不符')[0]?.documents.some((document) => document.startsWith('XS'))).toBe(true);
  expect(of('旧料库存与事件不符')).toMatchObject([{ counted: 8, shown: 7, difference: -1 }]);
  expect(of('旧料库存与事件不符')[0]).toMatchObject({ thing: expect.stringMatching(/^JL/) });
  expect(of('事件中没有的库存')).toMatchObject([{ shopId: chain.home, fineness: '18K金', difference: 3.215 }]);
});

test('who sees some shops is told of those, and asks for those alone', async () => {
  await chain.app.addUser({ username: 'away-manager', roleIds: [3], lockShops: [chain.away] });
  const token = await chain.app.signIn('away-manager');
  expect(await recount({}, token)).toMatchObject({ differences: 0, list: [], done: 1 });
  expect(await chain.app.post(PATH, { shopId: chain.home }, { token })).toMatchObject({ status: 403 });
  const seen = await listed(token);
  expect(seen.map(({ by }) => by).toSorted()).toEqual(['away-manager', '管理员']);
  expect(seen.find(({ by }) => by === '管理员')).toMatchObject({ shopName: '南山店', differences: 0 });
  const [first] = (await listed()).filter(({ by }) => by === '管理员');
  expect(await chain.app.get(`${PATH}/${first?.id}`, { token })).toMatchObject({ status: 404 });
  const reader = await holderOf(chain.app, ['report:reportGoldBalance:list']);
  expect(await chain.app.post(PATH, {}, { token: reader })).toMatchObject({ status: 403 });
  expect((await chain.app.get(PATH, { token: reader })).status).toBe(200);
  expect((await chain.app.get(PATH, { token: await holderOf(chain.app, ['biz:bizSell:list']) })).status).toBe(403);
});

test('a night is one row, however often its job runs; the start page says that the last one had differences (S1§2.12/17)', async () => {
  const nights = async () => (await listed()).filter(({ day }) => day !== '');
  expect(await nights()).toEqual([]);
  for (const runId of [1, 2]) {
    const { said, failed } = await ranInProcess(chain.app, nightlyRecount, { runId });
    expect(said).toContain('已核对 5 件首饰与旧料');
    expect(failed).toMatch(/^\d+ 处与事件不符$/);
  }
  expect(await nights()).toMatchObject([{ state: '已核对', done: 5, total: 5 }]);
  const [night] = await nights();
  expect(night).toMatchObject({ by: '系统', shopName: '', problem: '' });
  expect(night?.differences).toBeGreaterThan(2);
  const { todo } = (await chain.app.get('/dashboard')).body.data as Dashboard;
  expect(todo.filter(({ kind }) => kind === 'gold')).toEqual([
    {
      kind: 'gold',
      title: '昨夜金料核对有差异',
      count: night?.differences,
      unit: '处',
      path: '/sales/report-gold-balance',
    },
  ]);
  const token = await chain.app.signIn('away-manager');
  const away = (await chain.app.get('/dashboard', { token })).body.data as Dashboard;
  expect(away.todo.filter(({ kind }) => kind === 'gold')).toEqual([]);
  expect((await listed(token)).find(({ day }) => day !== '')).toMatchObject({ differences: 0 });
});

test('what a stop cut off is begun anew (S1§2.12/17)', async () => {
  const id = Number((await chain.app.post(PATH, { fineness: '18K金' })).body.data);
  await settled(id);
  await master().query(sql.unsafe`
    UPDATE master.gold_recount SET state = 'running', ended_at = null, done = 0, differences = '[]' WHERE id = ${id}`);
  expect(await settled(id)).toMatchObject({ state: '已核对', done: 1 });
});

test('a night that was cut off is in nobody’s way, and has failed once the next one begins (S1§2.12/17)', async () => {
  await master().query(sql.unsafe`
    UPDATE master.gold_recount SET state = 'running', day = day - 1, ended_at = null WHERE day IS NOT NULL`);
  expect(await recount()).toMatchObject({ state: '已核对' });
  await ranInProcess(chain.app, nightlyRecount, { runId: 3 });
  const nights = (await listed()).filter(({ day }) => day !== '');
  expect(nights.map(({ state }) => state)).toEqual(['已核对', '未完成']);
});
