/** Master rows that are deleted between the judgement of a document that names them and its append (R12). */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Log } from 'services/platform/base/log';
import { silentLog } from 'services/platform/base/log';
import type { Reply } from '../support/app.ts';
import { sql } from 'slonik';
import { z } from 'zod';
import { interpose } from '../support/interposed.ts';
import { startChain, type Chain } from './shops.ts';

const SOON = { timeout: 20_000, interval: 50 };
const supplier = (name: string) => ({ name, contract: '刘先生', mobile: '13900000001', status: '2' });
let chain: Chain;
const told: string[] = [];
const log: Log = {
  ...silentLog,
  info: (message) => void told.push(message),
  warn: (message) => void told.push(message),
};
beforeAll(async () => {
  chain = await startChain({ log });
});
afterAll(() => chain.app.stop());

const idOf = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const remove = (path: string, id: number): Promise<Reply> => chain.app.del(path, { ids: [id] });
/** `save` is judged, `meanwhile` happens, and only then what was judged is written. */
const whileJudged = async (save: () => Promise<Reply>, meanwhile: () => Promise<void>): Promise<Reply> => {
  const { store } = chain.app.house.deps;
  const [judged, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = async (): Promise<void> => {
    judged.resolve();
    await goOn.promise;
  };
  interpose(store, 'append', async (append, call) => {
    await held();
    return append(...call);
  });
  interpose(store, 'appendAll', async (appendAll, call) => {
    await held();
    return appendAll(...call);
  });
  try {
    const saving = save();
    await judged.promise;
    await meanwhile();
    goOn.resolve();
    return await saving;
  } finally {
    goOn.resolve();
    vi.restoreAllMocks();
  }
};
const changesOf = (table: string, id: number) =>
  chain.app.house.deps.master.any(sql.type(z.object({ action: z.string(), user_name: z.string() }))`
    SELECT action, user_name FROM master.change_log WHERE table_name = ${table} AND row_id = ${String(id)} ORDER BY id`);
const tombstones = (kind: string, id: number) =>
  chain.app.house.deps.master.any(sql.type(z.object({ looks: z.int() }))`
    SELECT looks FROM master.tombstone WHERE kind = ${kind} AND id = ${id}`);

test('a supplier whom a receipt comes to name is back', { timeout: 60_000 }, async () => {
  const id = idOf(await chain.app.post('/base-supplier', supplier('周大福批发')));
  const body = sampleBody({ shopId: chain.home, supplierId: id, inStorageAt: chain.today });
  const saved = await whileJudged(
    () => chain.app.post('/biz-goods-in', body),
    async () => {
      expect(await remove('/base-supplier', id)).toMatchObject({ status: 200, body: { msg: '删除成功' } });
      expect((await chain.app.get(`/base-supplier/${id}`)).status).toBe(404);
    },
  );
  expect(saved, saved.text).toMatchObject({ status: 200 });
  await vi.waitFor(async () => expect((await chain.app.get(`/base-supplier/${id}`)).status).toBe(200), SOON);
  expect((await chain.app.get(`/base-supplier/${id}`)).body.data).toMatchObject({ id, ...supplier('周大福批发') });
  expect(await changesOf('supplier', id)).toEqual([
    { action: 'insert', user_name: 'admin' },
    { action: 'delete', user_name: 'admin' },
    { action: 'insert', user_name: '系统' },
  ]);
  expect(await tombstones('supplier', id)).toEqual([]);
  expect(await remove('/base-supplier', id)).toMatchObject({
    status: 409,
    body: { msg: '该供应商已有入库记录，不能删除' },
  });
  // It is chosen again at once.
  expect(await chain.app.post('/biz-goods-in', body)).toMatchObject({ status: 200 });
});

test('a customer of a sale is back, and found by name and number as before', { timeout: 60_000 }, async () => {
  const mobile = '13800000007';
  const id = idOf(await chain.app.post('/base-customer', { name: '林黛玉', mobile, status: '2' }));
  const barcode = await chain.stock();
  const saved = await whileJudged(
    () => chain.app.post('/biz-sell', chain.sale([{ barcode }], { customerId: id })),
    async () => {
      expect(await remove('/base-customer', id)).toMatchObject({ status: 200 });
    },
  );
  expect(saved, saved.text).toMatchObject({ status: 200 });
  await vi.waitFor(async () => {
    const found = await chain.app.get(`/base-customer?name=${encodeURIComponent('黛玉')}`);
    expect(found.body.data).toMatchObject({ list: [{ id, mobile }] });
  }, SOON);
  expect(await remove('/base-customer', id)).toMatchObject({ status: 409 });
});

test('where the number is another’s by now, it is told and asked again', { timeout: 60_000 }, async () => {
  const customer = { name: '薛宝钗', mobile: '13800000008', status: '2' };
  const id = idOf(await chain.app.post('/base-customer', customer));
  const barcode = await chain.stock();
  let other = 0;
  await whileJudged(
    () => chain.app.post('/biz-sell', chain.sale([{ barcode }], { customerId: id })),
    async () => {
      expect(await remove('/base-customer', id)).toMatchObject({ status: 200 });
      other = idOf(await chain.app.post('/base-customer', customer));
    },
  );
  await vi.waitFor(() => expect(told).toContain('a deleted row is named by a document and cannot come back'), SOON);
  await vi.waitFor(async () => expect(await tombstones('customer', id)).toEqual([{ looks: 1 }]), SOON);
  expect((await chain.app.get(`/base-customer/${other}`)).status).toBe(200);
});

test('what nothing names is gone for good', { timeout: 60_000 }, async () => {
  const id = idOf(await chain.app.post('/base-supplier', supplier('无单供应商')));
  expect(await remove('/base-supplier', id)).toMatchObject({ status: 200 });
  expect(await tombstones('supplier', id)).toEqual([{ looks: 0 }]);
  await chain.app.house.deps.master.query(sql.unsafe`UPDATE master.tombstone SET looks = 2 WHERE id = ${id}`);
  await vi.waitFor(async () => expect(await tombstones('supplier', id)).toEqual([]), SOON);
  expect((await chain.app.get(`/base-supplier/${id}`)).status).toBe(404);
});
