/** An order of several lists over HTTP (S1§2.1, §3, §5, §7): ids of lines, what is handed in for cleaning, sums of all lists. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const paid = (amount: number) => ({ sellBalanceList: [{ balance: '现金', amount }] });
const necklace = { type: '项链', style: '机织链', fineness: '足金', weight: 8.2, price: 50, remark: '抛光' };
type Listed = { readonly id: number } & Readonly<Record<string, unknown>>;
const listed = async (list: string, sellId: number): Promise<readonly Listed[]> =>
  (await chain.app.get(`/biz-sell-${list}/list?sellId=${sellId}`)).body.data as Listed[];
const saved = async (body: object): Promise<number> => {
  const reply = await chain.app.post(PATH, body);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

test('an order may be of cleaning alone, and what it holds is answered by its own list (S1§7/1 S1§7/11 S1§7/14)', async () => {
  const ring = { ...necklace, type: '戒指', second: '钻石', secondCt: 0.12, secondP: 3, promiseAt: chain.today };
  const id = await saved(chain.sale([], { sellCleanList: [necklace, ring], cleanFee: 100, ...paid(100) }));
  expect(await chain.record(PATH, id)).toMatchObject({
    amount: 0,
    cleanFee: 100,
    payableFee: 100,
    num: 0,
    sellGoodsList: [],
    sellCleanList: [{ type: '项链', weight: 8.2, price: 50, takeAt: '', promiseAt: addDays(chain.today, 7) }, ring],
  });
  expect(await listed('clean', id)).toMatchObject([necklace, ring]);
  expect(await listed('goods', id)).toEqual([]);
  expect((await chain.audit(PATH, [id])).status).toBe(200);
  expect((await chain.unaudit(PATH, [id])).status).toBe(200);
  expect((await chain.app.del(PATH, { ids: [id] })).status).toBe(200);
});

test('sums go over all lists, and each must agree (S1§7/12 S1§9/2)', async () => {
  const lists = { sellCleanList: [necklace] };
  const barcode = await chain.stock();
  const wrong = await chain.app.post(PATH, chain.sale([{ barcode }], { ...lists, cleanFee: 51, ...paid(TAG_PRICE) }));
  expect(wrong).toMatchObject({ status: 422, body: { data: [{ path: 'cleanFee', sent: 51, expected: 50 }] } });
  const sums = { amount: TAG_PRICE, cleanFee: 50, payableFee: TAG_PRICE + 50, factFee: TAG_PRICE + 50 };
  const id = await saved(chain.sale([{ barcode }], { ...lists, ...sums, ...paid(TAG_PRICE + 50) }));
  expect(await chain.record(PATH, id)).toMatchObject({ ...sums, num: 1 });
  const list = await chain.app.get(`${PATH}?barcode=${barcode}`);
  expect(list.body.data).toMatchObject({ summary: { cleanFee: 50, amount: TAG_PRICE, factFee: TAG_PRICE + 50 } });
});

test('a line keeps its id over edits; a new one has none, and one of another order is refused (S1§3/1)', async () => {
  const barcodes = [await chain.stock(), await chain.stock()];
  const price = 2 * TAG_PRICE;
  const id = await saved(
    chain.sale(
      barcodes.map((barcode) => ({ barcode })),
      { sellCleanList: [necklace], ...paid(price + 50) },
    ),
  );
  const [first, second] = await listed('goods', id);
  const [clean] = await listed('clean', id);
  const other = { ...necklace, remark: '改圈' };
  const edit = (goods: object[], sellCleanList: object[], amount: number) =>
    chain.app.put(`${PATH}/${id}`, chain.sale([], { sellGoodsList: goods, sellCleanList, ...paid(amount) }));
  expect(
    await edit(
      [
        { id: second!.id, barcode: barcodes[1] },
        { id: first!.id, barcode: barcodes[0] },
      ],
      [other, { ...clean, remark: '加急' }],
      price + 100,
    ),
  ).toMatchObject({ status: 200 });
  expect((await listed('goods', id)).map((line) => line.id)).toEqual([second!.id, first!.id]);
  const now = await listed('clean', id);
  expect(now).toMatchObject([{ remark: '改圈' }, { id: clean!.id, remark: '加急' }]);
  expect(now[0]!.id).not.toBe(clean!.id);
  expect(await edit([{ id: first!.id, barcode: barcodes[1] }], [], TAG_PRICE)).toMatchObject({
    status: 422,
    body: { data: [{ path: 'sellGoodsList.0.id', message: '明细行与条码不一致，请删除该行后重新录入' }] },
  });
  const foreign = await saved(chain.sale([], { sellCleanList: [necklace], ...paid(50) }));
  const [theirs] = await listed('clean', foreign);
  expect(await edit([{ barcode: barcodes[0] }], [{ ...necklace, id: theirs!.id }], TAG_PRICE + 50)).toMatchObject({
    status: 422,
    body: { data: [{ path: 'sellCleanList.0.id' }] },
  });
});

test('bad lines are named at their fields, and an empty order is none (S1§5/15 S1§5/20)', async () => {
  const bad = await chain.app.post(
    PATH,
    chain.sale([], { sellCleanList: [necklace, { type: '', style: '', weight: -1, price: -1 }], ...paid(50) }),
  );
  expect(bad.status).toBe(422);
  expect(bad.body.data).toMatchObject([
    { path: 'sellCleanList.1.type', message: '请选择首饰类别!' },
    { path: 'sellCleanList.1.style', message: '请选择首饰款式类!' },
    { path: 'sellCleanList.1.weight' },
    { path: 'sellCleanList.1.price' },
  ]);
  const none = await chain.app.post(PATH, chain.sale([], { sellBalanceList: [] }));
  expect(none).toMatchObject({ status: 422, body: { msg: '五个列表中至少需要一个有数据！' } });
});

test('dashboards are told the latest orders: number, time, seller, what was paid, audited or not (S2§7/1)', async () => {
  const barcode = await chain.stock();
  const id = await saved(chain.sale([{ barcode }], paid(TAG_PRICE)));
  const latest = async () => (await chain.app.get('/transaction/list?pageIndex=1&pageSize=1')).body.data;
  const order = { order_no: `XS${id}`, price: TAG_PRICE };
  expect(await latest()).toMatchObject({ total: expect.any(Number), items: [{ ...order, status: 'pending' }] });
  await chain.audit(PATH, [id]);
  expect(await latest()).toMatchObject({ items: [{ ...order, status: 'success' }] });
});
