/** Every field of every form against values that no form sends: refused by name in Chinese, or kept as it was typed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GOODS_FIELDS } from 'services/goods/contract';
import { sampleBody } from '../../services/goods/sample.ts';
import { NASTY, changed, isHonest } from './bad-input.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
}, 60_000);
afterAll(() => chain.app.stop());

type Form = {
  readonly path: string;
  readonly fields: readonly string[];
  /** A good body; fresh for every use. */
  readonly body: (n: number) => Promise<unknown>;
  /** Fields kept as text: what was accepted reads back as typed. */
  readonly texts: readonly string[];
};

const goods = Object.values(GOODS_FIELDS).map(({ wire }) => wire as string);
const FORMS: readonly Form[] = [
  {
    path: '/biz-goods-in',
    fields: [
      ...goods,
      'id',
      'shopId',
      'supplierId',
      'inStorageAt',
      'batchNo',
      'barcode',
      'num',
      'status',
      'printTemplate',
    ],
    body: async () => sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today }),
    texts: ['name', 'remark', 'batchNo', 'spec', 'cerif', 'examUrl'],
  },
  {
    path: '/base-shop',
    fields: ['name', 'status', 'remark'],
    body: async (n) => ({ name: `分店${n}`, status: '2', remark: '' }),
    texts: ['name', 'remark'],
  },
  {
    path: '/base-supplier',
    fields: ['name', 'contract', 'mobile', 'addr', 'qq', 'weichat', 'grade', 'remark', 'status'],
    body: async (n) => ({ name: `供应商${n}`, contract: '张三', mobile: '13800000000', status: '2' }),
    texts: ['name', 'contract', 'addr', 'qq', 'weichat', 'grade', 'remark'],
  },
  {
    path: '/base-customer',
    fields: ['name', 'contract', 'vip', 'contracter', 'mobile', 'addr', 'qq', 'weichat', 'remark', 'status'],
    body: async (n) => ({ name: `客户${n}`, mobile: `137${String(n).padStart(8, '0')}`, status: '2' }),
    texts: ['name', 'contract', 'contracter', 'addr', 'qq', 'weichat', 'remark'],
  },
];

/** A document that is not accepted needs no new piece; each accepted one takes its piece away. */
const stocked = async (build: (barcode: string) => unknown): Promise<() => Promise<unknown>> => {
  let barcode = await chain.stock();
  return async () => {
    if ((await chain.free(barcode)) === null) barcode = await chain.stock();
    return build(barcode);
  };
};

let serial = 0;
const tryAll = async ({ path, fields, texts, body }: Form): Promise<void> => {
  for (const field of fields) {
    for (const [name, value] of NASTY) {
      const what = `${path} ${field} = ${name}`;
      const reply = await chain.app.post(path, changed(await body((serial += 1)), field, value));
      isHonest(reply, what);
      expect([200, 404, 409, 422], `${what} ${reply.text}`).toContain(reply.status);
      if (reply.status !== 200) continue;
      const read = await chain.app.get(`${path}/${String(reply.body.data)}`);
      expect(read.status, `${what}: ${read.text.slice(0, 200)}`).toBe(200);
      if (!texts.includes(field) || typeof value !== 'string') continue;
      expect((read.body.data as Record<string, unknown>)[field], what).toBe(value.trim());
    }
  }
};

test.each(FORMS)('$path', { timeout: 120_000 }, (form) => tryAll(form));

test('/biz-allocate', async () => {
  const lines = ['barcode', 'goodsId', 'inNum', 'outPrice', 'inPrice', 'remark', 'name', 'type'];
  await tryAll({
    path: '/biz-allocate',
    fields: [
      'outShopId',
      'inShopId',
      'allocateAt',
      'remark',
      'bizGoodsList',
      ...lines.map((one) => `bizGoodsList.0.${one}`),
    ],
    body: await stocked((barcode) => chain.transfer([{ barcode }])),
    texts: ['remark'],
  });
}, 120_000);

test('/biz-sell', async () => {
  const header = [
    'customerId',
    'shopId',
    'sellAt',
    'seller',
    'sellerId',
    'printTemplate',
    'remark',
    'pictures',
    'amount',
    'changeFee',
    'oldFee',
    'giftFee',
    'cleanFee',
    'payableFee',
    'factFee',
    'costAmount',
    'points',
    'sellGoodsList',
    'sellGiftList',
    'sellBalanceList',
  ];
  const lines = [
    'barcode',
    'goodsId',
    'num',
    'rebate',
    'rebateFee',
    'workFee',
    'piceWorkFee',
    'fineWorkFee',
    'cutDown',
    'todayGoldCost',
    'sellGoldWeight',
    'sellPrice',
    'factSellFee',
    'remark',
  ];
  const payment = ['balance', 'amount', 'remark'];
  await tryAll({
    path: '/biz-sell',
    fields: [
      ...header,
      ...lines.map((one) => `sellGoodsList.0.${one}`),
      ...payment.map((one) => `sellBalanceList.0.${one}`),
    ],
    body: await stocked((barcode) => chain.sale([{ barcode }])),
    texts: ['remark'],
  });
}, 180_000);

test('after all that every read model is alive and every list answers', async () => {
  await chain.app.house.caughtUp();
  expect(chain.app.house.health().filter(({ state, parked }) => state === 'failed' || parked.length > 0)).toEqual([]);
  for (const path of [
    '/biz-goods-in',
    '/biz-allocate',
    '/biz-sell',
    '/base-shop',
    '/base-supplier',
    '/base-customer',
  ]) {
    expect((await chain.app.get(`${path}?pageSize=1000`)).status).toBe(200);
  }
});

describe('whole requests', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    chain.app.call('POST', '/base-shop', { body, headers: { 'content-type': 'application/json', ...headers } });

  test('10 MB are too much, broken JSON is malformed, another type is not taken', async () => {
    const big = await post(JSON.stringify({ name: 'x'.repeat(10 * 1024 * 1024) }));
    expect([big.status, big.body.msg]).toEqual([413, '请求内容不能超过1MB']);
    for (const broken of ['{', '{"name":', 'null}', '\ufeff{', '{"a":1,}', '\u0000']) {
      const reply = await post(broken);
      isHonest(reply, broken);
      expect(reply.status).toBe(400);
    }
    expect((await post('<shop/>', { 'content-type': 'text/xml' })).status).toBe(415);
    for (const odd of ['null', '[]', '"x"', '1', 'true']) {
      const reply = await post(odd);
      isHonest(reply, odd);
      expect(reply.status).toBe(422);
    }
  });

  test('a prototype in the body is refused', async () => {
    for (const body of [
      '{"__proto__":{"admin":true},"name":"x","status":"2"}',
      '{"constructor":{"prototype":{"admin":true}},"name":"x","status":"2"}',
    ]) {
      const reply = await post(body);
      isHonest(reply, body);
      expect(reply.status).toBe(400);
    }
    expect(({} as { admin?: boolean }).admin).toBe(undefined);
  });

  test('very deep nesting does no harm', async () => {
    isHonest(await post(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 'deep');
    isHonest(await post(`${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}`), 'deep object');
  });

  test('odd tokens are nobody', async () => {
    for (const token of ['', 'x', 'a.b.c', 'null', 'Bearer', '💍', 'x'.repeat(9000), "' OR 1=1 --"]) {
      const headers = { authorization: `Bearer ${encodeURIComponent(token)}` };
      const reply = await chain.app.call('GET', '/biz-goods-in', { token: null, headers });
      isHonest(reply, token);
      expect(reply.status).toBe(401);
    }
  });

  test('a token ends with its session', async () => {
    await chain.app.addUser({ username: 'leaver', roleIds: [3] });
    const token = await chain.app.signIn('leaver');
    expect((await chain.app.get('/biz-goods-in', { token })).status).toBe(200);
    expect((await chain.app.post('/logout', {}, { token })).status).toBe(200);
    expect((await chain.app.get('/biz-goods-in', { token })).status).toBe(401);
  });
});
