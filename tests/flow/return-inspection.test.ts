/**
 * 质检 of what customers brought back, over HTTP (R44, R69, R71, R74). One file, because every part begins with a piece that was sold and
 * brought back, and looks at the same list, rows and lots afterwards.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
type Row = Readonly<Record<string, unknown>>;
let chain: Chain;
let supplier: number;
beforeAll(async () => {
  chain = await startChain();
  const body = { name: '华艺金饰', contract: '刘经理', mobile: '13900000001', status: '2' };
  supplier = Number((await chain.app.post('/base-supplier', body)).body.data);
});
afterAll(() => chain.app.stop());

const cash = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });
const saved = async (body: object): Promise<number> => {
  const reply = await chain.app.post(PATH, body);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const audit = async (id: number): Promise<void> => {
  expect(await chain.audit(PATH, [id])).toMatchObject({ status: 200 });
};
type Waiting = { readonly order: number; readonly line: number; readonly barcode: string; readonly sale: number };
/** A sold piece that its customer brought back to be inspected. */
const waiting = async ({ num = 1, shopId = chain.home, stock = {} as Row } = {}): Promise<Waiting> => {
  const barcode = await chain.stock({ num, supplierId: supplier, ...stock });
  const sale = await saved(chain.sale([{ barcode, num }], cash(TAG_PRICE * num)));
  await audit(sale);
  const order = await saved(
    chain.sale([], {
      sellChangeList: [{ rawSellId: sale, barcode, returnTo: '3', remark: '扣头松动' }],
      ...cash(-TAG_PRICE * num),
      shopId,
    }),
  );
  await audit(order);
  const [line] = (await chain.record(PATH, order))['sellChangeList'] as { id: number }[];
  return { order, line: line!.id, barcode, sale };
};
const inspect = (id: number, body: object) => chain.app.put(`/biz-sell-change/inspect/${id}`, body);
const uninspect = (id: number, reason = '看错了') => chain.app.put(`/biz-sell-change/uninspect/${id}`, { reason });

describe('what waits', () => {
  test('is on hand and nobody’s: look-up, sale, transfer and return to the supplier say who took it back (S1§2.1/8)', async () => {
    const { order, barcode } = await waiting();
    const said = expect.stringContaining(`此首饰是XS${order}收回的待检首饰，质检后才能使用（管理员`);
    const refusals = [
      await chain.lookup(barcode),
      await chain.app.post(PATH, chain.sale([{ barcode }])),
      await chain.app.post('/biz-allocate', chain.transfer([{ barcode }])),
      await chain.app.post('/biz-goods-return', {
        supplierId: supplier,
        shopId: chain.home,
        returnAt: chain.today,
        bizGoodsList: [{ barcode, returnNum: 1 }],
      }),
    ];
    for (const { status, body } of refusals) expect([status, body.msg]).toEqual([409, said]);
  });
  test('回库 ends it (S1§2.1/10)', async () => {
    const { line, barcode } = await waiting();
    expect(await inspect(line, { result: '1' })).toMatchObject({
      status: 200,
      body: { data: null, msg: '质检成功，已回库' },
    });
    expect(await chain.free(barcode)).toBe(1);
  });
});

type Listed = { readonly list: Row[]; readonly count: number };
const listed = async (query = ''): Promise<Listed> => {
  const reply = await chain.app.get(`/biz-sell-change/inspect?pageSize=200${query}`);
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data as Listed;
};
const rowOf = async ({ barcode }: Waiting, state = ''): Promise<Row | undefined> =>
  (await listed(`&barcode=${barcode}${state}`)).list[0];
const goodsRow = async (barcode: string, shopId = chain.home): Promise<Row> => {
  const { list } = (await chain.app.get(`/biz-goods-in?barcode=${barcode}&shopId=${shopId}`)).body.data as Listed;
  return list[0]!;
};
const historyOf = async (order: number): Promise<readonly string[]> =>
  ((await chain.app.get(`${PATH}/${order}/history`)).body.data as { title: string }[]).map(({ title }) => title);

describe('the list', () => {
  test('tells what waits, by shop, day, barcode, customer and order; what was judged is asked for (S1§2.1/9)', async () => {
    const one = await waiting();
    expect(await rowOf(one)).toMatchObject({
      id: one.line,
      state: '1',
      stateName: '待检',
      waitDays: 0,
      orderNo: `XS${one.order}`,
      shopName: '罗湖店',
      customerName: '王女士',
      barcode: one.barcode,
      num: 1,
      goldWeight: 3.215,
      factReturnAmount: TAG_PRICE,
      remark: '扣头松动',
      returnedBy: '管理员',
    });
    const found = async (query: string) => (await listed(query)).list.some(({ barcode }) => barcode === one.barcode);
    expect(await found(`&shopId=${chain.home}&beginTime=${chain.today}&endTime=${chain.today}`)).toBe(true);
    expect(await found(`&customerId=${chain.customerId}&orderNo=XS${one.order}`)).toBe(true);
    expect(await found(`&shopId=${chain.away}`)).toBe(false);
    expect(await found(`&customerId=${chain.customerId + 1}`)).toBe(false);
    expect(await goodsRow(one.barcode)).toMatchObject({ state: '待检', heldBy: [`XS${one.order}`], onHand: 1 });
    await inspect(one.line, { result: '1', remark: '完好' });
    expect(await rowOf(one)).toBeUndefined();
    expect(await rowOf(one, '&state=2')).toMatchObject({
      resultName: '回库',
      note: '完好',
      inspector: '管理员',
      inspectAt: chain.today,
    });
    expect(await goodsRow(one.barcode)).toMatchObject({ state: '在库' });
    expect(await historyOf(one.order)).toEqual(['新增', '审核', '质检']);
  });
});

const lotsOf = async (no: string): Promise<Row[]> => {
  const { data } = (await chain.app.get('/report-recycle?pageSize=200')).body as unknown as {
    data: { list: { list: Row[] } };
  };
  return data.list.list.filter(({ documentNo }) => documentNo === no);
};
const flow = async (barcode: string): Promise<unknown[]> => {
  const { list } = (await chain.app.get(`/report-goods-flow?barcode=${barcode}`)).body.data as {
    list: { list: Row[] };
  };
  return list.list.map(({ billType, num }) => [billType, num]);
};
const goldDifference = async (): Promise<unknown[]> => {
  const reply = await chain.app.get('/report-gold-balance');
  expect(reply).toMatchObject({ status: 200 });
  const { list } = (reply.body.data as { list: { list: Row[] } }).list;
  return list.map(({ difference }) => difference);
};

describe('转旧料', () => {
  test('makes a lot at its cost and leaves no piece; 撤销 brings the piece back to wait (S1§2.1/10)', async () => {
    const one = await waiting();
    const cost = Number((await chain.record(PATH, one.sale))['costAmount']);
    const judged = await inspect(one.line, { result: '2', remark: '断链' });
    expect(judged).toMatchObject({ status: 200, body: { msg: `质检成功，新旧料JL${String(judged.body.data)}` } });
    const row = await rowOf(one, '&state=2');
    const [lot] = await lotsOf(String(row!['inspectionNo']));
    expect(lot).toMatchObject({ source: '退货转入', fineness: '足金', leftWeight: 3.215, leftPrice: cost });
    expect(await goodsRow(one.barcode)).toMatchObject({ state: '已转旧料', onHand: 0 });
    expect((await chain.lookup(one.barcode)).body.msg).toBe(`此首饰退货后已转旧料（${String(row!['inspectionNo'])}）`);
    expect(await flow(one.barcode)).toContainEqual(['转旧料', -1]);
    expect(new Set(await goldDifference())).toEqual(new Set([0]));
    expect(await uninspect(one.line)).toMatchObject({ status: 200, body: { msg: '已撤销质检，首饰待检' } });
    expect(await lotsOf(String(row!['inspectionNo']))).toEqual([]);
    expect(await rowOf(one)).toMatchObject({ state: '1', result: '', inspectionNo: '' });
    expect(await goodsRow(one.barcode)).toMatchObject({ state: '待检', onHand: 1 });
    expect(new Set(await goldDifference())).toEqual(new Set([0]));
    expect(await historyOf(one.order)).toEqual(['新增', '审核', '质检', '撤销质检']);
  });
  test('is taken back no more once the lot is partly out, and says with which document (S1§2.1/11)', async () => {
    const one = await waiting();
    const lotId = Number((await inspect(one.line, { result: '2', remark: '断链' })).body.data);
    const exit = await chain.app.post('/biz-recycle-out', {
      shopId: chain.home,
      outAt: chain.today,
      kind: '2',
      party: '熔金厂',
      lotList: [{ lotId, weightOut: 1 }],
      remark: '',
    });
    expect(exit).toMatchObject({ status: 200 });
    const refused = await uninspect(one.line);
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining(`JC${String(exit.body.data)}`)]);
    expect(await rowOf(one, '&state=2')).toMatchObject({ result: '2' });
  });
  test('is of metal alone, and says what was wrong (S1§2.1/10)', async () => {
    const one = await waiting({ stock: { goldWeight: 0, goldCost: 0, workFee: 0, otherCost: 1865 } });
    expect(await inspect(one.line, { result: '2' })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'remark', message: '请填写问题说明' }] },
    });
    expect(await inspect(one.line, { result: '2', remark: '断链' })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'result', message: '此首饰没有金重，不能转旧料' }] },
    });
    expect(await rowOf(one)).toMatchObject({ state: '1' });
  });
});

describe('退供应商', () => {
  test('makes a pending return that holds the piece, and answers its id; 撤销 takes it back as it was opened (S1§2.1/10)', async () => {
    const one = await waiting();
    const judged = await inspect(one.line, { result: '3', remark: '镶口开裂' });
    const returnId = Number(judged.body.data);
    expect(judged).toMatchObject({ status: 200, body: { msg: `质检成功，已生成退货单TH${returnId}` } });
    expect(await chain.record('/biz-goods-return', returnId)).toMatchObject({
      supplierId: supplier,
      auditFlag: 1,
      bizGoodsList: [{ barcode: one.barcode, returnNum: 1, remark: '镶口开裂' }],
    });
    expect((await chain.lookup(one.barcode)).body.msg).toContain(`已被TH${returnId}占用`);
    expect(await rowOf(one, '&state=2')).toMatchObject({ resultName: '退供应商', takenNo: `TH${returnId}` });
    expect(await uninspect(one.line)).toMatchObject({
      body: { msg: `已撤销质检，退货单TH${returnId}已撤回，首饰待检` },
    });
    expect(await rowOf(one)).toMatchObject({ state: '1', takenNo: '' });
    expect((await chain.app.get(`/biz-goods-return/${returnId}`)).status).toBe(404);
  });
  test('is taken back no more once the return was audited, and says so (S1§2.1/11)', async () => {
    const one = await waiting();
    const returnId = Number((await inspect(one.line, { result: '3', remark: '镶口开裂' })).body.data);
    expect(await chain.audit('/biz-goods-return', [returnId])).toMatchObject({ status: 200 });
    const refused = await uninspect(one.line);
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining(`TH${returnId}`)]);
    expect(await goodsRow(one.barcode)).toMatchObject({ state: '已退', onHand: 0 });
  });
});

describe('who else wants it', () => {
  test('two inspectors at once: one wins, and the other hears whose it is (S1§2.1/12)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const one = await waiting();
      const both = await Promise.all([
        inspect(one.line, { result: '1' }),
        inspect(one.line, { result: '3', remark: '镶口开裂' }),
      ]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(both.find(({ status }) => status === 409)?.body.msg).toMatch(/ZJ\d+/);
      expect(await listed(`&barcode=${one.barcode}&state=2`)).toMatchObject({ count: 1 });
    }
  });
  test('the return order is taken back before its inspection, not after: ZJ is named (S1§2.1/12)', async () => {
    const one = await waiting();
    await inspect(one.line, { result: '1' });
    const no = String((await rowOf(one, '&state=2'))!['inspectionNo']);
    const refused = await chain.unaudit(PATH, [one.order]);
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining(`已由${no}质检，请先撤销质检`)]);
    expect(await uninspect(one.line)).toMatchObject({ status: 200 });
    expect(await chain.unaudit(PATH, [one.order])).toMatchObject({ status: 200 });
    expect(await rowOf(one)).toBeUndefined();
    expect(await inspect(one.line, { result: '1' })).toMatchObject({ status: 404 });
    await audit(one.order);
    expect(await inspect(one.line, { result: '1' })).toMatchObject({ status: 200 });
  });
  test('what was sold on since is named, and its inspection stands (S1§2.1/11)', async () => {
    const one = await waiting();
    await inspect(one.line, { result: '1' });
    const again = await saved(chain.sale([{ barcode: one.barcode }], cash(TAG_PRICE)));
    expect((await uninspect(one.line)).body.msg).toContain(`XS${again}`);
    await audit(again);
    const refused = await uninspect(one.line);
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining('已售出')]);
  });
  test('a waiting piece has nothing to take back, and its 质检单 is not to be changed by itself', async () => {
    const one = await waiting();
    expect(await uninspect(one.line)).toMatchObject({ status: 409, body: { msg: '此首饰还没有质检' } });
    expect(await uninspect(one.line, ' ')).toMatchObject({ status: 422, body: { data: [{ path: 'reason' }] } });
    await inspect(one.line, { result: '1' });
    const id = Number(String((await rowOf(one, '&state=2'))!['inspectionNo']).slice(2));
    for (const reply of [
      await chain.unaudit('/biz-goods-inspection', [id]),
      await chain.app.del('/biz-goods-inspection', { ids: [id] }),
    ]) {
      expect([reply.status, reply.body.msg]).toEqual([409, expect.stringContaining('请在退货质检中撤销')]);
    }
    expect(await chain.record('/biz-goods-inspection', id)).toMatchObject({ saleNo: `XS${one.order}`, passedNum: 1 });
  });
  test('only whoever has the right and the shop (S1§6/3)', async () => {
    await chain.app.addUser({ username: 'seller', roleIds: [4] });
    await chain.app.addUser({ username: 'keeper', roleIds: [3], lockShops: [chain.away] });
    const one = await waiting();
    const [seller, keeper] = [await chain.app.signIn('seller'), await chain.app.signIn('keeper')];
    const path = `/biz-sell-change/inspect/${one.line}`;
    expect(await chain.app.put(path, { result: '1' }, { token: seller })).toMatchObject({ status: 403 });
    expect(await chain.app.put(path, { result: '1' }, { token: keeper })).toMatchObject({ status: 403 });
    expect(await chain.app.get('/biz-sell-change/inspect', { token: seller })).toMatchObject({ status: 403 });
    const seen = await chain.app.get('/biz-sell-change/inspect?pageSize=200', { token: keeper });
    expect((seen.body.data as Listed).list.map(({ shopId }) => shopId).filter((id) => id !== chain.away)).toEqual([]);
  });
});

describe('pieces of several kinds', () => {
  test('of a lot all that came back is judged together, beside what is free (S1§2.1/8)', async () => {
    const lot = await chain.stock({ num: 3, supplierId: supplier });
    const sale = await saved(chain.sale([{ barcode: lot, num: 2 }], cash(TAG_PRICE * 2)));
    await audit(sale);
    const order = await saved(
      chain.sale([], { sellChangeList: [{ rawSellId: sale, barcode: lot, returnTo: '3' }], ...cash(-TAG_PRICE * 2) }),
    );
    await audit(order);
    const [line] = (await chain.record(PATH, order))['sellChangeList'] as { id: number }[];
    expect(await chain.free(lot)).toBe(1);
    const tooMany = await chain.app.post(PATH, chain.sale([{ barcode: lot, num: 2 }], cash(TAG_PRICE * 2)));
    expect(tooMany.status).not.toBe(200);
    await inspect(line!.id, { result: '3', remark: '色差' });
    expect(await chain.free(lot)).toBe(1);
    await uninspect(line!.id);
    await inspect(line!.id, { result: '1' });
    expect(await chain.free(lot)).toBe(3);
  });
  test('in a shop that never had it a row 销退入库 waits, and goes with the order', async () => {
    const one = await waiting({ shopId: chain.away });
    expect(await goodsRow(one.barcode, chain.away)).toMatchObject({ billType: '3', state: '待检', onHand: 1 });
    await inspect(one.line, { result: '1' });
    expect(await chain.free(one.barcode, chain.away)).toBe(1);
    await uninspect(one.line);
    expect(await chain.unaudit(PATH, [one.order])).toMatchObject({ status: 200 });
    expect(await goodsRow(one.barcode, chain.away)).toBeUndefined();
  });
  test('the same click again changes nothing', async () => {
    const one = await waiting();
    const path = `/biz-sell-change/inspect/${one.line}`;
    const click = () => chain.app.put(path, { result: '3', remark: '开裂' }, { key: `inspect-${one.line}` });
    const [first, second] = [await click(), await click()];
    expect(second.body.data).toBe(first.body.data);
    const undo = () =>
      chain.app.put(`/biz-sell-change/uninspect/${one.line}`, { reason: '看错了' }, { key: `undo-${one.line}` });
    expect([(await undo()).status, (await undo()).status]).toEqual([200, 200]);
  });
  test('lists and stock are shown as of a moment (S1§2.1/9)', async () => {
    const one = await waiting();
    const asOf = encodeURIComponent(new Date().toISOString());
    await chain.app.get('/biz-sell-change/inspect');
    await inspect(one.line, { result: '1' });
    expect((await listed(`&barcode=${one.barcode}&asOf=${asOf}`)).list).toMatchObject([{ state: '1' }]);
    expect((await listed(`&barcode=${one.barcode}`)).list).toEqual([]);
  });
});

describe('a cut piece', () => {
  /** Sold with 0.215 g cut off, brought back. */
  const cutBack = async (returnTo: string): Promise<Waiting> => {
    const barcode = await chain.stock();
    const line = { barcode, todayGoldCost: 700, workFee: 0, fineWorkFee: 0, piceWorkFee: 0, cutDown: -0.215 };
    const asked = chain.sale([line], { payableFee: 0.01, sellBalanceList: [] });
    const said = (await chain.app.post(PATH, asked)).body.data as { path: string; expected: number }[];
    const due = said.find(({ path }) => path === 'payableFee')!.expected;
    const sale = await saved({ ...asked, payableFee: due, ...cash(due) });
    await audit(sale);
    const order = await saved(
      chain.sale([], { sellChangeList: [{ rawSellId: sale, barcode, returnTo }], ...cash(-due) }),
    );
    await audit(order);
    const [back] = (await chain.record(PATH, order))['sellChangeList'] as { id: number }[];
    return { order, line: back!.id, barcode, sale };
  };
  const lineOf = async (order: number): Promise<Row> =>
    ((await chain.record(PATH, order))['sellChangeList'] as Row[])[0]!;
  test('weighs less and asks for a label until it is printed; 反审核 takes the wish back too (S1§2.2/2)', async () => {
    const one = await cutBack('1');
    const { labelId } = (await lineOf(one.order)) as { labelId: number };
    expect(await lineOf(one.order)).toMatchObject({ needsLabel: true });
    expect(await goodsRow(one.barcode)).toMatchObject({ id: labelId, goldWeight: 3, needsLabel: true, state: '在库' });
    const wanted = (await chain.app.get('/biz-goods-in?needsLabel=1&pageSize=200')).body.data as Listed;
    expect(wanted.list.map(({ barcode }) => barcode)).toContain(one.barcode);
    const printed = () => chain.app.post('/biz-goods-in/printed', { ids: [labelId], kind: 'service' });
    expect([(await printed()).status, (await printed()).status]).toEqual([200, 200]);
    expect(await goodsRow(one.barcode)).toMatchObject({ needsLabel: false });
    expect(await lineOf(one.order)).toMatchObject({ needsLabel: false, labelId: 0 });
    const life = (await chain.app.get(`/report-goods-flow/life?barcode=${one.barcode}`)).body.data as {
      steps: { title: string }[];
    };
    expect(life.steps.filter(({ title }) => title === '换标签')).toHaveLength(1);
    expect(await chain.unaudit(PATH, [one.order])).toMatchObject({ status: 200 });
    await audit(one.order);
    expect(await goodsRow(one.barcode)).toMatchObject({ needsLabel: true });
  });
  test('asks for it while it waits too, and no more once it is old material (S1§2.2/2)', async () => {
    const one = await cutBack('3');
    expect(await lineOf(one.order)).toMatchObject({ needsLabel: true, inspection: '待检' });
    await inspect(one.line, { result: '2', remark: '断链' });
    const { data } = (await chain.app.get('/biz-goods-in?needsLabel=1&pageSize=200')).body as { data: Listed };
    expect(data.list.map(({ barcode }) => barcode)).not.toContain(one.barcode);
    const [lot] = await lotsOf(String((await rowOf(one, '&state=2'))!['inspectionNo']));
    expect(lot).toMatchObject({ leftWeight: 3 });
    expect(new Set(await goldDifference())).toEqual(new Set([0]));
  });
  test('labels of rows that are not there, or another shop’s, are not told of', async () => {
    expect(await chain.app.post('/biz-goods-in/printed', { ids: [1], kind: 'service' })).toMatchObject({ status: 404 });
    expect(await chain.app.post('/biz-goods-in/printed', { ids: [1], kind: 'fax' })).toMatchObject({ status: 422 });
  });
});
