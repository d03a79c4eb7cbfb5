/** A blind count (盲盘): whoever counts is sent nothing that the books say before the count is finished. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';
import { startChain, type Chain } from './shops.ts';

const PATH = '/biz-check';
const TYPE = '手镯';
let chain: Chain;
let clerk: string;
let single: string;
let lot: string;
let unseen: string;
let id: number;

const header = (change: Record<string, unknown> = {}) => ({
  shopId: chain.home,
  checkAt: chain.today,
  type: TYPE,
  style: '',
  remark: '',
  ...change,
});
const asClerk = () => ({ token: clerk });
const get = (path: string): Promise<Reply> => chain.app.get(path, asClerk());
const post = (path: string, body: unknown): Promise<Reply> => chain.app.post(path, body, asClerk());
const scan = (...barcodes: string[]): Promise<Reply> => post(`${PATH}/${id}/scan`, { barcodes });
/** Every answer about the check that a counter may ask for, as text. */
const everything = async (): Promise<readonly Reply[]> =>
  Promise.all(
    [
      `${PATH}/${id}`,
      `${PATH}/${id}?lines=no`,
      `/biz-check-detail/list?checkId=${id}`,
      `/biz-check-detail/list?checkId=${id}&barcode=${lot}`,
      `${PATH}/${id}/changes?after=-1`,
      `/base-print-template/print-data/check/${id}`,
      `${PATH}/${id}/history`,
      `${PATH}/${id}/differences`,
      PATH,
    ].map(get),
  );

beforeAll(async () => {
  chain = await startChain();
  const { app } = chain;
  const keys = ['list', 'add', 'edit'].map((key) => `biz:bizCheck:${key}`);
  await app.addUser({ username: 'counter', roleIds: [await roleWith(app, keys)] });
  clerk = await app.signIn('counter', USER_PASSWORD);
  single = await chain.stock({ type: TYPE });
  lot = await chain.stock({ type: TYPE, num: 5 });
  unseen = await chain.stock({ type: TYPE });
  // Two of the lot are gone: what was received is not what the books have.
  const moved = Number((await app.post('/biz-allocate', chain.transfer([{ barcode: lot, inNum: 2 }]))).body.data);
  await chain.audit('/biz-allocate', [moved]);
  const opened = await post(`${PATH}/open`, header({ blind: true }));
  expect(opened).toMatchObject({ status: 200 });
  id = Number(opened.body.data);
});
afterAll(() => chain.app.stop());

describe('while it goes on', () => {
  test('nothing that the books say leaves the server, to whoever asks', async () => {
    expect((await scan(single, single, lot, lot, lot, lot, 'NOSUCH99')).body.data).toEqual([
      { barcode: single, found: true, reason: '', detail: '' },
      { barcode: lot, found: true, reason: '', detail: '' },
      { barcode: 'NOSUCH99', found: false, reason: '未知', detail: '条码不存在' },
    ]);
    for (const { status, text } of await everything()) {
      expect([200, 409]).toContain(status);
      expect(text).not.toContain(unseen);
      // On paper and in the list the field is there, empty.
      expect(text).not.toMatch(/"(bookNum|missing|gone|different)":[1-9]/);
      expect(text).not.toMatch(/"(state|explain)":/);
    }
    const record = await get(`${PATH}/${id}`);
    expect(record.body.data).toMatchObject({ blind: true, finished: false, hidden: true, bookNum: null });
    const lines = (record.body.data as { bizGoodsList: Record<string, unknown>[] }).bizGoodsList;
    expect(lines.map(({ barcode }) => barcode)).toEqual([single, lot].toSorted());
    // Three are left of the lot of five: scanning on does not stop at what the books have.
    expect(lines.find(({ barcode }) => barcode === lot)).toMatchObject({ factNum: 4, scanNum: 4 });
    expect(lines.find(({ barcode }) => barcode === single)).toMatchObject({ factNum: 1, scanNum: 2 });
    for (const line of lines) expect(Object.keys(line)).not.toContain('bookNum');
  });
  test('not as it was a moment ago either', async () => {
    const ago = encodeURIComponent(new Date().toISOString());
    const { body } = await get(`/biz-check-detail/list?checkId=${id}&asOf=${ago}`);
    for (const line of body.data as object[]) expect(Object.keys(line)).not.toContain('bookNum');
  });
  test('the same pieces cannot be asked for by another way', async () => {
    const said = { status: 409, body: { msg: expect.stringContaining(`盲盘单PD${id}`) } };
    const extract = `${PATH}/extract?shopId=${chain.home}&type=${encodeURIComponent(TYPE)}`;
    expect(await get(extract)).toMatchObject(said);
    expect(await get(`${extract}&style=${encodeURIComponent('光圈')}`)).toMatchObject(said);
    expect(await post(`${PATH}/open`, header())).toMatchObject(said);
    expect(await post(PATH, { ...header(), bizGoodsList: [{ barcode: lot }] })).toMatchObject(said);
    expect((await post(`${PATH}/open`, header({ type: '胸针' }))).status).toBe(200);
  });
  test('its scope stands', async () => {
    const edited = await chain.app.put(`${PATH}/${id}`, { ...header({ type: '胸针' }), bizGoodsList: [] }, asClerk());
    expect(edited).toMatchObject({ status: 409, body: { msg: '盲盘的分店、类别和款式不能修改' } });
  });
  test('a count of the same pieces that was open before is hidden with it', async () => {
    const { app } = chain;
    const piece = await chain.stock({ type: '脚链' });
    const before = Number((await post(`${PATH}/open`, header({ type: '脚链' }))).body.data);
    const lines = async () => (await get(`/biz-check-detail/list?checkId=${before}`)).body.data as object[];
    expect(await lines()).toHaveLength(1);
    const blind = Number((await post(`${PATH}/open`, header({ type: '脚链', blind: true }))).body.data);
    expect(await lines()).toEqual([]);
    expect((await post(`${PATH}/${before}/scan`, { barcode: piece })).status).toBe(409);
    expect((await app.del(PATH, { ids: [blind] })).status).toBe(200);
    expect(await lines()).toHaveLength(1);
  });
});

test('finished, it shows its books; only who may audit goes on with it', async () => {
  expect((await post(`${PATH}/${id}/finish`, {})).status).toBe(200);
  expect((await post(`${PATH}/${id}/finish`, {})).status).toBe(200);
  const lines = (await get(`/biz-check-detail/list?checkId=${id}`)).body.data as Record<string, unknown>[];
  const of = (barcode: string) => lines.find((line) => line['barcode'] === barcode);
  expect(of(single)).toMatchObject({ bookNum: 1, factNum: 1, state: 'equal' });
  expect(of(lot)).toMatchObject({ bookNum: 3, factNum: 4, state: 'over' });
  expect(of(unseen)).toMatchObject({ bookNum: 1, factNum: 0, state: 'missing', missing: 1 });
  expect(await scan(unseen)).toMatchObject({ status: 409, body: { msg: expect.stringContaining('已完成盘点') } });
  expect(await post(`${PATH}/${id}/resume`, {})).toMatchObject({ status: 403 });
  expect((await chain.app.post(`${PATH}/${id}/resume`, {})).status).toBe(200);
  expect((await get(`/biz-check-detail/list?checkId=${id}`)).body.data).toHaveLength(2);
  expect((await scan(unseen)).status).toBe(200);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  // The audit showed the books: the counter does not go on by himself.
  expect((await scan(unseen)).status).toBe(409);
});
