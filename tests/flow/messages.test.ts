/** Every message says where, every success says what: drawn from the API's own description. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldNames } from 'services/goods/contract';
import { queries } from '../../projections/registry.ts';
import { describedCalls, type Operation } from '../support/described.ts';
import { startChain, type Chain } from './shops.ts';

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};
type Body = { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } | undefined;
let chain: Chain;
let calls: Awaited<ReturnType<typeof describedCalls>>;
beforeAll(async () => {
  chain = await startChain();
  calls = await describedCalls(chain.app);
}, 60_000);
afterAll(() => chain.app.stop());

const below = (schema: Schema | undefined): readonly string[] =>
  schema === undefined
    ? []
    : [
        ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [name, ...below(inner)]),
        ...below(schema.items),
        ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap(below),
      ];
const namesOf = ({ parameters, requestBody }: Operation): readonly string[] => [
  ...parameters.filter((each) => each.in === 'query').map(({ name }) => name),
  ...Object.values((requestBody as Body)?.content ?? {}).flatMap(({ schema }) => below(schema)),
];

/** What GETs call their own filters, by their paths. */
const ownNames = new Map<string, Readonly<Record<string, string>>>(
  queries({ db: {} as never, store: {} as never, now: () => new Date(), parked: async () => [] }).flatMap(
    ({ path, fieldNames: own }) => (own === undefined ? [] : [[`/api/v1${path}`, own] as const]),
  ),
);
test('every field of every body and filter has a Chinese name', () => {
  expect(new Set(calls.flatMap(({ operation }) => namesOf(operation))).size).toBeGreaterThan(150);
  expect(ownNames.get('/api/v1/report-sell-clean')).toMatchObject({ barcode: '维修单号' });
  const nameless = calls.flatMap(({ path, operation }) => {
    const known = { ...fieldNames(), ...ownNames.get(path) };
    return namesOf(operation).filter((name) => known[name.replace(/(Order|Arr)$/, '')] === undefined);
  });
  expect([...new Set(nameless)]).toEqual([]);
});

/** Only what is wrong, without a word for where. */
const BARE = /^(不能|最多|最少|必须|应为|格式|请输入(数字|整数|文字)|请选择(正确|是或否)|请至少选择一项)/;
test('a refused body is told with the name of its first wrong field', async () => {
  const bare: string[] = [];
  let told = 0;
  for (const { path, method, operation } of calls) {
    const json = (operation.requestBody as Body)?.content['application/json'];
    if (json === undefined || path.includes('logout')) continue;
    const wrong = Object.fromEntries(below(json.schema).map((name) => [name, { no: 'value' }]));
    for (const body of [{}, wrong]) {
      const where = path.replaceAll(/\{\w+\}/g, '1');
      const reply = await chain.app.call(method.toUpperCase() as 'POST', where, { body });
      if (reply.status !== 422) continue;
      told += 1;
      if (BARE.test(String(reply.body.msg))) bare.push(`${method} ${path}: ${reply.body.msg}`);
    }
  }
  expect(told).toBeGreaterThan(30);
  expect(bare).toEqual([]);
});

test('a field that several forms have is called as each of them calls it', async () => {
  const { customerId, home: shopId, today } = chain;
  const ring = { type: '戒指', style: '光圈', fineness: '足金', weight: 1, cost: 600, remark: '旧戒指' };
  const recycled = { customerId, shopId, recycleAt: today, seller: 'admin' };
  const gift = { shopId, inGiftAt: today, goodsName: '红绳' };
  const told: readonly (readonly [path: string, body: object, msg: RegExp])[] = [
    ['/biz-gift-in', { ...gift, cost: -1 }, /^成本：/],
    ['/biz-gift-in', { ...gift, price: -1 }, /^价格：/],
    ['/biz-alone-recycle', { ...recycled, recycleList: [{ ...ring, cost: -1 }] }, /^第1行“单价”：/],
    ['/biz-alone-recycle', { ...recycled, recycleList: [{ ...ring, price: -1 }] }, /^第1行“金额”：/],
    ['/biz-alone-recycle-detail', { recycleId: 1, ...ring, cost: -1 }, /^单价：/],
    ['/biz-sell', chain.sale([], { sellRecycleList: [{ ...ring, cost: -1 }] }), /^第1行“单价”：/],
    ['/biz-sell', chain.sale([], { sellGiftList: [{ barcode: 'LP0001', price: -1 }] }), /^第1行“价格”：/],
    ['/base-quoted-price', { details: [{ name: '足金', cost: -1 }] }, /^第1行“入库金价”：/],
    ['/base-quoted-price', { details: [{ name: '足金', price: -1 }] }, /^第1行“销售金价”：/],
    ['/base-quoted-price', { details: [{ name: '金'.repeat(100) }] }, /^第1行“成色”：/],
  ];
  for (const [path, body, msg] of told) {
    const reply = await chain.app.post(path, body);
    expect(reply, JSON.stringify(body)).toMatchObject({
      status: 422,
      body: { msg: expect.stringMatching(msg) as string },
    });
  }
});

test('a wrong line is named by its row', async () => {
  const piece = await chain.stock();
  const reply = await chain.app.post(
    '/biz-allocate',
    chain.transfer([{ barcode: piece }, { barcode: 'B-0002', inNum: 1.5 }]),
  );
  expect(reply).toMatchObject({
    status: 422,
    body: { msg: '第2行“调入数量”：请输入整数', data: [{ path: 'bizGoodsList.1.inNum', message: '请输入整数' }] },
  });
});

test('a success names its documents and pieces', async () => {
  const { app } = chain;
  const piece = await chain.stock({ num: 9 });
  const saved = await app.post('/biz-allocate', chain.transfer([{ barcode: piece }]));
  const id = Number(saved.body.data);
  expect(saved.body.msg).toBe(`保存成功：DB${id}`);
  expect((await chain.audit('/biz-allocate', [id])).body.msg).toBe(`审核成功：DB${id}`);
  expect((await chain.unaudit('/biz-allocate', [id])).body.msg).toBe(`反审核成功：DB${id}`);
  const others: number[] = [];
  for (let count = 0; count < 4; count += 1)
    others.push(Number((await app.post('/biz-allocate', chain.transfer([{ barcode: piece }]))).body.data));
  const [one, two, three] = others;
  expect((await app.del('/biz-allocate', { ids: others })).body.msg).toBe(
    `删除成功：DB${one}、DB${two}、DB${three} 等4条`,
  );
  const receipt = await app.get('/biz-goods-in?barcode=' + piece);
  const [row] = (receipt.body.data as { list: { id: number }[] }).list;
  expect((await chain.audit('/biz-goods-in', [row!.id])).status).toBe(409);
});
