/** 异常 (R148): equal facts of a person and day are one row, of one's own shops, seen by whom they do not name. */
import { addDays, dayOf } from 'services/contracts/dates';
import type { ExceptionNote } from 'services/contracts/exception';
import type { SessionUser } from 'services/contracts/user';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionUser } from '../../services/system/session-user.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

type Row = { readonly id: string; readonly count: number; readonly [field: string]: unknown };
const PATH = '/report-exception';
let chain: Chain;
let clerk: SessionUser;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  chain = await startChain();
  const { app, home, away } = chain;
  const clerkId = await app.addUser({ username: 'clerk', roleIds: [4], lockShops: [home] });
  await app.addUser({ username: 'boss', roleIds: [3], lockShops: [home] });
  await app.addUser({ username: 'owner', roleIds: [2] });
  await app.addUser({ username: 'area', roleIds: [15], lockShops: [away] });
  await app.addUser({ username: 'money', roleIds: [6] });
  await app.addUser({ username: 'store', roleIds: [5] });
  for (const name of ['clerk', 'boss', 'owner', 'area', 'money', 'store']) tokens[name] = await app.signIn(name);
  clerk = (await sessionUser(app.house.deps.master, clerkId)) as SessionUser;
}, 60_000);
afterAll(() => chain.app.stop());

const as = (name: string) => ({ token: tokens[name] ?? '' });
let keys = 0;
const note = (more: Partial<ExceptionNote> = {}, key = `note-${(keys += 1)}`): Promise<void> =>
  chain.app.house.deps.exceptions.note(
    { kind: 'free-gift', shopId: chain.home, what: '免费赠送 1 件礼品，价值 12.00 元', amountFen: 1200, ...more },
    { user: clerk, now: new Date(), key, requestId: key },
  );
const rows = async (name: string, query = ''): Promise<readonly Row[]> => {
  const reply = await chain.app.get(`${PATH}?pageSize=100${query}`, as(name));
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.data as { list: readonly Row[] }).list;
};
const see = (ids: readonly string[], name: string) => chain.app.put(`${PATH}/seen`, { ids }, as(name));

test('equal facts of a person, shop and day are one row, and the same command again adds none', async () => {
  await note({ documentNo: 'XS1' }, 'first');
  await note({ documentNo: 'XS1' }, 'first');
  await note({ documentNo: 'XS2', amountFen: 300, what: '免费赠送 1 件礼品，价值 3.00 元' });
  await note({ shopId: chain.away });
  const found = (await rows('owner')).filter(({ kind }) => kind === 'free-gift');
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(
    expect.objectContaining({
      day: dayOf(new Date()),
      shopName: '罗湖店',
      who: 'clerk',
      count: 2,
      amount: 15,
      level: '2',
      documentNo: 'XS1、XS2',
      what: '免费赠送 1 件礼品，价值 3.00 元',
      seenAt: '',
    }),
  );
});

test('whoever is limited to shops sees theirs, and those of no shop are the chain’s', async () => {
  await note({ kind: 'archive-taken', shopId: null, what: '下载了备份' });
  expect((await rows('boss')).every(({ shopName }) => shopName === '罗湖店')).toBe(true);
  expect((await rows('area')).every(({ shopName }) => shopName === '南山店')).toBe(true);
  expect((await rows('money')).map(({ kind }) => kind)).toContain('archive-taken');
  for (const name of ['clerk', 'store']) expect((await chain.app.get(PATH, as(name))).status, name).toBe(403);
  expect((await chain.app.get(`${PATH}?shopId=${chain.away}`, as('boss'))).status).toBe(403);
});

test('it is seen by those who may and whom it does not name, and what comes after is not seen yet', async () => {
  const owner = (await chain.app.get('/getinfo', as('owner'))).body.data as { userId: number };
  await note({ kind: 'metal-loss', what: '熔料损耗 0.5 克', second: { id: owner.userId, name: 'owner' } });
  const [loss] = await rows('owner', '&kind=metal-loss');
  expect(loss).toMatchObject({ own: true, second: 'owner', level: '1' });
  expect((await see([loss?.id ?? ''], 'owner')).status).toBe(409);
  expect((await see([loss?.id ?? ''], 'boss')).status).toBe(403);
  expect((await see([loss?.id ?? ''], 'area')).status).toBe(404);
  expect((await see(['nothing'], 'owner')).status).toBe(404);
  const waiting = async (): Promise<number> => {
    const { todo } = (await chain.app.get('/dashboard', { token: chain.app.adminToken })).body.data as {
      todo: readonly { kind: string; count: number }[];
    };
    return todo.find(({ kind }) => kind === 'exception')?.count ?? 0;
  };
  const before = await waiting();
  expect((await see([loss?.id ?? ''], 'boss')).status).toBe(403);
  const admin = await chain.app.put(`${PATH}/seen`, { ids: [loss?.id] });
  expect(admin.status, admin.text).toBe(200);
  expect(await waiting()).toBe(before - 1);
  expect(await rows('owner', '&kind=metal-loss&seen=1')).toEqual([]);
  expect(await rows('owner', '&kind=metal-loss&seen=2')).toMatchObject([
    { count: 1, seenBy: expect.any(String) as string },
  ]);
  await note({ kind: 'metal-loss', what: '熔料损耗 0.7 克' });
  expect(await rows('owner', '&kind=metal-loss&seen=1')).toMatchObject([{ count: 2, seenBy: '', seenAt: '' }]);
  expect((await chain.app.get(`${PATH}/export?kind=metal-loss`, as('owner'))).status).toBe(200);
});

test('a document that is entered for a day that is over, or moved to one, has its row; one of today has none', async () => {
  const rowsOf = async () =>
    (await rows('owner', '&kind=back-dated')).flatMap(({ details }) => details as readonly { what: string }[]);
  const order = async (sellAt: string): Promise<Record<string, unknown>> =>
    chain.sale([{ barcode: await chain.stock() }], {
      sellAt,
      sellBalanceList: [{ balance: '现金', amount: TAG_PRICE }],
    });
  const body = await order(chain.today);
  const made = await chain.app.post('/biz-sell', body);
  expect(made.status, made.text).toBe(200);
  expect(await rowsOf()).toEqual([]);
  const yesterday = addDays(chain.today, -1);
  const late = await chain.app.post('/biz-sell', await order(yesterday));
  expect(late.status, late.text).toBe(200);
  const moved = await chain.app.put(`/biz-sell/${String(made.body.data)}`, { ...body, sellAt: yesterday });
  expect(moved.status, moved.text).toBe(200);
  expect((await rowsOf()).map(({ what }) => what)).toEqual([
    expect.stringContaining(`录入销售单XS${String(late.body.data)}，日期写成${yesterday}`) as string,
    expect.stringContaining(`的日期从${chain.today}改成${yesterday}`) as string,
  ]);
});
