/** The lists of stock-in, transfers and sales: every filter of the screen, sorting, sums, lines, the latest day (S0§2, S1§2.1). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { startChain, TAG_PRICE, type Chain } from './shops.ts';

type Page = { count: number; list: Record<string, unknown>[]; summary?: Record<string, number> };
let chain: Chain;
let supplierId: number;
let ring: string;
let bangle: string;
let transferId: number;
let saleId: number;
const page = async (path: string): Promise<Page> => {
  const reply = await chain.app.get(path);
  expect(reply.status).toBe(200);
  return reply.body.data as Page;
};
const barcodes = async (query: string): Promise<unknown[]> =>
  (await page(`/biz-goods-in?${query}`)).list.map((row) => row['barcode']);
const created = async (path: string, body: unknown): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

beforeAll(async () => {
  chain = await startChain();
  supplierId = await created('/base-supplier', {
    name: '周记银楼',
    contract: '周生',
    mobile: '13900000001',
    status: '2',
  });
  ring = await chain.stock({
    name: '足金福字戒指',
    barcode: 'RING-1',
    supplierId,
    batchNo: 'P1',
    cerif: 'GTC1',
    goldContent: '999',
  });
  bangle = await chain.stock({
    name: '足金古法手镯',
    type: '手镯',
    style: '古法',
    fineness: '足金999',
    barcode: 'BANGLE-1',
    goldWeight: 20.5,
    goldContent: '990',
  });
  transferId = await created('/biz-allocate', chain.transfer([{ barcode: bangle }], { remark: '补货' }));
  await chain.audit('/biz-allocate', [transferId]);
  saleId = await created('/biz-sell', chain.sale([{ barcode: ring }]));
}, 60_000);
afterAll(() => chain.app.stop());

test('each filter of stock-in finds its piece and not the other (S0§2/1 S0§7/1)', async () => {
  const only = (value: string): string => `billType=1&${value}`;
  for (const filter of [
    'barcode=ring-1',
    `supplierId=${supplierId}`,
    'batchNo=P1',
    'cerif=GTC1',
    `type=${encodeURIComponent('戒指')}`,
    `style=${encodeURIComponent('光圈')}`,
    `fineness=${encodeURIComponent('足金')}`,
    `name=${encodeURIComponent('福字')}`,
    `name=${encodeURIComponent('福')}`,
    'goldWeight=3.215',
    'goldWeightFrom=3.215&goldWeightTo=3.215',
    'goldContent=999',
    `typeArr=${encodeURIComponent('戒指')}&typeArr=${encodeURIComponent('项链')}`,
    `styleArr=${encodeURIComponent('光圈')}`,
    `finenessArr=${encodeURIComponent('足金')}`,
  ]) {
    expect(await barcodes(only(filter)), filter).toEqual([ring]);
  }
  expect(await barcodes(only(`shopId=${chain.away}`))).toEqual([]);
  expect(await barcodes(only('auditFlag=1'))).toEqual([]);
  const { today } = chain;
  expect(await barcodes(only(`beginTime=${today}&endTime=${today}`))).toHaveLength(2);
  const yesterday = addDays(today, -1);
  expect(await barcodes(only(`beginTime=${yesterday}&endTime=${yesterday}`))).toEqual([]);
});
test('a transfer made a row of its own type; without the type both show (S0§2/2)', async () => {
  const { list } = await page('/biz-goods-in?billType=2');
  expect(list).toMatchObject([{ barcode: bangle, shopId: chain.away, billType: '2', auditFlag: 2, state: '在库' }]);
  expect((await page('/biz-goods-in')).count).toBe(3);
});
test('sorting by every sortable column, both ways (S0§2/23)', async () => {
  for (const column of ['barcode', 'name', 'goldWeight', 'sellPrice']) {
    const up = await barcodes(`billType=1&${column}Order=asc`);
    expect(await barcodes(`billType=1&${column}Order=desc`)).toEqual(up.toReversed());
  }
  expect(await barcodes('billType=1&goldWeightOrder=asc')).toEqual([ring, bangle]);
  expect(await barcodes('billType=1&pageSize=1&pageIndex=2&goldWeightOrder=asc')).toEqual([bangle]);
});
test('what a document holds is shown with the document that holds it', async () => {
  const { list } = await page('/biz-goods-in?barcode=RING-1');
  expect(list).toMatchObject([{ state: '待审', held: 1, heldBy: [`XS${saleId}`] }]);
});
test('transfers: filters, sums of a row, lines, history (S0§2/11 S0§7/11)', async () => {
  const { home, away, today } = chain;
  for (const filter of [
    `outShopId=${home}`,
    `inShopId=${away}`,
    `allocateAt=${today}`,
    'auditFlag=2',
    `barcode=${bangle}`,
  ]) {
    expect((await page(`/biz-allocate?${filter}`)).list, filter).toMatchObject([
      { id: transferId, no: `DB${transferId}`, lineCount: 1, num: 1, goldWeight: 20.5, remark: '补货' },
    ]);
  }
  expect((await page(`/biz-allocate?outShopId=${away}`)).count).toBe(0);
  const lines = await chain.app.get(`/biz-allocate-detail/list?allocateId=${transferId}`);
  expect(lines.body.data).toMatchObject([{ barcode: bangle, inNum: 1, outNum: 0, goldWeight: 20.5 }]);
  const history = await chain.app.get(`/biz-allocate/${transferId}/history`);
  expect(history.body.data).toMatchObject([{ title: '新增' }, { title: '审核' }]);
});
test('sales: filters, summary tags, the six lists, print data', async () => {
  const { home, today, customerId } = chain;
  for (const filter of [`customerId=${customerId}`, `shopId=${home}`, 'auditFlag=1', `barcode=${ring}`]) {
    const { list, summary } = await page(`/biz-sell?${filter}&beginTime=${today}&endTime=${today}`);
    expect(list, filter).toMatchObject([{ id: saleId, orderNo: `XS${saleId}`, amount: TAG_PRICE, factFee: TAG_PRICE }]);
    expect(summary).toEqual({
      count: 1,
      audited: 0,
      giftFee: 0,
      oldFee: 0,
      changeFee: 0,
      cleanFee: 0,
      amount: TAG_PRICE,
      factFee: TAG_PRICE,
    });
  }
  expect((await page(`/biz-sell?shopId=${chain.away}`)).summary).toMatchObject({ count: 0, amount: 0 });
  for (const [list, count] of Object.entries({ goods: 1, balance: 1, change: 0, recycle: 0, gift: 0, clean: 0 })) {
    const lines = (await chain.app.get(`/biz-sell-${list}/list?sellId=${saleId}`)).body.data;
    expect(lines, list).toHaveLength(count);
  }
  const print = await chain.app.get(`/biz-sell/print/${saleId}`);
  expect(print.body.data).toMatchObject({
    title: '销售单',
    templateName: '销售单',
    tables: { goods: [{ barcode: ring }] },
  });
  expect(print.text).not.toMatch(/piceCost|costAmount/);
});
test('an empty day offers the latest day with data (S0§9/7)', async () => {
  for (const path of ['/biz-goods-in', '/biz-allocate', '/biz-sell']) {
    expect((await chain.app.get(`${path}/latest-day`)).body.data).toEqual({ day: chain.today });
  }
});
test('exports are the lists as sheets (S0§2/23 S0§9/1)', async () => {
  for (const path of ['/biz-goods-in', '/biz-allocate', '/biz-sell']) {
    const sheet = await chain.app.get(`${path}/export?pageSize=1`);
    expect(sheet.status).toBe(200);
    expect(decodeURIComponent(sheet.headers.get('content-disposition') ?? '')).toMatch(/首饰入库|首饰调拨|销售单/);
  }
});
