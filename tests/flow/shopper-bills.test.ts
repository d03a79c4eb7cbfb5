/** Shoppers see their own bills, the slip of one, and where their repairs are (S1§2.16, §7; R28, R95), against a stand-in of the messaging app. */
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { signedInBrowser } from '../support/bound-shopper.ts';
import { messagingApp, type MessagingApp } from '../support/messaging-app.ts';
import { shopperBrowser, type ShopperBrowser } from '../support/shopper-browser.ts';
import { TAG_PRICE, startChain, type Chain, type Line } from './shops.ts';

const PATH = '/biz-sell';
let messaging: MessagingApp;
let chain: Chain;
let ahead = 0;
beforeAll(async () => {
  messaging = await messagingApp('https://house.example');
  chain = await startChain({ env: messaging.env, clock: () => new Date(Date.now() + ahead) });
  await setting('refund_limit', '99999');
}, 60_000);
beforeEach(() => {
  ahead += 61_000;
});
afterAll(async () => {
  await chain.app.stop();
  await messaging.stop();
});
const setting = (configKey: string, configValue: string) => chain.app.put('/set-config', [{ configKey, configValue }]);

let last = 13_700_700_000;
const customer = async (name = '沈女士'): Promise<number> => {
  const reply = await chain.app.post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const signedIn = (customerId: number, openId = `open-${customerId}`): Promise<ShopperBrowser> =>
  signedInBrowser(chain.app, messaging, { openId, customerId });
type Row = Readonly<Record<string, unknown>>;
type Listed = { readonly list: readonly Row[]; readonly count: number; readonly customerId: number };
/** Once the read models show what was written. */
const seen = async (browser: ShopperBrowser, path: string): Promise<unknown> => {
  await chain.app.house.caughtUp();
  const reply = await browser.get(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
const bills = async (browser: ShopperBrowser, query = ''): Promise<Listed> =>
  (await seen(browser, `/wx/bill${query}`)) as Listed;
const idsOf = ({ list }: Listed): readonly unknown[] => list.map(({ id }) => id);
const slip = async (browser: ShopperBrowser, id: number | string): Promise<Row> =>
  (await seen(browser, `/wx/bill-detail/${id}`)) as Row;

const saved = async (body: object): Promise<number> => {
  const reply = await chain.app.post(PATH, body);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const audited = async (id: number): Promise<number> => {
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  return id;
};
const sold = async (customerId: number, lines: readonly Line[], change: object = {}): Promise<number> =>
  audited(await saved(chain.sale(lines, { customerId, ...change })));
const one = async (customerId: number, change: object = {}): Promise<number> =>
  sold(customerId, [{ barcode: await chain.stock() }], change);

describe('the list', () => {
  test('has the audited orders of the customer and of records merged into his, the newest first, and no others (S1§2.16/6)', async () => {
    const [mine, merged, other] = [await customer(), await customer('沈'), await customer('外人')];
    const yesterday = addDays(chain.today, -1);
    const [old, young] = [await one(mine, { sellAt: yesterday }), await one(mine)];
    const ofMerged = await one(merged, { sellAt: yesterday, shopId: chain.home });
    await one(other);
    expect(
      (await chain.app.post('/base-customer/merge', { keepId: mine, mergeId: merged, reason: '同一人' })).status,
    ).toBe(200);
    const [pending, gone, reopened] = [
      await saved(chain.sale([{ barcode: await chain.stock() }], { customerId: mine })),
      await saved(chain.sale([{ barcode: await chain.stock() }], { customerId: mine })),
      await one(mine),
    ];
    expect((await chain.app.del(PATH, { ids: [gone] })).status).toBe(200);
    expect((await chain.unaudit(PATH, [reopened])).status).toBe(200);
    const shopper = await signedIn(mine);
    const found = await bills(shopper);
    expect(found).toMatchObject({ count: 3, customerId: mine });
    expect(found.list).toEqual(
      [
        [young, chain.today],
        [ofMerged, yesterday],
        [old, yesterday],
      ].map(([id, sellAt]) => ({ id, orderNo: `XS${id}`, shopName: '罗湖店', sellAt })),
    );
    await audited(pending);
    expect(idsOf(await bills(shopper))).toEqual([pending, young, ofMerged, old]);
  });
  test('is of the session alone: a foreign openId is 403, nobody is 401, the own openId may be named (S1§2.16/6)', async () => {
    const mine = await customer();
    const id = await one(mine);
    const shopper = await signedIn(mine);
    expect(idsOf(await bills(shopper, `?openId=open-${mine}`))).toEqual([id]);
    for (const path of ['/wx/bill', `/wx/bill-detail/${id}`, '/wx/repairs']) {
      expect((await shopper.get(`${path}?openId=open-else`)).status, path).toBe(403);
      expect((await shopperBrowser(chain.app, messaging).get(path)).status, path).toBe(401);
      expect((await shopperBrowser(chain.app, messaging).get(`${path}?openId=open-${mine}`)).status, path).toBe(401);
    }
  });
  test('of five hundred bills comes in pages, each bill once (S1§2.16/6)', async () => {
    const mine = await customer();
    const id = await one(mine);
    await chain.app.house.caughtUp();
    await chain.app.house.deps.master.query(sql.unsafe`
      INSERT INTO live.sales
      SELECT copy.* FROM live.sales AS d, generate_series(1, 499) AS n,
        LATERAL jsonb_populate_record(d, jsonb_build_object('id', 900000000 + n, 'sold_on', d.sold_on - n % 30)) AS copy
      WHERE d.id = ${id}::bigint`);
    const shopper = await signedIn(mine);
    const all: Row[] = [];
    for (let pageIndex = 1; pageIndex <= 6; pageIndex += 1) {
      const page = await bills(shopper, `?pageSize=100&pageIndex=${pageIndex}`);
      expect(page.count).toBe(500);
      all.push(...page.list);
    }
    expect(new Set(all.map((row) => row['id'])).size).toBe(500);
    expect(all).toHaveLength(500);
    const days = all.map(({ sellAt }) => String(sellAt));
    expect(days).toEqual(days.toSorted().toReversed());
  });
  test('prices are in it only where the house shows them (S1§2.16/6)', async () => {
    const mine = await customer();
    await one(mine);
    const shopper = await signedIn(mine);
    expect((await bills(shopper)).list[0]).not.toHaveProperty('amount');
    await setting('wx_slip_price', 'true');
    expect((await bills(shopper)).list[0]).toMatchObject({ amount: TAG_PRICE });
    expect((await setting('wx_slip_price', '也许')).status).toBe(422);
    await setting('wx_slip_price', 'false');
  });
});

describe('the slip', () => {
  test('tells shop, points, seller, day, terms and each piece with weight, fineness and certificate (S1§2.16/7)', async () => {
    const mine = await customer();
    await setting('wx_slip_terms', '一、终身清洗。\n二、凭单换款。');
    const barcode = await chain.stock({ cerif: 'GTC20260001', pictures: '["ring.webp"]' });
    const id = await sold(mine, [{ barcode }]);
    const shopper = await signedIn(mine);
    const found = await slip(shopper, id);
    const [piece] = found['list'] as Row[];
    const order = (await chain.record(PATH, id)) as {
      points: number;
      seller: string;
      sellGoodsList: Row[];
    };
    expect(found).toMatchObject({
      id,
      orderNo: `XS${id}`,
      shopName: '罗湖店',
      sellAt: chain.today,
      seller: order.seller,
      points: order.points,
      usablePoints: order.points,
      terms: '一、终身清洗。\n二、凭单换款。',
      others: [],
    });
    const [line] = order.sellGoodsList;
    expect(piece).toEqual({
      barcode,
      name: line?.['name'],
      num: 1,
      type: line?.['type'],
      style: line?.['style'],
      fineness: line?.['fineness'],
      goldContent: expect.any(String),
      goldWeight: line?.['sellGoldWeight'],
      weight: expect.any(Number),
      stone: expect.any(String),
      stoneCt: expect.any(Number),
      stoneP: expect.any(Number),
      cerif: 'GTC20260001',
      thumb: '/static/uploadfile/thumb/ring.webp',
      photo: '/static/uploadfile/ring.webp',
      returned: 0,
      warranty: expect.stringMatching(/^https:\/\/house\.example\/v\/JW1\./),
    });
    const checked = await chain.app.get(`/warranty?text=${encodeURIComponent(String(piece?.['warranty']))}`, {
      token: null,
    });
    expect(checked.status, checked.text).toBe(200);
    expect(await slip(shopper, `xs${id}`)).toEqual(found);
    await setting('wx_slip_price', 'true');
    expect(await slip(shopper, id)).toMatchObject({ amount: TAG_PRICE, list: [{ price: TAG_PRICE }] });
    await setting('wx_slip_price', 'false');
    expect((await setting('wx_slip_terms', '条'.repeat(2001))).status).toBe(422);
  });
  test('says what was brought back since; the order that took it says so, too (S1§2.16/7)', async () => {
    const mine = await customer();
    const barcode = await chain.stock({ num: 2 });
    const id = await sold(mine, [{ barcode, num: 2 }], {
      sellBalanceList: [{ balance: '现金', amount: TAG_PRICE * 2 }],
    });
    const shopper = await signedIn(mine);
    const back = await saved(
      chain.sale([], {
        customerId: mine,
        sellChangeList: [{ rawSellId: id, barcode, returnNum: 1 }],
        sellBalanceList: [{ balance: '现金', amount: -TAG_PRICE }],
      }),
    );
    expect(await slip(shopper, id)).toMatchObject({ list: [{ num: 2, returned: 0 }] });
    await audited(back);
    const [piece] = (await slip(shopper, id))['list'] as Row[];
    expect(piece).toMatchObject({ num: 2, returned: 1 });
    expect(await slip(shopper, back)).toMatchObject({
      list: [],
      others: [{ kind: '退回', name: piece?.['name'], num: 1 }],
    });
  });
  test('another’s bill, one that is pending, reopened or deleted, and what is none are answered alike (S1§7/10)', async () => {
    const [mine, other] = [await customer(), await customer('外人')];
    const foreign = await one(other);
    const reopened = await one(mine);
    const pending = await saved(chain.sale([{ barcode: await chain.stock() }], { customerId: mine }));
    const gone = await saved(chain.sale([{ barcode: await chain.stock() }], { customerId: mine }));
    await chain.unaudit(PATH, [reopened]);
    await chain.app.del(PATH, { ids: [gone] });
    await chain.app.house.caughtUp();
    const [shopper, unbound] = [await signedIn(mine), await signedIn(0, 'open-nobody')];
    const nothing = ['999999999', 'XS999999999', '0', '-1', '1e3', 'XS', '陌生', '999999999999999999999'];
    for (const text of [foreign, `XS${foreign}`, reopened, pending, gone, ...nothing].map(String)) {
      const reply = await shopper.get(`/wx/bill-detail/${encodeURIComponent(text)}`);
      expect([reply.status, reply.body], text).toEqual([404, { code: 404, msg: '没有找到这张质保单', data: null }]);
    }
    expect((await unbound.get(`/wx/bill-detail/${foreign}`)).status).toBe(404);
  });
});

describe('whose record changes while he is signed in', () => {
  test('unbound or disabled he is told that nothing is his; erased he is signed out (S1§7/10)', async () => {
    const mine = await customer();
    const id = await one(mine);
    const unbound = await signedIn(0, 'open-stranger');
    const nothing = { list: [], count: 0, customerId: 0 };
    expect(await bills(unbound)).toMatchObject(nothing);
    expect(await seen(unbound, '/wx/repairs')).toMatchObject(nothing);
    const shopper = await signedIn(mine);
    expect(idsOf(await bills(shopper))).toEqual([id]);
    const record = await chain.record('/base-customer', mine);
    expect((await chain.app.put(`/base-customer/${mine}`, { ...record, status: '1' })).status).toBe(200);
    expect(await bills(shopper)).toMatchObject(nothing);
    expect((await shopper.get(`/wx/bill-detail/${id}`)).status).toBe(404);
    expect((await chain.app.put(`/base-customer/${mine}`, { ...record, status: '2' })).status).toBe(200);
    expect(idsOf(await bills(shopper))).toEqual([id]);
    expect((await chain.app.post(`/base-customer/${mine}/erase`, { reason: '本人要求' })).status).toBe(200);
    expect((await shopper.get('/wx/bill')).status).toBe(401);
  });
  test('merged into another he sees both; parted again he signs in anew (S1§7/10)', async () => {
    const [keep, mine] = [await customer('甲'), await customer('乙')];
    const [kept, own] = [await one(keep), await one(mine)];
    const shopper = await signedIn(mine);
    const both = { keepId: keep, mergeId: mine };
    expect((await chain.app.post('/base-customer/merge', { ...both, reason: '同一人' })).status).toBe(200);
    expect(idsOf(await bills(shopper))).toEqual([own, kept]);
    expect(await slip(shopper, kept)).toMatchObject({ id: kept });
    expect((await chain.app.post('/base-customer/unmerge', { ...both, reason: '不是同一人' })).status).toBe(200);
    expect((await shopper.get('/wx/bill')).status).toBe(401);
  });
});

test('repairs are told with the days of their steps, what waits first, without who had them in hand (S1§3/17)', async () => {
  const [mine, other] = [await customer(), await customer('外人')];
  const ring = { type: '戒指', style: '光圈', fineness: '足金', weight: 3.2, price: 50, remark: '改圈' };
  const handedIn = async (customerId: number, lines: readonly object[]): Promise<readonly number[]> => {
    const amount = 50 * lines.length;
    const sale = await saved(
      chain.sale([], { customerId, sellCleanList: lines, sellBalanceList: [{ balance: '现金', amount }] }),
    );
    const rows = (await chain.app.get(`/biz-sell-clean/list?sellId=${sale}`)).body.data as { id: number }[];
    return rows.map(({ id }) => id);
  };
  const step = async (id: number, body: object): Promise<void> => {
    expect((await chain.app.put(`/biz-sell-clean/step/${id}`, { by: '李师傅', ...body })).status).toBe(200);
  };
  const [fetched = 0, waiting = 0] = await handedIn(mine, [ring, { ...ring, type: '项链' }]);
  await handedIn(other, [ring]);
  await step(fetched, { step: '已送修', remark: '内部：送总店' });
  await step(fetched, { step: '已取件', by: '王女士' });
  const shopper = await signedIn(mine);
  const found = (await seen(shopper, '/wx/repairs')) as Listed;
  expect(found).toMatchObject({ count: 2, customerId: mine });
  const { today } = chain;
  expect(found.list).toEqual([
    {
      id: waiting,
      no: `WX${waiting}`,
      shopName: '罗湖店',
      sellAt: today,
      promiseAt: addDays(today, 7),
      overdueDays: 0,
      state: '已收件',
      type: '项链',
      style: '光圈',
      fineness: '足金',
      weight: 3.2,
      remark: '改圈',
      steps: ['已收件', '已送修', '已修好', '已取件'].map((word, place) => ({
        step: word,
        at: place === 0 ? today : '',
      })),
    },
    expect.objectContaining({
      id: fetched,
      state: '已取件',
      steps: [
        { step: '已收件', at: today },
        { step: '已送修', at: today },
        { step: '已修好', at: '' },
        { step: '已取件', at: today },
      ],
    }),
  ]);
  expect(JSON.stringify(found)).not.toMatch(/李师傅|王女士|总店/);
});
