/** Schemes with points and balances of customers, and honest days beside them (R136). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChain, type Chain } from '../flow/shops.ts';
import { USER_PASSWORD, type Reply } from '../support/app.ts';

let chain: Chain;
const tokens: Record<string, string> = {};
const as = (name: string) => ({ token: tokens[name] ?? '' });
beforeAll(async () => {
  chain = await startChain();
}, 60_000);
afterAll(() => chain.app.stop());
const engage = async (): Promise<void> => {
  const { app, home, away } = chain;
  const people = {
    keeper: { roleIds: [3], lockShops: [home] },
    second: { roleIds: [3], lockShops: [home] },
    stranger: { roleIds: [3], lockShops: [away] },
    chief: { roleIds: [2], lockShops: [] },
  };
  for (const [username, person] of Object.entries(people)) {
    await app.addUser({ username, ...person });
    tokens[username] = await app.signIn(username);
  }
};
let engaged: Promise<void> | undefined;
/** From then on there is somebody to ask. */
const staff = (): Promise<void> => (engaged ??= engage());

let last = 13_700_200_000;
const customer = async (name: string): Promise<number> => {
  const reply = await chain.app.post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const correct = (customerId: number, points: number, name: string, more: object = {}): Promise<Reply> =>
  chain.app.post('/base-customer/points', { customerId, points, reason: '活动补分', ...more }, as(name));
const usable = async (id: number): Promise<unknown> => (await chain.record('/base-customer', id))['usablePoints'];
const exceptions = async (kind: string) =>
  (
    (await chain.app.get(`/report-exception?kind=${kind}&pageSize=100`)).body.data as {
      list: readonly Record<string, unknown>[];
    }
  ).list;
const marksOf = (reply: Reply): readonly string[] => {
  expect(reply.status, reply.text).toBe(409);
  expect(reply.body.msg).toContain('授权');
  return (reply.body.data as readonly { mark: string }[]).map(({ mark }) => mark);
};
const wordOf = (reply: Reply, username: string) => ({
  approval: { username, password: USER_PASSWORD, reason: '核对过', marks: marksOf(reply) },
});

test('an owner alone with one clerk corrects, pays out, changes numbers and merges as he likes, and each is a row', async () => {
  const { app, home, today, customerId } = chain;
  await app.addUser({ username: 'clerk', roleIds: [4], lockShops: [home] });
  const id = await customer('老客');
  const paid = { customerId: id, shopId: home, depositAt: today, account: '定金', seller: 'admin' };
  expect((await app.post('/biz-deposit', { ...paid, kind: '1', amount: 5000 })).status).toBe(200);
  expect((await app.post('/biz-deposit', { ...paid, kind: '2', amount: 2000 })).status).toBe(200);
  const moved = { name: '老客', mobile: '13700300009', status: '2' };
  expect((await app.put(`/base-customer/${id}`, moved)).status).toBe(200);
  expect((await app.post('/base-customer/merge', { keepId: customerId, mergeId: id, reason: '同一人' })).status).toBe(
    200,
  );
  expect((await app.post('/base-customer/points', { customerId, points: 9000, reason: '开业' })).status).toBe(200);
  const { list } = (await app.get('/report-exception?pageSize=100')).body.data as {
    list: readonly { kind: string; count: number }[];
  };
  expect(list.map(({ kind, count }) => [kind, count])).toEqual(
    expect.arrayContaining([
      ['balance-proof', 2],
      ['changed-number', 1],
      ['points-beyond', 1],
    ]),
  );
});

describe('points by hand', () => {
  beforeAll(staff, 60_000);
  test('100 points of goodwill ask nobody, and are a figure', async () => {
    const id = await customer('客气');
    expect(await correct(id, 100, 'keeper')).toMatchObject({ status: 200, body: { data: { usable: 100 } } });
    expect(await exceptions('points-by-hand')).toContainEqual(
      expect.objectContaining({
        who: 'keeper',
        level: '2',
        what: expect.stringContaining('手工增加100积分：活动补分') as string,
      }),
    );
  });
  test('99,999 take the word of somebody else, whoever else may; it serves once', async () => {
    const id = await customer('大户');
    const asked = await correct(id, 99_999, 'second');
    expect(asked.body.msg).toContain('该客户30天内手工调整的积分合计99999分，最多500分');
    const own = await correct(id, 99_999, 'second', wordOf(asked, 'second'));
    expect([own.status, own.body.msg]).toEqual([422, '需另一人授权']);
    expect(await usable(id)).toBe(0);
    expect((await correct(id, 99_999, 'second', wordOf(asked, 'keeper'))).status).toBe(200);
    expect(await usable(id)).toBe(99_999);
    expect(await exceptions('points-beyond')).toContainEqual(
      expect.objectContaining({ who: 'second', second: 'keeper', level: '1' }),
    );
    marksOf(await correct(id, -1, 'second', wordOf(asked, 'keeper')));
  });
  test('499 six times over several records are the maker’s two thousand', async () => {
    const done: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      done.push((await correct(await customer(`分散${index}`), 499, 'stranger')).status);
    }
    expect(done).toEqual([200, 200, 200, 200, 409, 409]);
  });
  test('two tills at once do not both find room, nor do three', async () => {
    const id = await customer('同时');
    const replies = await Promise.all([1, 2, 3].map(() => correct(id, 300, 'chief')));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await usable(id)).toBeLessThanOrEqual(300);
    // What was refused is counted no longer.
    const room = 500 - Number(await usable(id));
    expect((await correct(id, room, 'chief')).status).toBe(200);
    marksOf(await correct(id, 1, 'chief'));
  });
  test('a repeat counts once, and what would be refused anyway asks nobody', async () => {
    const id = await customer('重复');
    const body = { customerId: id, points: 250, reason: '补分' };
    for (const key of ['twice', 'twice', 'then']) {
      expect((await chain.app.post('/base-customer/points', body, { ...as('chief'), key })).status).toBe(200);
    }
    expect(await usable(id)).toBe(500);
    expect((await correct(id, -9_000, 'chief')).body.msg).toContain('可用积分不足');
  });
  test('merged and parted, two records have no third allowance', async () => {
    const [keep, other] = [await customer('并甲'), await customer('并乙')];
    expect((await correct(other, 500, 'chief')).status).toBe(200);
    const merge = { keepId: keep, mergeId: other, reason: '同一人' };
    expect((await chain.app.post('/base-customer/merge', merge, as('chief'))).status).toBe(200);
    marksOf(await correct(keep, 1, 'chief'));
    expect((await chain.app.post('/base-customer/unmerge', merge, as('chief'))).status).toBe(200);
    marksOf(await correct(other, 1, 'chief'));
  });
});

const deposit = async (customerId: number, amount: number, shopId = chain.home): Promise<void> => {
  const body = { customerId, shopId, depositAt: chain.today, account: '储值卡', kind: '1', amount, seller: 'admin' };
  const made = await chain.app.post('/biz-deposit', body);
  expect(made.status, made.text).toBe(200);
};
const both = (path: 'merge' | 'unmerge', [keepId, mergeId]: readonly [number, number], name: string, more = {}) =>
  chain.app.post(`/base-customer/${path}`, { keepId, mergeId, reason: '同一人', ...more }, as(name));

describe('merging', () => {
  beforeAll(staff, 60_000);
  test('two empty doubles asks nobody, nor does parting them', async () => {
    const pair = [await customer('空甲'), await customer('空乙')] as const;
    expect((await both('merge', pair, 'chief')).status).toBe(200);
    expect((await both('unmerge', pair, 'chief')).status).toBe(200);
  });
  test('another shop’s rich customer into an accomplice takes somebody who sees that shop, and parting does, too', async () => {
    const pair = [await customer('同伙'), await customer('富户')] as const;
    await deposit(pair[1], 5000, chain.away);
    const asked = await both('merge', pair, 'keeper');
    expect(asked.body.msg).toContain('被合并的客户：储值卡5000.00元');
    const home = await both('merge', pair, 'keeper', wordOf(asked, 'second'));
    expect([home.status, home.body.msg]).toEqual([422, 'second不能为这家分店授权']);
    const own = await both('merge', pair, 'keeper', wordOf(asked, 'keeper'));
    expect(own.status).toBe(422);
    expect((await chain.record('/base-customer', pair[1]))['mergedInto']).toBeNull();
    expect((await both('merge', pair, 'keeper', wordOf(asked, 'stranger'))).status).toBe(200);
    const parted = await both('unmerge', pair, 'keeper');
    expect(parted.body.msg).toContain('储值卡5000.00元要转回被合并的客户');
    expect((await both('unmerge', pair, 'keeper', wordOf(parted, 'chief'))).status).toBe(200);
  });
  test('more than a thousand points of either record ask', async () => {
    const pair = [await customer('多分甲'), await customer('多分乙')] as const;
    const asked = await correct(pair[0], 1001, 'second');
    expect((await correct(pair[0], 1001, 'second', wordOf(asked, 'keeper'))).status).toBe(200);
    expect(marksOf(await both('merge', pair, 'keeper'))).toHaveLength(1);
  });
  test('an owner whom somebody could help asks him, too', async () => {
    const pair = [await customer('东家甲'), await customer('东家乙')] as const;
    await deposit(pair[1], 100);
    expect(
      (await chain.app.post('/base-customer/merge', { keepId: pair[0], mergeId: pair[1], reason: '试' })).status,
    ).toBe(409);
  });
});

const pay = (name: string, change: object): Promise<Reply> =>
  chain.app.post(
    '/biz-deposit',
    { shopId: chain.home, depositAt: chain.today, account: '储值卡', kind: '2', seller: 'admin', ...change },
    as(name),
  );
const order = async (name: string, customerId: number, paid: Readonly<Record<string, number>>, more: object = {}) =>
  chain.app.post(
    '/biz-sell',
    chain.sale([{ barcode: await chain.stock() }], {
      customerId,
      sellBalanceList: Object.entries(paid).map(([balance, amount]) => ({ balance, amount })),
      ...more,
    }),
    as(name),
  );

describe('stored value', () => {
  beforeAll(staff, 60_000);
  test('a customer pays 600 of an order with it and nobody is asked', async () => {
    const customerId = await customer('常客');
    await deposit(customerId, 2000);
    expect((await order('keeper', customerId, { 储值卡: 600, 现金: 1638 })).status).toBe(200);
    // Once more is more than a thousand in thirty days.
    const again = await order('keeper', customerId, { 储值卡: 600, 现金: 1638 });
    expect(again.body.msg).toContain('30天内未经核对的合计1200.00元，超过1000.00元');
  });
  test('anybody’s deposit is paid out in another shop by two people only, and no third refund is free', async () => {
    const customerId = await customer('被盗');
    await deposit(customerId, 5000);
    const refund = { customerId, shopId: chain.away, amount: 3000 };
    const asked = await pay('stranger', refund);
    expect((await pay('stranger', { ...refund, ...wordOf(asked, 'stranger') })).body.msg).toBe('需另一人授权');
    expect((await pay('stranger', { ...refund, ...wordOf(asked, 'second') })).status).toBe(422);
    expect((await pay('stranger', { ...refund, ...wordOf(asked, 'chief') })).status).toBe(200);
    // What somebody else saw does not count: a thousand is free, once.
    expect((await pay('stranger', { ...refund, amount: 1000 })).status).toBe(200);
    marksOf(await pay('stranger', { ...refund, amount: 0.01 }));
  });
  test('two tills at once do not both find room', async () => {
    const customerId = await customer('双台');
    await deposit(customerId, 5000);
    const replies = await Promise.all(
      ['keeper', 'second', 'chief'].map((name) => pay(name, { customerId, amount: 800 })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
  test('what was refused for another reason leaves the room as it was', async () => {
    const customerId = await customer('没钱');
    await deposit(customerId, 900);
    expect((await pay('keeper', { customerId, amount: 950 })).body.msg).toContain('余额不足');
    expect((await pay('keeper', { customerId, amount: 900 })).status).toBe(200);
  });
  test('an order that is edited upwards asks for all of it', async () => {
    const customerId = await customer('改单');
    await deposit(customerId, 2000);
    const barcode = await chain.stock();
    const body = (card: number) =>
      chain.sale([{ barcode }], {
        customerId,
        sellBalanceList: [
          { balance: '储值卡', amount: card },
          { balance: '现金', amount: 2238 - card },
        ],
      });
    const made = await chain.app.post('/biz-sell', body(100), as('keeper'));
    const id = Number(made.body.data);
    const asked = await chain.app.put(`/biz-sell/${id}`, { ...body(1500), id }, as('second'));
    // Neither who made it nor who changes it.
    const by = (username: string) =>
      chain.app.put(`/biz-sell/${id}`, { ...body(1500), id, ...wordOf(asked, username) }, as('second'));
    expect((await by('keeper')).body.msg).toBe('需另一人授权');
    expect((await by('chief')).status).toBe(200);
    expect((await chain.app.put(`/biz-sell/${id}`, { ...body(1400), id }, as('second'))).status).toBe(200);
  });
  test('a deposit that is taken back leaves the record, too', async () => {
    const customerId = await customer('撤回');
    await deposit(customerId, 3000);
    const { list } = (await chain.app.get(`/biz-deposit?customerId=${customerId}`)).body.data as {
      list: readonly { id: number }[];
    };
    const id = list[0]?.id ?? 0;
    marksOf(await chain.app.put(`/biz-deposit/unaudit/${id}`, { ids: [id], reason: '录错' }, as('chief')));
  });
  test('merged and parted, two records have no third allowance', async () => {
    const pair = [await customer('并存甲'), await customer('并存乙')] as const;
    await deposit(pair[0], 5000);
    await deposit(pair[1], 5000);
    expect((await pay('chief', { customerId: pair[1], amount: 1000 })).status).toBe(200);
    const asked = await both('merge', pair, 'chief');
    expect((await both('merge', pair, 'chief', wordOf(asked, 'keeper'))).status).toBe(200);
    marksOf(await pay('chief', { customerId: pair[0], amount: 1 }));
    const parted = await both('unmerge', pair, 'chief');
    expect((await both('unmerge', pair, 'chief', wordOf(parted, 'keeper'))).status).toBe(200);
    marksOf(await pay('chief', { customerId: pair[1], amount: 1 }));
  });
});

describe('another number', () => {
  beforeAll(staff, 60_000);
  const renumber = async (id: number, mobile: string, name: string, more: object = {}): Promise<Reply> => {
    const { name: called, status } = (await chain.record('/base-customer', id)) as { name: string; status: string };
    return chain.app.put(`/base-customer/${id}`, { name: called, status, mobile, ...more }, as(name));
  };
  test('of a record without anything asks nobody, nor does any other change', async () => {
    const id = await customer('空号');
    expect((await renumber(id, '13700400001', 'keeper')).status).toBe(200);
    await deposit(id, 100);
    expect((await renumber(id, '13700400001', 'keeper', { remark: '生日送花' })).status).toBe(200);
  });
  test('of a record with money takes two people, so that nobody takes the money behind it', async () => {
    const id = await customer('换号');
    await deposit(id, 3000);
    const asked = await renumber(id, '13700400002', 'keeper');
    expect(asked.body.msg).toContain('更改手机号需另一人核对');
    expect((await renumber(id, '13700400002', 'keeper', wordOf(asked, 'keeper'))).body.msg).toBe('需另一人授权');
    marksOf(await renumber(id, '13700400003', 'keeper', wordOf(asked, 'second')));
    expect((await renumber(id, '13700400002', 'keeper', wordOf(asked, 'second'))).status).toBe(200);
    expect((await chain.record('/base-customer', id))['mobile']).toBe('13700400002');
    expect(await exceptions('changed-number')).toContainEqual(
      expect.objectContaining({ who: 'keeper', second: 'second', level: '1' }),
    );
    marksOf(await pay('keeper', { customerId: id, amount: 3000 }));
  });
});
