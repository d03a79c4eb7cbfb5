/** Repairs over HTTP (S1§2.1, §3; R49, R90, R98): steps, what they keep, the list of what waits, receipt and history. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { momentPast, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
const REPAIRS = '/biz-sell-clean';
type Row = Readonly<Record<string, unknown>>;
let chain: Chain;
let away: string;
beforeAll(async () => {
  chain = await startChain();
  await chain.app.addUser({ username: 'away', roleIds: [4], lockShops: [chain.away] });
  away = await chain.app.signIn('away');
});
afterAll(() => chain.app.stop());

const ring = { type: '戒指', style: '光圈', fineness: '足金', weight: 3.2, price: 50, remark: '改圈' };
const order = (lines: readonly object[], change: object = {}) =>
  chain.sale([], {
    sellCleanList: lines,
    sellBalanceList: [{ balance: '现金', amount: 50 * lines.length }],
    ...change,
  });
/** Ids of its lines, in their order; the order's own first. */
const saved = async (lines: readonly object[], change?: object): Promise<[sale: number, ...lines: number[]]> => {
  const reply = await chain.app.post(PATH, order(lines, change));
  expect(reply).toMatchObject({ status: 200 });
  const sale = Number(reply.body.data);
  return [sale, ...(await listed(sale)).map(({ id }) => Number(id))];
};
const listed = async (sale: number): Promise<readonly Row[]> =>
  (await chain.app.get(`${REPAIRS}/list?sellId=${sale}`)).body.data as Row[];
const step = (id: number, body: object, options?: object) =>
  chain.app.put(`${REPAIRS}/step/${id}`, { by: '李师傅', ...body }, options);
const repair = (id: number): Promise<Row> => chain.record(REPAIRS, id);
const found = async (query: string): Promise<readonly Row[]> => {
  const reply = await chain.app.get(`${REPAIRS}?pageSize=200&${query}`);
  expect(reply).toMatchObject({ status: 200 });
  return (reply.body.data as { list: Row[] }).list;
};

test('散客 hands nothing in: nobody could be told that it is ready (S1§2.1/6)', async () => {
  const { list } = (await chain.app.get(`/base-customer?name=${encodeURIComponent('散客')}`)).body.data as {
    list: readonly { id: number }[];
  };
  expect(await chain.app.post(PATH, order([ring], { customerId: list[0]?.id }))).toMatchObject({
    status: 422,
    body: { data: [{ path: 'customerId', message: '散客不能维修清洗，请先登记客户' }] },
  });
});

test('the number on the receipt of a piece that was taken off its order is never another one’s', async () => {
  const [sale, first, second] = await saved([ring, { ...ring, type: '项链' }]);
  const edit = async (lines: readonly object[]) => {
    expect(await chain.app.put(`${PATH}/${sale}`, order(lines))).toMatchObject({ status: 200 });
    return (await listed(sale)).map(({ id }) => Number(id));
  };
  const stays = { ...ring, id: first };
  expect(await edit([stays])).toEqual([first]);
  const [, third] = await edit([stays, { ...ring, type: '手镯' }]);
  expect(third).not.toBe(second);
  expect((await chain.app.get(`${REPAIRS}/${second}`)).status).toBe(404);
});

describe('steps', () => {
  test('go from 已收件 at save to 已取件, with day and person, and the order tells where its lines are (S1§3/13)', async () => {
    const [sale, id] = await saved([ring]);
    expect(await repair(id!)).toMatchObject({
      no: `WX${id}`,
      orderNo: `XS${sale}`,
      state: '已收件',
      stateAt: chain.today,
      promiseAt: addDays(chain.today, 7),
      overdueDays: 0,
      takeAt: '',
      steps: [{ step: '已收件' }],
    });
    expect(await step(id!, { step: '已送修', remark: '送总店' })).toMatchObject({ status: 200 });
    expect(await step(id!, { step: '已取件', by: '王女士' })).toMatchObject({ status: 200 });
    const taken = { state: '已取件', takeAt: chain.today, takeBy: '王女士' };
    expect(await repair(id!)).toMatchObject({
      ...taken,
      steps: [{ step: '已收件' }, { step: '已送修', by: '李师傅', remark: '送总店' }, { step: '已取件' }],
    });
    expect(await listed(sale)).toMatchObject([taken]);
    expect(await chain.record(PATH, sale)).toMatchObject({ sellCleanList: [taken] });
    expect(await step(id!, { step: '已修好' })).toMatchObject({
      status: 409,
      body: { msg: '已取件，不能退回已修好' },
    });
    // The same again corrects.
    expect(await step(id!, { step: '已取件', by: '王先生' })).toMatchObject({ status: 200 });
    expect(await repair(id!)).toMatchObject({ takeBy: '王先生' });
  });

  test('the same click twice is one step (S1§3/14)', async () => {
    const [sale, id] = await saved([ring]);
    const revision = async () =>
      Number((await chain.app.get(`${PATH}/${sale}`)).headers.get('etag')?.replaceAll('"', ''));
    const before = await revision();
    const said = { step: '已送修' };
    const clicks = await Promise.all([step(id!, said), step(id!, said)]);
    expect(clicks.map(({ status }) => status)).toEqual([200, 200]);
    expect(await revision()).toBe(before + 1);
  });

  test('lie between the day it was handed in and today; who did it is asked for (S1§3/13)', async () => {
    const [, id] = await saved([ring]);
    const at = async (day: string) => (await step(id!, { step: '已送修', at: day })).body;
    expect(await at(addDays(chain.today, 1))).toMatchObject({ data: [{ path: 'at', message: '日期不能晚于今天' }] });
    expect(await at(addDays(chain.today, -1))).toMatchObject({ data: [{ path: 'at' }] });
    expect(await step(id!, { step: '已送修', by: ' ' })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'by', message: '请填写经办人' }] },
    });
    expect(await step(id!, { step: '已收件' })).toMatchObject({ status: 422, body: { data: [{ path: 'step' }] } });
    expect(await step(999_999_999, { step: '已送修' })).toMatchObject({ status: 404 });
  });

  test('of what is fetched at once lie there, too', async () => {
    const taken = async (takeAt: string, change: object = {}) =>
      chain.app.post(PATH, order([{ ...ring, takeAt, takeBy: '王女士' }], change));
    expect(await taken(addDays(chain.today, 1))).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellCleanList.0.takeAt', message: '取件日期不能晚于今天' }] },
    });
    expect(await taken(addDays(chain.today, -1))).toMatchObject({
      status: 422,
      body: { data: [{ path: 'sellCleanList.0.takeAt', message: '取件日期不能早于销售日期' }] },
    });
    const yesterday = addDays(chain.today, -1);
    expect(await taken(yesterday, { sellAt: yesterday })).toMatchObject({ status: 200 });
  });

  test('of what is fetched at once begin at 已取件; a later body changes none of them (S1§3/15)', async () => {
    const [sale, id] = await saved([{ ...ring, takeAt: chain.today, takeBy: '王女士' }]);
    expect(await repair(id!)).toMatchObject({ state: '已取件', takeBy: '王女士' });
    const echoed = { ...ring, id, promiseAt: addDays(chain.today, 7), takeAt: '', takeBy: '别人' };
    expect(await chain.app.put(`${PATH}/${sale}`, order([echoed]))).toMatchObject({ status: 200 });
    expect(await repair(id!)).toMatchObject({ state: '已取件', takeBy: '王女士' });
    const [other, waiting] = await saved([ring]);
    const later = { ...ring, id: waiting, takeAt: chain.today, takeBy: '王女士' };
    expect(await chain.app.put(`${PATH}/${other}`, order([later]))).toMatchObject({ status: 200 });
    expect(await repair(waiting!)).toMatchObject({ state: '已收件', takeAt: '' });
  });
});

test('what went on is neither edited nor taken out nor its order deleted; audit and 反审核 leave it alone (S1§3/16)', async () => {
  const [sale, sent, other] = await saved([ring, { ...ring, type: '项链' }]);
  expect(await step(sent!, { step: '已送修' })).toMatchObject({ status: 200 });
  const [first, second] = await listed(sale);
  const edit = (lines: readonly object[]) => chain.app.put(`${PATH}/${sale}`, order(lines));
  expect(await edit([{ ...first, remark: '换石' }, second!])).toMatchObject({
    status: 409,
    body: { msg: '维修清洗第1件已送修，不能修改', data: [{ path: 'sellCleanList.0' }] },
  });
  expect(await edit([second!])).toMatchObject({ status: 409, body: { msg: '维修清洗第1件已送修，不能删除' } });
  expect(await edit([first!, { ...second, remark: '抛光' }])).toMatchObject({ status: 200 });
  expect(await repair(other!)).toMatchObject({ remark: '抛光', state: '已收件' });
  expect(await chain.app.del(PATH, { ids: [sale] })).toMatchObject({ status: 409 });
  expect(await chain.audit(PATH, [sale])).toMatchObject({ status: 200 });
  expect(await repair(sent!)).toMatchObject({ state: '已送修', auditFlag: 2 });
  expect(await step(sent!, { step: '已修好' })).toMatchObject({ status: 200 });
  expect(await chain.unaudit(PATH, [sale])).toMatchObject({ status: 200 });
  expect(await repair(sent!)).toMatchObject({ state: '已修好', auditFlag: 1 });
  expect(await chain.app.del(PATH, { ids: [sale] })).toMatchObject({ status: 409 });
});

describe('the list', () => {
  test('shows what waits, what is overdue first, and ends with its order (S1§2.1/18)', async () => {
    const before = { promiseAt: addDays(chain.today, -3) };
    const late = addDays(chain.today, -5);
    const [, overdue] = await saved([{ ...ring, ...before }], { sellAt: late });
    const [sale, waiting] = await saved([ring]);
    const ids = async (query: string) => (await found(query)).map(({ id }) => id);
    const open = await found('state=待取件');
    expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining([overdue, waiting]));
    expect(open.find(({ id }) => id === overdue)).toMatchObject({ overdueDays: 3 });
    expect(open.findIndex(({ id }) => id === overdue)).toBeLessThan(open.findIndex(({ id }) => id === waiting));
    expect(await ids('overdue=1')).toEqual([overdue]);
    expect(await ids(`state=待取件&customerId=${chain.customerId + 1}`)).toEqual([]);
    expect(await ids(`barcode=wx${waiting}`)).toEqual([waiting]);
    expect(await ids('barcode=XS10001')).toEqual([]);
    expect(await ids(`state=待取件&beginTime=${late}&endTime=${late}`)).toEqual([overdue]);
    await step(overdue!, { step: '已取件' });
    expect(await ids('overdue=1')).toEqual([]);
    const then = (await momentPast()).toISOString();
    expect(await chain.app.del(PATH, { ids: [sale] })).toMatchObject({ status: 200 });
    expect(await ids(`barcode=WX${waiting}`)).toEqual([]);
    expect(await ids(`barcode=WX${waiting}&asOf=${then}`)).toEqual([waiting]);
    expect(await chain.app.get(`${REPAIRS}/${waiting}`)).toMatchObject({ status: 404 });
  });

  test('is of the user’s shops, and so are steps (S1§2.1/18)', async () => {
    const [, id] = await saved([ring]);
    const reply = await chain.app.get(`${REPAIRS}?barcode=WX${id}`, { token: away });
    expect(reply.body.data).toMatchObject({ list: [] });
    expect(await chain.app.get(`${REPAIRS}/${id}`, { token: away })).toMatchObject({ status: 404 });
    expect(await step(id!, { step: '已送修' }, { token: away })).toMatchObject({ status: 403 });
  });
});

test('history and receipt tell of the line alone; the order’s history tells of its steps (S1§3/13)', async () => {
  const [sale, id] = await saved([
    { ...ring, stone: '钻石', stoneCt: 0.3, stoneP: 1 },
    { ...ring, remark: '抛光' },
  ]);
  await step(id!, { step: '已送修', remark: '送总店' });
  const history = async (path: string) => (await chain.app.get(`${path}/history`)).body.data as Row[];
  expect(await history(`${REPAIRS}/${id}`)).toMatchObject([
    { title: '新增' },
    { title: '已送修', changes: [{ label: `WX${id}`, after: `${chain.today} 李师傅，送总店` }] },
  ]);
  expect(await history(`${PATH}/${sale}`)).toMatchObject([{ title: '新增' }, { title: '已送修' }]);
  const paper = await chain.app.get(`/base-print-template/print-data/clean/${id}`);
  expect(paper.body.data).toMatchObject({
    title: '维修收件单',
    templateName: '维修收件单',
    tables: { master: [{ barcode: `WX${id}`, customerName: '王女士', remark: '改圈', stoneCt: '0.300' }], goods: [] },
  });
  const bill = await chain.app.get(`${PATH}/print/${sale}`);
  expect(bill.body.data).toMatchObject({
    tables: { clean: [{ state: '已送修' }, { state: '已收件' }], gift: [], recycle: [], change: [] },
  });
});
