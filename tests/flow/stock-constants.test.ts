/** Defaults, page sizes, contents and print data of the stock document (S0§7, §9). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const dataOf = async (path: string): Promise<Record<string, unknown>> =>
  (await chain.app.get(path)).body.data as Record<string, unknown>;

test('lists answer twenty rows unless asked, supplier returns ten (S0§9/1)', async () => {
  for (const [path, size] of [
    ['/biz-goods-in', 20],
    ['/biz-allocate', 20],
    ['/biz-check', 20],
    ['/biz-goods-return', 10],
  ] as const) {
    expect((await dataOf(path))['pageSize'], path).toBe(size);
    expect((await dataOf(`${path}?pageSize=50`))['pageSize'], path).toBe(50);
  }
});

test('what is not said is one piece, ratio 1, stones by weight, enabled, pending (S0§9/2)', async () => {
  const bare = {
    shopId: chain.home,
    inStorageAt: chain.today,
    type: '戒指',
    name: '足金戒指',
    style: '光圈',
    fineness: '足金',
    printTemplate: '标准标签',
  };
  const made = await chain.app.post('/biz-goods-in', bare);
  expect(made.status).toBe(200);
  expect(await chain.record('/biz-goods-in', Number(made.body.data))).toMatchObject({
    num: 1,
    sellRaito: 1,
    stoneMeasure: '重量',
    secondMeasure: '重量',
    status: '2',
    auditFlag: 1,
  });
});

test('the gold contents of the document are offered (S0§9/3)', async () => {
  const offered = await dataOf('/base-dict-data?dictType=goldContent&pageSize=50').then((data) => JSON.stringify(data));
  for (const content of ['999.99', '999.9', '999', '990', '950', '925', '916', '750', '585']) {
    expect(offered).toContain(`"${content}"`);
  }
});

test('labels: one by its id, several by theirs, each with what a label shows (S0§7/3)', async () => {
  const barcodes = [await chain.stock(), await chain.stock()];
  const { list } = (await dataOf(`/biz-goods-in?shopId=${chain.home}&auditFlag=2`)) as {
    list: { id: number; barcode: string }[];
  };
  const ids = barcodes.map((barcode) => list.find((row) => row.barcode === barcode)!.id);
  expect(await dataOf(`/biz-goods-in/print/${ids[0]}`)).toMatchObject({
    barcode: barcodes[0],
    name: '足金戒指',
    goldWeight: 3.215,
    fineness: '足金',
    sellPrice: 2238,
  });
  const several = await chain.app.put('/biz-goods-in/batch-print', { ids });
  expect(several.status).toBe(200);
  expect((several.body.data as { barcode: string }[]).map(({ barcode }) => barcode)).toEqual(barcodes);
  expect(await chain.app.put('/biz-goods-in/batch-print', { ids: [...ids, ids[0]] })).toMatchObject({
    status: 200,
    body: { data: barcodes.map((barcode) => ({ barcode })) },
  });
  expect((await chain.app.put('/biz-goods-in/batch-print', { ids: [] })).status).toBe(422);
});
