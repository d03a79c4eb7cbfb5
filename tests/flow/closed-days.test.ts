/** Closed days over HTTP (R141): nothing of any kind is written there any more, whoever asks and however close the moment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Reply, RequestOptions } from '../support/app.ts';
import { DAY_FIELDS, datedBodies } from './dated-bodies.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-close';
type Row = Readonly<Record<string, unknown>>;
let chain: Chain;
let [yesterday, before] = ['', ''];
let [manager, areaManager] = ['', ''];
let bodies: ReturnType<typeof datedBodies>;
beforeAll(async () => {
  chain = await startChain();
  yesterday = addDays(chain.today, -1);
  before = addDays(chain.today, -2);
  await chain.app.addUser({ username: 'boss', roleIds: [3], lockShops: [chain.home] });
  manager = await chain.app.signIn('boss');
  await chain.app.addUser({ username: 'area', roleIds: [15] });
  areaManager = await chain.app.signIn('area');
  const house = { name: '金源首饰', contract: '李经理', mobile: '13900000001', status: '2' };
  bodies = datedBodies(chain, idOf(await chain.app.post('/base-supplier', house)));
});
afterAll(() => chain.app.stop());

const idOf = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
/** A shop of its own for each test. */
let shops = 0;
const newShop = async (): Promise<{ readonly id: number; readonly name: string }> => {
  const name = `结账店${(shops += 1)}`;
  return { id: idOf(await chain.app.post('/base-shop', { name, status: '2', remark: '' })), name };
};
const stockIn = (shopId: number): Promise<string> => chain.stock({ shopId });
const close = (shopId: number, day: string, change: object = {}, options?: RequestOptions): Promise<Reply> =>
  chain.app.post(PATH, { shopId, closedUntil: day, ...change }, options);
const rowOf = async (shopId: number): Promise<Row & { readonly id: number }> => {
  const { list } = (await chain.app.get(`${PATH}?shopId=${shopId}`)).body.data as { list: (Row & { id: number })[] };
  expect(list).toHaveLength(1);
  return list[0] as Row & { readonly id: number };
};
const reopen = async (shopId: number, body: object, options?: RequestOptions): Promise<Reply> =>
  chain.app.put(`${PATH}/reopen/${(await rowOf(shopId)).id}`, body, options);
const refused = (reply: Reply, { name }: { readonly name: string }, day = yesterday): void => {
  expect({ status: reply.status, msg: reply.body.msg }).toEqual({
    status: 409,
    msg: expect.stringContaining(`${name} 已结账至 ${day}`) as string,
  });
};
/** At the day of the form, where there is one. */
const refusedAt = (reply: Reply, shop: { readonly name: string }, path: string): void => {
  refused(reply, shop);
  expect(reply.body.data).toEqual([{ path, message: `${shop.name} 已结账至 ${yesterday}` }]);
};
const saleIn = async (shopId: number, sellAt: string): Promise<Record<string, unknown>> =>
  chain.sale([{ barcode: await stockIn(shopId) }], { shopId, sellAt });
const sell = async (shopId: number, sellAt: string): Promise<number> =>
  idOf(await chain.app.post('/biz-sell', await saleIn(shopId, sellAt)));
const exceptionsOf = async (shopId: number): Promise<readonly Row[]> => {
  const reply = await chain.app.get(`/report-exception?kind=closed-day&shopId=${shopId}`);
  return (reply.body.data as { list: Row[] }).list;
};

const bodyOf = (path: string, shopId: number, day: string) => bodies[path]!(shopId, day);
const EDITED_SAME_DAY = ['/biz-gift-in', '/biz-goods-return'];
/** Nobody audits them: they are posted when they are saved. */
const POSTED_AT_ONCE = '/biz-deposit';

describe('whatever the document', () => {
  test.each(Object.keys(DAY_FIELDS).filter((path) => path !== POSTED_AT_ONCE))(
    '%s takes neither new ones, nor edits, audits, 反审核 nor deletions',
    async (path) => {
      const shop = await newShop();
      const of = (day: string): Promise<Record<string, unknown>> => bodyOf(path, shop.id, day);
      const waiting = await of(yesterday);
      const [pending, audited] = [
        idOf(await chain.app.post(path, waiting)),
        path === '/biz-check' ? 0 : idOf(await chain.app.post(path, await of(yesterday))),
      ];
      if (audited > 0) expect(await chain.audit(path, [audited])).toMatchObject({ status: 200 });
      expect(await close(shop.id, yesterday)).toMatchObject({
        status: 409,
        body: {
          msg: expect.stringContaining('还有单据未审核') as string,
          data: [{ documents: [{ id: pending }], more: false }],
        },
      });
      idOf(await close(shop.id, yesterday, { force: true }));

      const field = DAY_FIELDS[path] ?? '';
      refusedAt(await chain.app.post(path, await of(yesterday)), shop, field);
      refused(await chain.app.post(path, await of(before)), shop);
      // Documents that are edited or deleted on their own day alone say that first.
      const edited = await chain.app.put(`${path}/${pending}`, { ...waiting, remark: '改' });
      if (EDITED_SAME_DAY.includes(path)) expect(edited.status).toBe(403);
      else refusedAt(edited, shop, field);
      refused(await chain.audit(path, [pending]), shop);
      const removed = await chain.app.del(path, { ids: [pending] });
      if (path === '/biz-gift-in') expect(removed.status).toBe(409);
      else refused(removed, shop);
      if (audited > 0) refused(await chain.unaudit(path, [audited]), shop);
      // Work goes on today, and is not moved into what is closed.
      const fresh = await of(chain.today);
      const made = await chain.app.post(path, fresh);
      const id = idOf(made);
      const moved = Object.fromEntries(
        Object.entries(fresh).map(([name, value]) => [name, value === chain.today ? yesterday : value]),
      );
      refusedAt(await chain.app.put(`${path}/${id}`, moved), shop, field);
      expect(await chain.audit(path, [id])).toMatchObject({ status: 200 });
      expect(await chain.unaudit(path, [id])).toMatchObject({ status: 200 });
      expect(await chain.app.del(path, { ids: [id] })).toMatchObject({ status: 200 });
    },
  );

  test('a deposit, which is posted when it is saved, neither comes nor is taken back', async () => {
    const shop = await newShop();
    const of = (day: string) => bodyOf(POSTED_AT_ONCE, shop.id, day);
    const id = idOf(await chain.app.post(POSTED_AT_ONCE, await of(yesterday)));
    idOf(await close(shop.id, yesterday));
    refusedAt(await chain.app.post(POSTED_AT_ONCE, await of(yesterday)), shop, 'depositAt');
    refused(await chain.unaudit(POSTED_AT_ONCE, [id]), shop);
    idOf(await chain.app.post(POSTED_AT_ONCE, await of(chain.today)));
  });

  test('is said before anybody is asked for a word', async () => {
    const shop = await newShop();
    idOf(await close(shop.id, yesterday));
    await chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [shop.id] });
    const token = await chain.app.signIn('clerk');
    const below = async (sellAt: string) => {
      const paid = [{ balance: '现金', amount: TAG_PRICE / 2 }];
      const line = { barcode: await stockIn(shop.id), rebate: 50 };
      const body = chain.sale([line], { shopId: shop.id, sellAt, seller: 'clerk', sellBalanceList: paid });
      return chain.app.post('/biz-sell', body, { token });
    };
    expect((await below(chain.today)).body.data).toMatchObject([{ rule: 'rebate' }, { rule: 'floor' }]);
    refusedAt(await below(yesterday), shop, 'sellAt');
  });

  test('a transfer is closed by either of its shops', async () => {
    const [out, into] = [await newShop(), await newShop()];
    const body = async () =>
      chain.transfer([{ barcode: await stockIn(out.id) }], {
        outShopId: out.id,
        inShopId: into.id,
        allocateAt: yesterday,
      });
    const id = idOf(await chain.app.post('/biz-allocate', await body()));
    expect(await close(into.id, yesterday)).toMatchObject({
      status: 409,
      body: { data: [{ kind: 'transfer', documents: [{ no: `DB${id}` }] }] },
    });
    idOf(await close(into.id, yesterday, { force: true }));
    refusedAt(await chain.app.post('/biz-allocate', await body()), into, 'allocateAt');
    refused(await chain.audit('/biz-allocate', [id]), into);
  });

  test('of several that are audited together nothing is done when one lies in a closed day', async () => {
    const shop = await newShop();
    const old = await sell(shop.id, yesterday);
    idOf(await close(shop.id, yesterday, { force: true }));
    const fresh = await sell(shop.id, chain.today);
    expect((await chain.audit('/biz-sell', [fresh, old])).status).toBe(409);
    expect(await chain.record('/biz-sell', fresh)).toMatchObject({ auditFlag: 1 });
  });

  test('a batch of goods does not come into a closed day', async () => {
    const shop = await newShop();
    idOf(await close(shop.id, yesterday));
    const { shopId: _shop, supplierId: _supplier, type, printTemplate, batchNo: _batch, ...row } = sampleBody({});
    const batch = {
      shopId: shop.id,
      supplierId: null,
      type,
      printTemplate,
      batchNo: '',
      inStorageAt: yesterday,
      list: [{ ...row, barcode: '' }],
    };
    refusedAt(await chain.app.post('/biz-goods-in/goods-batch', batch), shop, 'inStorageAt');
    expect((await chain.app.post('/biz-goods-in/goods-batch', { ...batch, inStorageAt: chain.today })).status).toBe(
      200,
    );
  });

  test('what was sold on a closed day comes back today', async () => {
    const shop = await newShop();
    const barcode = await stockIn(shop.id);
    const sale = idOf(
      await chain.app.post('/biz-sell', chain.sale([{ barcode }], { shopId: shop.id, sellAt: yesterday })),
    );
    expect((await chain.audit('/biz-sell', [sale])).status).toBe(200);
    idOf(await close(shop.id, yesterday));
    await chain.app.put('/set-config', [{ configKey: 'refund_limit', configValue: '99999' }]);
    const back = chain.sale([], {
      shopId: shop.id,
      sellChangeList: [{ rawSellId: sale, barcode }],
      sellBalanceList: [{ balance: '现金', amount: -TAG_PRICE }],
    });
    const id = idOf(await chain.app.post('/biz-sell', back));
    expect(await chain.audit('/biz-sell', [id])).toMatchObject({ status: 200 });
  });
});

describe('closing', () => {
  test('ends yesterday at the latest, goes forward alone, and names the shop', async () => {
    const shop = await newShop();
    expect(await close(shop.id, chain.today)).toMatchObject({
      status: 422,
      body: { data: [{ path: 'closedUntil', message: '只能结账到昨天' }] },
    });
    expect(await close(shop.id, '')).toMatchObject({ status: 422 });
    expect((await close(shop.id, before)).body.msg).toBe(`${shop.name} 已结账至 ${before}`);
    refused(await close(shop.id, before), shop, before);
    idOf(await close(shop.id, yesterday, { remark: '月结' }));
    expect(await rowOf(shop.id)).toMatchObject({
      shopName: shop.name,
      closedUntil: yesterday,
      forced: false,
      pending: 0,
      remark: '月结',
      closedBy: '管理员',
    });
    const history = (await chain.app.get(`${PATH}/${(await rowOf(shop.id)).id}/history`)).body.data as Row[];
    expect(history).toHaveLength(2);
    expect(await exceptionsOf(shop.id)).toEqual([]);
  });

  test('what waits of those days is named, at most twenty of a kind; closing all the same is told to the owner', async () => {
    const shop = await newShop();
    const made: number[] = [];
    for (let left = 21; left > 0; left -= 1)
      made.push(idOf(await chain.app.post('/biz-gift-in', await bodyOf('/biz-gift-in', shop.id, before))));
    const reply = await close(shop.id, yesterday);
    const [gifts] = reply.body.data as { kind: string; label: string; documents: { no: string }[]; more: boolean }[];
    expect(gifts).toMatchObject({ kind: 'gift-in', more: true });
    expect(gifts?.documents.map(({ no }) => no)).toEqual(
      made
        .toReversed()
        .slice(0, 20)
        .map((id) => `LP${id}`),
    );
    // Nothing was closed by the question.
    idOf(await chain.app.post('/biz-gift-in', await bodyOf('/biz-gift-in', shop.id, before)));
    idOf(await close(shop.id, yesterday, { force: true }));
    expect(await rowOf(shop.id)).toMatchObject({ forced: true, pending: 20, closedUntil: yesterday });
    expect(await exceptionsOf(shop.id)).toMatchObject([
      { level: '1', what: expect.stringContaining('还有单据未审核') as string },
    ]);
  });

  test('is for whoever answers for the shop, opening again for the general manager alone, with a reason', async () => {
    const shop = { id: chain.home, name: '罗湖店' };
    expect((await close(chain.away, before, {}, { token: manager })).status).toBe(403);
    expect((await close(shop.id, before, { force: true }, { token: areaManager })).status).toBe(403);
    idOf(await close(shop.id, before, { force: true }, { token: manager }));
    const { list } = (await chain.app.get(PATH, { token: manager })).body.data as { list: Row[] };
    expect(list.map(({ shopId }) => shopId)).toEqual([shop.id]);
    expect((await reopen(shop.id, { reason: '补单' }, { token: manager })).status).toBe(403);
    expect((await reopen(shop.id, { reason: '补单' }, { token: areaManager })).status).toBe(403);
    expect(await reopen(shop.id, {})).toMatchObject({ status: 422, body: { data: [{ path: 'reason' }] } });
    expect(await reopen(shop.id, { closedUntil: before, reason: '补单' })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'closedUntil' }] },
    });
    idOf(await reopen(shop.id, { reason: '补录一单' }));
    expect(await rowOf(shop.id)).toMatchObject({ closedUntil: '', reason: '补录一单' });
    expect(await reopen(shop.id, { reason: '再开' })).toMatchObject({ status: 409, body: { msg: '罗湖店 没有结账' } });
    expect((await exceptionsOf(shop.id))[0]).toMatchObject({ what: expect.stringContaining('补录一单') as string });
    await sell(shop.id, before);
  });

  test('of part of the days leaves the rest closed', async () => {
    const shop = await newShop();
    idOf(await close(shop.id, yesterday));
    idOf(await reopen(shop.id, { closedUntil: before, reason: '昨天补一单' }));
    await sell(shop.id, yesterday);
    refused(await chain.app.post('/biz-sell', await saleIn(shop.id, before)), shop, before);
  });
});

test('another day for what is saved already takes the right to edit any day', async () => {
  const id = await sell(chain.home, chain.today);
  const record = await chain.record('/biz-sell', id);
  const list = record['sellGoodsList'] as { barcode: string }[];
  const change = (sellAt: string) => chain.sale([{ barcode: list[0]!.barcode }], { sellAt, shopId: chain.home });
  const asManager = { token: manager };
  expect(await chain.app.put(`/biz-sell/${id}`, change(yesterday), asManager)).toMatchObject({
    status: 403,
    body: { data: [{ path: 'sellAt' }] },
  });
  expect((await chain.app.put(`/biz-sell/${id}`, change(chain.today), asManager)).status).toBe(200);
  const receipt = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today });
  const received = idOf(await chain.app.post('/biz-goods-in', receipt));
  expect(
    await chain.app.put(`/biz-goods-in/${received}`, { ...receipt, inStorageAt: yesterday }, asManager),
  ).toMatchObject({
    status: 403,
    body: { data: [{ path: 'inStorageAt' }] },
  });
});

test('a save of the same moment is before the closing, which then does not stand, or behind it', async () => {
  for (let round = 0; round < 6; round += 1) {
    const shop = await newShop();
    const bodies = [
      await saleIn(shop.id, yesterday),
      await saleIn(shop.id, yesterday),
      await saleIn(shop.id, yesterday),
    ];
    const [closing, ...sales] = await Promise.all([
      close(shop.id, yesterday),
      ...bodies.map((body) => chain.app.post('/biz-sell', body)),
    ]);
    const saved = sales.filter(({ status }) => status === 200);
    expect(sales.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(
      sales.slice(saved.length).map(() => 409),
    );
    expect(closing.status, closing.text).toBe(saved.length === 0 ? 200 : 409);
    expect(await rowsOf(shop.id)).toEqual(
      saved.length === 0 ? [yesterday] : expect.toSatisfy((days: string[]) => days.every((day) => day === '')),
    );
  }
});
const rowsOf = async (shopId: number): Promise<readonly string[]> =>
  ((await chain.app.get(`${PATH}?shopId=${shopId}`)).body.data as { list: { closedUntil: string }[] }).list.map(
    ({ closedUntil }) => closedUntil,
  );
