/**
 * Behind a shopper's card: points and stored value, what he agreed to, a copy of his data, asking to be erased (R28, R67, R159). One file,
 * because all parts take the same steps (a customer with consents, points and stored value, who signs in by the messaging app).
 */
import { sql } from 'slonik';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedInBrowser } from '../support/bound-shopper.ts';
import { messagingApp, type MessagingApp } from '../support/messaging-app.ts';
import { roleWith } from '../support/roles.ts';
import { shopperBrowser, type ShopperBrowser } from '../support/shopper-browser.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

let messaging: MessagingApp;
let chain: Chain;
let ahead = 0;
beforeAll(async () => {
  messaging = await messagingApp('https://house.example');
  chain = await startChain({ env: messaging.env, clock: () => new Date(Date.now() + ahead) });
}, 60_000);
beforeEach(() => {
  ahead += 61_000;
});
afterAll(async () => {
  await chain.app.stop();
  await messaging.stop();
});

let last = 13_700_900_000;
const customer = async (name = '沈女士', more: object = {}): Promise<number> => {
  const body = { name, mobile: String((last += 1)), status: '2', ...more };
  const reply = await chain.app.post('/base-customer', body);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const signedIn = (customerId: number, openId = `card-${customerId}`): Promise<ShopperBrowser> =>
  signedInBrowser(chain.app, messaging, { openId, customerId });
type Row = Readonly<Record<string, unknown>>;
/** Once the read models show what was written. */
const seen = async (browser: ShopperBrowser, path: string): Promise<Row> => {
  await chain.app.house.caughtUp();
  const reply = await browser.get(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data as Row;
};
const corrected = async (customerId: number, points: number): Promise<void> => {
  const reply = await chain.app.post('/base-customer/points', { customerId, points, reason: '内部说明' });
  expect(reply.status, reply.text).toBe(200);
};
const stored = async (customerId: number, amount: number): Promise<number> => {
  const body = { customerId, shopId: chain.home, depositAt: chain.today, account: '储值卡', kind: '1', amount };
  const reply = await chain.app.post('/biz-deposit', { ...body, seller: 'admin' });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const agreed = async (customerId: number, purpose: string, channel = 'paper'): Promise<number> => {
  const reply = await chain.app.post('/base-customer-consent', { customerId, purpose, channel });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const sold = async (customerId: number): Promise<number> => {
  const reply = await chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], { customerId }));
  expect(reply.status, reply.text).toBe(200);
  const id = Number(reply.body.data);
  expect((await chain.audit('/biz-sell', [id])).status).toBe(200);
  return id;
};
const READS = ['/wx/points', '/wx/balance', '/wx/consents', '/wx/erasure-request', '/wx/data-copy'];

test('all of it is of the session alone: a foreign openId is 403, nobody is 401, another page does not write (S1§2.16/10)', async () => {
  const mine = await customer();
  const shopper = await signedIn(mine);
  for (const path of READS) {
    expect((await shopper.get(`${path}?openId=card-${mine}`)).status, path).toBe(200);
    expect((await shopper.get(`${path}?openId=card-else`)).status, path).toBe(403);
    expect((await shopperBrowser(chain.app, messaging).get(path)).status, path).toBe(401);
  }
  for (const path of ['/wx/consents/withdraw', '/wx/erasure-request', '/wx/erasure-request/withdraw']) {
    const other = { origin: 'https://elsewhere.example' };
    expect((await shopper.post(path, { id: 7 }, other)).status, path).toBe(403);
    expect((await shopper.post(path, { id: 7, openId: 'card-else' })).status, path).toBe(403);
    expect((await shopperBrowser(chain.app, messaging).post(path, { id: 7 })).status, path).toBe(401);
  }
  expect(await seen(shopper, '/wx/erasure-request')).toEqual({ customerId: mine, request: null });
});

test('unbound or disabled he is told that nothing is his, and writes nothing (S1§2.16/10)', async () => {
  const stranger = await signedIn(0, 'card-stranger');
  const mine = await customer();
  const shopper = await signedIn(mine);
  await corrected(mine, 30);
  const record = await chain.record('/base-customer', mine);
  expect((await chain.app.put(`/base-customer/${mine}`, { ...record, status: '1' })).status).toBe(200);
  for (const browser of [stranger, shopper]) {
    for (const path of ['/wx/points', '/wx/balance', '/wx/consents'])
      expect(await seen(browser, path)).toMatchObject({ list: [], count: 0, customerId: 0 });
    expect(await seen(browser, '/wx/points')).toMatchObject({ usablePoints: 0, amountPoints: 0 });
    expect((await browser.get('/wx/data-copy')).status).toBe(404);
    expect((await browser.post('/wx/erasure-request', {})).status).toBe(409);
    expect((await browser.post('/wx/consents/withdraw', { id: 7 })).status).toBe(404);
  }
});

test('points have their figures and their ledger, the newest first, without what the house wrote beside (S1§2.16/10)', async () => {
  const [mine, other] = [await customer(), await customer('外人')];
  await corrected(mine, 300);
  await corrected(mine, -120);
  await corrected(other, 50);
  const shopper = await signedIn(mine);
  const found = await seen(shopper, '/wx/points');
  expect(found).toMatchObject({ customerId: mine, count: 2, usablePoints: 180 });
  expect(found['list']).toEqual([
    {
      id: expect.any(Number),
      at: expect.stringMatching(/\+08:00$/),
      kind: '门店调整',
      points: -120,
      balance: 180,
      orderNo: '',
    },
    {
      id: expect.any(Number),
      at: expect.stringMatching(/\+08:00$/),
      kind: '门店调整',
      points: 300,
      balance: 300,
      orderNo: '',
    },
  ]);
  expect(JSON.stringify(found)).not.toContain('内部说明');
  const { amountPoints, usedPoints, heldPoints } = found as Record<string, number>;
  expect(amountPoints).toBe(180 + Number(usedPoints) + Number(heldPoints));
  expect(await seen(shopper, '/wx/points?pageSize=1&pageIndex=2')).toMatchObject({ count: 2, list: [{ points: 300 }] });
});

test('stored value has its accounts and its ledger in yuan (S1§2.16/10)', async () => {
  const mine = await customer();
  await stored(mine, 500);
  await stored(mine, 20.5);
  const found = await seen(await signedIn(mine), '/wx/balance');
  expect(found).toMatchObject({
    customerId: mine,
    count: 2,
    accounts: [{ account: '储值卡', balance: 520.5, held: 0, usable: 520.5 }],
    list: [
      { account: '储值卡', kind: '储值卡充值', amount: 20.5, balance: 520.5 },
      { account: '储值卡', amount: 500, balance: 500 },
    ],
  });
});

describe('what he agreed to', () => {
  test('he sees and withdraws himself, once, the whole purpose, in his name; the house sees who it was (S1§2.16/11)', async () => {
    const mine = await customer();
    const [sms, again] = [await agreed(mine, 'sms'), await agreed(mine, 'sms', 'call')];
    const birthday = await agreed(mine, 'birthday');
    const shopper = await signedIn(mine);
    const before = await seen(shopper, '/wx/consents');
    expect(before['list']).toEqual([
      expect.objectContaining({ id: birthday, purpose: '生日关怀', channel: '门店签字', withdrawnAt: '' }),
      expect.objectContaining({ id: again, purpose: '营销短信', channel: '电话', withdrawnAt: '' }),
      expect.objectContaining({ id: sms, purpose: '营销短信', channel: '门店签字', withdrawnAt: '' }),
    ]);
    const pressed = await Promise.all([1, 2, 3].map(() => shopper.post('/wx/consents/withdraw', { id: sms })));
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(pressed.filter(({ body }) => body.msg === '已撤回营销短信')).toHaveLength(1);
    const { list } = (await chain.app.get(`/base-customer-consent?customerId=${mine}`)).body.data as { list: Row[] };
    const by = { state: '2', withdrawnBy: '顾客本人', reason: '顾客在会员中心撤回' };
    expect(list.filter(({ purpose }) => purpose === 'sms')).toMatchObject([by, by]);
    expect(list.filter(({ purpose }) => purpose === 'birthday')).toMatchObject([{ state: '1' }]);
    const after = (await seen(shopper, '/wx/consents'))['list'] as Row[];
    expect(after.map(({ id, withdrawnAt }) => [id, withdrawnAt !== ''])).toEqual([
      [birthday, false],
      [again, true],
      [sms, true],
    ]);
  });
  test('another’s consent and none at all are answered alike, and stay (S1§2.16/11)', async () => {
    const [mine, other] = [await customer(), await customer('外人')];
    const foreign = await agreed(other, 'sms');
    const shopper = await signedIn(mine);
    for (const id of [foreign, 999_999_999]) {
      const reply = await shopper.post('/wx/consents/withdraw', { id });
      expect([reply.status, reply.body.msg]).toEqual([404, '没有找到这项授权']);
    }
    const { list } = (await chain.app.get(`/base-customer-consent?customerId=${other}`)).body.data as { list: Row[] };
    expect(list).toMatchObject([{ id: foreign, state: '1' }]);
  });
  test('of a record that was merged into his stands beside his own (S1§2.16/11)', async () => {
    const [keep, merged] = [await customer('甲'), await customer('乙')];
    const consent = await agreed(merged, 'wechat');
    const shopper = await signedIn(merged);
    const reply = await chain.app.post('/base-customer/merge', { keepId: keep, mergeId: merged, reason: '同一人' });
    expect(reply.status, reply.text).toBe(200);
    expect(await seen(shopper, '/wx/consents')).toMatchObject({ customerId: keep, list: [{ id: consent }] });
    expect((await shopper.post('/wx/consents/withdraw', { id: consent })).status).toBe(200);
  });
});

test('the copy tells all that the house keeps of him, in words, and nothing of others; it is in his log (S1§2.16/11)', async () => {
  const [mine, other] = [
    await customer('姓'.repeat(40), { addr: '银杏路七号', birthday: '05-20', remark: '喜欢古法' }),
    await customer('外人', { addr: '别处一号' }),
  ];
  const [own, foreign] = [await sold(mine), await sold(other)];
  await agreed(mine, 'sms');
  await corrected(mine, 30);
  await stored(mine, 66);
  const shopper = await signedIn(mine);
  const found = await seen(shopper, '/wx/data-copy');
  const parts = found['parts'] as { title: string; heads: string[]; rows: string[][]; note: string }[];
  expect(parts.map(({ title }) => title)).toEqual([
    '基本资料',
    '微信绑定',
    '授权同意',
    '购买记录',
    '积分',
    '储值与定金',
    '维修',
    '礼品',
    '操作记录',
    '注销申请',
  ]);
  for (const { heads, rows } of parts) for (const row of rows) expect(row).toHaveLength(heads.length);
  const rowsOf = (title: string): string[][] => parts.find((part) => part.title === title)?.rows ?? [];
  expect(rowsOf('基本资料')).toEqual(
    expect.arrayContaining([
      ['客户编号', String(mine)],
      ['姓名', '姓'.repeat(40)],
      ['地址', '银杏路七号'],
      ['生日', '05-20'],
      ['备注', '喜欢古法'],
    ]),
  );
  expect(rowsOf('购买记录')).toEqual([[chain.today, `XS${own}`, '罗湖店', `${TAG_PRICE}.00 元`]]);
  expect(rowsOf('储值与定金')[0]).toEqual(expect.arrayContaining(['+66.00 元', '66.00 元']));
  expect(rowsOf('授权同意')[0]).toEqual(['营销短信', '门店签字', expect.any(String), '', '有效', '']);
  const text = JSON.stringify(found);
  expect([text.includes('别处一号'), text.includes(`XS${foreign}`)]).toEqual([false, false]);
  const { list } = (await chain.app.get(`/sys-shopper-log?customerId=${mine}`)).body.data as { list: Row[] };
  expect(list).toContainEqual(expect.objectContaining({ act: 'data-copy', what: '查看个人信息副本' }));
});

type Part = { readonly title: string; readonly rows: readonly (readonly string[])[] };
const partsOf = async (browser: ShopperBrowser): Promise<(title: string) => Part['rows']> => {
  const { parts } = (await seen(browser, '/wx/data-copy')) as { parts: Part[] };
  return (title) => parts.find((part) => part.title === title)?.rows ?? [];
};
const STAMP = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
const posted = async (path: string, body: object): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};

test('the copy has gifts from before he was bound, by his openId and his number, and none that may be another’s (S1§2.16/11)', async () => {
  const mobile = '13799990001';
  const mine = await customer('沈女士', { mobile });
  const [shared, former] = ['13799990002', '13799990003'];
  const recycled = await customer('旧主', { mobile: former });
  const record = await chain.record('/base-customer', recycled);
  expect((await chain.app.put(`/base-customer/${recycled}`, { ...record, status: '1' })).status).toBe(200);
  const heir = await customer('新主', { mobile: former });
  const gift = await posted('/mall-giveaway', { title: '银戒', content: '', total: 9, limitNum: 9, status: '2' });
  const claimed = { billType: '1', billId: gift, name: '微信顾客', mobile: '13799990009' };
  await posted('/mall-write-off', { ...claimed, openId: 'before-binding', remark: '尾号7' });
  await posted('/mall-write-off', { billType: '2', limitNum: 1, name: '沈', mobile, remark: '代领' });
  await posted('/mall-write-off', { ...claimed, openId: 'somebody-else' });
  await posted('/mall-write-off', { billType: '2', limitNum: 1, name: '别人', mobile: shared });
  await posted('/mall-write-off', { billType: '2', limitNum: 1, name: '旧主', mobile: former });
  const copy = await partsOf(await signedIn(mine, 'before-binding'));
  expect(copy('礼品')).toEqual([
    ['门店登记', STAMP, '沈', mobile, '代领', '未领走', ''],
    ['银戒', STAMP, '微信顾客', '13799990009', '尾号7', '未领走', ''],
  ]);
  // Two records had the number: whose gift it is nobody knows.
  expect((await partsOf(await signedIn(heir)))('礼品')).toEqual([]);
});

test('the copy has what was typed beside consents, what he did on his phone and when he asked to be erased (S1§2.16/11)', async () => {
  const mine = await customer();
  const consent = { customerId: mine, purpose: 'sms', channel: 'paper', proof: '单据柜3号' };
  const id = await posted('/base-customer-consent', consent);
  const withdrawn = await chain.app.put(`/base-customer-consent/withdraw/${id}`, { reason: '当面说不要' });
  expect(withdrawn.status, withdrawn.text).toBe(200);
  const shopper = await signedIn(mine);
  await shopper.post('/wx/erasure-request', {});
  const answer = { answer: '还有未取的维修' };
  expect((await chain.app.post(`/base-customer/${mine}/erasure-answer`, answer)).status).toBe(200);
  await shopper.post('/wx/erasure-request', {});
  const copy = await partsOf(shopper);
  const gone = expect.stringMatching(/ 撤回$/);
  expect(copy('授权同意')).toEqual([['营销短信', '门店签字', STAMP, '单据柜3号', gone, '当面说不要']]);
  expect(copy('注销申请')).toEqual([
    [STAMP, '等待门店处理', '', ''],
    [STAMP, '门店答复', STAMP, '还有未取的维修'],
  ]);
  expect((await shopper.post('/wx/erasure-request/withdraw', {})).status).toBe(200);
  const acts = copy('操作记录');
  expect(acts[0]).toEqual([STAMP, '个人信息副本', '查看个人信息副本', '成功', '会员中心', expect.stringMatching(/\d/)]);
  expect(acts.map(([, act]) => act)).toEqual(expect.arrayContaining(['登录', '申请注销']));
});

describe('asking to be erased', () => {
  const waiting = async (token?: string): Promise<readonly Row[]> => {
    const reply = await chain.app.get('/dashboard', token === undefined ? {} : { token });
    return (reply.body.data as { todo: Row[] }).todo.filter(({ kind }) => kind === 'erasure');
  };
  const whoWaits = async (): Promise<readonly unknown[]> => {
    const { list } = (await chain.app.get('/base-customer?erasure=1')).body.data as { list: Row[] };
    return list.map(({ id }) => id);
  };
  test('is one request however often it is pressed, waits on the start page of who may erase, and is taken back (S1§2.16/11)', async () => {
    const mine = await customer();
    const shopper = await signedIn(mine);
    const pressed = await Promise.all([1, 2, 3].map(() => shopper.post('/wx/erasure-request', {})));
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(pressed.map(({ body }) => (body.data as { request: Row }).request['id'])).size).toBe(1);
    expect(pressed.filter(({ body }) => body.msg === '已提交注销申请')).toHaveLength(1);
    expect(await waiting()).toEqual([
      { kind: 'erasure', title: '顾客申请注销', count: 1, unit: '位', path: '/sales/customer?erasure=1' },
    ]);
    expect(await whoWaits()).toEqual([mine]);
    const roleIds = [await roleWith(chain.app, ['base:baseCustomer:list'])];
    await chain.app.addUser({ username: 'no-erase', roleIds });
    const clerk = await chain.app.signIn('no-erase');
    expect(await waiting(clerk)).toEqual([]);
    const answer = { answer: '还有未结的订单' };
    expect((await chain.app.post(`/base-customer/${mine}/erasure-answer`, answer, { token: clerk })).status).toBe(403);
    expect((await shopper.post('/wx/erasure-request/withdraw', {})).status).toBe(200);
    expect((await shopper.post('/wx/erasure-request/withdraw', {})).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect(await seen(shopper, '/wx/erasure-request')).toMatchObject({ request: { how: 'withdrawn' } });
  });
  test('the house answers why it keeps the record; he reads it and may ask again (S1§2.16/11)', async () => {
    const mine = await customer();
    const shopper = await signedIn(mine);
    const answer = { answer: '还有未取的维修，取件后再办理' };
    const path = `/base-customer/${mine}/erasure-answer`;
    expect((await chain.app.post(path, answer)).status).toBe(409);
    await shopper.post('/wx/erasure-request', {});
    expect((await chain.app.post(path, { answer: ' ' })).status).toBe(422);
    expect((await chain.app.post(path, answer)).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect(await seen(shopper, '/wx/erasure-request')).toMatchObject({ request: { how: 'answered', ...answer } });
    expect((await shopper.post('/wx/erasure-request', {})).body.msg).toBe('已提交注销申请');
    expect((await shopper.post('/wx/erasure-request/withdraw', {})).status).toBe(200);
  });
  test('of a merged record is that of the person who stays; erased it is done, and nothing says what was answered (S1§2.16/11)', async () => {
    const [keep, merged] = [await customer('甲'), await customer('乙')];
    const shopper = await signedIn(merged);
    await shopper.post('/wx/erasure-request', {});
    expect((await chain.app.post(`/base-customer/${merged}/erasure-answer`, { answer: '住址七号' })).status).toBe(200);
    await shopper.post('/wx/erasure-request', {});
    const reply = await chain.app.post('/base-customer/merge', { keepId: keep, mergeId: merged, reason: '同一人' });
    expect(reply.status, reply.text).toBe(200);
    expect(await whoWaits()).toEqual([keep]);
    expect((await shopper.post('/wx/erasure-request', {})).body.msg).toBe('已经申请过，请等待门店处理');
    expect((await chain.app.post(`/base-customer/${keep}/erase`, { reason: '本人要求' })).status).toBe(200);
    expect(await waiting()).toEqual([]);
    expect((await shopper.get('/wx/erasure-request')).status).toBe(401);
    const { rows } = await chain.app.house.deps.master.query(sql.unsafe`
      SELECT how, answer FROM master.shopper_erasure WHERE customer_id = ${merged} ORDER BY id`);
    expect(rows).toEqual([
      { how: 'answered', answer: '' },
      { how: 'erased', answer: '' },
    ]);
    const left = await chain.app.house.deps.master.anyFirst(sql.unsafe`
      SELECT 1 FROM master.change_log WHERE coalesce(after::text, '') LIKE '%住址七号%'
      UNION ALL SELECT 1 FROM master.command WHERE oper_param LIKE '%住址七号%'`);
    expect(left).toEqual([]);
  });
});

// It moves the clock by a day: the last.
test('a copy is read five times in 24 hours, also at once and in both of his records; then it says when again (S1§2.16/11)', async () => {
  const [keep, merged] = [await customer('甲'), await customer('乙')];
  const shopper = await signedIn(merged);
  expect((await shopper.get('/wx/data-copy')).status).toBe(200);
  await posted('/base-customer/merge', { keepId: keep, mergeId: merged, reason: '同一人' });
  const pressed = await Promise.all([1, 2, 3, 4, 5, 6].map(() => shopper.get('/wx/data-copy')));
  expect(pressed.filter(({ status }) => status === 200)).toHaveLength(4);
  const [refused] = pressed.filter(({ status }) => status === 429);
  expect(refused?.body.msg).toMatch(/^个人信息副本24小时内可以看5次，请在\d+月\d+日 \d\d:\d\d之后再看$/);
  const retryAfter = Number((refused?.body.data as { retryAfter?: number } | undefined)?.retryAfter);
  expect(retryAfter).toBeGreaterThan(23 * 3600);
  ahead += retryAfter * 1000;
  expect((await shopper.get('/wx/data-copy')).status).toBe(200);
});
