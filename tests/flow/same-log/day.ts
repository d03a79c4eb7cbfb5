/**
 * A day of a chain, from beginning to end, always the same: every kind of document saved, edited, audited, taken back and
 * deleted, what is refused, and who comes first where two want one thing.
 */
import { addDays } from 'services/contracts/dates';
import { sampleBody } from '../../../services/goods/sample.ts';
import { USER_PASSWORD, type Reply, type RequestOptions } from '../../support/app.ts';
import { fullOrder } from '../../support/full-order.ts';
import { DAY_FIELDS, datedBodies } from '../dated-bodies.ts';
import { TAG_PRICE, type Chain } from '../shops.ts';
import { raced, type Meanwhile } from './race.ts';
import type { ScriptedHouse, Way } from './scripted-house.ts';

type Body = Record<string, unknown>;
type Row = Readonly<Record<string, unknown>>;
type Story = (chain: Chain, way: Way) => Promise<void>;

/** The script goes on only where it came to what it says. */
const came = async (status: number, reply: Promise<Reply>): Promise<Reply> => {
  const answer = await reply;
  if (answer.status !== status) throw new Error(`${status} was expected, not ${answer.status} ${answer.text}`);
  return answer;
};
const saved = async (reply: Promise<Reply>): Promise<number> => Number((await came(200, reply)).body.data);
const cash = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });
const supplier = (chain: Chain): Promise<number> =>
  saved(chain.app.post('/base-supplier', { name: '金源首饰', contract: '李经理', mobile: '13900000001', status: '2' }));
let shops = 0;
const newShop = (chain: Chain): Promise<number> =>
  saved(chain.app.post('/base-shop', { name: `第${(shops += 1)}分店`, status: '2', remark: '' }));
const customer = (chain: Chain, name: string, mobile: string): Promise<number> =>
  saved(chain.app.post('/base-customer', { name, mobile, status: '2' }));
const tokenOf = async ({ app }: Chain, username: string, roleId: number, shops: readonly number[] = []) => {
  await app.addUser({ username, roleIds: [roleId], lockShops: shops });
  return app.signIn(username);
};

/** Nobody audits them: they are posted when they are saved. */
const POSTED_AT_ONCE = '/biz-deposit';
/** Saved, edited, audited, taken back, deleted; another one stays audited; and what is refused on the way. */
const livesOfKinds: Story = async (chain) => {
  const bodies = datedBodies(chain, await supplier(chain));
  for (const path of Object.keys(DAY_FIELDS).filter((one) => one !== POSTED_AT_ONCE)) {
    const shop = await newShop(chain);
    const body = await bodies[path]!(shop, chain.today);
    const id = await saved(chain.app.post(path, body));
    const edited = {
      ...body,
      remark: '改',
      ...(path === '/biz-goods-in' ? { barcode: await barcodeOf(chain, id) } : {}),
    };
    await came(200, chain.app.put(`${path}/${id}`, edited));
    await came(200, chain.audit(path, [id]));
    await chain.audit(path, [id]);
    await chain.app.put(`${path}/${id}`, edited);
    await chain.app.del(path, { ids: [id] });
    await came(200, chain.unaudit(path, [id]));
    await came(200, chain.audit(path, [id]));
    await came(200, chain.unaudit(path, [id]));
    await came(200, chain.app.del(path, { ids: [id] }));
    await chain.audit(path, [id]);
    if (path === '/biz-check') continue;
    const second = await saved(chain.app.post(path, await bodies[path]!(shop, chain.today)));
    await came(200, chain.audit(path, [second]));
  }
};
const barcodeOf = async (chain: Chain, receipt: number): Promise<string> =>
  String((await chain.record('/biz-goods-in', receipt))['barcode']);

const OLD = {
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  weight: 1,
  cost: 600,
  lossRatio: 100,
  workFee: 0,
  remark: '旧',
};
/** With all six lists: saved, refused, edited, audited, taken back and audited again; then a piece of it comes back. */
const orders: Story = async (chain) => {
  for (const configKey of ['refund_limit', 'deposit_proof_limit'])
    await came(200, chain.app.put('/set-config', [{ configKey, configValue: '99999' }]));
  const [piece, sold, more] = [await chain.stock(), await chain.stock(), await chain.stock()];
  const order = await fullOrder(chain, [piece, sold]);
  await came(422, chain.app.post('/biz-sell', { ...order, payableFee: 1 }));
  await came(422, chain.app.post('/biz-sell', { ...order, sellBalanceList: [{ balance: '现金', amount: 1 }] }));
  const id = await saved(chain.app.post('/biz-sell', order));
  await came(409, chain.app.post('/biz-sell', chain.sale([{ barcode: more }, { barcode: piece }])));
  await came(200, chain.app.put(`/biz-sell/${id}`, { ...order, remark: '客人改了主意' }));
  const pieces = [
    { barcode: piece, num: 1 },
    { barcode: more, num: 1 },
  ];
  const paid = [{ balance: '现金', amount: TAG_PRICE - 1421 }];
  await came(200, chain.app.put(`/biz-sell/${id}`, { ...order, sellGoodsList: pieces, sellBalanceList: paid }));
  await came(412, chain.app.put(`/biz-sell/${id}`, order, { headers: { 'if-match': '"0"' } }));
  await came(200, chain.app.put(`/biz-sell/${id}`, order));
  await came(200, chain.audit('/biz-sell', [id]));
  await came(200, chain.unaudit('/biz-sell', [id]));
  await came(200, chain.audit('/biz-sell', [id]));
  const back = chain.sale([], { sellChangeList: [{ rawSellId: id, barcode: piece }], ...cash(-TAG_PRICE) });
  const returned = await saved(chain.app.post('/biz-sell', back));
  await came(409, chain.unaudit('/biz-sell', [id]));
  await came(200, chain.audit('/biz-sell', [returned]));
  await chain.app.post('/biz-sell', back);
  await came(200, chain.unaudit('/biz-sell', [returned]));
  await came(200, chain.app.del('/biz-sell', { ids: [returned] }));
};

const depositOf = (chain: Chain, customerId: number, amount: number, change: Body = {}): Body => ({
  customerId,
  shopId: chain.home,
  depositAt: chain.today,
  account: '定金',
  kind: '1',
  amount,
  seller: 'admin',
  ...change,
});
/** A piece that the rule of points is about. */
const POINTED = { type: '戒指', style: '四爪', fineness: '足金' };
/** Deposits and what is paid with them; points given by hand; two records of one person become one, and apart again. */
const ledgers: Story = async (chain) => {
  const one = await customer(chain, '张女士', '13800200001');
  const first = await saved(chain.app.post('/biz-deposit', depositOf(chain, one, 500)));
  await came(200, chain.unaudit('/biz-deposit', [first]));
  await came(200, chain.app.put(`/biz-deposit/${first}`, depositOf(chain, one, 3_000)));
  await chain.app.del('/biz-deposit', { ids: [first] });
  const paidBy = (amount: number) => ({
    customerId: one,
    sellBalanceList: [
      { balance: '定金', amount },
      { balance: '现金', amount: TAG_PRICE - amount },
    ],
  });
  const order = await saved(chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], paidBy(2_000))));
  await came(409, chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], paidBy(2_000))));
  await came(200, chain.audit('/biz-sell', [order]));
  await came(409, chain.unaudit('/biz-deposit', [first]));
  const rule = {
    type: '戒指',
    style: '四爪',
    fineness: '',
    amount: 100,
    customerPoint: 1,
    sellerPoint: 1,
    status: '2',
  };
  await came(200, chain.app.post('/base-points', rule));
  await came(200, chain.app.post('/base-customer/points', { customerId: one, points: 30, reason: '补录' }));
  const [ring, second] = [await chain.stock(POINTED), await chain.stock(POINTED)];
  const earning = await saved(chain.app.post('/biz-sell', chain.sale([{ barcode: ring }], { customerId: one })));
  await came(200, chain.audit('/biz-sell', [earning]));
  await came(200, chain.unaudit('/biz-sell', [earning]));
  await came(200, chain.audit('/biz-sell', [earning]));
  const pending = await saved(chain.app.post('/biz-sell', chain.sale([{ barcode: second }], { customerId: one })));
  await came(200, chain.app.del('/biz-sell', { ids: [pending] }));
  const other = await customer(chain, '张小姐', '13800200002');
  await came(200, chain.app.post('/base-customer/points', { customerId: other, points: 12, reason: '补录' }));
  const join = { keepId: one, mergeId: other, reason: '同一人' };
  await came(200, chain.app.post('/base-customer/merge', join));
  await came(409, chain.app.post('/base-customer/merge', join));
  const later = await saved(
    chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], { customerId: other })),
  );
  await came(200, chain.audit('/biz-sell', [later]));
  await came(200, chain.app.post('/base-customer/unmerge', join));
};

/** An order below what the clerk may give, with his manager's word; refused without it, and with a wrong password. */
const words: Story = async (chain) => {
  const token = await tokenOf(chain, 'clerk', 4, [chain.home]);
  await tokenOf(chain, 'boss', 3, [chain.home]);
  const half = chain.sale([{ barcode: await chain.stock(), rebate: 50 }], {
    seller: 'clerk',
    sellBalanceList: [{ balance: '现金', amount: TAG_PRICE / 2 }],
  });
  const refused = await chain.app.post('/biz-sell', half, { token });
  const marks = (refused.body.data as readonly { mark: string }[]).map(({ mark }) => mark);
  const approval = { username: 'boss', password: USER_PASSWORD, reason: '老客户', marks };
  await chain.app.post('/biz-sell', { ...half, approval: { ...approval, password: 'Wrong-1' } }, { token });
  const id = await saved(chain.app.post('/biz-sell', { ...half, approval }, { token }));
  await came(200, chain.audit('/biz-sell', [id]));
};

/** A till that takes money and is handed over. */
const tills: Story = async (chain) => {
  const token = await tokenOf(chain, 'early', 4, [chain.home]);
  await tokenOf(chain, 'late', 4, [chain.home]);
  const name = '一号收银台';
  await came(200, chain.app.post('/biz-till', { shopId: chain.home, name, status: '2' }));
  const headers = { 'x-till': encodeURIComponent(name) };
  const order = chain.sale([{ barcode: await chain.stock() }]);
  const id = await saved(chain.app.post('/biz-sell', order, { headers }));
  await came(200, chain.audit('/biz-sell', [id]));
  const asked = await chain.app.get(`/biz-shift/expected?shopId=${chain.home}&till=${encodeURIComponent(name)}`, {
    token,
  });
  const { list } = asked.body.data as { list: { balance: string; expected: number }[] };
  const body = (short: number) => ({
    shopId: chain.home,
    till: name,
    list: list.map(({ balance, expected }) => ({ balance, expected, counted: expected - short, reason: '' })),
    takenBy: { username: 'late', password: USER_PASSWORD },
  });
  await came(422, chain.app.post('/biz-shift', body(10), { token }));
  const shift = await saved(chain.app.post('/biz-shift', body(0), { token }));
  await chain.unaudit('/biz-shift', [shift]);
};

/** Old gold weighed again: the difference is lost with the audit by a second person, and comes back with it. */
const weighed: Story = async (chain) => {
  const [keeper, second] = [await tokenOf(chain, 'keeper', 3), await tokenOf(chain, 'second', 2)];
  const shopId = await newShop(chain);
  const bought = {
    customerId: chain.customerId,
    shopId,
    recycleAt: chain.today,
    seller: 'keeper',
    recycleList: [OLD, { ...OLD, weight: 4 }],
  };
  const receipt = await saved(chain.app.post('/biz-alone-recycle', bought));
  await came(200, chain.audit('/biz-alone-recycle', [receipt]));
  const { list } = (await chain.app.get('/report-recycle?pageSize=200&stock=all')).body.data as {
    list: { list: Row[] };
  };
  const lots = list.list.filter(({ documentNo }) => documentNo === `HS${receipt}`).map(({ lotId }) => Number(lotId));
  const lotList = lots.toSorted((a, b) => a - b).map((lotId, index) => ({ lotId, weighed: index === 0 ? 0.99 : 4.02 }));
  const body = { shopId, checkAt: chain.today, lotList };
  const id = await saved(chain.app.post('/biz-material-check', body, { token: keeper }));
  await came(200, chain.app.put(`/biz-material-check/${id}`, { ...body, remark: '复称' }, { token: keeper }));
  await came(409, chain.audit('/biz-material-check', [id], { token: keeper }));
  await came(200, chain.audit('/biz-material-check', [id], { token: second }));
  await came(200, chain.unaudit('/biz-material-check', [id], { token: second }));
  await came(200, chain.audit('/biz-material-check', [id], { token: second }));
};

const RING = {
  name: '足金光圈',
  style: '光圈',
  fineness: '足金',
  goldWeight: 3.215,
  goldCost: 560,
  workFee: 20,
  sellRaito: 1.2,
};
/** Several at once: a tray of goods, audits of which one is refused, deletions; the same key twice, and with another body. */
const batches: Story = async (chain) => {
  const tray = {
    shopId: chain.home,
    type: '戒指',
    printTemplate: '标准标签',
    inStorageAt: chain.today,
    list: [RING, RING, { ...RING, num: 3 }],
  };
  const goods = (await came(200, chain.app.post('/biz-goods-in/goods-batch', tray))).body.data as {
    id: number;
    barcode: string;
  }[];
  await came(
    200,
    chain.audit(
      '/biz-goods-in',
      goods.map(({ id }) => id),
    ),
  );
  const sale = await saved(chain.app.post('/biz-sell', chain.sale([{ barcode: goods[0]!.barcode }])));
  await came(
    409,
    chain.unaudit(
      '/biz-goods-in',
      goods.map(({ id }) => id),
    ),
  );
  const transfers: number[] = [];
  for (const { barcode } of goods.slice(1))
    transfers.push(await saved(chain.app.post('/biz-allocate', chain.transfer([{ barcode }]))));
  await came(200, chain.audit('/biz-allocate', transfers));
  await chain.audit('/biz-allocate', transfers);
  await chain.app.del('/biz-sell', { ids: [sale, transfers[0]] });
  const key = 'batches-twice';
  const order = chain.sale([{ barcode: await chain.stock() }]);
  await came(200, chain.app.post('/biz-sell', order, { key }));
  await came(200, chain.app.post('/biz-sell', order, { key }));
  await came(409, chain.app.post('/biz-sell', { ...order, remark: '别的' }, { key }));
};

/** The books of a shop are closed and opened again; gold prices are told. */
const offices: Story = async (chain) => {
  const shopId = await newShop(chain);
  const yesterday = addDays(chain.today, -1);
  await saved(chain.app.post('/biz-close', { shopId, closedUntil: yesterday }));
  await came(409, chain.app.post('/biz-goods-in', sampleBody({ shopId, supplierId: null, inStorageAt: yesterday })));
  const { list } = (await chain.app.get(`/biz-close?shopId=${shopId}`)).body.data as { list: { id: number }[] };
  await came(
    200,
    chain.app.put(`/biz-close/reopen/${list[0]!.id}`, { closedUntil: addDays(yesterday, -1), reason: '补单' }),
  );
  await came(200, chain.app.post('/biz-goods-in', sampleBody({ shopId, supplierId: null, inStorageAt: yesterday })));
  const board = {
    adPicture: '',
    backgroudPicture: '',
    remark: '',
    details: [{ name: '足金', goldContent: '999', cost: 750, price: 780 }],
  };
  await came(200, chain.app.post('/base-quoted-price', board));
};

type Held = (options: RequestOptions) => Promise<Reply>;
type Pair = { readonly key: string; readonly stream: string; readonly held: Held; readonly other: Held };
/**
 * Two want one thing. Written together, the one that is held up decided on what the other one then changed; in steps the other one
 * stands behind it.
 */
const races: Story = async (chain, way) => {
  const { app } = chain;
  const goods = (barcode: string) => `goods-${barcode}`;
  const document = (id: number) => `transfer-${id}`;
  const race = async (pair: Pair, meanwhile: Meanwhile, expected: readonly number[]): Promise<void> => {
    const replies = await raced(app, { ...pair, other: () => pair.other({}), meanwhile });
    if (replies.some(({ status }, index) => status !== expected[index]))
      throw new Error(`${pair.key}: not ${expected.join(', ')}\n${replies.map(({ text }) => text).join('\n')}`);
  };
  const isTogether = way === 'together';
  /** Whoever wrote first has it. */
  const forOne = (pair: Pair) => race(pair, isTogether ? 'answered' : 'begun', isTogether ? [409, 200] : [200, 409]);
  const ofDocument = (pair: Pair, together: readonly number[], steps: readonly number[]) =>
    race(pair, isTogether ? 'answered' : 'standing', isTogether ? together : steps);

  const selling =
    (barcode: string, change: Body = {}): Held =>
    (options) =>
      app.post('/biz-sell', chain.sale([{ barcode }], change), options);
  const [one, two, lot] = [await chain.stock(), await chain.stock(), await chain.stock({ num: 3 })];
  await forOne({ key: 'race-sale', stream: goods(one), held: selling(one), other: selling(one) });
  const moving: Held = (options) => app.post('/biz-allocate', chain.transfer([{ barcode: two }]), options);
  await forOne({ key: 'race-transfer', stream: goods(two), held: moving, other: selling(two) });
  // Of a lot of three each has one.
  const shared = { key: 'race-lot', stream: goods(lot), held: selling(lot), other: selling(lot) };
  await race(shared, isTogether ? 'answered' : 'begun', [200, 200]);

  const waiting = async (): Promise<readonly [id: number, body: Body]> => {
    const body = chain.transfer([{ barcode: await chain.stock() }]);
    return [await saved(app.post('/biz-allocate', body)), body];
  };
  const edit =
    ([id, body]: readonly [number, Body], remark: string): Held =>
    (options) =>
      app.put(`/biz-allocate/${id}`, { ...body, remark }, options);
  const audit =
    ([id]: readonly [number, Body]): Held =>
    (options) =>
      chain.audit('/biz-allocate', [id], options);
  const [edited, audited, deleted] = [await waiting(), await waiting(), await waiting()];
  const remove: Held = (options) => app.del('/biz-allocate', { ids: [deleted[0]] }, options);
  const edits = { key: 'race-edit', stream: document(edited[0]), held: edit(edited, '先'), other: edit(edited, '后') };
  await ofDocument(edits, [200, 200], [200, 200]);
  const audits = { key: 'race-audit', stream: document(audited[0]), held: audit(audited), other: edit(audited, '改') };
  await ofDocument(audits, [200, 200], [200, 409]);
  await ofDocument(
    { key: 'race-delete', stream: document(deleted[0]), held: remove, other: audit(deleted) },
    [409, 200],
    [200, 409],
  );

  const rich = await customer(chain, '周女士', '13800200009');
  await saved(app.post('/biz-deposit', depositOf(chain, rich, TAG_PRICE)));
  const paid = { customerId: rich, sellBalanceList: [{ balance: '定金', amount: TAG_PRICE }] };
  const [left, right] = [await chain.stock(), await chain.stock()];
  const spent = {
    key: 'race-deposit',
    stream: `balance-${rich}`,
    held: selling(left, paid),
    other: selling(right, paid),
  };
  await forOne(spent);
  const change = { shopId: chain.home, supplierId: null, inStorageAt: chain.today, barcode: 'RACE-0001' };
  const receive: Held = (options) => app.post('/biz-goods-in', sampleBody(change), options);
  const received = { key: 'race-barcode', stream: goods('RACE-0001'), held: receive, other: receive };
  await race(received, 'answered', [409, 200]);
};

const DAY: readonly (readonly [chapter: string, story: Story])[] = [
  ['kinds', livesOfKinds],
  ['orders', orders],
  ['ledgers', ledgers],
  ['words', words],
  ['tills', tills],
  ['weighed', weighed],
  ['batches', batches],
  ['offices', offices],
  ['races', races],
];
export const liveTheDay = async ({ chain, way, chapter }: ScriptedHouse): Promise<void> => {
  shops = 0;
  for (const [name, story] of DAY) {
    chapter(name);
    await story(chain, way);
  }
};
