/** Words, defaults, page sizes and days of the sales document (S1§5, §6, §9). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

let chain: Chain;
let clerk = '';
beforeAll(async () => {
  chain = await startChain();
  await chain.app.addUser({ username: 'clerk', roleIds: [4] });
  clerk = await chain.app.signIn('clerk');
});
afterAll(() => chain.app.stop());

const SALE = '/biz-sell';
const idOf = async (asked: Promise<Reply>): Promise<number> => {
  const reply = await asked;
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const problemOf = async (asked: Promise<Reply>): Promise<unknown> => {
  const reply = await asked;
  expect(reply.status, reply.text).toBe(422);
  const [first] = reply.body.data as { path: string; message: string }[];
  return [first?.path, first?.message];
};

test.each([
  '/biz-sell',
  '/base-customer',
  '/biz-gift-in',
  '/biz-alone-recycle',
  '/base-points',
  '/mall-giveaway',
  '/mall-write-off',
])('%s answers twenty rows unless asked (S1§9/10)', async (path) => {
  expect((await chain.app.get(path)).body.data).toMatchObject({ pageSize: 20, pageIndex: 1 });
  expect((await chain.app.get(`${path}?pageSize=50&pageIndex=2`)).body.data).toMatchObject({
    pageSize: 50,
    pageIndex: 2,
  });
});
test('purchases that may come back are answered a hundred at once (S1§9/10)', async () => {
  const asked = `customerId=${chain.customerId}&shopId=${chain.home}&sellAt=${chain.today}`;
  expect((await chain.app.get(`${SALE}/customerBuy?${asked}`)).body.data).toMatchObject({ pageSize: 100 });
});

describe('an order asks for', () => {
  test.each([
    ['customerId', '客户名称不能为空'],
    ['shopId', '分店名称不能为空'],
    ['sellAt', '销售日期不能为空'],
    ['printTemplate', '请选择打印模板'],
    ['seller', '请选择销售员'],
  ])('%s: %s (S1§5/14)', async (field, message) => {
    const lines = [{ barcode: await chain.stock() }];
    for (const empty of [undefined, null, '']) {
      const body = chain.sale(lines, { [field]: empty });
      expect(await problemOf(chain.app.post(SALE, body))).toEqual([field, message]);
    }
  });
  test.each([
    [{ num: 0 }, 'num'],
    [{ num: 1.5 }, 'num'],
    [{ workFee: -1 }, 'workFee'],
    [{ rebate: -1 }, 'rebate'],
    [{ sellPrice: 1.234 }, 'sellPrice'],
    [{ cutDown: -0.0001 }, 'cutDown'],
  ])('a line within its limits: %j (S1§5/17)', async (change, field) => {
    const body = chain.sale([{ barcode: await chain.stock(), ...change }]);
    expect(await problemOf(chain.app.post(SALE, body))).toMatchObject([`sellGoodsList.0.${field}`, expect.anything()]);
  });
  test('a barcode without the blanks around it (S1§5/17)', async () => {
    const barcode = await chain.stock();
    const id = await idOf(chain.app.post(SALE, chain.sale([{ barcode: `  ${barcode} ` }])));
    expect(await chain.record(SALE, id)).toMatchObject({ sellGoodsList: [{ barcode }] });
  });
});

test('what is not said: rebate 100, status 2, nothing cut off; one gift for no points; retention and discount 100 (S1§9/11)', async () => {
  const gift = { shopId: chain.home, inGiftAt: chain.today, barcode: 'ZP-D', goodsName: '红绳', num: 5, price: 29 };
  const stockIn = await idOf(chain.app.post('/biz-gift-in', gift));
  expect((await chain.audit('/biz-gift-in', [stockIn])).status).toBe(200);
  const old = { type: '戒指', style: '光圈', fineness: '足金', weight: 1, cost: 10, remark: '旧' };
  const lists = { sellGiftList: [{ barcode: 'ZP-D' }], sellRecycleList: [old] };
  const paid = { sellBalanceList: [{ balance: '现金', amount: TAG_PRICE + 29 - 10 }] };
  const id = await idOf(chain.app.post(SALE, chain.sale([{ barcode: await chain.stock() }], { ...lists, ...paid })));
  expect(await chain.record(SALE, id)).toMatchObject({
    status: '2',
    auditFlag: 1,
    sellGoodsList: [{ rebate: 100, cutDown: 0, num: 1, factSellFee: TAG_PRICE }],
    sellGiftList: [{ num: 1, rebateInte: 0, price: 29, amount: 29 }],
    sellRecycleList: [{ lossRatio: 100, workFee: 0, netWeight: 1, price: 10 }],
  });
  const rule = await idOf(chain.app.post('/base-points', { type: '戒指', style: '四爪', amount: 100, status: '2' }));
  expect(await chain.record('/base-points', rule)).toMatchObject({
    discount: 100,
    customerPoint: 0,
    sellerPoint: 0,
  });
});

describe('days', () => {
  const DOCUMENTS = {
    '/biz-sell': async (day: string): Promise<object> =>
      chain.sale([{ barcode: await chain.stock() }], { sellAt: day, seller: 'clerk' }),
    '/biz-alone-recycle': (day: string): Promise<object> =>
      Promise.resolve({
        customerId: chain.customerId,
        shopId: chain.home,
        recycleAt: day,
        seller: 'clerk',
        recycleList: [{ type: '戒指', style: '光圈', fineness: '足金', weight: 1, cost: 10, remark: '旧' }],
      }),
  } as const;
  test.each(Object.entries(DOCUMENTS))(
    '%s is dated today or up to 45 days back; any day with the right alone (S1§6/74)',
    async (path, body) => {
      const post = async (days: number, token?: string): Promise<number> =>
        (
          await chain.app.post(
            path,
            await body(addDays(chain.today, days)),
            token === undefined ? undefined : { token },
          )
        ).status;
      // No board says what old gold is worth: it needs a word (R133), and the day does not refuse it.
      const within = path === '/biz-alone-recycle' ? 409 : 200;
      expect([await post(0, clerk), await post(-45, clerk)]).toEqual([within, within]);
      expect([await post(-46, clerk), await post(1, clerk)]).toEqual([422, 422]);
      expect([await post(-46), await post(1)]).toEqual([200, 200]);
    },
  );
});

test('the fineness, categories and ways of payment of the document are offered (S1§9/12)', async () => {
  for (const [type, wanted] of [
    ['settleMethod', ['现金', '定金', '储值卡']],
    ['goodsFineness', ['足金', '18K金']],
    ['measureUnit', ['条']],
    ['goldContent', ['999.99', '999.9', '999', '990', '950', '925', '916', '750', '585']],
  ] as const) {
    const { text } = await chain.app.get(`/base-dict-data?dictType=${type}&pageSize=100`);
    for (const one of wanted) expect(text, type).toContain(`"${one}"`);
  }
});
