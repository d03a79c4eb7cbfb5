/** 交班 over HTTP (R80): what a till should hold, two signatures, and that every payment falls into one shift. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { AppendTooLarge } from '../../services/platform/event-store/port.ts';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { interpose } from '../support/interposed.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-shift';
let chain: Chain;
let [one, two, elsewhere] = ['', '', ''];
beforeAll(async () => {
  chain = await startChain();
  const tokenOf = async (username: string, shop: number): Promise<string> => {
    await chain.app.addUser({ username, roleIds: [4], lockShops: [shop] });
    return chain.app.signIn(username);
  };
  one = await tokenOf('early', chain.home);
  two = await tokenOf('late', chain.home);
  elsewhere = await tokenOf('away', chain.away);
});
afterAll(() => chain.app.stop());

const headers = (till: string) => ({ 'x-till': encodeURIComponent(till) });
let tills = 0;
/** Registered, as an owner does it once for each till. */
const newTill = async (): Promise<string> => {
  const name = `收银台${(tills += 1)}`;
  const made = await chain.app.post('/biz-till', { shopId: chain.home, name, status: '2' });
  expect(made.status, made.text).toBe(200);
  return name;
};
const sell = async (till: string, paid: Readonly<Record<string, number>>, change: object = {}): Promise<number> => {
  const sellBalanceList = Object.entries(paid).map(([balance, amount]) => ({ balance, amount }));
  const body = chain.sale([{ barcode: await chain.stock() }], { sellBalanceList, ...change });
  const reply = await chain.app.post('/biz-sell', body, { headers: headers(till) });
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
type Line = {
  readonly balance: string;
  readonly opening: number;
  readonly received: number;
  readonly expected: number;
};
type Expected = { readonly sinceNo: string; readonly list: readonly (Line & { readonly corrected: number })[] };
const expectedAt = async (till: string, token = one): Promise<Expected> => {
  const reply = await chain.app.get(`${PATH}/expected?shopId=${chain.home}&till=${encodeURIComponent(till)}`, {
    token,
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data as Expected;
};
type TillRow = { readonly id: number; readonly name: string; readonly used: boolean };
type Todo = { readonly kind: string };
const todoOf = async (kind: string): Promise<Todo | undefined> =>
  ((await chain.app.get('/dashboard')).body.data as { todo: Todo[] }).todo.find((one) => one.kind === kind);
const LATE = { username: 'late', password: USER_PASSWORD };
type Counted = Readonly<Record<string, readonly [counted: number, reason?: string]>>;
const bodyOf = (till: string, { list }: Expected, counted: Counted = {}, change: object = {}) => ({
  shopId: chain.home,
  till,
  list: list.map(({ balance, expected }) => {
    const [amount = expected, reason = ''] = counted[balance] ?? [];
    return { balance, expected, counted: amount, reason };
  }),
  takenBy: LATE,
  ...change,
});
const hand = (body: object, options: object = {}): Promise<Reply> =>
  chain.app.post(PATH, body, { token: one, ...options });

test('the till should hold what came since the last shift; its cash is the next float (S1§4/9)', async () => {
  const till = await newTill();
  expect(await expectedAt(till)).toMatchObject({ sinceNo: '', list: [{ balance: '现金', expected: 0 }] });
  await sell(till, { 现金: 1000, 微信: TAG_PRICE - 1000 });
  await sell('一号台', { 现金: TAG_PRICE });
  const old = { type: '戒指', style: '光圈', fineness: '足金', weight: 1, cost: 300, lossRatio: 100, remark: '旧' };
  const recycled = await chain.app.post(
    '/biz-alone-recycle',
    {
      customerId: chain.customerId,
      shopId: chain.home,
      recycleAt: chain.today,
      seller: 'admin',
      recycleList: [old],
      balanceList: [{ balance: '现金', amount: 300 }],
    },
    { headers: headers(till) },
  );
  expect(recycled.status, recycled.text).toBe(200);
  const now = await expectedAt(till);
  expect(now.list).toMatchObject([
    { balance: '现金', opening: 0, received: 700, corrected: 0, expected: 700, documents: 2 },
    { balance: '微信', expected: TAG_PRICE - 1000 },
  ]);
  expect(await hand(bodyOf(till, now, { 现金: [690] }))).toMatchObject({
    status: 422,
    body: { data: [{ path: 'list.0.reason', message: '实点与应有不一致，请填写原因' }] },
  });
  const done = await hand(bodyOf(till, now, { 现金: [690, '找零多给10元'] }));
  expect(done.status, done.text).toBe(200);
  const id = Number(done.body.data);
  const next = await expectedAt(till);
  expect(next).toMatchObject({
    sinceNo: `JB${id}`,
    list: [{ balance: '现金', opening: 690, received: 0, expected: 690 }],
  });
  expect(await chain.record(PATH, id)).toMatchObject({
    till,
    handedBy: 'early',
    takenBy: 'late',
    expected: TAG_PRICE - 300,
    difference: -10,
    auditFlag: 2,
    list: [
      { balance: '现金', expected: 700, counted: 690, difference: -10, reason: '找零多给10元' },
      { balance: '微信', difference: 0 },
    ],
  });
  const documents = await chain.app.get(`${PATH}/money?shopId=${chain.home}&shiftId=${id}&balance=现金`, {
    token: one,
  });
  expect(documents.body.data).toMatchObject({ count: 2, list: [{ amount: -300 }, { amount: 1000, what: 'new' }] });
});

test('what another clerk took is in the figures at once: they wait for it, whoever asks (R80)', async () => {
  const till = await newTill();
  for (let sold = 1; sold <= 12; sold += 1) {
    await sell(till, { 现金: TAG_PRICE });
    const address = `shopId=${chain.home}&till=${encodeURIComponent(till)}`;
    const own = { token: two, waits: false } as const;
    const [expected, money] = await Promise.all([
      chain.app.get(`${PATH}/expected?${address}`, own),
      chain.app.get(`${PATH}/money?${address}`, own),
    ]);
    expect(expected.body.data).toMatchObject({ list: [{ balance: '现金', expected: sold * TAG_PRICE }] });
    expect(money.body.data).toMatchObject({ count: sold });
  }
});

test('what is edited, taken back or deleted later is a correction of the shift in which it happens, wherever it is done (S1§4/9)', async () => {
  const till = await newTill();
  const sale = await sell(till, { 现金: TAG_PRICE });
  const done = await hand(bodyOf(till, await expectedAt(till)));
  expect(done.status, done.text).toBe(200);
  const stood = await chain.record('/biz-sell', sale);
  const half = {
    sellBalanceList: [
      { balance: '现金', amount: 238 },
      { balance: '微信', amount: TAG_PRICE - 238 },
    ],
  };
  const edited = await chain.app.put(`/biz-sell/${sale}`, { ...stood, ...half }, { headers: headers('别的台') });
  expect(edited.status, edited.text).toBe(200);
  expect((await expectedAt(till)).list).toMatchObject([
    { balance: '现金', opening: TAG_PRICE, received: 0, corrected: 238 - TAG_PRICE, expected: 238 },
    { balance: '微信', corrected: TAG_PRICE - 238 },
  ]);
  expect((await chain.app.del('/biz-sell', { ids: [sale] })).status).toBe(200);
  expect((await expectedAt(till)).list).toMatchObject([
    { balance: '现金', corrected: -TAG_PRICE, expected: 0 },
    { balance: '微信', corrected: 0, expected: 0 },
  ]);
});

test('an order of a device without a till lies at the reserved till, also once it is corrected at another, and is handed over like any', async () => {
  const till = await newTill();
  const sellBalanceList = [{ balance: '现金', amount: TAG_PRICE }];
  const body = chain.sale([{ barcode: await chain.stock() }], { sellBalanceList });
  const sale = Number((await chain.app.post('/biz-sell', body)).body.data);
  const stood = await chain.record('/biz-sell', sale);
  const options = { headers: headers(till) };
  expect((await chain.app.put(`/biz-sell/${sale}`, { ...stood, remark: '改' }, options)).status).toBe(200);
  expect((await expectedAt(till)).list).toMatchObject([{ balance: '现金', corrected: 0, expected: 0 }]);
  const reserved = await expectedAt('未指定收银台');
  expect(reserved.list).toMatchObject([{ balance: '现金', received: TAG_PRICE }]);
  expect(await todoOf('till')).toMatchObject({ title: '未指定收银台有未交的款', count: 1, path: '/sales/shift' });
  expect(await hand(bodyOf('未指定收银台', reserved))).toMatchObject({ status: 200 });
  expect(await todoOf('till')).toBeUndefined();
});

test('a till that nobody registered takes no money and is handed over by nobody', async () => {
  const body = chain.sale([{ barcode: await chain.stock() }]);
  const asked = { status: 422, body: { data: [{ path: 'till' }] } };
  expect(await chain.app.post('/biz-sell', body, { headers: headers('我的台') })).toMatchObject(asked);
  const invented = bodyOf('我的台', await expectedAt('我的台'));
  expect(await hand(invented)).toMatchObject(asked);
  expect(await chain.app.post('/biz-sell', body, { headers: headers('一号台') })).toMatchObject({ status: 200 });
});

test('a till that took money keeps its name and stays; one that took none is changed and deleted', async () => {
  const name = await newTill();
  const listed = async (wanted: string) =>
    ((await chain.app.get(`/biz-till?shopId=${chain.home}&pageSize=100`)).body.data as { list: TillRow[] }).list.find(
      (one) => one.name === wanted,
    );
  const { id, used } = (await listed(name))!;
  expect(used).toBe(false);
  const till = { shopId: chain.home, status: '2' };
  expect(await chain.app.put(`/biz-till/${id}`, { ...till, name: `${name}甲` })).toMatchObject({ status: 200 });
  await sell(`${name}甲`, { 现金: TAG_PRICE });
  expect(await chain.app.put(`/biz-till/${id}`, { ...till, name })).toMatchObject({
    status: 422,
    body: { data: [{ path: 'name', message: '该收银台已收过款，不能改名' }] },
  });
  expect((await chain.app.del('/biz-till', { ids: [id] })).status).toBe(409);
  expect(await chain.app.put(`/biz-till/${id}`, { ...till, name: `${name}甲`, status: '1' })).toMatchObject({
    status: 200,
  });
  const body = chain.sale([{ barcode: await chain.stock() }]);
  expect(await chain.app.post('/biz-sell', body, { headers: headers(`${name}甲`) })).toMatchObject({ status: 422 });
  expect(await hand(bodyOf(`${name}甲`, await expectedAt(`${name}甲`)))).toMatchObject({ status: 200 });
  expect(await chain.app.post('/biz-till', { ...till, name: '一号台' })).toMatchObject({ status: 409 });
  expect(await chain.app.post('/biz-till', { ...till, name: '未指定收银台' })).toMatchObject({ status: 422 });
  expect(await chain.app.post('/biz-till', { ...till, name: '甲' }, { token: one })).toMatchObject({ status: 403 });
});

test('a difference beyond the limit stands until a third person confirms it; the hand-over itself is not held up', async () => {
  await chain.app.addUser({ username: 'chief', roleIds: [3], lockShops: [chain.home] });
  await chain.app.addUser({ username: 'other-chief', roleIds: [3], lockShops: [chain.away] });
  const [chief, other] = [await chain.app.signIn('chief'), await chain.app.signIn('other-chief')];
  const till = await newTill();
  await sell(till, { 现金: TAG_PRICE });
  const done = await hand(bodyOf(till, await expectedAt(till), { 现金: [0, 'x'] }));
  expect(done).toMatchObject({ status: 200, body: { msg: expect.stringContaining('待第三人确认') } });
  const id = Number(done.body.data);
  expect(await chain.record(PATH, id)).toMatchObject({ differenceState: '1', difference: -TAG_PRICE });
  expect(await todoOf('shift')).toMatchObject({ title: '待确认的交班差额', count: 1 });
  const confirm = (token: string) => chain.app.put(`${PATH}/confirm/${id}`, { remark: '已向两人问明' }, { token });
  expect((await confirm(one)).status).toBe(403);
  expect((await confirm(other)).status).toBe(403);
  expect(await confirm(chief)).toMatchObject({ status: 200 });
  expect(await chain.record(PATH, id)).toMatchObject({
    differenceState: '2',
    confirmedBy: 'chief',
    confirmRemark: '已向两人问明',
  });
  expect(await confirm(chief)).toMatchObject({ status: 409 });
  expect(await todoOf('shift')).toBeUndefined();
});

test('neither who hands over nor who takes confirms his own difference, whatever his rights', async () => {
  await chain.app.addUser({ username: 'head', roleIds: [3], lockShops: [chain.home] });
  const head = await chain.app.signIn('head');
  const till = await newTill();
  await sell(till, { 现金: TAG_PRICE });
  const takenBy = { username: 'head', password: USER_PASSWORD };
  const body = bodyOf(till, await expectedAt(till), { 现金: [TAG_PRICE - 20.01, '找零'] }, { takenBy });
  const id = Number((await hand(body)).body.data);
  expect(await chain.app.put(`${PATH}/confirm/${id}`, {}, { token: head })).toMatchObject({
    status: 409,
    body: { msg: '差额须由交班人、接班人以外的第三人确认' },
  });
  const small = bodyOf(till, await expectedAt(till), { 现金: [TAG_PRICE - 40.01, '找零'] });
  const within = Number((await hand(small)).body.data);
  expect(await chain.record(PATH, within)).toMatchObject({ differenceState: '', difference: -20 });
  expect(await chain.app.put(`${PATH}/confirm/${within}`, {})).toMatchObject({ status: 409 });
});

test('money that came since the figures were read is not handed over by old ones; nothing is lost (S1§4/9)', async () => {
  const till = await newTill();
  const before = await expectedAt(till);
  await sell(till, { 现金: TAG_PRICE });
  expect(await hand(bodyOf(till, before))).toMatchObject({
    status: 409,
    body: {
      msg: '刚有单据保存，应有金额已变，请核对后再交班',
      data: { list: [{ balance: '现金', expected: TAG_PRICE }] },
    },
  });
  expect((await hand(bodyOf(till, await expectedAt(till)))).status).toBe(200);
});

test('closed at once by two, and by a double click, it is handed over once (S1§4/9)', async () => {
  const till = await newTill();
  await sell(till, { 现金: TAG_PRICE });
  const body = bodyOf(till, await expectedAt(till));
  const both = await Promise.all([
    hand(body),
    hand({ ...body, takenBy: { ...LATE, username: 'early' } }, { token: two }),
  ]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const again = bodyOf(till, await expectedAt(till));
  const click = { key: 'one-click' };
  const [first, repeat] = await Promise.all([hand(again, click), hand(again, click)]);
  expect([first.status, repeat.status]).toEqual([200, 200]);
  expect(repeat.body.data).toBe(first.body.data);
});

test('a shift that the store refused leaves its till free: the next click, whoever’s, is not told to wait (S1§4/14)', async () => {
  const till = await newTill();
  await sell(till, { 现金: TAG_PRICE });
  const body = bodyOf(till, await expectedAt(till));
  const { store } = chain.app.house.deps;
  const tooLarge = () => Promise.reject(new AppendTooLarge('shift', 2, 1));
  interpose(store, 'append', (own, call) => (call[0].startsWith('shift-') ? tooLarge() : own(...call)));
  interpose(store, 'appendAll', (own, call) =>
    call[0].some(({ stream }) => stream.startsWith('shift-')) ? tooLarge() : own(...call),
  );
  const refused = await hand(body);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  vi.restoreAllMocks();
  const next = await hand({ ...body, takenBy: { ...LATE, username: 'early' } }, { token: two });
  expect(next.status, next.text).toBe(200);
});

test('the taker signs with his own password, and is another person of that shop (S1§4/9)', async () => {
  const till = await newTill();
  const now = await expectedAt(till);
  const taken = async (takenBy: object) => {
    const { status, body } = await hand(bodyOf(till, now, {}, { takenBy }));
    return [status, (body.data as { path: string }[] | null)?.[0]?.path];
  };
  expect(await taken({ username: 'late', password: 'wrong' })).toEqual([422, 'takenBy.password']);
  expect(await taken({ username: 'early', password: USER_PASSWORD })).toEqual([422, 'takenBy.username']);
  expect(await taken({ username: 'away', password: USER_PASSWORD })).toEqual([422, 'takenBy.username']);
  expect(await taken({ username: '', password: '' })).toEqual([422, 'takenBy.username']);
});

test('the tills of a shop are those that are registered there, each once (S1§4/14)', async () => {
  const [busy, handed] = [await newTill(), await newTill()];
  await sell(busy, { 现金: TAG_PRICE });
  await sell(busy, { 现金: TAG_PRICE });
  expect((await hand(bodyOf(handed, await expectedAt(handed)))).status).toBe(200);
  const asked = (shop: number, token: string) => chain.app.get(`${PATH}/tills?shopId=${shop}`, { token });
  const { data } = (await asked(chain.home, one)).body as unknown as { data: readonly string[] };
  expect(data.filter((name) => name === busy || name === handed)).toEqual([busy, handed].toSorted());
  expect((await asked(chain.away, elsewhere)).body.data).toEqual(['一号台']);
  expect((await asked(chain.home, elsewhere)).status).toBe(403);
});

test('a shift is final, and another shop’s till is nobody’s business (S1§4/9)', async () => {
  const till = await newTill();
  const id = Number((await hand(bodyOf(till, await expectedAt(till)))).body.data);
  const body = bodyOf(till, await expectedAt(till));
  expect((await chain.app.put(`${PATH}/${id}`, body)).status).toBe(409);
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(409);
  expect((await chain.unaudit(PATH, [id])).status).toBe(409);
  const asked = `?shopId=${chain.home}&till=${encodeURIComponent(till)}`;
  for (const path of [`/expected${asked}`, `/money${asked}`]) {
    expect((await chain.app.get(`${PATH}${path}`, { token: elsewhere })).status).toBe(403);
  }
  expect((await chain.app.get(`${PATH}/${id}`, { token: elsewhere })).status).toBe(404);
  expect((await chain.app.get(`${PATH}/money?shopId=${chain.away}&shiftId=${id}`, { token: elsewhere })).status).toBe(
    404,
  );
  expect((await hand(body, { token: elsewhere })).status).toBe(403);
  const odd = { ...body, list: [...body.list, { balance: '贝壳', expected: 0, counted: 0 }] };
  expect(await hand(odd)).toMatchObject({ status: 422, body: { data: [{ path: 'list.1.balance' }] } });
  expect(await hand({ ...body, till: '' })).toMatchObject({ status: 422, body: { data: [{ path: 'till' }] } });
});
