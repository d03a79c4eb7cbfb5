/** Names that old events may have, longer than what the totals' index holds of them: reports find them whole all the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChainInDatabase, type ChainInDatabase } from './chain-in-database.ts';

const LONG_NAME = `${'长'.repeat(230)}尾件`;
const LONG_SELLER = `${'名'.repeat(230)}末位`;
let at: ChainInDatabase;
let long = 0;
let short = 0;
const sold = async (): Promise<number> => {
  const { chain } = at;
  const body = chain.sale([{ barcode: await chain.stock() }]);
  const id = Number((await chain.app.post('/biz-sell', body)).body.data);
  expect((await chain.audit('/biz-sell', [id])).status).toBe(200);
  return id;
};
beforeAll(async () => {
  at = await startChainInDatabase();
  [long, short] = [await sold(), await sold()];
  await found('');
  await at.db.query('UPDATE live.sale_lines SET name = $1, seller_name = $2 WHERE order_id = $3', [
    LONG_NAME,
    LONG_SELLER,
    long,
  ]);
});
afterAll(() => at.stop());

type Report = { readonly count: number; readonly list: { readonly num: number; readonly list: readonly object[] } };
/** Orders whose lines the filter lets through, with its totals. */
const found = async (query: string) => {
  const reply = await at.chain.app.get(`/report-seller-score?${query}`);
  expect(reply).toMatchObject({ status: 200 });
  const { count, list } = reply.body.data as Report;
  return { count, num: list.num, orders: list.list.map((row) => (row as { orderId: number }).orderId) };
};
const nothing = { count: 0, num: 0, orders: [] };
const only = (id: number) => ({ count: 1, num: 1, orders: [id] });

test.each([
  ['name', '尾件'],
  ['name', '长'],
  ['seller', '末位'],
  ['seller', '名名'],
])('%s=%s finds the line with long names, in rows and totals', async (field, value) => {
  expect(await found(`${field}=${encodeURIComponent(value)}`)).toEqual(only(long));
});
test('what a long name begins with is no name of a seller, and others are not found by it', async () => {
  expect(await found(`sellerArr=${encodeURIComponent('名'.repeat(200))}`)).toEqual(nothing);
  expect(await found(`name=${encodeURIComponent('尾件长')}`)).toEqual(nothing);
  expect(await found(`seller=${encodeURIComponent('管理员')}`)).toEqual(only(short));
});
