/** What did not pass an inspection is handed over to the return that takes it away (R2–R6, R12, R13). */
import { describe, expect, test } from 'vitest';
import { MELT, PATH, RETURNS, SUPPLIER, inspectionsPerFile } from './inspections.ts';
import { momentPast } from './shops.ts';

const { at, done, save, said, audited, back, openedFor, giveUp, sell, steps, listed } = inspectionsPerFile();

describe('a return to the supplier', () => {
  test('takes over what an inspection set aside; the list says which, then and now; given up, it is set aside again', async () => {
    const barcode = await at.chain.stock({ supplierId: at.supplier });
    const id = await save([{ barcode, result: SUPPLIER }]);
    expect(said(await back([{ barcode }]))).toContain(`此首饰已被ZJ${id}占用`);
    await audited(PATH, id);
    expect(said(await back([{ barcode }]))).toContain(`此首饰已被TH${await openedFor(barcode)}占用`);
    await giveUp(barcode);
    const found = await at.chain.app.get(
      `/biz-goods-in/lookup?shopId=${at.chain.home}&barcode=${barcode}&wanted=return`,
    );
    expect(found.body.data).toMatchObject({ num: 1, held: 1 });
    const before = await momentPast();
    const first = done(await back([{ barcode }]));
    expect((await at.chain.lookup(barcode)).body.msg).toContain(`此首饰已被TH${first}占用`);
    expect(await listed(id)).toMatchObject({ returnNos: `TH${first}` });
    expect(await listed(id, `&asOf=${encodeURIComponent(before.toISOString())}`)).toMatchObject({ returnNos: '' });
    expect((await steps(barcode)).at(-1)).toBe(`转交：罗湖店 1 件由 ZJ${id} 转给 TH${first}`);
    expect(said(await at.chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${barcode}：此首饰已转给TH${first}`);
    expect((await at.chain.app.del(RETURNS, { ids: [first] })).status).toBe(200);
    expect((await at.chain.lookup(barcode)).body.msg).toContain(`此首饰已被ZJ${id}占用`);
    expect(await listed(id)).toMatchObject({ returnNos: '' });

    const second = done(await back([{ barcode }]));
    await audited(RETURNS, second);
    expect((await at.chain.lookup(barcode)).body.msg).toContain('此首饰已退供应商');
    expect(said(await at.chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${barcode}：此首饰已转给TH${second}`);
    expect((await at.chain.unaudit(RETURNS, [second])).status).toBe(200);
    expect((await at.chain.app.del(RETURNS, { ids: [second] })).status).toBe(200);
    expect(said(await at.chain.unaudit(PATH, [id]))).toContain('200');
    expect((await at.chain.app.del(PATH, { ids: [id] })).status).toBe(200);
    expect(await at.chain.free(barcode)).toBe(1);
  });

  test('of a lot takes all that did not pass, and more; an edit keeps it, fewer are refused', async () => {
    const lot = await at.chain.stock({ num: 5, supplierId: at.supplier });
    const id = await save([{ barcode: lot, num: 2, result: SUPPLIER }]);
    await audited(PATH, id);
    await giveUp(lot);
    expect(await at.chain.free(lot)).toBe(3);
    expect(said(await back([{ barcode: lot, returnNum: 1 }]))).toBe(`409 ${lot}：ZJ${id}判定退供应商2件，请一并退货`);
    expect(said(await back([{ barcode: lot, returnNum: 6 }]))).toBe('422 退货数量不能大于库存数量！');
    const goods = done(await back([{ barcode: lot, returnNum: 3 }]));
    expect(await at.chain.free(lot)).toBe(2);
    const edit = (returnNum: number) =>
      at.chain.app.put(`${RETURNS}/${goods}`, {
        supplierId: at.supplier,
        shopId: at.chain.home,
        returnAt: at.chain.today,
        bizGoodsList: [{ barcode: lot, returnNum }],
      });
    expect(said(await edit(1))).toContain(`ZJ${id}判定退供应商2件`);
    expect((await edit(4)).status).toBe(200);
    expect(await at.chain.free(lot)).toBe(1);
    expect((await edit(2)).status).toBe(200);
    expect(await at.chain.free(lot)).toBe(3);
    await audited(RETURNS, goods);
    expect(await at.chain.free(lot)).toBe(3);
    expect((await at.chain.unaudit(RETURNS, [goods])).status).toBe(200);
    expect((await at.chain.app.del(RETURNS, { ids: [goods] })).status).toBe(200);
    expect(await at.chain.free(lot)).toBe(3);
    expect((await at.chain.lookup(lot)).status).toBe(200);
    expect(await listed(id)).toMatchObject({ supplierNum: 2, returnNos: '' });
  });

  test('old material is taken over by nobody; ten returns and ten sales at once have one winner, a return', async () => {
    const [scrap, wanted] = [await at.chain.stock(), await at.chain.stock({ supplierId: at.supplier })];
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
    (await at.chain.app.get(`${path}/${id}/history`)).body.data as {
      title: string;
      changes: { label: string; after: string }[];
    }[];
  test('opens a return for each at.supplier, by number in answer, list, record and both histories', async () => {
    const body2 = { name: '周大福珠宝', contract: '陈经理', mobile: '13900000002', status: '2' };
    const other = done(await at.chain.app.post('/base-supplier', body2));
    const [first, second, third] = [
      await at.chain.stock({ supplierId: at.supplier }),
      await at.chain.stock({ supplierId: other }),
      await at.chain.stock({ supplierId: at.supplier, num: 3 }),
    ];
    const id = await save([
      { barcode: first, result: SUPPLIER, note: '镶口松动' },
      { barcode: second, result: SUPPLIER },
      { barcode: third, num: 2, result: SUPPLIER },
    ]);
    const reply = await at.chain.audit(PATH, [id]);
    const [mine, theirs] = [await openedFor(first), await openedFor(second)];
    expect(reply.body.msg).toBe(`审核成功：ZJ${id}，已生成退货单TH${mine}、退货单TH${theirs}`);
    expect(await openedFor(third)).toBe(mine);
    expect(await listed(id)).toMatchObject({ returnNos: `TH${mine}、TH${theirs}` });
    expect(await at.chain.record(RETURNS, mine)).toMatchObject({
      supplierId: at.supplier,
      supplierName: '金源首饰',
      shopId: at.chain.home,
      returnAt: at.chain.today,
      auditFlag: 1,
      inspectionNo: `ZJ${id}`,
      num: 3,
      bizGoodsList: [
        { barcode: first, returnNum: 1, remark: '镶口松动' },
        { barcode: third, returnNum: 2, returnPrice: 1800.4, piceCost: 1800.4 },
      ],
    });
    expect(await at.chain.record(RETURNS, theirs)).toMatchObject({ supplierId: other, num: 1 });
    const audit = (await history(PATH, id)).find(({ title }) => title === '审核');
    expect(audit?.changes).toMatchObject([{ label: '退货单', after: `TH${mine}、TH${theirs}` }]);
    expect((await history(RETURNS, mine))[0]).toMatchObject({
      title: '新增',
      changes: [{ label: '质检单', after: `ZJ${id}` }],
    });
    await audited(RETURNS, mine);
    expect((await at.chain.lookup(first)).body.msg).toContain('此首饰已退供应商');
    expect(await at.chain.free(third)).toBe(1);
    expect(said(await at.chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${first}：此首饰已转给TH${mine}（共2件）`);
    expect(await at.chain.record(RETURNS, theirs)).toMatchObject({ auditFlag: 1 });
  });

  test('反审核 takes back what nobody touched, and says so; the same click again, and once more, opens it once', async () => {
    const barcode = await at.chain.stock({ supplierId: at.supplier });
    const id = await save([{ barcode, result: SUPPLIER }]);
    const key = `audit-${id}`;
    const replies = await Promise.all([1, 2, 3].map(() => at.chain.audit(PATH, [id], { key })));
    const opened = await openedFor(barcode);
    for (const reply of replies) expect(reply.body.msg).toBe(`审核成功：ZJ${id}，已生成退货单TH${opened}`);
    expect(said(await at.chain.audit(PATH, [id]))).toContain('409 单据已审核');
    expect((await sell(barcode)).status).toBe(409);
    expect(said(await at.chain.unaudit(PATH, [id]))).toBe(`200 反审核成功：ZJ${id}，已撤回退货单TH${opened}`);
    expect((await at.chain.app.get(`${RETURNS}/${opened}`)).status).toBe(404);
    expect(await listed(id)).toMatchObject({ returnNos: '', auditFlag: 1 });
    expect((await at.chain.lookup(barcode)).body.msg).toContain(`此首饰已被ZJ${id}占用`);
    await audited(PATH, id);
    const again = await openedFor(barcode);
    expect(again).toBeGreaterThan(opened);
    const edit = { supplierId: at.supplier, shopId: at.chain.home, returnAt: at.chain.today, remark: '已谈妥' };
    const lines = { bizGoodsList: [{ barcode, returnNum: 1, returnPrice: 1500 }] };
    expect((await at.chain.app.put(`${RETURNS}/${again}`, { ...edit, ...lines })).status).toBe(200);
    expect(await at.chain.record(RETURNS, again)).toMatchObject({ inspectionNo: `ZJ${id}`, remark: '已谈妥' });
    expect(said(await at.chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${barcode}：此首饰已转给TH${again}`);
    expect((await at.chain.app.del(RETURNS, { ids: [again] })).status).toBe(200);
    expect(said(await at.chain.unaudit(PATH, [id]))).toBe(`200 反审核成功：ZJ${id}`);
  });

  test('of a at.supplier that is no longer worked with, the return waits for a choice', async () => {
    const past = { name: '旧供应商', contract: '王经理', mobile: '13900000003', status: '2' };
    const gone = done(await at.chain.app.post('/base-supplier', past));
    const [barcode, nobodys] = [await at.chain.stock({ supplierId: gone }), await at.chain.stock()];
    const id = await save([
      { barcode, result: SUPPLIER },
      { barcode: nobodys, result: SUPPLIER },
    ]);
    expect((await at.chain.app.put(`/base-supplier/${gone}`, { ...past, status: '1' })).status).toBe(200);
    await audited(PATH, id);
    const opened = await openedFor(barcode);
    expect(await openedFor(nobodys)).toBe(opened);
    expect(await at.chain.record(RETURNS, opened)).toMatchObject({ supplierId: null, supplierName: '', num: 2 });
    expect(said(await at.chain.audit(RETURNS, [opened]))).toContain('请先选择供应商再审核');
  });

  test('while twenty tills want it at that moment, none gets what did not pass', async () => {
    const barcode = await at.chain.stock({ supplierId: at.supplier });
    const id = await save([{ barcode, result: SUPPLIER }]);
    const [reply, ...sales] = await Promise.all([
      at.chain.audit(PATH, [id]),
      ...Array.from({ length: 20 }, () => sell(barcode)),
    ]);
    expect(reply.status).toBe(200);
    expect(sales.map(({ status }) => status)).toEqual(sales.map(() => 409));
    expect((await at.chain.lookup(barcode)).body.msg).toContain(`此首饰已被TH${await openedFor(barcode)}占用`);
  });
});
