/** Stock checks over HTTP (S0§4, §5, §7; R4, R9, R12, R13, R40). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-check';
let chain: Chain;
let kinds = 0;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

type LineRow = {
  readonly barcode: string;
  readonly bookNum: number;
  readonly factNum: number;
  readonly scanNum: number;
  readonly state: string;
  readonly missing: number;
  readonly explain: string;
  readonly remark: string;
  readonly by: string;
};
/** Each test counts a category of its own. */
const CATEGORIES = '项链 吊坠 手镯 手链 耳环 耳钉 耳坠 脚链 胸针 套装 金条 摆件'.split(' ');
const category = (): string => CATEGORIES[kinds++] ?? '';
const body = (type: string, lines: readonly object[], change: Record<string, unknown> = {}) => ({
  shopId: chain.home,
  checkAt: chain.today,
  type,
  style: '',
  remark: '',
  bizGoodsList: lines,
  ...change,
});
const done = (reply: Reply): number => {
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};
const open = async (type: string): Promise<number> => {
  const { bizGoodsList: _, ...header } = body(type, []);
  return done(await chain.app.post(`${PATH}/open`, header));
};
const scan = async (id: number, ...barcodes: string[]): Promise<Record<string, unknown>[]> => {
  const reply = await chain.app.post(`${PATH}/${id}/scan`, { barcodes });
  expect(reply).toMatchObject({ status: 200 });
  return reply.body.data as Record<string, unknown>[];
};
const lines = async (id: number): Promise<readonly LineRow[]> =>
  (await chain.app.get(`/biz-check-detail/list?checkId=${id}`)).body.data as LineRow[];
const line = async (id: number, barcode: string): Promise<LineRow | undefined> =>
  (await lines(id)).find((one) => one.barcode === barcode);

test('extract, open, scan, audit: books are as of the opening and frozen (S0§2/13 S0§7/13 S0§7/22)', async () => {
  const type = category();
  const [one, lot] = [await chain.stock({ type }), await chain.stock({ type, num: 3 })];
  const extract = await chain.app.get(
    `${PATH}/extract?shopId=${chain.home}&type=${encodeURIComponent(type)}&pageSize=100000`,
  );
  expect(extract.body.data).toMatchObject({ count: 2, list: { bookNum: 4 } });
  const id = await open(type);
  const late = await chain.stock({ type });
  expect((await lines(id)).map(({ barcode, bookNum, factNum }) => [barcode, bookNum, factNum])).toEqual(
    [
      [one, 1, 0],
      [lot, 3, 0],
    ].toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1)),
  );
  expect(await scan(id, one, one, lot, lot)).toMatchObject([
    { barcode: one, found: true, bookNum: 1 },
    { barcode: lot, found: true, bookNum: 3 },
  ]);
  expect(await line(id, one)).toMatchObject({ factNum: 1, scanNum: 2, state: 'equal', by: expect.any(String) });
  expect(await line(id, lot)).toMatchObject({ factNum: 2, scanNum: 2, state: 'uncounted', missing: 0 });
  expect(await scan(id, late)).toMatchObject([{ found: false, reason: '盘点后到店' }]);
  expect((await chain.app.post(`${PATH}/${id}/finish`, {})).status).toBe(200);
  expect(await line(id, lot)).toMatchObject({ factNum: 2, scanNum: 2, state: 'missing', missing: 1 });
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 2, bookNum: 4, factNum: 3, noFind: `${late},` });
  expect(await chain.free(one)).toBe(1);
  expect((await chain.app.post(`${PATH}/${id}/scan`, { barcode: one })).status).toBe(409);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 1, bookNum: null });
  const history = (await chain.app.get(`${PATH}/${id}/history`)).body.data as {
    title: string;
    reason: string | null;
  }[];
  expect(history.map(({ title }) => title)).toEqual(['新增', '扫码 2次', '未找到', '完成盘点', '审核', '反审核']);
  expect(history.at(-1)?.reason).toBe('录入错误');
});

test('selling goes on: every difference explains itself, only true losses stay missing (S0§4/18)', async () => {
  const type = category();
  const stock = () => chain.stock({ type });
  const [sold, moved, held, lost] = await Promise.all([stock(), stock(), stock(), stock()]);
  const id = await open(type);
  const sale = done(await chain.app.post('/biz-sell', chain.sale([{ barcode: sold }])));
  expect((await chain.audit('/biz-sell', [sale])).status).toBe(200);
  const transfer = done(await chain.app.post('/biz-allocate', chain.transfer([{ barcode: moved }])));
  await chain.audit('/biz-allocate', [transfer]);
  const pending = done(await chain.app.post('/biz-allocate', chain.transfer([{ barcode: held }])));
  expect(await line(id, sold)).toMatchObject({ state: 'explained', bookNum: 1, missing: 0 });
  expect((await line(id, sold))?.explain).toContain(`销售 XS${sale}`);
  expect((await line(id, moved))?.explain).toContain(`调拨出库 DB${transfer} → 南山店`);
  expect(await line(id, held)).toMatchObject({ state: 'explained', explain: `待审 DB${pending} → 南山店` });
  expect(await line(id, lost)).toMatchObject({ state: 'uncounted', missing: 0, explain: '' });
  expect((await chain.app.post(`${PATH}/${id}/finish`, {})).status).toBe(200);
  expect(await line(id, lost)).toMatchObject({ state: 'missing', missing: 1, explain: '' });
  const reversed = await chain.unaudit('/biz-allocate', [transfer]);
  expect(reversed.status).toBe(200);
});

test('codes that are not found say why (R9) (S0§4/10)', async () => {
  const type = category();
  const [away, sold, other] = [await chain.stock({ type }), await chain.stock({ type }), await chain.stock()];
  const transfer = done(await chain.app.post('/biz-allocate', chain.transfer([{ barcode: away }])));
  await chain.audit('/biz-allocate', [transfer]);
  const sale = done(await chain.app.post('/biz-sell', chain.sale([{ barcode: sold }])));
  await chain.audit('/biz-sell', [sale]);
  const id = await open(type);
  const answers = await scan(id, away, sold, other, 'NOSUCH99', '坏码');
  expect(answers.map(({ reason }) => reason)).toEqual(['其他分店', '已售', '未知', '未知', '未知']);
  expect(answers.map(({ detail }) => detail)).toMatchObject([
    '账在南山店',
    '已售出',
    expect.stringContaining('不在盘点范围'),
    '条码不存在',
    '条码格式不正确',
  ]);
  await scan(id, away);
  expect(await chain.record(PATH, id)).toMatchObject({ noFind: [away, sold, other, 'NOSUCH99', '坏码', ''].join(',') });
  const melted = await chain.stock({ type });
  const bought = done(await chain.app.post('/biz-sell', chain.sale([{ barcode: melted }])));
  await chain.audit('/biz-sell', [bought]);
  const change = { rawSellId: bought, barcode: melted, returnTo: '2' };
  const refund = [{ balance: '现金', amount: -TAG_PRICE }];
  const back = done(
    await chain.app.post('/biz-sell', chain.sale([], { sellChangeList: [change], sellBalanceList: refund })),
  );
  expect((await chain.audit('/biz-sell', [back])).status).toBe(200);
  expect(await scan(id, melted)).toMatchObject([{ reason: '已退', detail: '退货后已转旧料' }]);
});

test('several scan at once; each sees the others; a reset begins again (S0§2/13)', async () => {
  const type = category();
  const pieces = await Promise.all(Array.from({ length: 12 }, () => chain.stock({ type })));
  const id = await open(type);
  await Promise.all(pieces.map((barcode) => chain.app.post(`${PATH}/${id}/scan`, { barcode, device: '手机' })));
  const changes = async (after: number) =>
    (await chain.app.get(`${PATH}/${id}/changes?after=${after}`)).body.data as {
      position: number;
      round: number;
      lines: { barcode: string; factNum: number }[];
    };
  const all = await changes(-1);
  expect(all.lines.map(({ barcode }) => barcode).toSorted()).toEqual(pieces.toSorted());
  expect((await changes(all.position)).lines).toEqual([]);
  await scan(id, pieces[3] ?? '');
  expect((await changes(all.position)).lines).toMatchObject([{ barcode: pieces[3], factNum: 1 }]);
  expect((await chain.app.post(`${PATH}/${id}/reset`, {})).status).toBe(200);
  expect(await changes(-1)).toMatchObject({ round: 1, lines: [] });
  expect((await lines(id)).every(({ factNum }) => factNum === 0)).toBe(true);
});

test('lines can be saved as the form sends them, typed and with remarks (S0§7/13)', async () => {
  const type = category();
  const [one, lot] = [await chain.stock({ type }), await chain.stock({ type, num: 4 })];
  const sent = [
    { barcode: one, factNum: 1, scanNum: 1, remark: '标签脱落' },
    { barcode: lot, factNum: 5, scanNum: 0 },
  ];
  const id = done(await chain.app.post(PATH, body(type, sent, { noFind: 'NOSUCH99,' })));
  expect(await line(id, one)).toMatchObject({ factNum: 1, remark: '标签脱落', state: 'equal' });
  expect(await line(id, lot)).toMatchObject({ bookNum: 4, factNum: 5, state: 'over' });
  const edited = await chain.app.put(
    `${PATH}/${id}`,
    body(type, [{ barcode: lot, factNum: 4 }], { noFind: '', remark: '月底' }),
  );
  expect(edited).toMatchObject({ status: 200, body: { msg: `保存成功：PD${id}` } });
  const rowOf = async (barcode: string) => ((await chain.lookup(barcode)).body.data as { id: number }).id;
  const named = async (goodsId: number) =>
    chain.app.put(`${PATH}/${id}`, body(type, [{ goodsId, barcode: lot, factNum: 4 }], { remark: '月底' }));
  expect(await named(await rowOf(one))).toMatchObject({
    status: 422,
    body: { data: [{ path: 'bizGoodsList.0.goodsId', message: '货品编号与条码不一致' }] },
  });
  expect((await named(await rowOf(lot))).status).toBe(200);
  const created = await chain.app.post(PATH, body(type, [{ goodsId: await rowOf(one), barcode: lot, factNum: 1 }]));
  expect(created.status).toBe(422);
  expect(await chain.record(PATH, id)).toMatchObject({ remark: '月底', noFind: '' });
  expect(await line(id, lot)).toMatchObject({ factNum: 4, state: 'equal' });
  expect(await line(id, one)).toMatchObject({ factNum: 1 });
});

test('a form that does not say which revision it saw takes no scans back (R153)', async () => {
  const type = category();
  const [seen, since, never] = [
    await chain.stock({ type }),
    await chain.stock({ type, num: 5 }),
    await chain.stock({ type }),
  ];
  const id = await open(type);
  await scan(id, seen, since);
  const shown = await chain.app.get(`${PATH}/${id}`);
  await scan(id, since, since, never);
  const old = body(type, [
    { barcode: seen, factNum: 1, scanNum: 1, remark: '柜台三' },
    { barcode: since, factNum: 1, scanNum: 1, remark: '标签旧' },
  ]);
  const etag = shown.headers.get('etag') ?? '';
  expect(await chain.app.put(`${PATH}/${id}`, old, { headers: { 'if-match': etag } })).toMatchObject({ status: 412 });
  expect((await chain.app.put(`${PATH}/${id}`, old)).status).toBe(200);
  expect(await line(id, since)).toMatchObject({ factNum: 3, scanNum: 3, remark: '标签旧' });
  expect(await line(id, seen)).toMatchObject({ factNum: 1, scanNum: 1, remark: '柜台三' });
  expect(await line(id, never)).toMatchObject({ factNum: 1, scanNum: 1 });
  // Who saw them all may say another count.
  const corrected = body(type, [{ barcode: since, factNum: 2, scanNum: 3 }]);
  expect((await chain.app.put(`${PATH}/${id}`, corrected)).status).toBe(200);
  expect(await line(id, since)).toMatchObject({ factNum: 2, scanNum: 3 });
});

test('the form is told what is wrong, in its words (S0§5/14)', async () => {
  const said = async (change: Record<string, unknown>): Promise<unknown> =>
    (await chain.app.post(PATH, body('戒指', [{ barcode: 'A0001' }], change))).body.msg;
  expect(await said({ shopId: null })).toBe('分店不能为空');
  expect(await said({ checkAt: '' })).toBe('盘点日期不能为空');
  expect(await said({ type: '' })).toBe('首饰类别不能为空');
  expect(await said({ bizGoodsList: [] })).toBe('请输入要盘点的首饰');
  expect(await said({ bizGoodsList: [{ barcode: 'A0001', factNum: 1.5 }] })).toBe('第1行“实盘数量”：请输入整数');
  const extract = async (query: string): Promise<unknown> => (await chain.app.get(`${PATH}/extract?${query}`)).body.msg;
  expect(await extract('type=x')).toBe('请先选择分店名称！');
  expect(await extract(`shopId=${chain.home}`)).toBe('请选择首饰类别！');
  const id = await open(category());
  expect((await chain.app.post(`${PATH}/${id}/scan`, { barcode: ' ' })).body.msg).toBe('请输入条码！');
  expect((await chain.app.put(`${PATH}/${id}`, body('空', []))).body.msg).toBe('请输入要盘点的首饰');
});

describe('life of the document', () => {
  test('audited is final; two audit once; deletion only while pending (S0§4/1 S0§7/13)', async () => {
    const type = category();
    const barcode = await chain.stock({ type });
    const id = done(await chain.app.post(PATH, body(type, [{ barcode, factNum: 1 }])));
    const audits = await Promise.all([chain.audit(PATH, [id]), chain.audit(PATH, [id])]);
    expect(audits.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409]);
    expect(await chain.app.put(`${PATH}/${id}`, body(type, [{ barcode }]))).toMatchObject({
      status: 409,
      body: { msg: '已审核的单据不能修改' },
    });
    expect(await chain.app.del(PATH, { ids: [id] })).toMatchObject({
      status: 409,
      body: { msg: '已审核的单据不能删除' },
    });
    expect((await chain.app.put(`${PATH}/unaudit/${id}`, { ids: [id], reason: '' })).status).toBe(422);
    await chain.unaudit(PATH, [id]);
    expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
    expect((await chain.app.get(`${PATH}/${id}`)).status).toBe(404);
  });
  test('one key is one check; a stale save is refused', async () => {
    const type = category();
    const barcode = await chain.stock({ type });
    const sent = body(type, [{ barcode, factNum: 1 }]);
    const clicks = await Promise.all(
      Array.from({ length: 5 }, () => chain.app.post(PATH, sent, { key: `check-${barcode}` })),
    );
    expect(new Set(clicks.map(({ body: { data } }) => data)).size).toBe(1);
    const id = Number(clicks[0]?.body.data);
    const etag = (await chain.app.get(`${PATH}/${id}`)).headers.get('etag') ?? '';
    const save = (remark: string) =>
      chain.app.put(`${PATH}/${id}`, { ...sent, remark }, { headers: { 'if-match': etag } });
    expect((await save('先')).status).toBe(200);
    expect((await save('后')).status).toBe(412);
  });
  test('dates, shops and rights (S0§6/32 S0§9/7)', async () => {
    await chain.app.addUser({ username: 'checker', roleIds: [5], lockShops: [chain.away] });
    const role = await chain.app.post('/role', { roleName: '无权限', roleKey: 'no-keys', roleSort: 99 });
    await chain.app.addUser({ username: 'nobody', roleIds: [Number(role.body.data)] });
    const [token, none] = [await chain.app.signIn('checker'), await chain.app.signIn('nobody')];
    const type = category();
    const id = await open(type);
    expect((await chain.app.get(`${PATH}/${id}`, { token })).status).toBe(404);
    expect((await chain.app.post(`${PATH}/${id}/scan`, { barcode: 'A0001' }, { token })).status).toBe(403);
    const mine = (change: Record<string, unknown>) =>
      chain.app.post(PATH, body(type, [{ barcode: 'A0001', factNum: 1 }], change), { token });
    expect((await mine({})).status).toBe(403);
    expect((await mine({ shopId: chain.away, checkAt: addDays(chain.today, 1) })).status).toBe(422);
    expect((await mine({ shopId: chain.away })).status).toBe(200);
    expect((await chain.app.get(PATH, { token: none })).status).toBe(403);
    const seen = (await chain.app.get(PATH, { token })).body.data as { list: { shopId: number }[] };
    expect(new Set(seen.list.map(({ shopId }) => shopId))).toEqual(new Set([chain.away]));
  });
});
