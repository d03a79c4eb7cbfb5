/** Words of somebody who may (R131): from afar, of an account with a second factor, and not his after all. */
import { generateSync } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dayOf } from 'services/contracts/dates';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

type Problem = { readonly mark: string; readonly message: string };
let chain: Chain;
let ahead = 0;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  chain = await startChain({ clock: () => new Date(Date.now() + ahead) });
  const { home, away } = chain;
  await chain.app.addUser({ username: 'clerk', roleIds: [4], lockShops: [home] });
  await chain.app.addUser({ username: 'other', roleIds: [4], lockShops: [home] });
  await chain.app.addUser({ username: 'boss', roleIds: [3], lockShops: [home] });
  await chain.app.addUser({ username: 'stranger', roleIds: [3], lockShops: [away] });
  for (const name of ['clerk', 'other', 'boss', 'stranger']) tokens[name] = await chain.app.signIn(name);
}, 60_000);
afterAll(() => chain.app.stop());

const as = (name: string) => ({ token: tokens[name] ?? '' });
let body: Record<string, unknown>;
beforeEach(async () => {
  const line = { barcode: await chain.stock(), rebate: 50 };
  body = chain.sale([line], { seller: 'clerk', sellBalanceList: [{ balance: '现金', amount: TAG_PRICE / 2 }] });
});
const save = (change: object, name = 'clerk'): Promise<Reply> =>
  chain.app.post('/biz-sell', { ...body, ...change }, as(name));
const problems = async (): Promise<readonly Problem[]> => {
  const reply = await save({});
  expect(reply.status, reply.text).toBe(409);
  return reply.body.data as readonly Problem[];
};
const request = async (asked: readonly Problem[], name = 'clerk'): Promise<Reply> =>
  chain.app.post('/approval-request', { path: '/sales/order', marks: asked.map(({ mark }) => mark) }, as(name));
const pending = async (name: string) =>
  (await chain.app.get('/approval-request', as(name))).body.data as readonly { id: number; shown: string[] }[];
const ownWords = async (name: string) =>
  ((await chain.app.get('/word', as(name))).body.data as { list: Record<string, unknown>[] }).list;

describe('from afar', () => {
  test('a yes serves one save of just that, and no other', async () => {
    const asked = await problems();
    const made = await request(asked);
    expect(made.status, made.text).toBe(200);
    const { id } = made.body.data as { id: number };
    expect(await pending('stranger')).toEqual([]);
    expect(await pending('boss')).toMatchObject([
      {
        id,
        shown: expect.arrayContaining([
          expect.stringContaining('折扣50%，最低80%'),
          expect.stringContaining('低于允许的最低价'),
        ]),
      },
    ]);
    expect((await save({ approval: { requestId: id } })).status).toBe(422);
    expect((await chain.app.put(`/approval-request/${id}`, { answer: '1' }, as('stranger'))).status).toBe(409);
    expect((await chain.app.put(`/approval-request/${id}`, { answer: '1', reason: '老客户' }, as('boss'))).status).toBe(
      200,
    );
    expect((await chain.app.get(`/approval-request/${id}`, as('clerk'))).body.data).toMatchObject({
      answer: '1',
      approver: 'boss',
    });
    expect((await chain.app.get(`/approval-request/${id}`, as('other'))).status).toBe(404);
    const dearer = { sellGoodsList: [{ barcode: await chain.stock(), num: 1, rebate: 10 }], sellBalanceList: [] };
    expect((await save({ ...dearer, approval: { requestId: id } })).status).not.toBe(200);
    // What was spent on something else is asked for again.
    const again = await request(await problems());
    const second = (again.body.data as { id: number }).id;
    await chain.app.put(`/approval-request/${second}`, { answer: '1' }, as('boss'));
    expect((await save({ approval: { requestId: second } }, 'other')).status).not.toBe(200);
    const saved = await save({ approval: { requestId: second } });
    expect(saved.status, saved.text).toBe(200);
    expect((await save({ approval: { requestId: second } })).status).not.toBe(200);
    expect((await ownWords('boss'))[0]).toMatchObject({ asker: 'clerk', act: '新增销售单', way: '远程' });
  });
  test('it is asked only over what the house refused to that person, and stands a minute', async () => {
    expect((await request([{ mark: 'made-up', message: '折扣79%' }])).status).toBe(422);
    const asked = await problems();
    expect((await request(asked, 'other')).status).toBe(422);
    const { id } = (await request(asked)).body.data as { id: number };
    ahead += 61_000;
    expect((await chain.app.put(`/approval-request/${id}`, { answer: '1' }, as('boss'))).status).toBe(409);
    expect((await chain.app.get(`/approval-request/${id}`, as('clerk'))).body.data).toMatchObject({ answer: '3' });
  });
  test('who may answer is known to whoever asks', async () => {
    const [first] = await problems();
    const people = await chain.app.get(`/approval-request/approvers?mark=${first?.mark ?? ''}`, as('clerk'));
    expect(people.body.data).toContainEqual(expect.objectContaining({ username: 'boss' }));
    expect(people.text).not.toContain('stranger');
    expect(
      (await chain.app.get(`/approval-request/approvers?mark=${first?.mark ?? ''}`, as('other'))).body.data,
    ).toEqual([]);
  });
});

test('an account with a second factor gives its code and no password, once', async () => {
  const { app } = chain;
  await app.addUser({ username: 'careful', roleIds: [3] });
  const token = await app.signIn('careful');
  const own = (action: string, code = '') =>
    app.put('/user/second-factor', { action, password: USER_PASSWORD, code }, { token });
  const { secret } = z.object({ secret: z.string() }).parse((await own('start')).body.data);
  const codeIn = (steps: number) =>
    generateSync({ secret, epoch: Math.floor((Date.now() + ahead) / 1000) + 30 * steps });
  expect((await own('confirm', codeIn(0))).status).toBe(200);
  const marks = (await problems()).map(({ mark }) => mark);
  const by = (code: string) => save({ approval: { username: 'careful', code, reason: '老客户', marks } });
  expect((await by('000000')).status).toBe(422);
  const code = codeIn(1);
  const saved = await by(code);
  expect(saved.status, saved.text).toBe(200);
  // Of an account without one a code says nothing.
  const next = { sellGoodsList: [{ barcode: await chain.stock(), num: 1, rebate: 50 }] };
  const asked = (await save(next)).body.data as readonly Problem[];
  const none = { username: 'boss', code: '123456', reason: '老客户', marks: asked.map(({ mark }) => mark) };
  expect((await save({ ...next, approval: none })).status).toBe(422);
});

test('whoever it was not ends his password, and it is an exception', async () => {
  const { app } = chain;
  const id = await app.addUser({ username: 'robbed', roleIds: [3], lockShops: [chain.home] });
  const token = await app.signIn('robbed');
  const marks = (await problems()).map(({ mark }) => mark);
  const approval = { username: 'robbed', password: USER_PASSWORD, reason: '老客户', marks };
  expect((await save({ approval })).status).toBe(200);
  const [word] = ((await app.get('/word?way=2', { token })).body.data as { list: { id: string; disowned: boolean }[] })
    .list;
  expect(word).toMatchObject({
    disowned: false,
    asker: 'clerk',
    documentNo: expect.stringMatching(/^XS\d+$/) as string,
  });
  const change = { oldPassword: USER_PASSWORD, newPassword: 'Mine-Alone-26', disowns: [word?.id] };
  expect((await app.put('/user/pwd/set', change, { token })).status).toBe(200);
  expect(await ownWords('boss')).not.toContainEqual(expect.objectContaining({ id: word?.id }));
  const again = await app.signIn('robbed', 'Mine-Alone-26');
  const list = ((await app.get('/word', { token: again })).body.data as { list: { id: string; disowned: boolean }[] })
    .list;
  expect(list).toContainEqual(expect.objectContaining({ id: word?.id, disowned: true }));
  const day = dayOf(new Date(Date.now() + ahead));
  const noted = await app.house.deps.store.read(`exception-word-disowned-${id}-${chain.home}-${day}`);
  expect(noted.map(({ data }) => data)).toMatchObject([{ kind: 'word-disowned', second: { name: 'clerk' } }]);
});
