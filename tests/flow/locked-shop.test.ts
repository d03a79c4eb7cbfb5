/** R13: whoever is locked to a shop reaches nothing of another one, on any route, by any id. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Method, Reply } from '../support/app.ts';
import { sampleBody } from '../../services/goods/sample.ts';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
let token: string;
const here = { goods: 0, sale: 0, transfer: 0, importId: 0, barcode: '', sold: '' };
const SECRET = '不该看见的备注';

const made = async (path: string, body: unknown): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
beforeAll(async () => {
  chain = await startChain();
  await chain.app.addUser({ username: 'elsewhere', roleIds: [2], lockShops: [chain.away] });
  token = await chain.app.signIn('elsewhere');
  here.barcode = await chain.stock({ remark: SECRET, name: SECRET });
  here.sold = await chain.stock({ remark: SECRET, name: SECRET });
  const other = await made('/base-shop', { name: '福田店', status: '2', remark: '' });
  here.goods = await made(
    '/biz-goods-in',
    sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today, remark: SECRET }),
  );
  here.sale = await made('/biz-sell', chain.sale([{ barcode: here.sold }], { remark: SECRET }));
  here.transfer = await made(
    '/biz-allocate',
    chain.transfer([{ barcode: here.barcode }], { inShopId: other, remark: SECRET }),
  );
  const { shopId: _shop, supplierId: _supplier, ...row } = sampleBody({ name: SECRET });
  const imported = await chain.app.post('/biz-goods-in/import', {
    shopId: chain.home,
    supplierId: null,
    type: '戒指',
    batchNo: '',
    list: [{ ...row, inStorageAt: undefined, printTemplate: undefined }],
  });
  expect(imported.status, imported.text).toBe(200);
  here.importId = (imported.body.data as { id: number } | null)?.id ?? 0;
}, 60_000);
afterAll(() => chain.app.stop());

const asStranger = (method: Method, path: string, body?: unknown): Promise<Reply> =>
  chain.app.call(method, path, { token, ...(body === undefined ? {} : { body }) });
const denied = (reply: Reply, what: string): void => {
  expect([403, 404], `${what}: ${reply.status} ${reply.text.slice(0, 200)}`).toContain(reply.status);
  expect(reply.text, what).not.toContain(SECRET);
};

test('records, histories, prints and lives are not there (S0§6/33 S1§6/76)', async () => {
  const { goods, sale, transfer, barcode, importId } = here;
  const places = [
    `/biz-goods-in/${goods}`,
    `/biz-goods-in/${goods}/history`,
    `/biz-goods-in/print/${goods}`,
    `/biz-sell/${sale}`,
    `/biz-sell/${sale}/history`,
    `/biz-sell/print/${sale}`,
    `/biz-allocate/${transfer}`,
    `/biz-allocate/${transfer}/history`,
    `/biz-goods-in/import/${importId}`,
    `/report-goods-flow/life?barcode=${barcode}`,
    `/biz-allocate-detail/list?allocateId=${transfer}`,
    `/biz-goods-in/lookup?shopId=${chain.home}&barcode=${barcode}`,
  ];
  for (const path of places) denied(await asStranger('GET', path), path);
});

test('lists, exports and ledgers hold nothing of it, and asking for the shop is refused (S1§6/76)', async () => {
  for (const list of ['/biz-goods-in', '/biz-sell', '/biz-allocate', `/report-goods-flow?barcode=${here.barcode}`]) {
    const [path = '', query = ''] = list.split('?');
    for (const where of [`${path}?${query}`, `${path}/export?${query}`]) {
      const reply = await asStranger('GET', where);
      expect(reply.status, where).toBe(200);
      expect(reply.text, where).not.toContain(SECRET);
      if (!where.includes('export')) expect(reply.text, where).toContain('"count":0');
    }
    const field = path === '/biz-allocate' ? 'outShopId' : 'shopId';
    for (const where of [`${path}?${query}&${field}=${chain.home}`, `${path}/export?${query}&${field}=${chain.home}`]) {
      const reply = await asStranger('GET', where);
      if (path === '/biz-allocate' && reply.status === 200) expect(reply.text).not.toContain(SECRET);
      else denied(reply, where);
    }
  }
});

test('nothing of it can be changed, audited, taken back or deleted (S0§6/33 S1§6/76)', async () => {
  const before = await chain.record('/biz-sell', here.sale);
  const documents = [
    {
      path: '/biz-goods-in',
      id: here.goods,
      body: sampleBody({ shopId: chain.away, supplierId: null, inStorageAt: chain.today }),
    },
    { path: '/biz-sell', id: here.sale, body: chain.sale([{ barcode: here.sold }], { shopId: chain.away }) },
    {
      path: '/biz-allocate',
      id: here.transfer,
      body: chain.transfer([{ barcode: here.barcode }], { outShopId: chain.away, inShopId: chain.home }),
    },
  ];
  for (const { path, id, body } of documents) {
    const ids = [id];
    denied(await asStranger('PUT', `${path}/${id}`, body), `edit ${path}`);
    denied(await asStranger('PUT', `${path}/audit/${id}`, { ids }), `audit ${path}`);
    denied(await asStranger('PUT', `${path}/audit/1`, { ids }), `audit by body ${path}`);
    denied(await asStranger('PUT', `${path}/unaudit/${id}`, { ids, reason: '录错' }), `unaudit ${path}`);
    denied(await asStranger('DELETE', path, { ids }), `delete ${path}`);
    denied(await asStranger('DELETE', `${path}?ids=${id}`), `delete by query ${path}`);
  }
  denied(await asStranger('PUT', '/biz-goods-in/batch-print', { ids: [here.goods] }), 'print batch');
  expect(await chain.record('/biz-sell', here.sale)).toEqual(before);
});

test('nothing can be made in its name (S0§6/33 S1§6/76)', async () => {
  const free = await chain.stock();
  const receipt = sampleBody({ shopId: chain.home, supplierId: null, inStorageAt: chain.today });
  denied(await asStranger('POST', '/biz-goods-in', receipt), 'receipt');
  denied(await asStranger('POST', '/biz-sell', chain.sale([{ barcode: free }])), 'sale');
  denied(await asStranger('POST', '/biz-allocate', chain.transfer([{ barcode: free }])), 'transfer');
  const head = { supplierId: null, shopId: chain.home, type: '戒指', batchNo: '', list: [{ name: 'x' }] };
  denied(await asStranger('POST', '/biz-goods-in/import', head), 'import');
  const stolen = await asStranger('POST', '/biz-sell', chain.sale([{ barcode: free }], { shopId: chain.away }));
  expect([403, 404, 409]).toContain(stolen.status);
  expect(await chain.free(free)).toBe(1);
});
