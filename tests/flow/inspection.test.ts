/** Inspections over HTTP (R2–R6, R12, R13): held, judged, held on, handed over to the return that takes it away. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply, RequestOptions } from '../support/app.ts';
import { momentPast, startChain, type Chain, type Line } from './shops.ts';

const PATH = '/biz-goods-inspection';
const RETURNS = '/biz-goods-return';
const [PASSED, SUPPLIER, MELT] = ['1', '2', '3'];
let chain: Chain;
let supplier = 0;
beforeAll(async () => {
  chain = await startChain();
  const body = { name: '金源首饰', contract: '李经理', mobile: '13900000001', status: '2' };
  supplier = Number((await chain.app.post('/base-supplier', body)).body.data);
});
afterAll(() => chain.app.stop());

const body = (lines: readonly Line[], change: Record<string, unknown> = {}) => ({
  shopId: chain.home,
  inspectAt: chain.today,
  inspector: '周敏',
  remark: '到货抽检',
  bizGoodsList: lines.map((line) => ({
    result: PASSED,
    note: line['result'] === undefined ? '' : '戒圈有砂眼',
    ...line,
  })),
  ...change,
});
const done = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const create = (...asked: Parameters<typeof body>): Promise<Reply> => chain.app.post(PATH, body(...asked));
const save = async (...asked: Parameters<typeof body>): Promise<number> => done(await create(...asked));
const said = ({ status, body: { msg } }: Reply): string => `${status} ${String(msg)}`;
const audited = async (path: string, id: number): Promise<void> => {
  expect(said(await chain.audit(path, [id]))).toContain('200');
};
const back = (lines: readonly Line[], options?: RequestOptions): Promise<Reply> =>
  chain.app.post(
    RETURNS,
    { supplierId: supplier, shopId: chain.home, returnAt: chain.today, bizGoodsList: lines },
    options,
  );
/** The return that has the piece. */
const openedFor = async (barcode: string): Promise<number> => {
  const { data } = (await chain.app.get(`${RETURNS}?barcode=${barcode}`)).body;
  return (data as { list: { id: number }[] }).list[0]?.id ?? 0;
};
/** Deletes the return that the audit opened: what did not pass waits with the inspection again. */
const giveUp = async (barcode: string): Promise<void> => {
  expect((await chain.app.del(RETURNS, { ids: [await openedFor(barcode)] })).status).toBe(200);
};
const sell = (barcode: string): Promise<Reply> => chain.app.post('/biz-sell', chain.sale([{ barcode }]));
const steps = async (barcode: string): Promise<readonly string[]> => {
  const life = (await chain.app.get(`/report-goods-flow/life?barcode=${barcode}`)).body.data as {
    steps: { title: string; text: string }[];
  };
  return life.steps.map(({ title, text }) => `${title}：${text}`);
};
const listed = async (id: number, query = ''): Promise<Record<string, unknown> | undefined> => {
  const { data } = (await chain.app.get(`${PATH}?pageSize=100${query}`)).body;
  return (data as { list: Record<string, unknown>[] }).list.find((row) => row['id'] === id);
};

describe('an inspection', () => {
  test('holds, lets go what passed, keeps what did not, and is told everywhere', async () => {
    const [good, bad, scrap] = [await chain.stock(), await chain.stock(), await chain.stock()];
    const lines = [
      { barcode: good },
      { barcode: bad, result: SUPPLIER, note: '镶口松动' },
      { barcode: scrap, result: MELT, note: '断裂' },
    ];
    const id = await save(lines, { pictures: '["a1.webp"]' });
    expect((await chain.lookup(good)).body.msg).toContain(`此首饰已被ZJ${id}占用`);
    await audited(PATH, id);
    const opened = await openedFor(bad);
    expect(await chain.record(PATH, id)).toMatchObject({
      no: `ZJ${id}`,
      inspector: '周敏',
      num: 3,
      passedNum: 1,
      supplierNum: 1,
      meltNum: 1,
      returnNos: `TH${opened}`,
      auditFlag: 2,
      photos: ['/static/uploadfile/a1.webp'],
      bizGoodsList: [
        { barcode: good, stock: 1, result: PASSED, resultName: '合格', note: '' },
        { barcode: bad, result: SUPPLIER, resultName: '退供应商', note: '镶口松动' },
        { barcode: scrap, result: MELT, resultName: '转旧料', note: '断裂' },
      ],
    });
    expect(await chain.free(good)).toBe(1);
    for (const [held, holder] of [
      [bad, `TH${opened}`],
      [scrap, `ZJ${id}`],
    ] as const) {
      expect((await chain.lookup(held)).body.msg).toContain(`此首饰已被${holder}占用`);
      expect((await sell(held)).status).toBe(409);
      expect((await chain.app.post('/biz-allocate', chain.transfer([{ barcode: held }]))).status).toBe(409);
    }
    expect(await steps(good)).toContain('质检：罗湖店 质检合格 1 件');
    expect((await steps(bad)).slice(-2)).toEqual([
      '质检：罗湖店 质检判定退供应商 1 件',
      `转交：罗湖店 1 件由 ZJ${id} 转给 TH${opened}`,
    ]);
    expect((await steps(scrap)).at(-1)).toBe('质检：罗湖店 质检判定转旧料 1 件');
    const reply = await chain.app.get(`/report-goods-flow?barcode=${bad}`);
    expect((reply.body.data as { count: number }).count).toBe(1);
    const paper = (await chain.app.get(`/base-print-template/print-data/inspection/${id}`)).body.data as {
      tables: { master: object[]; goods: object[] };
    };
    expect(paper.tables.master).toMatchObject([{ no: `ZJ${id}`, inspector: '周敏', passedNum: 1 }]);
    expect(paper.tables.goods).toMatchObject([{}, { resultName: '退供应商', note: '镶口松动' }, {}]);
    expect((await chain.app.put(`${PATH}/${id}`, body([{ barcode: good }]))).status).toBe(409);
    expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(409);
  });

  test('反审核 holds all of it again, and deleting frees it', async () => {
    const [good, bad] = [await chain.stock(), await chain.stock({ num: 3 })];
    const id = await save([{ barcode: good }, { barcode: bad, num: 2, result: SUPPLIER }]);
    await audited(PATH, id);
    expect(await chain.free(bad)).toBe(1);
    expect(said(await chain.unaudit(PATH, [id]))).toContain('200');
    expect([await chain.free(good), await chain.free(bad)]).toEqual([null, 1]);
    const edit = body([{ barcode: bad, num: 3, result: MELT }]);
    expect((await chain.app.put(`${PATH}/${id}`, edit)).status).toBe(200);
    expect([await chain.free(good), await chain.free(bad)]).toEqual([1, null]);
    await audited(PATH, id);
    expect((await chain.unaudit(PATH, [id])).status).toBe(200);
    const history = (await chain.app.get(`${PATH}/${id}/history`)).body.data as { title: string }[];
    expect(history.map(({ title }) => title)).toEqual(['新增', '审核', '反审核', '修改', '审核', '反审核']);
    expect(JSON.stringify(history)).toContain('转旧料：戒圈有砂眼');
    expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
    expect([await chain.free(good), await chain.free(bad)]).toEqual([1, 3]);
  });

  test('what passed and has left is a blocker that is named', async () => {
    const [sold, moved, pending] = [await chain.stock(), await chain.stock(), await chain.stock()];
    const id = await save([{ barcode: sold }]);
    const other = await save([{ barcode: moved }]);
    const third = await save([{ barcode: pending }]);
    for (const one of [id, other, third]) await audited(PATH, one);
    const sale = done(await sell(sold));
    await audited('/biz-sell', sale);
    await audited('/biz-allocate', done(await chain.app.post('/biz-allocate', chain.transfer([{ barcode: moved }]))));
    const waiting = done(await sell(pending));
    expect(said(await chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${sold}：此首饰已售出（XS${sale}）`);
    expect(said(await chain.unaudit(PATH, [other]))).toBe(`409 不能反审核，${moved}：此首饰在南山店`);
    expect(said(await chain.unaudit(PATH, [third]))).toContain(`不能反审核，${pending}：此首饰已被XS${waiting}占用`);
    expect((await chain.unaudit('/biz-sell', [sale])).status).toBe(200);
    expect((await chain.app.del('/biz-sell', { ids: [sale] })).status).toBe(200);
    expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  });
});

describe('a return to the supplier', () => {
  test('takes over what an inspection set aside; the list says which, then and now; given up, it is set aside again', async () => {
    const barcode = await chain.stock({ supplierId: supplier });
    const id = await save([{ barcode, result: SUPPLIER }]);
    expect(said(await back([{ barcode }]))).toContain(`此首饰已被ZJ${id}占用`);
    await audited(PATH, id);
    expect(said(await back([{ barcode }]))).toContain(`此首饰已被TH${await openedFor(barcode)}占用`);
    await giveUp(barcode);
    const found = await chain.app.get(`/biz-goods-in/lookup?shopId=${chain.home}&barcode=${barcode}&wanted=return`);
    expect(found.body.data).toMatchObject({ num: 1, held: 1 });
    const before = await momentPast();
    const first = done(await back([{ barcode }]));
    expect((await chain.lookup(barcode)).body.msg).toContain(`此首饰已被TH${first}占用`);
    expect(await listed(id)).toMatchObject({ returnNos: `TH${first}` });
    expect(await listed(id, `&asOf=${encodeURIComponent(before.toISOString())}`)).toMatchObject({ returnNos: '' });
    expect((await steps(barcode)).at(-1)).toBe(`转交：罗湖店 1 件由 ZJ${id} 转给 TH${first}`);
    expect(said(await chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${barcode}：此首饰已转给TH${first}`);
    expect((await chain.app.del(RETURNS, { ids: [first] })).status).toBe(200);
    expect((await chain.lookup(barcode)).body.msg).toContain(`此首饰已被ZJ${id}占用`);
    expect(await listed(id)).toMatchObject({ returnNos: '' });

    const second = done(await back([{ barcode }]));
    await audited(RETURNS, second);
    expect((await chain.lookup(barcode)).body.msg).toContain('此首饰已退供应商');
    expect(said(await chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${barcode}：此首饰已转给TH${second}`);
    expect((await chain.unaudit(RETURNS, [second])).status).toBe(200);
    expect((await chain.app.del(RETURNS, { ids: [second] })).status).toBe(200);
    expect(said(await chain.unaudit(PATH, [id]))).toContain('200');
    expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
    expect(await chain.free(barcode)).toBe(1);
  });

  test('of a lot takes all that did not pass, and more; an edit keeps it, fewer are refused', async () => {
    const lot = await chain.stock({ num: 5, supplierId: supplier });
    const id = await save([{ barcode: lot, num: 2, result: SUPPLIER }]);
    await audited(PATH, id);
    await giveUp(lot);
    expect(await chain.free(lot)).toBe(3);
    expect(said(await back([{ barcode: lot, returnNum: 1 }]))).toBe(`409 ${lot}：ZJ${id}判定退供应商2件，请一并退货`);
    expect(said(await back([{ barcode: lot, returnNum: 6 }]))).toBe('422 退货数量不能大于库存数量！');
    const goods = done(await back([{ barcode: lot, returnNum: 3 }]));
    expect(await chain.free(lot)).toBe(2);
    const edit = (returnNum: number) =>
      chain.app.put(`${RETURNS}/${goods}`, {
        supplierId: supplier,
        shopId: chain.home,
        returnAt: chain.today,
        bizGoodsList: [{ barcode: lot, returnNum }],
      });
    expect(said(await edit(1))).toContain(`ZJ${id}判定退供应商2件`);
    expect((await edit(4)).status).toBe(200);
    expect(await chain.free(lot)).toBe(1);
    expect((await edit(2)).status).toBe(200);
    expect(await chain.free(lot)).toBe(3);
    await audited(RETURNS, goods);
    expect(await chain.free(lot)).toBe(3);
    expect((await chain.unaudit(RETURNS, [goods])).status).toBe(200);
    expect((await chain.app.del(RETURNS, { ids: [goods] })).status).toBe(200);
    expect(await chain.free(lot)).toBe(3);
    expect((await chain.lookup(lot)).status).toBe(200);
    expect(await listed(id)).toMatchObject({ supplierNum: 2, returnNos: '' });
  });

  test('old material is taken over by nobody; ten returns and ten sales at once have one winner, a return', async () => {
    const [scrap, wanted] = [await chain.stock(), await chain.stock({ supplierId: supplier })];
    await audited(
      PATH,
      await save([
        { barcode: scrap, result: MELT },
        { barcode: wanted, result: SUPPLIER },
      ]),
    );
    await giveUp(wanted);
    expect(said(await back([{ barcode: scrap }]))).toContain('此首饰已被ZJ');
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => back([{ barcode: wanted }])),
      ...Array.from({ length: 10 }, () => sell(wanted)),
    ]);
    const won = replies.flatMap(({ status }, index) => (status === 200 ? [index] : []));
    expect(won).toHaveLength(1);
    expect(won[0]).toBeLessThan(10);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
  });
});

describe('the audit of an inspection', () => {
  const history = async (path: string, id: number) =>
    (await chain.app.get(`${path}/${id}/history`)).body.data as {
      title: string;
      changes: { label: string; after: string }[];
    }[];
  test('opens a return for each supplier, by number in answer, list, record and both histories', async () => {
    const body2 = { name: '周大福珠宝', contract: '陈经理', mobile: '13900000002', status: '2' };
    const other = done(await chain.app.post('/base-supplier', body2));
    const [first, second, third] = [
      await chain.stock({ supplierId: supplier }),
      await chain.stock({ supplierId: other }),
      await chain.stock({ supplierId: supplier, num: 3 }),
    ];
    const id = await save([
      { barcode: first, result: SUPPLIER, note: '镶口松动' },
      { barcode: second, result: SUPPLIER },
      { barcode: third, num: 2, result: SUPPLIER },
    ]);
    const reply = await chain.audit(PATH, [id]);
    const [mine, theirs] = [await openedFor(first), await openedFor(second)];
    expect(reply.body.msg).toBe(`审核成功：ZJ${id}，已生成退货单TH${mine}、退货单TH${theirs}`);
    expect(await openedFor(third)).toBe(mine);
    expect(await listed(id)).toMatchObject({ returnNos: `TH${mine}、TH${theirs}` });
    expect(await chain.record(RETURNS, mine)).toMatchObject({
      supplierId: supplier,
      supplierName: '金源首饰',
      shopId: chain.home,
      returnAt: chain.today,
      auditFlag: 1,
      inspectionNo: `ZJ${id}`,
      num: 3,
      bizGoodsList: [
        { barcode: first, returnNum: 1, remark: '镶口松动' },
        { barcode: third, returnNum: 2, returnPrice: 1800.4, piceCost: 1800.4 },
      ],
    });
    expect(await chain.record(RETURNS, theirs)).toMatchObject({ supplierId: other, num: 1 });
    const audit = (await history(PATH, id)).find(({ title }) => title === '审核');
    expect(audit?.changes).toMatchObject([{ label: '退货单', after: `TH${mine}、TH${theirs}` }]);
    expect((await history(RETURNS, mine))[0]).toMatchObject({
      title: '新增',
      changes: [{ label: '质检单', after: `ZJ${id}` }],
    });
    await audited(RETURNS, mine);
    expect((await chain.lookup(first)).body.msg).toContain('此首饰已退供应商');
    expect(await chain.free(third)).toBe(1);
    expect(said(await chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${first}：此首饰已转给TH${mine}（共2件）`);
    expect(await chain.record(RETURNS, theirs)).toMatchObject({ auditFlag: 1 });
  });

  test('反审核 takes back what nobody touched, and says so; the same click again, and once more, opens it once', async () => {
    const barcode = await chain.stock({ supplierId: supplier });
    const id = await save([{ barcode, result: SUPPLIER }]);
    const key = `audit-${id}`;
    const replies = await Promise.all([1, 2, 3].map(() => chain.audit(PATH, [id], { key })));
    const opened = await openedFor(barcode);
    for (const reply of replies) expect(reply.body.msg).toBe(`审核成功：ZJ${id}，已生成退货单TH${opened}`);
    expect(said(await chain.audit(PATH, [id]))).toContain('409 单据已审核');
    expect((await sell(barcode)).status).toBe(409);
    expect(said(await chain.unaudit(PATH, [id]))).toBe(`200 反审核成功：ZJ${id}，已撤回退货单TH${opened}`);
    expect((await chain.app.get(`${RETURNS}/${opened}`)).status).toBe(404);
    expect(await listed(id)).toMatchObject({ returnNos: '', auditFlag: 1 });
    expect((await chain.lookup(barcode)).body.msg).toContain(`此首饰已被ZJ${id}占用`);
    await audited(PATH, id);
    const again = await openedFor(barcode);
    expect(again).toBeGreaterThan(opened);
    const edit = { supplierId: supplier, shopId: chain.home, returnAt: chain.today, remark: '已谈妥' };
    const lines = { bizGoodsList: [{ barcode, returnNum: 1, returnPrice: 1500 }] };
    expect((await chain.app.put(`${RETURNS}/${again}`, { ...edit, ...lines })).status).toBe(200);
    expect(await chain.record(RETURNS, again)).toMatchObject({ inspectionNo: `ZJ${id}`, remark: '已谈妥' });
    expect(said(await chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${barcode}：此首饰已转给TH${again}`);
    expect((await chain.app.del(RETURNS, { ids: [again] })).status).toBe(200);
    expect(said(await chain.unaudit(PATH, [id]))).toBe(`200 反审核成功：ZJ${id}`);
  });

  test('of a supplier that is no longer worked with, the return waits for a choice', async () => {
    const past = { name: '旧供应商', contract: '王经理', mobile: '13900000003', status: '2' };
    const gone = done(await chain.app.post('/base-supplier', past));
    const [barcode, nobodys] = [await chain.stock({ supplierId: gone }), await chain.stock()];
    const id = await save([
      { barcode, result: SUPPLIER },
      { barcode: nobodys, result: SUPPLIER },
    ]);
    expect((await chain.app.put(`/base-supplier/${gone}`, { ...past, status: '1' })).status).toBe(200);
    await audited(PATH, id);
    const opened = await openedFor(barcode);
    expect(await openedFor(nobodys)).toBe(opened);
    expect(await chain.record(RETURNS, opened)).toMatchObject({ supplierId: null, supplierName: '', num: 2 });
    expect(said(await chain.audit(RETURNS, [opened]))).toContain('请先选择供应商再审核');
  });

  test('while twenty tills want it at that moment, none gets what did not pass', async () => {
    const barcode = await chain.stock({ supplierId: supplier });
    const id = await save([{ barcode, result: SUPPLIER }]);
    const [reply, ...sales] = await Promise.all([
      chain.audit(PATH, [id]),
      ...Array.from({ length: 20 }, () => sell(barcode)),
    ]);
    expect(reply.status).toBe(200);
    expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 409));
    expect((await chain.lookup(barcode)).body.msg).toContain(`此首饰已被TH${await openedFor(barcode)}占用`);
  });
});

test('the form is told what is wrong, in its words', async () => {
  const barcode = await chain.stock();
  const wrong = async (lines: readonly Line[], change?: Record<string, unknown>) => said(await create(lines, change));
  expect(await wrong([{ barcode }], { shopId: null })).toBe('422 分店名称不能为空');
  expect(await wrong([{ barcode }], { inspectAt: '' })).toBe('422 质检日期不能为空');
  expect(await wrong([{ barcode }], { inspector: ' ' })).toBe('422 请填写质检员');
  expect(await wrong([{ barcode }], { inspector: '周'.repeat(51) })).toContain('422 ');
  expect(await wrong([])).toBe('422 请输入要质检的首饰！');
  expect(await wrong([{ barcode, result: null }])).toBe('422 请选择质检结果');
  expect(await wrong([{ barcode, result: '4' }])).toBe('422 请选择质检结果');
  expect(await wrong([{ barcode, result: SUPPLIER, note: ' ' }])).toBe('422 请填写问题说明');
  expect(await wrong([{ barcode, result: MELT, note: '坏'.repeat(201) }])).toContain('422 ');
  expect(await wrong([{ barcode, num: 0 }])).toBe('422 数量不能为0！');
  expect(await wrong([{ barcode, num: 2 }])).toBe('422 质检数量不能大于库存数量！');
  expect(await wrong([{ barcode }, { barcode }])).toBe('422 列表已存在此首饰，请不要重复输入！');
  expect(await wrong([{ barcode, goodsId: 1 }])).toBe('422 货品编号与条码不一致');
  expect(await wrong([{ barcode }], { pictures: '["a","b","c"]' })).toContain('最多上传2张图片');
  expect(await wrong([{ barcode: 'NOSUCH99' }])).toBe('404 NOSUCH99：此首饰不存在');
});

test('lists are filtered by result, summed, exported; another shop sees and does nothing', async () => {
  const [good, bad] = [await chain.stock(), await chain.stock()];
  const [passed, failed] = [await save([{ barcode: good }]), await save([{ barcode: bad, result: SUPPLIER }])];
  await audited(PATH, failed);
  const ids = async (query: string) => {
    const { list } = (await chain.app.get(`${PATH}?pageSize=100&${query}`)).body.data as { list: { id: number }[] };
    return list.map(({ id }) => id);
  };
  const asOf = encodeURIComponent((await momentPast()).toISOString());
  for (const moment of ['', `&asOf=${asOf}`]) {
    expect(await ids(`result=2${moment}`)).toContain(failed);
    expect(await ids(`result=2${moment}`)).not.toContain(passed);
    expect(await ids(`result=1${moment}`)).toContain(passed);
  }
  const totals = (await chain.app.get(`${PATH}/totals?barcode=${bad}`)).body.data;
  expect(totals).toMatchObject({ count: 1, audited: 1, totals: { num: 1, passedNum: 0, supplierNum: 1, meltNum: 0 } });
  const opened = await chain.app.get(`${PATH}/explain?barcode=${bad}&field=supplierNum`);
  expect(opened.body.data).toMatchObject({ total: 1, list: [{ value: 1, document: `ZJ${failed}` }] });
  expect((await chain.app.get(`${PATH}/export?beginTime=${chain.today}&endTime=${chain.today}`)).status).toBe(200);
  await chain.app.addUser({ username: 'elsewhere', roleIds: [3], lockShops: [chain.away] });
  const token = await chain.app.signIn('elsewhere');
  expect((await chain.app.get(`${PATH}/${failed}`, { token })).status).toBe(404);
  expect((await chain.app.post(PATH, body([{ barcode: good }]), { token })).status).toBe(403);
  expect((await chain.audit(PATH, [passed], { token })).status).toBe(403);
});
