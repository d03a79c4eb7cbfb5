/** Shoppers claim gifts (S1§2.16, §3, §4; R22, R88, R137, R159, R160), against a stand-in of the messaging app. */
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { bindShopper } from '../support/bound-shopper.ts';
import { messagingApp, type MessagingApp } from '../support/messaging-app.ts';
import { shopperBrowser, type ShopperBrowser } from '../support/shopper-browser.ts';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

let messaging: MessagingApp;
let chain: Chain;
let ahead = 0;
beforeAll(async () => {
  messaging = await messagingApp('https://house.example');
  chain = await startChain({ env: messaging.env, clock: () => new Date(Date.now() + ahead) });
}, 60_000);
/** Calls of an address are counted by the minute. */
const aMinuteLater = (): void => {
  ahead += 61_000;
};
beforeEach(aMinuteLater);
afterAll(async () => {
  await chain.app.stop();
  await messaging.stop();
});

type Claim = { id: number; title: string; content: string; limitNum: number; status: string; writeOffCode: string };
const GIFT = { title: '金秋好礼', content: '<p>到店即领</p>', total: 3, limitNum: 1, status: '2' };
const idOf = async (reply: Promise<Reply>): Promise<number> => {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return Number(body.data);
};
const gift = (change: object = {}): Promise<number> => idOf(chain.app.post('/mall-giveaway', { ...GIFT, ...change }));
const giftRow = (id: number) => chain.record('/mall-giveaway', id);
const endGift = async (id: number, change: object = { status: '1' }): Promise<void> => {
  const { total } = await giftRow(id);
  expect((await chain.app.put(`/mall-giveaway/${id}`, { ...GIFT, total, ...change })).status).toBe(200);
};
let people = 0;
const customer = (): Promise<number> => {
  people += 1;
  const mobile = `1380020${String(people).padStart(4, '0')}`;
  return idOf(chain.app.post('/base-customer', { name: `客户${people}`, mobile, status: '2' }));
};
const bind = (openId: string, customerId: number) => bindShopper(chain.app, { openId, customerId });
let openIds = 0;
const nextOpenId = (): string => `open-${(openIds += 1)}`;
const phone = async (openId = nextOpenId()): Promise<ShopperBrowser & { readonly openId: string }> => {
  const browser = shopperBrowser(chain.app, messaging);
  const reply = await browser.signIn(openId, 'giveaway');
  expect(reply.status, reply.text).toBe(200);
  return { ...browser, openId };
};
const press = (browser: ShopperBrowser, id: number, key?: string): Promise<Reply> =>
  browser.post('/wx/giveaway/claim', { id, limitNum: 99 }, key === undefined ? {} : { 'idempotency-key': key });
const claimOf = async (reply: Reply | Promise<Reply>): Promise<Claim> => {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return body.data as Claim;
};
const no = async (reply: Promise<Reply>): Promise<unknown> => {
  const { status, body } = await reply;
  return [status, body.msg];
};
const claimAtShop = (billId: number, customerId: number): Promise<Reply> =>
  chain.app.post('/mall-write-off', { name: '王女士', mobile: '13800138000', billType: '1', billId, customerId });
const rows = async (billId: number): Promise<readonly Record<string, unknown>[]> => {
  const reply = await chain.app.get(`/mall-write-off?billId=${billId}&pageSize=500`);
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.data as { readonly list: readonly Record<string, unknown>[] }).list;
};
const collect = (id: number, writeOffCode: string, shopId?: number): Promise<Reply> =>
  chain.app.put(`/mall-write-off/user/${id}`, { writeOffCode, ...(shopId !== undefined && { shopId }) });

describe('the gift that is offered', () => {
  test('is told to whoever is signed in, without what the shop alone knows; nobody else hears of it (S1§2.16/1)', async () => {
    const id = await gift({ title: '福袋', remark: '进价三元', limitNum: 2 });
    const shopper = await phone();
    const shown = { id, title: '福袋', content: '<p>到店即领</p>', limitNum: 2, mayClaim: 2 };
    expect((await shopper.get('/wx/giveaway')).body.data).toEqual(shown);
    expect((await shopper.get(`/wx/giveaway?openId=${shopper.openId}`)).body.data).toEqual(shown);
    expect((await shopper.get('/wx/write-off')).body.data).toBeNull();
    await claimOf(press(shopper, id));
    expect((await shopper.get('/wx/giveaway')).body.data).toEqual({ ...shown, mayClaim: 1 });
    for (const path of ['/wx/giveaway', '/wx/write-off']) {
      expect((await shopperBrowser(chain.app).get(path)).status).toBe(401);
      expect((await shopper.get(`${path}?openId=open-other`)).status).toBe(403);
    }
    for (const row of (
      (await chain.app.get('/mall-giveaway?status=2&pageSize=100')).body.data as { list: { id: number }[] }
    ).list)
      await endGift(row.id);
    expect((await shopper.get('/wx/giveaway')).body.data).toBeNull();
  });
});

describe('a claim', () => {
  test('gives a waiting code; the shop finds it by scan, hands it over once, and the shopper sees where (S1§2.16/1)', async () => {
    const id = await gift();
    const shopper = await phone();
    const one = await customer();
    await bind(shopper.openId, one);
    const claim = await claimOf(press(shopper, id));
    expect(claim).toEqual({
      id: expect.any(Number),
      title: '金秋好礼',
      content: '<p>到店即领</p>',
      limitNum: 1,
      status: '1',
      writeOffCode: expect.stringMatching(/^HX\d{12}$/),
      usedAt: '',
      usedShopName: '',
    });
    expect((await shopper.get('/wx/write-off')).body.data).toEqual(claim);
    const [row] = await rows(id);
    expect(row).toMatchObject({ id: claim.id, customerId: one, name: `客户${people}`, openId: '••••', source: '1' });
    expect(row).toMatchObject({ writeOffCode: '••••', status: '1', limitNum: 1, billType: '1', billId: id });
    const scanned = await chain.app.get(`/mall-write-off?writeOffCode=${claim.writeOffCode}`);
    expect((scanned.body.data as { list: unknown[] }).list).toHaveLength(1);
    expect((await collect(claim.id, claim.writeOffCode, chain.home)).status).toBe(200);
    expect((await collect(claim.id, claim.writeOffCode, chain.home)).status).toBe(409);
    const seen = await claimOf(shopper.get('/wx/write-off'));
    expect(seen).toMatchObject({
      id: claim.id,
      status: '2',
      usedShopName: '罗湖店',
      usedAt: expect.stringMatching(/^20.*\+08:00$/),
    });
    expect(await giftRow(id)).toMatchObject({ total: 2, claimed: 1, collected: 1 });
    expect(await no(press(shopper, id))).toEqual([409, '您已达上限：每人限领1份']);
  });

  test('pressed again is the same one: by the same press, or where everybody may have one (S1§2.16/1)', async () => {
    const single = await gift();
    const shopper = await phone();
    const replies = await Promise.all([1, 2, 3].map(() => press(shopper, single)));
    expect(new Set(replies.map(({ body }) => (body.data as Claim).writeOffCode)).size).toBe(1);
    expect((await giftRow(single))['total']).toBe(2);
    const twice = await gift({ total: 5, limitNum: 2 });
    const sent = await Promise.all([1, 2, 3].map(() => press(shopper, twice, 'press-1')));
    expect(new Set(sent.map(({ body }) => (body.data as Claim).id)).size).toBe(1);
    const second = await claimOf(press(shopper, twice, 'press-2'));
    expect(second.id).not.toBe((sent[0]!.body.data as Claim).id);
    expect(await no(press(shopper, twice, 'press-3'))).toEqual([409, '您已达上限：每人限领2份']);
    expect(await claimOf(press(shopper, twice, 'press-2'))).toEqual(second);
    // Another's press of that name is his own.
    const other = await claimOf(press(await phone(), twice, 'press-2'));
    expect(other.id).not.toBe(second.id);
    expect((await giftRow(twice))['total']).toBe(2);
  });

  test('of two that wait the one that is not collected is shown until it is (S1§2.16/1)', async () => {
    const id = await gift({ limitNum: 2 });
    const shopper = await phone();
    const [first, second] = [await claimOf(press(shopper, id, 'a')), await claimOf(press(shopper, id, 'b'))];
    const shown = async () => (await claimOf(shopper.get('/wx/write-off'))).id;
    expect(await shown()).toBe(second.id);
    expect((await collect(second.id, second.writeOffCode)).status).toBe(200);
    expect(await shown()).toBe(first.id);
    expect((await collect(first.id, first.writeOffCode)).status).toBe(200);
    expect(await shown()).toBe(second.id);
  });

  test('of a gift that ended, is all gone or never was is a no in plain words; what he has stays his (S1§2.16/1)', async () => {
    const [ended, last] = [await gift(), await gift({ total: 1 })];
    const [one, two] = [await phone(), await phone()];
    const claim = await claimOf(press(one, last));
    expect(await no(press(two, last))).toEqual([409, '礼品已领完']);
    expect((await claimOf(press(one, last))).id).toBe(claim.id);
    await endGift(ended);
    expect(await no(press(one, ended))).toEqual([409, '礼品活动已结束']);
    expect(await no(press(one, 2_000_000_000))).toEqual([404, '没有这份礼品，请刷新后再领取']);
    expect((await one.post('/wx/giveaway/claim', { limitNum: 1 })).body.data).toEqual([
      { path: 'id', message: '请选择礼品' },
    ]);
    expect((await one.post('/wx/giveaway/claim', { id: last, openId: 'open-other' })).status).toBe(403);
    expect((await shopperBrowser(chain.app).post('/wx/giveaway/claim', { id: last })).status).toBe(401);
    const foreign = await one.post('/wx/giveaway/claim', { id: last }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
  });
});

describe('one person', () => {
  test('on two phones, before and after binding, after unbinding and at the counter has the limit once (S1§4/22)', async () => {
    const refused = [409, '您已达上限：每人限领1份'];
    const id = await gift({ total: 50 });
    const claimThenBind = await phone();
    const one = await customer();
    const before = await claimOf(press(claimThenBind, id));
    expect((await rows(id))[0]).toMatchObject({ name: '微信顾客', mobile: '', customerId: 0, source: '1' });
    await bind(claimThenBind.openId, one);
    expect((await claimAtShop(id, one)).body.msg).toBe('每人限领1份，该客户已领完');
    expect((await claimOf(claimThenBind.get('/wx/write-off'))).id).toBe(before.id);
    const secondPhone = await phone();
    await bind(secondPhone.openId, one);
    expect(await no(press(secondPhone, id))).toEqual(refused);
    expect((await secondPhone.get('/wx/write-off')).body.data).toBeNull();

    const atCounter = await customer();
    const unbinder = await phone();
    await bind(unbinder.openId, atCounter);
    const typed = await idOf(claimAtShop(id, atCounter));
    expect((await claimOf(unbinder.get('/wx/write-off'))).id).toBe(typed);
    expect((await unbinder.post('/wx/unbind', {})).status).toBe(200);
    expect(await no(press(await phone(unbinder.openId), id))).toEqual(refused);

    const [kept, merged] = [await customer(), await customer()];
    const [ofKept, ofMerged] = [await phone(), await phone()];
    await bind(ofKept.openId, kept);
    await bind(ofMerged.openId, merged);
    const claim = await claimOf(press(ofMerged, id));
    const pair = { keepId: kept, mergeId: merged, reason: '同一人' };
    expect((await chain.app.post('/base-customer/merge', pair)).status).toBe(200);
    expect((await claimOf(ofKept.get('/wx/write-off'))).id).toBe(claim.id);
    expect((await claimOf(press(ofKept, id))).id).toBe(claim.id);
    expect((await giftRow(id))['claimed']).toBe(3);
  });

  test('signed in by number claims for his record; disabled he is sent to the shop; erased nothing names him (S1§2.16/1)', async () => {
    const id = await gift({ total: 10 });
    const one = await customer();
    const shopper = await phone();
    await claimOf(press(shopper, id));
    await bind(shopper.openId, one);
    const other = await gift({ total: 10 });
    const claim = await claimOf(press(shopper, other));
    await chain.app.house.deps.master.query(sql.unsafe`
      UPDATE master.shopper_session SET open_id = '', customer_id = ${one}::bigint WHERE open_id = ${shopper.openId}`);
    expect((await claimOf(shopper.get('/wx/write-off'))).id).toBe(claim.id);
    const third = await gift({ total: 10 });
    await claimOf(press(shopper, third));
    expect(await rows(third)).toMatchObject([{ customerId: one, openId: '', source: '1' }]);
    const row = await chain.record('/base-customer', one);
    expect((await chain.app.put(`/base-customer/${one}`, { ...row, status: '1' })).status).toBe(200);
    const fourth = await gift();
    expect(await no(press(shopper, fourth))).toEqual([409, '您的客户资料已停用，请到门店咨询']);
    expect((await chain.app.post(`/base-customer/${one}/erase`, { reason: '本人要求' })).status).toBe(200);
    expect(await no(press(shopper, fourth))).toEqual([401, '请从微信公众号进入']);
    for (const billId of [id, other, third])
      expect(await rows(billId)).toMatchObject([{ name: '已注销', mobile: '', openId: '', status: '1' }]);
    const Text = z.object({ text: z.string() });
    const { master } = chain.app.house.deps;
    const left = [
      ...(await master.anyFirst(sql.type(Text)`SELECT to_jsonb(t)::text AS text FROM master.write_off AS t`)),
      ...(await master.anyFirst(sql.type(Text)`SELECT to_jsonb(t)::text AS text FROM master.change_log AS t`)),
      ...(await master.anyFirst(sql.type(Text)`SELECT to_jsonb(t)::text AS text FROM master.command AS t`)),
    ];
    expect(left.length).toBeGreaterThan(10);
    expect(left.filter((text) => text.includes(`"${shopper.openId}"`))).toEqual([]);
  });
});

test('logs have neither openId nor code, and the list is filtered by who claimed (S1§2.16/1)', async () => {
  const id = await gift({ total: 10 });
  const shopper = await phone('open-in-no-log');
  const claim = await claimOf(press(shopper, id));
  await idOf(claimAtShop(id, await customer()));
  const bySource = async (source: string) =>
    ((await chain.app.get(`/mall-write-off?billId=${id}&source=${source}`)).body.data as { list: { id: number }[] })
      .list;
  expect(await bySource('1')).toMatchObject([{ id: claim.id }]);
  expect(await bySource('2')).toHaveLength(1);
  expect((await chain.app.get('/mall-write-off?source=3')).status).toBe(422);
  const Text = z.object({ text: z.string() });
  const { master } = chain.app.house.deps;
  const logged = [
    ...(await master.anyFirst(sql.type(Text)`SELECT to_jsonb(t)::text AS text FROM master.change_log AS t`)),
    ...(await master.anyFirst(sql.type(Text)`SELECT to_jsonb(t)::text AS text FROM master.command AS t`)),
  ];
  expect(logged.filter((text) => text.includes('open-in-no-log') || text.includes(claim.writeOffCode))).toEqual([]);
});

test('two hundred at once over one gift: exactly the total succeed (S1§4/22)', { timeout: 60_000 }, async () => {
  const TOTAL = 150;
  const id = await gift({ total: TOTAL });
  const phones: ShopperBrowser[] = [];
  for (let nth = 0; nth < 200; nth += 1) {
    if (nth % 200 === 0) aMinuteLater();
    phones.push(await phone());
  }
  aMinuteLater();
  const from = performance.now();
  const replies = await Promise.all(phones.map((one) => press(one, id)));
  const took = performance.now() - from;
  const won = replies.filter(({ status }) => status === 200).map(({ body }) => (body.data as Claim).writeOffCode);
  expect([won.length, new Set(won).size]).toEqual([TOTAL, TOTAL]);
  const lost = replies.filter(({ status }) => status !== 200);
  expect(new Set(lost.map(({ status, body }) => `${status} ${body.msg}`))).toEqual(new Set(['409 礼品已领完']));
  expect(await giftRow(id)).toMatchObject({ total: 0, claimed: TOTAL });
  // On a machine of its own it is 2 s at most; here others run beside it.
  expect(took).toBeLessThan(20_000);
});
