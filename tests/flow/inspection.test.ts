/** Inspections over HTTP (R2–R6, R12, R13): held, judged, held on; the form, lists and another shop. */
import { describe, expect, test } from 'vitest';
import { MELT, PASSED, PATH, SUPPLIER, inspectionsPerFile } from './inspections.ts';
import { momentPast, type Line } from './shops.ts';

const { at, body, done, create, save, said, audited, openedFor, sell, steps } = inspectionsPerFile();

describe('an inspection', () => {
  test('holds, lets go what passed, keeps what did not, and is told everywhere', async () => {
    const [good, bad, scrap] = [await at.chain.stock(), await at.chain.stock(), await at.chain.stock()];
    const lines = [
      { barcode: good },
      { barcode: bad, result: SUPPLIER, note: '镶口松动' },
      { barcode: scrap, result: MELT, note: '断裂' },
    ];
    const id = await save(lines, { pictures: '["a1.webp"]' });
    expect((await at.chain.lookup(good)).body.msg).toContain(`此首饰已被ZJ${id}占用`);
    await audited(PATH, id);
    const opened = await openedFor(bad);
    expect(await at.chain.record(PATH, id)).toMatchObject({
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
    expect(await at.chain.free(good)).toBe(1);
    for (const [held, holder] of [
      [bad, `TH${opened}`],
      [scrap, `ZJ${id}`],
    ] as const) {
      expect((await at.chain.lookup(held)).body.msg).toContain(`此首饰已被${holder}占用`);
      expect((await sell(held)).status).toBe(409);
      expect((await at.chain.app.post('/biz-allocate', at.chain.transfer([{ barcode: held }]))).status).toBe(409);
    }
    expect(await steps(good)).toContain('质检：罗湖店 质检合格 1 件');
    expect((await steps(bad)).slice(-2)).toEqual([
      '质检：罗湖店 质检判定退供应商 1 件',
      `转交：罗湖店 1 件由 ZJ${id} 转给 TH${opened}`,
    ]);
    expect((await steps(scrap)).at(-1)).toBe('质检：罗湖店 质检判定转旧料 1 件');
    const reply = await at.chain.app.get(`/report-goods-flow?barcode=${bad}`);
    expect((reply.body.data as { count: number }).count).toBe(1);
    const paper = (await at.chain.app.get(`/base-print-template/print-data/inspection/${id}`)).body.data as {
      tables: { master: object[]; goods: object[] };
    };
    expect(paper.tables.master).toMatchObject([{ no: `ZJ${id}`, inspector: '周敏', passedNum: 1 }]);
    expect(paper.tables.goods).toMatchObject([{}, { resultName: '退供应商', note: '镶口松动' }, {}]);
    expect((await at.chain.app.put(`${PATH}/${id}`, body([{ barcode: good }]))).status).toBe(409);
    expect((await at.chain.app.del(PATH, { ids: [id] })).status).toBe(409);
  });

  test('反审核 holds all of it again, and deleting frees it', async () => {
    const [good, bad] = [await at.chain.stock(), await at.chain.stock({ num: 3 })];
    const id = await save([{ barcode: good }, { barcode: bad, num: 2, result: SUPPLIER }]);
    await audited(PATH, id);
    expect(await at.chain.free(bad)).toBe(1);
    expect(said(await at.chain.unaudit(PATH, [id]))).toContain('200');
    expect([await at.chain.free(good), await at.chain.free(bad)]).toEqual([null, 1]);
    const edit = body([{ barcode: bad, num: 3, result: MELT }]);
    expect((await at.chain.app.put(`${PATH}/${id}`, edit)).status).toBe(200);
    expect([await at.chain.free(good), await at.chain.free(bad)]).toEqual([1, null]);
    await audited(PATH, id);
    expect((await at.chain.unaudit(PATH, [id])).status).toBe(200);
    const history = (await at.chain.app.get(`${PATH}/${id}/history`)).body.data as { title: string }[];
    expect(history.map(({ title }) => title)).toEqual(['新增', '审核', '反审核', '修改', '审核', '反审核']);
    expect(JSON.stringify(history)).toContain('转旧料：戒圈有砂眼');
    expect((await at.chain.app.del(PATH, { ids: [id] })).status).toBe(200);
    expect([await at.chain.free(good), await at.chain.free(bad)]).toEqual([1, 3]);
  });

  test('what passed and has left is a blocker that is named', async () => {
    const [sold, moved, pending] = [await at.chain.stock(), await at.chain.stock(), await at.chain.stock()];
    const id = await save([{ barcode: sold }]);
    const other = await save([{ barcode: moved }]);
    const third = await save([{ barcode: pending }]);
    for (const one of [id, other, third]) await audited(PATH, one);
    const sale = done(await sell(sold));
    await audited('/biz-sell', sale);
    await audited(
      '/biz-allocate',
      done(await at.chain.app.post('/biz-allocate', at.chain.transfer([{ barcode: moved }]))),
    );
    const waiting = done(await sell(pending));
    expect(said(await at.chain.unaudit(PATH, [id]))).toBe(`409 不能反审核，${sold}：此首饰已售出（XS${sale}）`);
    expect(said(await at.chain.unaudit(PATH, [other]))).toBe(`409 不能反审核，${moved}：此首饰在南山店`);
    expect(said(await at.chain.unaudit(PATH, [third]))).toContain(`不能反审核，${pending}：此首饰已被XS${waiting}占用`);
    expect((await at.chain.unaudit('/biz-sell', [sale])).status).toBe(200);
    expect((await at.chain.app.del('/biz-sell', { ids: [sale] })).status).toBe(200);
    expect((await at.chain.unaudit(PATH, [id])).status).toBe(200);
  });
});

test('the form is told what is wrong, in its words', async () => {
  const barcode = await at.chain.stock();
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
  const [good, bad] = [await at.chain.stock(), await at.chain.stock()];
  const [passed, failed] = [await save([{ barcode: good }]), await save([{ barcode: bad, result: SUPPLIER }])];
  await audited(PATH, failed);
  const ids = async (query: string) => {
    const { list } = (await at.chain.app.get(`${PATH}?pageSize=100&${query}`)).body.data as { list: { id: number }[] };
    return list.map(({ id }) => id);
  };
  const asOf = encodeURIComponent((await momentPast()).toISOString());
  for (const moment of ['', `&asOf=${asOf}`]) {
    expect(await ids(`result=2${moment}`)).toContain(failed);
    expect(await ids(`result=2${moment}`)).not.toContain(passed);
    expect(await ids(`result=1${moment}`)).toContain(passed);
  }
  const totals = (await at.chain.app.get(`${PATH}/totals?barcode=${bad}`)).body.data;
  expect(totals).toMatchObject({ count: 1, audited: 1, totals: { num: 1, passedNum: 0, supplierNum: 1, meltNum: 0 } });
  const opened = await at.chain.app.get(`${PATH}/explain?barcode=${bad}&field=supplierNum`);
  expect(opened.body.data).toMatchObject({ total: 1, list: [{ value: 1, document: `ZJ${failed}` }] });
  expect((await at.chain.app.get(`${PATH}/export?beginTime=${at.chain.today}&endTime=${at.chain.today}`)).status).toBe(
    200,
  );
  await at.chain.app.addUser({ username: 'elsewhere', roleIds: [3], lockShops: [at.chain.away] });
  const token = await at.chain.app.signIn('elsewhere');
  expect((await at.chain.app.get(`${PATH}/${failed}`, { token })).status).toBe(404);
  expect((await at.chain.app.post(PATH, body([{ barcode: good }]), { token })).status).toBe(403);
  expect((await at.chain.audit(PATH, [passed], { token })).status).toBe(403);
});
