/** Every field of every form against values that no form sends: refused by name in Chinese, or kept as it was typed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GOODS_FIELDS } from 'services/goods/contract';
import { sampleBody } from '../../services/goods/sample.ts';
import { askInProcess, type Answered } from '../support/in-process.ts';
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
  readonly body: (n: number) => unknown;
  /** Called when a body was accepted, before the next is made; without it bodies may be sent side by side. */
  readonly used?: () => Promise<void>;
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
    body: () => sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today }),
    texts: ['name', 'remark', 'batchNo', 'spec', 'cerif', 'examUrl'],
  },
  {
    path: '/base-shop',
    fields: ['name', 'status', 'remark'],
    body: (n) => ({ name: `分店${n}`, status: '2', remark: '' }),
    texts: ['name', 'remark'],
  },
  {
    path: '/base-supplier',
    fields: ['name', 'contract', 'mobile', 'addr', 'qq', 'weichat', 'grade', 'remark', 'status'],
    body: (n) => ({ name: `供应商${n}`, contract: '张三', mobile: '13800000000', status: '2' }),
    texts: ['name', 'contract', 'addr', 'qq', 'weichat', 'grade', 'remark'],
  },
  {
    path: '/base-customer',
    fields: ['name', 'contract', 'vip', 'contracter', 'mobile', 'addr', 'qq', 'weichat', 'remark', 'status'],
    body: (n) => ({ name: `客户${n}`, mobile: `137${String(n).padStart(8, '0')}`, status: '2' }),
    texts: ['name', 'contract', 'contracter', 'addr', 'qq', 'weichat', 'remark'],
  },
];

const STOCKED_AT_ONCE = 20;
/** A document that is not accepted needs no new piece; each accepted one takes its piece away. */
const stocked = async (
  build: (barcode: string) => unknown,
): Promise<Pick<Form, 'body'> & Required<Pick<Form, 'used'>>> => {
  const pieces: string[] = [];
  const stockUp = async (): Promise<void> => {
    pieces.shift();
    if (pieces.length > 0) return;
    pieces.push(...(await Promise.all(Array.from({ length: STOCKED_AT_ONCE }, () => chain.stock()))));
  };
  await stockUp();
  return { body: () => build(pieces[0] ?? ''), used: stockUp };
};

type Case = { readonly path: string; readonly field: string; readonly value: unknown; readonly what: string };
/** How a case is asked, and how what it made is read: over HTTP or in process. */
type Asks = { readonly send: (body: unknown) => Promise<Answered>; readonly read: (id: string) => Promise<Answered> };
const asksOf = (path: string, onWire: boolean): Asks =>
  onWire
    ? { send: (body) => chain.app.post(path, body), read: (id) => chain.app.get(`${path}/${id}`) }
    : {
        send: (body) => askInProcess(chain.app, ['POST', path], body),
        read: (id) => askInProcess(chain.app, ['GET', `${path}/${id}`]),
      };
/** What a field does with a value is the same without HTTP; each field and each value goes over it once. */
const isOnWire = (field: number, fields: number, value: number): boolean =>
  field % NASTY.length === value || value % fields === field;

let serial = 0;
type Accepted = Case & { readonly id: string; readonly asks: Asks };
const trySave = async (one: Case, asks: Asks, { body, used }: Form): Promise<readonly Accepted[]> => {
  const reply = await asks.send(changed(body((serial += 1)), one.field, one.value));
  isHonest(reply, one.what);
  expect([200, 404, 409, 422], `${one.what} ${reply.text}`).toContain(reply.status);
  if (reply.status !== 200) return [];
  await used?.();
  return [{ ...one, asks, id: String(reply.body.data) }];
};
const readBack = async ({ field, value, what, id, asks }: Accepted, texts: readonly string[]): Promise<void> => {
  const read = await asks.read(id);
  expect(read.status, `${what}: ${read.text.slice(0, 200)}`).toBe(200);
  if (!texts.includes(field) || typeof value !== 'string') return;
  expect((read.body.data as Record<string, unknown>)[field], what).toBe(value.trim());
};
const tryAll = async (form: Form): Promise<void> => {
  const { path, fields, texts, used } = form;
  for (const [n, field] of fields.entries()) {
    const tries = NASTY.map(([name, value], m) => () => {
      const asks = asksOf(path, isOnWire(n, fields.length, m));
      return trySave({ path, field, value, what: `${path} ${field} = ${name}` }, asks, form);
    });
    const accepted: Accepted[] = [];
    if (used === undefined) accepted.push(...(await Promise.all(tries.map((work) => work()))).flat());
    else for (const work of tries) accepted.push(...(await work()));
    await chain.app.house.caughtUp();
    await Promise.all(accepted.map((one) => readBack(one, texts)));
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
    ...(await stocked((barcode) => chain.transfer([{ barcode }]))),
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
    ...(await stocked((barcode) => chain.sale([{ barcode }]))),
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
