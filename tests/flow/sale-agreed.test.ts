/** Agreed prices over HTTP (R72): a line is sold for exactly what both agreed on, read back so, and kept by an edit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChain, type Chain } from './shops.ts';

const PATH = '/biz-sell';
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());
const cash = (amount: number) => ({ sellBalanceList: [{ balance: '现金', amount }] });

test('the line costs that, its rebate follows, and an edit of something else keeps it (S1§9/9)', async () => {
  const barcode = await chain.stock();
  const made = await chain.app.post(PATH, chain.sale([{ barcode, dealPrice: 2000 }], cash(2000)));
  expect(made).toMatchObject({ status: 200 });
  const id = Number(made.body.data);
  const record = await chain.record(PATH, id);
  // 2000 ÷ 2238 = 89.36 %
  const line = { dealPrice: 2000, factSellFee: 2000, rebateFee: 2000, rebate: 89.36 };
  expect(record).toMatchObject({ amount: 2000, factFee: 2000, sellGoodsList: [line] });
  const [stored] = record['sellGoodsList'] as { id: number }[];
  const edited = chain.sale([{ barcode, id: stored?.id, dealPrice: 2000, remark: '老客户' }], cash(2000));
  expect(await chain.app.put(`${PATH}/${id}`, edited)).toMatchObject({ status: 200 });
  expect(await chain.record(PATH, id)).toMatchObject({ sellGoodsList: [{ ...line, remark: '老客户' }] });
  const other = await chain.stock();
  const plain = await chain.app.post(PATH, chain.sale([{ barcode: other }]));
  expect(await chain.record(PATH, Number(plain.body.data))).toMatchObject({ sellGoodsList: [{ rebate: 100 }] });
});

test('it must agree with what else is sent, cover the fees, and be a price at all (S1§9/9)', async () => {
  const barcode = await chain.stock();
  const refused = async (line: object) =>
    (await chain.app.post(PATH, chain.sale([{ barcode, ...line }], cash(2000)))).body;
  expect(await refused({ dealPrice: 2000, factSellFee: 1999 })).toMatchObject({
    data: [{ path: 'sellGoodsList.0.factSellFee', sent: 1999, expected: 2000 }],
  });
  expect(await refused({ dealPrice: -1 })).toMatchObject({ data: [{ path: 'sellGoodsList.0.dealPrice' }] });
  expect(await refused({ dealPrice: 100, piceWorkFee: 200 })).toMatchObject({
    data: [{ path: 'sellGoodsList.0.dealPrice', message: '成交价不能低于工费200.00元' }],
  });
});

test('beyond the limits of the till it needs the same word as a rebate (S1§9/9)', async () => {
  await chain.app.addUser({ username: 'clerk', roleIds: [4] });
  const token = await chain.app.signIn('clerk');
  const barcode = await chain.stock();
  const sale = chain.sale([{ barcode, dealPrice: 1000 }], { ...cash(1000), seller: 'clerk' });
  const asked = await chain.app.post(PATH, sale, { token });
  expect(asked).toMatchObject({ status: 409 });
  expect(JSON.stringify(asked.body)).toContain('sellGoodsList.0.rebate');
});
