/**
 * Nothing that is accepted stops the house. Bodies are drawn from the schemas of the route table at and over every edge of
 * their values; what is accepted is audited, and then everything there is to read is read.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from 'services/contracts/route';
import { sampleBody } from '../../services/goods/sample.ts';
import { TAG_PRICE, startChain, type Chain } from '../flow/shops.ts';
import { drawn, type Draw } from '../support/draw.ts';
import { leavesOf } from '../support/schema-leaves.ts';

const SEED = Number(process.env['VALUES_SEED'] ?? 20_261_122);
const ROUNDS = 6;
/** Documents and stock: what read models are made of. Each is drawn so many times. */
const DRAWS = 12;
/** They end the session of the test, change who may sign in, or wait on purpose. */
const LEFT_OUT = /logout|pwd|sys-user|user\/|login|captcha|avatar|set-config|\/config|import|\/clean$|role/;
const DOCUMENTS =
  /^\/(biz-goods-in|biz-allocate|biz-goods-return|biz-stock-adjust|biz-sell|biz-check|biz-goods-inspection|biz-gift-in|biz-alone-recycle|biz-deposit)$/;
/** Lists of a sale that can be saved with lines of one alone. */
const SALE_LISTS = ['sellGoodsList', 'sellChangeList', 'sellRecycleList', 'sellGiftList', 'sellCleanList'] as const;
const DRAWS_OF_A_LIST = 6;
const SALE = '/biz-sell';
type SaleList = (typeof SALE_LISTS)[number];

/** Numerical Recipes' generator: the same bodies for the same seed. */
const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

let chain: Chain;
/** Each route draws by itself: what is drawn of it does not depend on which other routes there are. */
const generators = new Map<string, () => number>();
const generatorOf = ({ method, path }: Route): (() => number) => {
  const name = `${method} ${path}`;
  const seed = Array.from(name).reduce((sum, sign) => (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) >>> 0, SEED);
  const own = generators.get(name) ?? seeded(seed);
  generators.set(name, own);
  return own;
};
let random = seeded(SEED);
beforeAll(async () => {
  chain = await startChain();
}, 60_000);
afterAll(() => chain.app.stop());

/** Three fields of the form are drawn at the edges of their kind; the others hold what is known of them, or nothing. */
const edged = (of: Draw['known'], fields: readonly string[]): Draw['known'] => {
  const pool: Record<string, readonly unknown[]> = Object.fromEntries(fields.map((field) => [field, [undefined]]));
  Object.assign(pool, of);
  for (let n = 0; n < 3; n += 1) delete pool[fields[Math.floor(random() * fields.length)] ?? ''];
  return pool;
};

/** A piece, and a lot at the largest price and number that fit together. */
const stockUp = async (): Promise<readonly string[]> => [
  await chain.stock(),
  await chain.stock({ num: 100_000, goldWeight: 0.001, goldCost: 0, stoneCost: 0, sellPrice: 9_999.99 }),
  await chain.stock({ num: 10, sellPrice: 99_999_999.99, goldCost: 0 }),
];

/** A few of a gift, and as many as there may be of the most expensive one. */
const stockUpGifts = async (): Promise<readonly string[]> => {
  const stocked: string[] = [];
  for (const change of [
    { num: 10, cost: 3.5, price: 29 },
    { num: 100_000, cost: 0, price: 99_999_999.99 },
  ]) {
    const body = { shopId: chain.home, inGiftAt: chain.today, goodsName: '红绳手链', ...change };
    const reply = await chain.app.post('/biz-gift-in', body);
    const id = Number(reply.body.data);
    await chain.audit('/biz-gift-in', [id]);
    stocked.push(String((await chain.record('/biz-gift-in', id))['barcode']));
  }
  return stocked;
};
type Sold = { readonly sale: number; readonly barcode: string };
/** Several pieces of one barcode, that may come back one by one. */
const sellSome = async (): Promise<Sold> => {
  const num = 50;
  const barcode = await chain.stock({ num });
  const sellBalanceList = [{ balance: '现金', amount: TAG_PRICE * num }];
  const reply = await chain.app.post(SALE, chain.sale([{ barcode, num }], { sellBalanceList }));
  const sale = Number(reply.body.data);
  await chain.audit(SALE, [sale]);
  return { sale, barcode };
};
type Stocked = { readonly pieces: readonly string[]; readonly gifts: readonly string[]; readonly sold: Sold };

const OLD_GOLD = { weight: [10], lossRatio: [98], cost: [600], workFee: [5], remark: ['旧戒指'] };
const EMPTY_LISTS = Object.fromEntries(SALE_LISTS.map((list) => [list, [[]]]));
/** What a line of that list names, and who pays: the rounding right makes a fen of any bill. */
const saleOf = (list: SaleList, { pieces, gifts, sold }: Stocked): Draw['known'] => {
  const { [list]: _drawn, ...others } = EMPTY_LISTS;
  const shopPays = list === 'sellChangeList' || list === 'sellRecycleList';
  return {
    ...others,
    printTemplate: ['销售单'],
    barcode: list === 'sellGiftList' ? gifts : list === 'sellChangeList' ? [sold.barcode] : pieces,
    rawSellId: [sold.sale],
    sellBalanceList: [[{ balance: '现金', amount: shopPays ? -0.01 : 0.01 }]],
    returnTo: ['1'],
    ...(list === 'sellChangeList' && { sellAt: [chain.today] }),
    promiseAt: [chain.today],
    takeAt: [''],
    ...(list === 'sellRecycleList' && OLD_GOLD),
    // On an order that comes to nothing nobody pays anything.
    ...(list === 'sellCleanList' && { price: [50, 99_999_999.99] }),
  };
};
/** What a kind of document knows beside what all forms know. */
const ownOf = (path: string, stocked: Stocked, list: SaleList): Draw['known'] => {
  if (path === SALE) return saleOf(list, stocked);
  if (path === '/biz-goods-in') return { barcode: [''] };
  if (path === '/biz-gift-in') return { barcode: [''], goodsName: ['红绳手链'] };
  if (path === '/biz-deposit') return { balanceList: [[]], kind: ['1'], account: ['定金', '储值卡'] };
  return path === '/biz-alone-recycle' ? { ...OLD_GOLD, balanceList: [[]] } : {};
};

const known = (barcodes: readonly string[]): Draw['known'] => {
  const sample = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today });
  const own = Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, [value]]));
  return {
    ...own,
    barcode: [...barcodes, ''],
    shopId: [chain.home],
    outShopId: [chain.home],
    inShopId: [chain.away],
    customerId: [chain.customerId],
    supplierId: [null],
    inStorageAt: [chain.today, '1990-01-01', '2036-01-01'],
    allocateAt: [chain.today, '1990-01-01'],
    returnAt: [chain.today, '1990-01-01'],
    adjustAt: [chain.today, '1990-01-01'],
    inspectAt: [chain.today, '1990-01-01'],
    inspector: ['周敏'],
    result: ['1', '2', '3'],
    note: ['砂眼'],
    sellAt: [chain.today, '1990-01-01'],
    inGiftAt: [chain.today, '1990-01-01'],
    recycleAt: [chain.today, '1990-01-01'],
    depositAt: [chain.today, '1990-01-01'],
    checkAt: [chain.today, '1990-01-01'],
    num: [1],
    inNum: [1],
    returnNum: [1],
    id: [undefined],
    goodsId: [undefined],
    outGoodsId: [undefined],
    checkId: [null],
    kind: ['1', '2'],
    seller: ['admin'],
    sellerId: [null],
    reason: ['测试'],
    balance: ['现金'],
    pictures: [[], ''],
    approval: [{ reason: '测试', marks: [] }],
  };
};

const accepted = new Map<string, number>();
const faults: string[] = [];
const noteFault = (what: string, status: number, text: string): void => {
  if (status >= 500) faults.push(`${status} ${what}: ${text.slice(0, 200)}`);
};

/** A sale without lines says nothing of their values: it is drawn again. */
const REDRAWS = 20;
const bodyOf = (route: Route, draw: Draw, list: SaleList): unknown => {
  let body = drawn(draw, route.body as never);
  const isEmpty = (): boolean => !((body as Readonly<Record<string, readonly unknown[]>>)[list]?.length ?? 0);
  for (let n = 0; route.path === SALE && isEmpty() && n < REDRAWS; n += 1) body = drawn(draw, route.body as never);
  return body;
};
const count = (what: string): void => void accepted.set(what, (accepted.get(what) ?? 0) + 1);
const save = async (route: Route, draw: Draw, list: SaleList): Promise<number | null> => {
  const body = bodyOf(route, draw, list);
  const path = route.path.replaceAll(/:\w+/g, '1');
  const reply = await chain.app.call(route.method, path, { body });
  noteFault(`${route.method} ${path} ${JSON.stringify(body)?.slice(0, 300)}`, reply.status, reply.text);
  if (reply.status !== 200) {
    if (process.env['VALUES_LOUD'] !== undefined) console.log(route.path, reply.status, reply.text.slice(0, 200));
    return null;
  }
  count(`${route.method} ${route.path}`);
  return typeof reply.body.data === 'number' ? reply.body.data : null;
};

/** Of a sale, the fields of its head and of the lines that it is drawn with. */
const fieldsOf = ({ body }: Route, list: SaleList): readonly string[] => {
  const leaves = leavesOf(body as never).filter(
    ({ path }) => path.startsWith(`${list}.`) || !SALE_LISTS.some((other) => path.startsWith(other)),
  );
  return [...new Set(leaves.map(({ path }) => path.split('.').findLast((step) => /^\w+$/.test(step)) ?? ''))];
};

/** Draws of a document are audited too; everything else is drawn once. */
const isDocument = ({ method, path }: Route): boolean => method === 'POST' && DOCUMENTS.test(path);
const saveEdges = async (route: Route, stocked: Stocked): Promise<void> => {
  const document = isDocument(route);
  const draws = route.path === SALE ? DRAWS_OF_A_LIST * SALE_LISTS.length : DRAWS;
  for (let n = 0; n < (document ? draws : 1); n += 1) {
    const list = SALE_LISTS[n % SALE_LISTS.length]!;
    const pool = { ...known(stocked.pieces), ...ownOf(route.path, stocked, list) };
    const id = await save(
      route,
      { random, known: edged(pool, fieldsOf(route, list)), tame: n % 4 === 0 ? 0.9 : 1 },
      list,
    );
    if (!document || id === null) continue;
    const audited = await chain.audit(route.path, [id]);
    noteFault(`audit ${route.path}/${id}`, audited.status, audited.text);
    if (route.path === SALE && audited.status === 200) count(list);
  }
};

test('what is accepted of bodies at every edge is kept, and what is not is refused', async () => {
  const writes = chain.app.house.routes.filter(
    ({ method, body, path }) => method !== 'GET' && body !== undefined && !LEFT_OUT.test(path),
  );
  expect(writes.length).toBeGreaterThan(30);
  for (let round = 0; round < ROUNDS; round += 1) {
    const stocked = { pieces: await stockUp(), gifts: await stockUpGifts(), sold: await sellSome() };
    for (const route of writes) {
      random = generatorOf(route);
      await saveEdges(route, stocked);
    }
  }
  expect(faults).toEqual([]);
  // A property over nothing would hold.
  const kept = ['/biz-goods-in', '/biz-allocate', '/biz-goods-return', '/biz-stock-adjust', '/biz-check'];
  for (const path of [...kept, '/biz-goods-inspection', '/biz-gift-in', '/biz-alone-recycle', '/biz-deposit', SALE]) {
    expect(accepted.get(`POST ${path}`) ?? 0, path).toBeGreaterThan(0);
  }
  for (const list of SALE_LISTS) expect(accepted.get(list) ?? 0, `audited sales with ${list}`).toBeGreaterThan(0);
}, 90_000);

const idsOf = (list: unknown): readonly number[] =>
  Array.isArray(list) ? list.flatMap((row: { id?: unknown }) => (typeof row.id === 'number' ? [row.id] : [])) : [];
const EDGES = ['', 'x', '-1', '0', '2147483648', '9007199254740993', '0000-01-01', '9999-12-31', '1e308'];

type Shape = Readonly<Record<string, unknown>>;
const shapeOf = ({ query }: Route): Shape => (query as { shape?: Shape } | undefined)?.shape ?? {};
/** As wide as the filters go, with what a read asks for. */
const plainQuery = (shape: Shape): URLSearchParams => {
  const wide = {
    pageSize: '100',
    beginTime: '1990-01-01',
    endTime: '2099-12-31',
    shopId: String(chain.home),
    type: '戒指',
    dictType: 'goodsType',
    field: 'num',
  };
  return new URLSearchParams(Object.entries(wide).filter(([name]) => name in shape));
};
const read = async (address: string): Promise<void> => {
  const reply = await chain.app.get(address);
  noteFault(`GET ${address}`, reply.status, reply.text);
};
const readAll = async (route: Route): Promise<void> => {
  const shape = shapeOf(route);
  const plain = plainQuery(shape);
  const at = (id: number): string => route.path.replaceAll(/:\w+/g, String(id));
  const list = route.path.includes(':') ? await chain.app.get(route.path.split('/:')[0] ?? '') : null;
  const ids = idsOf((list?.body.data as { list?: unknown } | null | undefined)?.list).slice(0, 3);
  for (const id of [...ids, 1]) await read(`${at(id)}?${plain.toString()}`);
  for (const name of Object.keys(shape).filter((one) => one !== 'wait')) {
    const query = new URLSearchParams(plain);
    query.set(name, EDGES[Math.floor(random() * EDGES.length)] ?? '');
    await read(`${at(1)}?${query.toString()}`);
  }
};

test('then every list, report, row, total, explanation and export is read, at every edge of its filters', async () => {
  const { house } = chain.app;
  await house.caughtUp();
  const reads = house.routes.filter(({ method, path }) => method === 'GET' && !LEFT_OUT.test(path));
  expect(reads.length).toBeGreaterThan(80);
  for (const route of reads) await readAll(route);
  expect(faults).toEqual([]);
}, 180_000);

test('and every read model is live', async () => {
  await chain.app.house.caughtUp();
  expect(chain.app.house.health().filter(({ state }) => state !== 'live')).toEqual([]);
});
