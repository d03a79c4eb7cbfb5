/** Rows at what the forms take at most: what is accepted can be added up and read everywhere, the rest is said at save. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChain, type Chain } from '../flow/shops.ts';

/** A lot weighs at most 10 tonnes, a document 100: ten such lots fit one document, twelve do not. */
const HEAVIEST = { num: 100, goldWeight: 90_000, goldCost: 0, sellPrice: 9_999_999.99, stoneCt: 1_000, stoneP: 1 };
const FITTING = 10;
let chain: Chain;
let lots: readonly string[];
beforeAll(async () => {
  chain = await startChain();
  const received: string[] = [];
  while (received.length < FITTING + 2) received.push(await chain.stock(HEAVIEST));
  lots = received;
}, 60_000);
afterAll(() => chain.app.stop());
const moved = (barcodes: readonly string[], inNum: number) =>
  chain.app.post('/biz-allocate', chain.transfer(barcodes.map((barcode) => ({ barcode, inNum }))));

test('more pieces than a lot can have are refused at their line, in any number of lines', async () => {
  const lines = Array.from({ length: 2_250 }, (_, index) => ({ barcode: `LOT-${index}`, inNum: 999_999 }));
  const reply = await chain.app.post('/biz-allocate', chain.transfer(lines));
  expect(reply).toMatchObject({ status: 422, body: { msg: '第1行“调入数量”：不能大于100000' } });
});

test('a document whose sums leave their range is refused whole and named, and holds nothing', async () => {
  const reply = await moved(lots, HEAVIEST.num);
  expect(reply.status).toBe(422);
  expect(reply.body.msg).toBe('合计重量不能大于100000000克，请拆成几张单据');
  for (const barcode of lots) expect(await chain.free(barcode)).toBe(HEAVIEST.num);
});

test('what is accepted at the edge is read everywhere', async () => {
  const { app, home, today } = chain;
  const saved = await moved(lots.slice(0, FITTING), HEAVIEST.num);
  expect(saved, saved.text).toMatchObject({ status: 200 });
  expect(await chain.audit('/biz-allocate', [Number(saved.body.data)])).toMatchObject({ status: 200 });
  await app.house.caughtUp();
  const days = `beginTime=${today}&endTime=${today}`;
  const type = encodeURIComponent('戒指');
  for (const path of [
    `/report-goods-turnover?${days}&stock=all`,
    `/report-goods-turnover/totals?${days}&stock=all`,
    `/report-goods-turnover/explain?stock=all&field=goldWeight`,
    `/report-goods-turnover/explain?stock=all&field=sellPrice`,
    `/report-goods-allocate?${days}`,
    `/report-goods-allocate/explain?${days}&field=stoneCt`,
    `/biz-allocate?${days}`,
    `/biz-allocate/totals?${days}`,
    `/biz-goods-in?${days}`,
    `/biz-goods-in/totals?${days}`,
    `/biz-check/extract?shopId=${home}&type=${type}`,
    `/biz-allocate/export?${days}`,
    `/report-goods-turnover/export?${days}&stock=all`,
  ])
    expect((await app.get(path)).status, path).toBe(200);
  const { body } = await app.get(`/report-goods-turnover/totals?stock=all`);
  const { totals } = body.data as { totals: { num: number; goldWeight: number | string } };
  expect(totals.num).toBe((FITTING + 2) * HEAVIEST.num);
  expect(Number(totals.goldWeight)).toBe((FITTING + 2) * HEAVIEST.num * HEAVIEST.goldWeight);
});
