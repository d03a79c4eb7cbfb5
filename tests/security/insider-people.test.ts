/** Schemes with points and balances of customers, and honest days beside them (R136). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startChain, type Chain } from '../flow/shops.ts';
import { USER_PASSWORD, type Reply } from '../support/app.ts';

let chain: Chain;
const tokens: Record<string, string> = {};
const as = (name: string) => ({ token: tokens[name] ?? '' });
beforeAll(async () => {
  chain = await startChain();
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
}, 60_000);
afterAll(() => chain.app.stop());

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

describe('points by hand', () => {
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
    expect(asked.body.msg).toContain('该客户30天内手工调整的积分合计99999，最多500');
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

test('an owner alone with one clerk merges and corrects what he likes, and it is a row', async () => {
  const small = await startChain();
  try {
    const { app, home, today } = small;
    await app.addUser({ username: 'clerk', roleIds: [4], lockShops: [home] });
    const made = await app.post('/base-customer', { name: '老客', mobile: '13700300001', status: '2' });
    const id = Number(made.body.data);
    const paid = { depositAt: today, account: '定金', kind: '1', amount: 3000, seller: 'admin' };
    expect((await app.post('/biz-deposit', { customerId: id, shopId: home, ...paid })).status).toBe(200);
    const merge = { keepId: small.customerId, mergeId: id, reason: '同一人' };
    expect((await app.post('/base-customer/merge', merge)).status).toBe(200);
    const points = { customerId: small.customerId, points: 9000, reason: '开业' };
    expect((await app.post('/base-customer/points', points)).status).toBe(200);
    const { list } = (await app.get('/report-exception?pageSize=100')).body.data as {
      list: readonly { kind: string }[];
    };
    expect(list.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['balance-proof', 'points-beyond']));
  } finally {
    await small.app.stop();
  }
}, 60_000);
