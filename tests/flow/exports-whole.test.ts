/** An export has all rows of its list, each exactly once: more than a page, more than one reading of the store (S0§9). */
import { read, utils } from 'xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { startChain, type Chain } from './shops.ts';

/** Exports read 2,500 rows at a time, streamed ones 500: neither divides this. */
const PIECES = 2_617;
const BARCODES = Array.from({ length: PIECES }, (_, index) => `ALL-${String(index).padStart(5, '0')}`);
let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
  const { shopId: _shop, supplierId: _supplier, inStorageAt: _day, num: _num, ...piece } = sampleBody();
  const list = BARCODES.map((barcode) => ({ ...piece, barcode }));
  const body = { supplierId: null, shopId: chain.home, type: '戒指', batchNo: 'ALL', list };
  const imported = await chain.app.post('/biz-goods-in/import', body);
  expect(imported, imported.text).toMatchObject({ status: 200 });
  for (let pageIndex = 1; pageIndex <= Math.ceil(PIECES / 200); pageIndex += 1) {
    const { data } = (await chain.app.get(`/biz-goods-in?batchNo=ALL&pageSize=200&pageIndex=${pageIndex}`)).body;
    const ids = (data as { list: { id: number }[] }).list.map(({ id }) => id);
    expect(await chain.audit('/biz-goods-in', ids)).toMatchObject({ status: 200 });
  }
}, 240_000);
afterAll(() => chain.app.stop());

const barcodesOf = async (path: string): Promise<readonly string[]> => {
  const reply = await fetch(`${chain.app.url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${chain.app.adminToken}` },
  });
  const book = read(Buffer.from(await reply.arrayBuffer()));
  const lines = utils.sheet_to_json<unknown[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1, blankrows: false });
  const at = lines[1]!.indexOf('条码');
  return lines.slice(2).flatMap((row) => (typeof row[at] === 'string' && row[at] !== '' ? [row[at]] : []));
};

test.each([
  '/biz-goods-in/export?batchNo=ALL',
  '/biz-goods-in/export?batchNo=ALL&pageIndex=2&pageSize=10',
  '/biz-goods-in/export?batchNo=ALL&goldWeightOrder=asc',
  '/report-goods-turnover/export?typeArr=戒指',
  '/report-goods-flow/export?{days}',
])('%s has every piece once (S0§9/1)', async (asked) => {
  const path = asked.replace('{days}', `shopId=${chain.home}&beginTime=${chain.today}&endTime=${chain.today}`);
  const listed = await chain.app.get(path.replace('/export', ''));
  expect(listed.body.data, path).toMatchObject({ count: PIECES });
  expect((await barcodesOf(path)).toSorted(), path).toEqual(BARCODES);
});
