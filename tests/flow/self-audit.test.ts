/** 自检 (R126): what the read models say beside a second count of the events; a falsified row is named and left as it is. */
import { sql } from 'slonik';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COUNTED_REPORTS } from '../../projections/self-audit/reports.ts';
import type { AuditDifference, AuditRecord, AuditRow } from 'services/self-audit/contract';
import { holderOf } from '../support/guarded.ts';
import { auditOf } from '../support/self-audit.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/self-audit';
/** Beside the reports of the console, the gold that is counted with them is one more. */
const COUNTED = Object.keys(COUNTED_REPORTS).length;
/** Sold and left with the chain, less what old gold was bought for. */
const TILL = TAG_PRICE + 300 - 4_800;
let chain: Chain;
let sold = '';
let orderNo = '';
beforeAll(async () => {
  chain = await startChain({ env: { ROLES: 'api,projector,scheduler' } });
  const { app, home: shopId, away, today, customerId } = chain;
  const pieces = [await chain.stock(), await chain.stock({ num: 2 }), await chain.stock({ shopId: away })];
  sold = pieces[0] ?? '';
  const saved = async (path: string, body: object): Promise<number> => {
    const reply = await app.post(path, body, { headers: { 'x-till': encodeURIComponent('一号台') } });
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };
  const audited = async (path: string, body: object): Promise<number> => {
    const id = await saved(path, body);
    expect((await chain.audit(path, [id])).status).toBe(200);
    return id;
  };
  orderNo = `XS${await audited('/biz-sell', chain.sale([{ barcode: sold }]))}`;
  await audited('/biz-allocate', chain.transfer([{ barcode: pieces[1] ?? '' }]));
  const gift = { barcode: 'LP0001', goodsName: '红绳', num: 5, cost: 3, price: 9, rebateInte: 10 };
  await audited('/biz-gift-in', { shopId, inGiftAt: today, ...gift });
  const line = { type: '戒指', style: '光圈', fineness: '足金', weight: 8, lossRatio: 100, cost: 600, remark: '旧' };
  await audited('/biz-alone-recycle', { customerId, shopId, recycleAt: today, seller: 'admin', recycleList: [line] });
  // Two documents that wait, and hold.
  const held = async (path: string, body: object): Promise<void> => {
    const reply = await app.post(path, body);
    expect(reply.status, reply.text).toBe(200);
  };
  const given = [{ barcode: 'LP0001', num: 2, price: 9, amount: 18 }];
  await held('/biz-sell', chain.sale([], { sellGiftList: given, sellBalanceList: [{ balance: '微信', amount: 18 }] }));
  const lots = (await app.get('/report-recycle/rows')).body.data as { list: { lotId: number }[] };
  const lotList = lots.list.map(({ lotId }) => ({ lotId, weightOut: 3 }));
  await held('/biz-recycle-out', { shopId, outAt: today, kind: '1', party: '料厂', price: 0, lotList, goodsList: [] });
  await saved('/base-customer/points', { customerId, points: 50, reason: '补记' });
  const deposit = { account: '定金', kind: '1', amount: 300 };
  await saved('/biz-deposit', { customerId, shopId, depositAt: today, seller: 'admin', ...deposit });
  await app.house.caughtUp();
  // As an upgrade leaves it: nobody moves it any more.
  await app.house.deps.master.query(sql.unsafe`
    INSERT INTO projection.checkpoint (name, version, run, schema, state, position)
    VALUES ('goods-flow', 0, 0, 'p_goods_flow_v0', 'retired', 1)`);
});
afterAll(() => chain.app.stop());

const rows = async (): Promise<readonly AuditRow[]> => (await chain.app.get(PATH)).body.data as AuditRow[];
const ended = async (id: number): Promise<AuditRecord> => {
  const record = async () => (await chain.app.get(`${PATH}/${id}`)).body.data as AuditRecord;
  await expect.poll(async () => (await record()).status, { timeout: 30_000, interval: 200 }).not.toBe('0');
  return record();
};
const falsify = (statement: ReturnType<typeof sql.unsafe>) => chain.app.house.deps.master.query(statement);
const said = ({ title, label, shopName, expected, found, rows: examples }: AuditDifference & { shopName?: string }) => [
  title,
  label,
  ...(shopName === undefined ? [] : [shopName]),
  expected,
  found,
  examples.map(({ key }) => key).join(),
];

test('is asked for by its key, one at a time, and finds nothing where the books are right (S2§2.14/1)', async () => {
  expect(await rows()).toEqual([]);
  const reader = await holderOf(chain.app, ['admin:selfAudit:list']);
  const stranger = await holderOf(chain.app, ['admin:sysOperLog:list']);
  expect((await chain.app.get(PATH, { token: stranger })).status).toBe(403);
  expect((await chain.app.post(`${PATH}/run`, {}, { token: reader })).status).toBe(403);
  const started = await chain.app.post(`${PATH}/run`, {}, { key: 'self-audit-once' });
  expect(started.body).toMatchObject({ code: 200, msg: '已开始自检', data: { id: expect.any(Number) } });
  expect((await chain.app.post(`${PATH}/run`, {}, { key: 'self-audit-once' })).body).toEqual(started.body);
  expect((await chain.app.post(`${PATH}/run`, {})).body).toMatchObject({ code: 409, msg: '正在自检，请稍候' });
  const { id } = started.body.data as { id: number };
  expect(await ended(id)).toMatchObject({
    status: '2',
    reports: COUNTED + 1,
    differences: 0,
    list: [],
    progress: 100,
    by: '管理员',
  });
  expect((await chain.app.get(PATH, { token: reader })).body.data).toEqual([
    {
      id,
      day: chain.today,
      startAt: expect.stringMatching(/\+08:00$/),
      endAt: expect.stringMatching(/\+08:00$/),
      status: '2',
      reports: COUNTED + 1,
      differences: 0,
      progress: 100,
      coverage: {
        thirtieth: null,
        after: -1,
        until: expect.any(Number),
        events: expect.any(Number),
        recounted: 0,
        why: '手动自检',
      },
    },
  ]);
  expect((await chain.app.get(`${PATH}/999999`)).status).toBe(404);
});

test('rows that say something else than the events are named, in every kind of report (S2§2.14/1)', async () => {
  await falsify(
    sql.unsafe`UPDATE live.goods_turnover SET tag_price_fen = tag_price_fen + 100 WHERE on_hand > 0 AND shop_id = ${chain.away}`,
  );
  await falsify(sql.unsafe`UPDATE live.goods_flow SET quantity = -2 WHERE barcode = ${sold} AND quantity < 0`);
  await falsify(sql.unsafe`UPDATE live.goods_moves SET quantity = 2`);
  await falsify(sql.unsafe`UPDATE live.gift_stock SET cost_fen = cost_fen - 5, held = held + 1`);
  await falsify(
    sql.unsafe`UPDATE live.old_material_lots SET left_mg = left_mg - 1000, price_fen = price_fen + 1, held_mg = 5000`,
  );
  await falsify(sql.unsafe`UPDATE live.till_money SET fen = fen + 1 WHERE position > 0 AND kind = 'deposit'`);
  await falsify(sql.unsafe`UPDATE live.points_ledger SET points = points + 7`);
  await falsify(sql.unsafe`DELETE FROM live.balance_ledger`);
  const { differences, found, reports } = await auditOf(chain.app.house);
  const named = differences.map(said);
  expect([reports, found]).toEqual([COUNTED, differences.length]);
  expect(named).toContainEqual(['首饰流水', '出库数量', 2, 3, sold]);
  expect(named).toContainEqual(['赠品库存', '库存成本', 15, 14.95, 'LP0001']);
  expect(named).toContainEqual(['赠品库存', '占用数量', 2, 3, 'LP0001']);
  expect(named).toContainEqual(['旧料库存', '占用重量', 3, 5, expect.stringMatching(/^JL\d+$/)]);
  expect(named).toContainEqual(['旧料库存', '剩余重量', 8, 7, expect.stringMatching(/^JL\d+$/)]);
  expect(named).toContainEqual(['首饰回收明细', '金额', 4800, 4800.01, expect.stringMatching(/^JL\d+$/)]);
  expect(named).toContainEqual(['收银台现金', '现金', TILL, TILL + 0.01, expect.stringMatching(/^CZ/)]);
  expect(named).toContainEqual(['定金与储值', '余额', 300, 0, String(chain.customerId)]);
  expect(new Set(differences.map(({ title }) => title))).toEqual(
    new Set([
      '库存周转报表',
      '首饰流水',
      '首饰调拨报表',
      '赠品库存',
      '旧料库存',
      '首饰回收明细',
      '收银台现金',
      '客户积分',
      '定金与储值',
    ]),
  );
});

test('an order that is dearer in the read model is named by the night; nothing is put right, and the last one is told (S2§2.14/1)', async () => {
  await falsify(sql.unsafe`UPDATE live.sale_lines SET amount_fen = amount_fen + 100 WHERE list = 'goods'`);
  await chain.app.get('/job/remove/1');
  expect((await chain.app.put('/sysjob/1', { cronExpression: '* * * * * *' })).status).toBe(200);
  await chain.app.get('/job/start/1');
  await expect.poll(async () => (await rows()).length, { timeout: 30_000, interval: 200 }).toBe(2);
  await chain.app.get('/job/remove/1');
  const [last] = await rows();
  const { list, by, differences } = await ended(last?.id ?? 0);
  expect(by).toBe('');
  expect(list.map(said)).toContainEqual(['首饰销售明细', '实售金额', '罗湖店', TAG_PRICE, TAG_PRICE + 1, orderNo]);
  expect(list.map(({ title }) => title)).toContain('金料平衡');
  expect(differences).toBe(list.length);
  const [again] = await rows();
  expect(again).toMatchObject({ status: '2', differences });
  const { totals } = (await chain.app.get(`/report-sell-goods/totals?beginTime=${chain.today}&endTime=${chain.today}`))
    .body.data as { totals: Record<string, number> };
  expect(totals['factFee']).toBe(TAG_PRICE + 1);
});
