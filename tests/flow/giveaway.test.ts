/** Giveaways and write-offs over HTTP (S1§2.6, §2.11, §4, §5, §7; R22, R88, R97). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MASK } from 'services/contracts/person';
import { roleWith } from '../support/roles.ts';
import type { Reply } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

type Fields = Readonly<Record<string, unknown>>;
const GIFT = { title: '金秋好礼', content: '<p>到店即领</p>', total: 3, limitNum: 1, status: '2' };
const CODE = { name: '王女士', mobile: '13800138000' };
const PATHS = { gift: '/mall-giveaway', code: '/mall-write-off' };
const idOf = async (reply: Promise<Reply>): Promise<number> => {
  const { status, text, body } = await reply;
  expect(status, text).toBe(200);
  return Number(body.data);
};
const gift = (change: Fields = {}): Promise<number> => idOf(chain.app.post(PATHS.gift, { ...GIFT, ...change }));
const code = (change: Fields = {}): Promise<Reply> => chain.app.post(PATHS.code, { ...CODE, ...change });
const collect = (id: number, writeOffCode: string): Promise<Reply> =>
  chain.app.put(`${PATHS.code}/user/${id}`, { writeOffCode });
const claim = (billId: number, customerId: number, change: Fields = {}): Promise<Reply> =>
  code({ billType: '1', billId, customerId, ...change });
let people = 0;
const customer = (): Promise<number> => {
  people += 1;
  const mobile = `1390000${String(people).padStart(4, '0')}`;
  return idOf(chain.app.post('/base-customer', { name: `客户${people}`, mobile, status: '2' }));
};
const left = async (id: number) => (await chain.record(PATHS.gift, id))['total'];
const etagOf = async (path: string): Promise<string> => (await chain.app.get(path)).headers.get('etag') ?? '';
const listed = async (path: string) =>
  ((await chain.app.get(path)).body.data as { readonly list: readonly Fields[] }).list;

describe('a giveaway', () => {
  test.each([
    [{ title: ' ' }, 'title', '标题不能为空'],
    [{ status: '' }, 'status', '状态不能为空'],
    [{ total: 0 }, 'total', '不能小于1'],
    [{ total: 1.5 }, 'total', '请输入整数'],
    [{ limitNum: 0 }, 'limitNum', '不能小于1'],
    [{ total: 100_001 }, 'total', '不能大于100000'],
  ])('%j is refused at its field (S1§5/24 S1§5/25)', async (change, path, message) => {
    const { status, body } = await chain.app.post(PATHS.gift, { ...GIFT, ...change });
    expect(status).toBe(422);
    expect(body.data).toContainEqual({ path, message });
  });

  test('is kept without anything that could run, found by its title, and told with its content by its id alone (S1§2.6/1 S1§7/20)', async () => {
    const id = await gift({
      title: '福袋💍大礼',
      content: '<h2>礼</h2><script>alert(1)</script><img src=x onerror=alert(1)>',
    });
    expect(await chain.record(PATHS.gift, id)).toMatchObject({
      content: '<h2>礼</h2>',
      total: 3,
      limitNum: 1,
      claimed: 0,
    });
    const [row] = await listed(`${PATHS.gift}?title=${encodeURIComponent('福袋')}`);
    expect(row).toMatchObject({ id, title: '福袋💍大礼' });
    expect(row).not.toHaveProperty('content');
  });

  test('what is left changes only for those who saw what it is (S1§2.6/2)', async () => {
    const id = await gift();
    const path = `${PATHS.gift}/${id}`;
    const seen = await etagOf(path);
    expect((await chain.app.put(path, { ...GIFT, total: 9 })).status).toBe(412);
    expect((await claim(id, await customer())).status).toBe(200);
    const late = await chain.app.put(path, { ...GIFT, total: 9 }, { headers: { 'if-match': seen } });
    expect(late.status).toBe(412);
    expect(await left(id)).toBe(2);
    expect((await chain.app.put(path, { ...GIFT, title: '改名', total: 2 })).status).toBe(200);
    const fresh = await chain.app.put(path, { ...GIFT, total: 0 }, { headers: { 'if-match': await etagOf(path) } });
    expect(fresh.status, fresh.text).toBe(200);
    expect(await left(id)).toBe(0);
  });

  test('valid answers the newest that is enabled and not all gone, else nothing (S1§7/3 S1§7/20)', async () => {
    const valid = async () => (await chain.app.get(`${PATHS.gift}/valid`)).body.data;
    const older = await gift({ title: '旧礼' });
    const newer = await gift({ title: '新礼' });
    expect(await valid()).toMatchObject({ id: newer, title: '新礼', content: '<p>到店即领</p>' });
    expect((await chain.app.put(`${PATHS.gift}/${newer}`, { ...GIFT, status: '1' })).status).toBe(200);
    expect(await valid()).toMatchObject({ id: older });
    for (const { id, ...row } of await listed(`${PATHS.gift}?pageSize=100`)) {
      const off = await chain.app.put(`${PATHS.gift}/${String(id)}`, { ...GIFT, total: row['total'], status: '1' });
      expect(off.status, off.text).toBe(200);
    }
    expect(await valid()).toBeNull();
  });

  test('with claims it stays; without it goes (S1§2.6/2)', async () => {
    const id = await gift();
    const taken = await idOf(claim(id, await customer()));
    const kept = await chain.app.del(PATHS.gift, { ids: [id] });
    expect(kept).toMatchObject({ status: 409, body: { msg: '该礼品已有人领取，不能删除，可以改为停用' } });
    expect((await chain.app.del(PATHS.code, { ids: [taken] })).status).toBe(200);
    expect(await left(id)).toBe(3);
    expect((await chain.app.del(PATHS.gift, { ids: [id] })).status).toBe(200);
  });
});

describe('a claim', () => {
  test('of twenty at once for the last three, three win; what is left never goes below zero (S1§4/21)', async () => {
    const id = await gift();
    const customers = await Promise.all(Array.from({ length: 20 }, customer));
    const replies = await Promise.all(customers.map((one) => claim(id, one)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.msg}`))).toEqual(new Set(['409 该礼品已领完']));
    expect(await left(id)).toBe(0);
  });

  test('of one person stops at the limit, by customer and by openId, at once too (S1§4/21)', async () => {
    const id = await gift({ total: 10, limitNum: 2 });
    const one = await customer();
    const replies = await Promise.all(Array.from({ length: 6 }, () => claim(id, one, { openId: 'o-1' })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    const stranger = await claim(id, await customer(), { openId: 'o-1' });
    expect(stranger.body.msg).toBe('每人限领2份，该客户已领完');
    expect((await claim(id, await customer(), { openId: 'o-2' })).status).toBe(200);
    expect(await left(id)).toBe(7);
  });

  test('of a customer and a shopper whom one claim names together is one person’s, whichever is named', async () => {
    const id = await gift({ total: 10, limitNum: 2 });
    const one = await customer();
    const alone = (openId: string) => code({ billType: '1', billId: id, openId });
    expect((await claim(id, one)).status).toBe(200);
    expect((await claim(id, one, { openId: 'o-7' })).status).toBe(200);
    expect((await alone('o-7')).body.msg).toBe('每人限领2份，该客户已领完');
    const other = await customer();
    expect((await alone('o-8')).status).toBe(200);
    expect((await claim(id, other, { openId: 'o-8' })).status).toBe(200);
    expect((await claim(id, other)).body.msg).toBe('每人限领2份，该客户已领完');
    expect((await alone('o-9')).status).toBe(200);
    expect(await left(id)).toBe(5);
  });

  test('of one person in two records stops at the limit, whichever is named; a disabled customer has none', async () => {
    const id = await gift({ total: 10 });
    const [keep, other] = [await customer(), await customer()];
    expect((await claim(id, other)).status).toBe(200);
    const merged = { keepId: keep, mergeId: other, reason: '同一人' };
    expect((await chain.app.post('/base-customer/merge', merged)).status).toBe(200);
    for (const one of [keep, other]) {
      expect(await claim(id, one)).toMatchObject({ status: 409, body: { msg: '每人限领1份，该客户已领完' } });
    }
    const again = await gift({ total: 10 });
    expect((await claim(again, other)).status).toBe(200);
    expect((await claim(again, keep)).status).toBe(409);
    const disable = async (one: number) => {
      const row = await chain.record('/base-customer', one);
      expect((await chain.app.put(`/base-customer/${one}`, { ...row, status: '1' })).status).toBe(200);
    };
    const off = await customer();
    await disable(off);
    await disable(keep);
    const third = await gift({ total: 10 });
    for (const one of [off, keep, other]) {
      expect(await claim(third, one)).toMatchObject({
        status: 422,
        body: { data: [{ path: 'customerId', message: '客户已停用' }] },
      });
    }
  });

  test('sent twice under one key is one claim (S1§4/21)', async () => {
    const id = await gift();
    const body = { ...CODE, billType: '1', billId: id, customerId: await customer() };
    const [first, again] = await Promise.all(
      [1, 2].map(() => chain.app.post(PATHS.code, body, { key: `claim-${id}` })),
    );
    const answer = again?.status === 200 ? again : first;
    expect(answer?.status, answer?.text).toBe(200);
    const repeat = await chain.app.post(PATHS.code, body, { key: `claim-${id}` });
    expect(repeat.body.data).toBe(answer?.body.data);
    expect(await left(id)).toBe(2);
  });

  test('needs a giveaway that is offered, and a customer that there is', async () => {
    const off = await gift({ status: '1' });
    expect((await claim(off, await customer())).body.msg).toBe('该礼品已停用');
    expect((await claim(2_000_000_000, await customer())).status).toBe(422);
    expect((await claim(await gift(), 2_000_000_000)).body.data).toContainEqual({
      path: 'customerId',
      message: '没有这个客户',
    });
    expect((await code({ billType: '1' })).body.data).toContainEqual({ path: 'billId', message: '请选择礼品' });
  });

  test('a customer who has one stays', async () => {
    const one = await customer();
    await idOf(claim(await gift(), one));
    const kept = await chain.app.del('/base-customer', { ids: [one] });
    expect(kept).toMatchObject({ status: 409, body: { msg: '该客户已有礼品核销记录，不能删除' } });
  });
});

describe('a write-off', () => {
  test.each([
    [{ name: '' }, 'name', '客户名不能为空'],
    [{ mobile: '' }, 'mobile', '联系电话不能为空'],
    [{ writeOffCode: '礼品' }, 'writeOffCode', '核销码只能用字母、数字和横线，最多40位'],
    [{ limitNum: 0 }, 'limitNum', '不能小于1'],
  ])('%j is refused at its field (S1§5/24 S1§5/25)', async (change, path, message) => {
    const { status, body } = await code(change);
    expect(status).toBe(422);
    expect(body.data).toContainEqual({ path, message });
  });

  test('gets a code where none was given, by either address, told once; a code is there once (S1§2.11/1 S1§7/22)', async () => {
    const told = await code({ writeOffCode: '  ' });
    const id = await idOf(Promise.resolve(told));
    const other = await idOf(chain.app.post(`${PATHS.code}/add`, CODE));
    expect(told.body.msg).toMatch(/^新增成功，核销码HX\d{12}，请交给客户，之后不再显示$/);
    const made = /HX\d{12}/.exec(String(told.body.msg))?.[0];
    const record = await chain.record(PATHS.code, id);
    expect(record).toMatchObject({ billType: '2', billId: 0, customerId: 0, status: '1', limitNum: 1, locked: false });
    const again = await code({ name: '李先生', writeOffCode: made });
    expect(again).toMatchObject({ status: 409, body: { msg: '该核销码已存在（王女士）' } });
    const edited = await chain.app.put(`${PATHS.code}/${other}`, { ...CODE, writeOffCode: made });
    expect(edited.status).toBe(409);
    const blank = await chain.app.put(`${PATHS.code}/${other}`, { ...CODE, writeOffCode: '' });
    expect(blank.body.data).toContainEqual({ path: 'writeOffCode', message: '核销码不能为空' });
  });

  test('is found by its whole code and by a part of the telephone; its code is shown to nobody until it is collected (S1§2.11/1 S1§7/22)', async () => {
    const id = await idOf(code({ writeOffCode: 'HX-FIND-1', mobile: '18612345678' }));
    const found = `${PATHS.code}?writeOffCode=HX-FIND-1`;
    expect(await listed(found)).toMatchObject([{ id, writeOffCode: MASK }]);
    expect(await listed(`${PATHS.code}?writeOffCode=HX-FIND`)).toEqual([]);
    expect(await listed(`${PATHS.code}?mobile=2345678`)).toMatchObject([{ id }]);
    expect((await chain.app.get(`${PATHS.code}/user/${id}`)).body.data).toMatchObject({ writeOffCode: MASK });
    const log = await chain.app.get('/sys-opera-log?pageSize=50');
    expect(log.status).toBe(200);
    expect(log.text).not.toContain('HX-FIND-1');
    // The mask that comes back leaves it as it was.
    const kept = await chain.app.put(`${PATHS.code}/${id}`, { ...CODE, mobile: '18612345678', writeOffCode: MASK });
    expect(kept.status, kept.text).toBe(200);
    expect((await collect(id, 'HX-FIND-1')).status).toBe(200);
    expect(await listed(found)).toMatchObject([{ id, writeOffCode: 'HX-FIND-1', status: '2' }]);
  });

  test('is collected by its code alone; five wrong ones lock it until tomorrow, or until somebody unlocks it', async () => {
    const id = await idOf(code({ writeOffCode: 'HX-PROOF-1' }));
    const absent = await chain.app.put(`${PATHS.code}/user/${id}`, {});
    expect(absent).toMatchObject({ status: 422 });
    expect(absent.body.data).toEqual([{ path: 'writeOffCode', message: '核销码不能为空' }]);
    for (const left of [4, 3, 2, 1]) {
      expect((await collect(id, 'HX-PROOF-2')).body.data).toEqual([
        { path: 'writeOffCode', message: `核销码不正确，还可以试${left}次` },
      ]);
    }
    const locked = { status: 409, body: { msg: '核销码已输错5次，今天不能再核销，请店长解锁或明天再来' } };
    expect(await collect(id, 'HX-PROOF-3')).toMatchObject(locked);
    // The right one comes too late.
    expect(await collect(id, 'HX-PROOF-1')).toMatchObject(locked);
    expect(await chain.record(PATHS.code, id)).toMatchObject({ locked: true, status: '1' });
    expect((await chain.app.put(`${PATHS.code}/unlock/${id}`, {})).status).toBe(200);
    const inShop = await chain.app.put(`${PATHS.code}/user/${id}`, { writeOffCode: 'hx-proof-1', shopId: chain.away });
    expect(inShop.status, inShop.text).toBe(200);
    expect(await chain.record(PATHS.code, id)).toMatchObject({ usedShopId: chain.away, usedShopName: '南山店' });
  });

  test('guesses from several tills at once are five, too', async () => {
    const id = await idOf(code({ writeOffCode: 'HX-PROOF-9' }));
    const replies = await Promise.all(Array.from({ length: 8 }, (_, nth) => collect(id, `HX-GUESS-${nth}`)));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      409, 409, 409, 409, 422, 422, 422, 422,
    ]);
  });

  test('whoever collects changes neither code, name, number nor quantity', async () => {
    const id = await idOf(code({ writeOffCode: 'HX-RENAME' }));
    const roleId = await roleWith(chain.app, ['mall:mallWriteOff:list', 'mall:mallWriteOff:edit']);
    await chain.app.addUser({ username: 'collects', roleIds: [roleId] });
    const token = await chain.app.signIn('collects');
    const shown = { ...CODE, writeOffCode: MASK, mobile: '138••••8000' };
    for (const change of [
      { name: '赵先生' },
      { writeOffCode: 'HX-MINE' },
      { mobile: '13900139000' },
      { limitNum: 9 },
    ]) {
      const { status, body } = await chain.app.put(`${PATHS.code}/${id}`, { ...shown, ...change }, { token });
      expect([status, body.msg], JSON.stringify(change)).toEqual([403, '没有修改核销码、客户名、联系电话和数量的权限']);
    }
    const noted = await chain.app.put(`${PATHS.code}/${id}`, { ...shown, remark: '下午来取' }, { token });
    expect(noted.status, noted.text).toBe(200);
    expect((await chain.app.put(`${PATHS.code}/unlock/${id}`, {}, { token })).status).toBe(403);
  });

  test('is used once, however many press at once; then it neither changes nor goes (S1§4/23 S1§7/22)', async () => {
    const id = await idOf(code({ writeOffCode: 'HX-ONCE' }));
    const use = () => collect(id, 'HX-ONCE');
    const replies = await Promise.all(Array.from({ length: 8 }, use));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.filter(({ status }) => status !== 200).map(({ body }) => body.msg))).toEqual(
      new Set(['该核销码已由管理员核销，不能重复核销']),
    );
    const record = await chain.record(PATHS.code, id);
    expect(record).toMatchObject({ status: '2', usedBy: '管理员', writeOffCode: 'HX-ONCE' });
    expect(record['usedAt']).not.toBe('');
    const edited = await chain.app.put(`${PATHS.code}/${id}`, { ...CODE, writeOffCode: 'HX-ONCE' });
    expect(edited).toMatchObject({ status: 409, body: { msg: '该核销码已由管理员核销，不能修改' } });
    const removed = await chain.app.del(PATHS.code, { ids: [id] });
    expect(removed).toMatchObject({ status: 409, body: { msg: '该核销码已由管理员核销，不能删除' } });
    expect((await collect(2_000_000_000, 'HX-ONCE')).status).toBe(404);
  });

  test('takes the right of writing off, not that of entering', async () => {
    const id = await idOf(code());
    const roleId = await roleWith(chain.app, ['mall:mallWriteOff:list', 'mall:mallWriteOff:add']);
    await chain.app.addUser({ username: 'enters', roleIds: [roleId] });
    const token = await chain.app.signIn('enters');
    expect((await chain.app.put(`${PATHS.code}/user/${id}`, {}, { token })).status).toBe(403);
    expect((await chain.app.post(PATHS.code, CODE, { token })).status).toBe(200);
  });
});
