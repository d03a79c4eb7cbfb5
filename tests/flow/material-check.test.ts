/** Counts of old material over HTTP (R13, R134, R135, R148): lots weighed again, their differences lost or gained. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { holderOf } from '../support/guarded.ts';
import { auditOf } from '../support/self-audit.ts';
import { momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/biz-material-check';
const EXIT = '/biz-recycle-out';
const RECYCLE = '/biz-alone-recycle';
type Row = Record<string, unknown>;
let chain: Chain;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  chain = await startChain();
  for (const [username, role] of [
    ['keeper', 3],
    ['second', 2],
  ] as const) {
    await chain.app.addUser({ username, roleIds: [role] });
    tokens[username] = await chain.app.signIn(username);
  }
  await chain.app.addUser({ username: 'boss', roleIds: [2] });
});
afterAll(() => chain.app.stop());
const as = (who: string) => ({ token: tokens[who] ?? '' });

/** A shop of its own for each story, since a count is of all that a shop has. */
let shops = 0;
const newShop = async (): Promise<number> => {
  shops += 1;
  const made = await chain.app.post('/base-shop', { name: `分店${shops}`, status: '2', remark: '' });
  return Number(made.body.data);
};
const saved = async (reply: Promise<Reply>): Promise<number> => {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return Number(body.data);
};
const rowsOf = async (query: string): Promise<Row[]> =>
  ((await chain.app.get(`/report-recycle?pageSize=200&stock=all${query}`)).body.data as { list: { list: Row[] } }).list
    .list;
const lotOf = async (lotId: number, query = ''): Promise<Row | undefined> =>
  (await rowsOf(`&barcode=JL${lotId}${query}`))[0];
/** 500 元 a gram, all of it kept. */
const lotIn = async (shopId: number, weight: number, fineness = '足金'): Promise<number> => {
  const line = { type: '戒指', style: '光圈', fineness, weight, lossRatio: 100, cost: 500, workFee: 0, remark: '旧' };
  const { customerId, today: recycleAt } = chain;
  const id = await saved(
    chain.app.post(RECYCLE, { customerId, shopId, recycleAt, seller: 'keeper', recycleList: [line] }),
  );
  expect(await chain.audit(RECYCLE, [id])).toMatchObject({ status: 200 });
  return Number((await rowsOf('')).find(({ documentNo }) => documentNo === `HS${id}`)?.['lotId']);
};
type Weights = readonly (readonly [lotId: number, weighed: number | null])[];
const body = (shopId: number, weights: Weights, change: Row = {}): Row => ({
  shopId,
  checkAt: chain.today,
  lotList: weights.map(([lotId, weighed]) => ({ lotId, weighed })),
  ...change,
});
const post = (shopId: number, weights: Weights, change?: Row, who = 'keeper'): Promise<Reply> =>
  chain.app.post(PATH, body(shopId, weights, change), as(who));
const counted = (...asked: Parameters<typeof post>): Promise<number> => saved(post(...asked));
const audit = (id: number, who = 'second', change: Row = {}): Promise<Reply> =>
  chain.app.put(`${PATH}/audit/${id}`, { ids: [id], ...change }, as(who));
const recordFor = async (id: number, who: string): Promise<Row & { readonly lotList: readonly Row[] }> =>
  (await chain.app.get(`${PATH}/${id}`, as(who))).body.data as never;
const exitOf = (shopId: number, lotId: number, weightOut: number): Row => ({
  shopId,
  outAt: chain.today,
  kind: '1',
  party: '大金工厂',
  lotList: [{ lotId, weightOut }],
});
const noted = async (): Promise<Row[]> =>
  ((await chain.app.get('/report-exception?pageSize=200&kind=material-loss')).body.data as { list: Row[] }).list;

test('what lacks is lost and what is too much is gained with the audit, at each lot’s cost, and the audit is taken back', async () => {
  const shop = await newShop();
  const [short, heavy, same] = [await lotIn(shop, 10), await lotIn(shop, 4), await lotIn(shop, 2)];
  const id = await counted(shop, [
    [short, 9.9],
    [heavy, 4.02],
    [same, 2],
  ]);
  // What lacks is nobody's to sell from now on; the books change with the audit.
  expect(await lotOf(short)).toMatchObject({ leftWeight: 10, held: 0.1 });
  expect(await recordFor(id, 'keeper')).toMatchObject({
    no: `PL${id}`,
    lossWeight: 0,
    lotList: [
      { lotNo: `JL${short}`, book: 10, weighed: 9.9, difference: -0.1, result: '偏轻', weigher: 'keeper', moved: '' },
      { book: 4, weighed: 4.02, difference: 0.02, result: '偏重' },
      { book: 2, weighed: 2, difference: 0, result: '相符' },
    ],
  });
  const before = await momentPast();
  expect(await audit(id, 'keeper')).toMatchObject({ status: 409, body: { msg: '制单人不能审核自己的单据' } });
  expect(await audit(id)).toMatchObject({ status: 200 });
  expect(await lotOf(short)).toMatchObject({ leftWeight: 9.9, leftPrice: 4_950, held: 0 });
  expect(await lotOf(heavy)).toMatchObject({ leftWeight: 4.02, leftPrice: 2_010, held: 0 });
  expect(await lotOf(same)).toMatchObject({ leftWeight: 2, leftPrice: 1_000 });
  const figures = { lossWeight: 0.1, gainWeight: 0.02, lossCost: 50, gainCost: 10 };
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 2, auditor: 'second', ...figures });
  expect(await lotOf(short, `&asOf=${before.toISOString()}`)).toMatchObject({ leftWeight: 10 });
  const totals = await chain.app.get(`${PATH}/totals?shopId=${shop}`);
  expect(totals.body.data).toMatchObject({ count: 1, totals: { lossWeight: 0.1, gainWeight: 0.02 } });

  const gold = `/report-gold-balance`;
  const balance = await chain.app.get(`${gold}?shopId=${shop}`);
  expect((balance.body.data as { list: { list: Row[] } }).list.list).toMatchObject([
    { recycled: 16, found: 0.02, writtenOff: 0.1, due: 15.92, lots: 15.92, difference: 0 },
  ]);
  const opened = await chain.app.get(`${gold}/explain?shopId=${shop}&field=writtenOff`);
  expect(opened.body.data).toMatchObject({ total: 0.1, list: [{ barcode: `JL${short}`, document: `PL${id}` }] });
  const left = await chain.app.get(`/report-recycle/explain?shopId=${shop}&field=leftPrice`);
  expect(left.body.data).toMatchObject({ total: 7_960 });
  expect((await noted()).filter(({ documentNo }) => documentNo === `PL${id}`)).toMatchObject([
    { who: 'second', second: 'keeper', what: `旧料盘点PL${id}：JL${short} 足金少0.100克；称重keeper，审核second` },
  ]);
  const { differences } = await auditOf(chain.app.house);
  expect(differences).toEqual([]);

  expect(await chain.unaudit(PATH, [id], as('second'))).toMatchObject({
    status: 409,
    body: { msg: '制单人不能审核自己的单据' },
  });
  expect(await chain.unaudit(PATH, [id])).toMatchObject({ status: 200 });
  expect(await lotOf(short)).toMatchObject({ leftWeight: 10, leftPrice: 5_000, held: 0.1 });
  expect(await lotOf(heavy)).toMatchObject({ leftWeight: 4, leftPrice: 2_000, held: 0 });
  expect(await chain.record(PATH, id)).toMatchObject({ auditFlag: 1, lossWeight: 0, gainWeight: 0, lossCost: 0 });
  expect((await auditOf(chain.app.house)).differences).toEqual([]);
  expect(await chain.app.del(PATH, { ids: [id] })).toMatchObject({ status: 200 });
  expect(await lotOf(short)).toMatchObject({ leftWeight: 10, held: 0 });
});

test('the shop trades on: a lot that moves meanwhile is judged as it was weighed, and its count says so', async () => {
  const shop = await newShop();
  const lotId = await lotIn(shop, 10);
  const id = await counted(shop, [[lotId, 9.9]]);
  // What is there can leave, what lacks cannot.
  expect(await chain.app.post(EXIT, exitOf(shop, lotId, 10))).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining(`PL${id}`) },
  });
  const out = await saved(chain.app.post(EXIT, exitOf(shop, lotId, 4)));
  expect(await chain.audit(EXIT, [out])).toMatchObject({ status: 200 });
  // A lot that came in after the count was opened needs no weighing.
  await lotIn(shop, 3);
  expect(await recordFor(id, 'keeper')).toMatchObject({ lotList: [{ book: 10, difference: -0.1, moved: `JC${out}` }] });
  expect(await audit(id)).toMatchObject({ status: 200 });
  expect(await lotOf(lotId)).toMatchObject({ leftWeight: 5.9, held: 0 });
  expect(await recordFor(id, 'keeper')).toMatchObject({ lotList: [{ moved: `JC${out}` }] });
  const later = await saved(chain.app.post(EXIT, exitOf(shop, lotId, 1)));
  expect(await chain.audit(EXIT, [later])).toMatchObject({ status: 200 });
  expect(await recordFor(id, 'keeper')).toMatchObject({ lotList: [{ moved: `JC${out}` }] });
  expect(await chain.unaudit(PATH, [id])).toMatchObject({
    status: 409,
    body: { msg: expect.stringContaining(`旧料JL${lotId}盘点后已有变动，见JC${later}`) },
  });
});

test('a loss beyond the limit asks a word, a missing lot too; what is not weighed waits', async () => {
  const shop = await newShop();
  const [there, gone] = [await lotIn(shop, 10), await lotIn(shop, 4)];
  const id = await counted(shop, [[there, 10]]);
  expect(await audit(id)).toMatchObject({ status: 409, body: { msg: `还有旧料没有称重：JL${gone}` } });
  const weights = [
    { lotId: there, weighed: 10 },
    { lotId: gone, weighed: 0 },
  ];
  await saved(chain.app.put(`${PATH}/${id}`, { ...body(shop, []), lotList: weights }, as('keeper')));
  // Whoever may audit and gives no words himself.
  const auditor = await holderOf(chain.app, ['biz:bizMaterialCheck:audit']);
  const asking = (approval?: Row) => chain.app.put(`${PATH}/audit/${id}`, { ids: [id], approval }, { token: auditor });
  const asked = await asking();
  expect(asked).toMatchObject({
    status: 409,
    body: { data: [{ rule: 'material-counted', message: expect.stringContaining('盘亏4.000克（100.00%）') }] },
  });
  const marks = (asked.body.data as { mark: string }[]).map(({ mark }) => mark);
  const approval = { username: 'boss', password: USER_PASSWORD, reason: '已报警', marks };
  expect(await asking(approval)).toMatchObject({ status: 200 });
  expect(await lotOf(gone)).toMatchObject({ leftWeight: 0, leftPrice: 0 });
  expect(await recordFor(id, 'keeper')).toMatchObject({ lotList: [{ result: '相符' }, { result: '缺失' }] });
});

describe('a blind count', () => {
  test('hides the books from who weighs until it is audited, in the list of lots too', async () => {
    const shop = await newShop();
    const lotId = await lotIn(shop, 10);
    const lots = (query: string, who: string) => chain.app.get(`${PATH}/lots?shopId=${shop}${query}`, as(who));
    expect((await lots('', 'keeper')).body.data).toMatchObject([{ lotNo: `JL${lotId}`, source: '独立回收', book: 10 }]);
    expect((await lots('&blind=1', 'keeper')).body.data).toMatchObject([{ lotNo: `JL${lotId}`, book: null }]);
    const id = await counted(shop, [[lotId, 9.9]], { blind: true });
    expect((await lots('', 'keeper')).body.data).toMatchObject([{ book: null }]);
    expect((await lots('', 'second')).body.data).toMatchObject([{ book: 10 }]);
    const hidden = { book: null, difference: null, result: '', weighed: 9.9 };
    expect(await recordFor(id, 'keeper')).toMatchObject({ hidden: true, lotList: [hidden] });
    expect(await recordFor(id, 'second')).toMatchObject({ hidden: false, lotList: [{ book: 10, difference: -0.1 }] });
    const detail = await chain.app.get(`${PATH}-detail/list?materialCheckId=${id}`, as('keeper'));
    expect(detail.body.data).toMatchObject([hidden]);
    for (const path of [`${PATH}/${id}/history`, `${PATH}?shopId=${shop}`, `${PATH}/totals?shopId=${shop}`]) {
      expect((await chain.app.get(path, as('keeper'))).text).not.toMatch(/10\.000g|-0\.1\b|"lossWeight":0\.1/);
    }
    const open = body(shop, [[lotId, 9.9]], { blind: false });
    expect(await chain.app.put(`${PATH}/${id}`, open, as('keeper'))).toMatchObject({
      status: 422,
      body: { data: [{ path: 'blind' }] },
    });
    expect(await audit(id)).toMatchObject({ status: 200 });
    expect(await recordFor(id, 'keeper')).toMatchObject({ hidden: false, lotList: [{ book: 10, result: '偏轻' }] });
  });
});

test('bad input is refused at its field', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  const [lotId, away] = [await lotIn(shop, 10), await lotIn(other, 5)];
  const refused = async (weights: Weights, change?: Row): Promise<readonly unknown[]> => {
    const { status, body: said } = await post(shop, weights, change);
    expect(status).toBe(422);
    return [(said.data as { path: string }[])[0]?.path, said.msg];
  };
  expect(await refused([[away, 5]])).toEqual(['lotList.0.lotId', `旧料JL${away}不在本店`]);
  expect(
    await refused([
      [lotId, 5],
      [lotId, 5],
    ]),
  ).toEqual(['lotList.1.lotId', `旧料JL${lotId}重复`]);
  expect(await refused([[999_999, 5]])).toEqual(['lotList.0.lotId', '旧料JL999999不存在']);
  expect((await refused([[lotId, 1e9]]))[0]).toBe('lotList.0.weighed');
  expect((await refused([[lotId, -0.001]]))[0]).toBe('lotList.0.weighed');
  expect((await refused([[lotId, 1.0001]]))[0]).toBe('lotList.0.weighed');
  expect((await refused([]))[0]).toBe('lotList');
  expect(await refused([[lotId, null]])).toEqual(['lotList', '请称重旧料！']);
  expect((await refused([[lotId, 5]], { fineness: '没有的金' }))[0]).toBe('fineness');
  expect(await refused([[lotId, 5]], { fineness: '18K金' })).toEqual([
    'lotList.0.lotId',
    `旧料JL${lotId}是足金，本单只盘18K金`,
  ]);
  // It lay on the scale, an order took of it, then the weight was sent.
  const weighedAt = (await momentPast()).toISOString();
  const out = await saved(chain.app.post(EXIT, exitOf(shop, lotId, 1)));
  expect(await chain.audit(EXIT, [out])).toMatchObject({ status: 200 });
  expect(await refused([], { lotList: [{ lotId, weighed: 10, weighedAt }] })).toEqual([
    'lotList.0.lotId',
    `旧料JL${lotId}在称重后有变动，请重新称重`,
  ]);
  const id = await counted(shop, [[lotId, 9]]);
  expect(await post(shop, [[lotId, 9]], {}, 'second')).toMatchObject({
    status: 409,
    body: { msg: `本店已有未审核的旧料盘点单PL${id}，请先完成它` },
  });
  const moved = body(other, [[away, 5]]);
  expect(await chain.app.put(`${PATH}/${id}`, moved, as('keeper'))).toMatchObject({
    status: 422,
    body: { data: [{ path: 'shopId' }] },
  });
  expect(await chain.app.del(PATH, { ids: [id] }, as('keeper'))).toMatchObject({ status: 200 });
});
