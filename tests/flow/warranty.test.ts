/** What papers say of a piece, and what the house says of it when the paper is held against it (R162). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../services/contracts/dates.ts';
import { checkWarranty, type WarrantyKey } from '../../services/contracts/warranty-check.ts';
import { payloadIn, WARRANTY_TEXT_MAX } from '../../services/contracts/warranty-text.ts';
import { startChain, TAG_PRICE, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain({ env: { PUBLIC_URL: 'https://house.example' } });
}, 60_000);
afterAll(() => chain.app.stop());

const keys = async (): Promise<readonly WarrantyKey[]> => {
  const reply = await fetch(`${chain.app.url}/.well-known/jewel-warranty.json`);
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  return ((await reply.json()) as { keys: WarrantyKey[] }).keys;
};
type Printed = {
  readonly tables: { readonly goods: { warranty: string }[]; readonly master: { warrantyPlace: string }[] };
};
const printed = async (saleId: number): Promise<Printed> =>
  (await chain.app.get(`/biz-sell/print/${saleId}`)).body.data as Printed;
const sold = async (barcode: string, day?: string): Promise<number> => {
  const reply = await chain.app.post('/biz-sell', chain.sale([{ barcode }], day === undefined ? {} : { sellAt: day }));
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const audited = async (saleId: number): Promise<number> => {
  expect((await chain.audit('/biz-sell', [saleId])).status).toBe(200);
  return saleId;
};
const asked = async (text: string): Promise<Record<string, unknown>> => {
  const reply = await chain.app.get(`/warranty?text=${payloadIn(text)}`, { token: null });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data as Record<string, unknown>;
};

test('a bill carries a QR a piece that its public keys prove, with facts and no person (S1§2.14/2)', async () => {
  const barcode = await chain.stock();
  const { tables } = await printed(await audited(await sold(barcode)));
  const text = tables.goods[0]?.warranty ?? '';
  expect(text).toMatch(/^https:\/\/house\.example\/v\/JW1\./);
  expect(tables.master[0]?.warrantyPlace).toBe('house.example/v');
  expect(payloadIn(text).length).toBeLessThanOrEqual(WARRANTY_TEXT_MAX);
  const verdict = checkWarranty(text, await keys());
  expect(verdict).toMatchObject({ is: 'good', facts: { kind: 'sale', barcode, num: 1, day: chain.today } });
  expect(JSON.stringify(verdict)).not.toMatch(/王女士|13800000001/);
});
test('the house says how it stands with the piece: waiting, sold, brought back, sold on, gone (S1§2.14/3)', async () => {
  const barcode = await chain.stock();
  const saleId = await sold(barcode);
  const text = (await printed(saleId)).tables.goods[0]?.warranty ?? '';
  expect(await asked(text)).toMatchObject({ signature: 'good', state: 'pending', differs: [] });
  await audited(saleId);
  expect(await asked(text)).toMatchObject({ signature: 'good', state: 'sold', returned: 0, differs: [] });
  const back = await chain.app.post(
    '/biz-sell',
    chain.sale([], {
      sellChangeList: [{ rawSellId: saleId, barcode }],
      sellBalanceList: [{ balance: '现金', amount: -TAG_PRICE }],
    }),
  );
  expect(back.status, back.text).toBe(200);
  await audited(Number(back.body.data));
  expect(await asked(text)).toMatchObject({ state: 'returned', returned: 1 });
  const again = await audited(await sold(barcode));
  expect(await asked(text)).toMatchObject({ state: 'resold' });
  expect(await asked((await printed(again)).tables.goods[0]?.warranty ?? '')).toMatchObject({ state: 'sold' });
});
test('an order that was deleted is none of the house any more; one that was changed tells what differs (S1§2.14/3)', async () => {
  const barcode = await chain.stock();
  const saleId = await sold(barcode);
  const text = (await printed(saleId)).tables.goods[0]?.warranty ?? '';
  const order = await chain.record('/biz-sell', saleId);
  const sellAt = addDays(chain.today, -1);
  const changed = await chain.app.put(`/biz-sell/${saleId}`, { ...order, sellAt });
  expect(changed.status, changed.text).toBe(200);
  expect(await asked(text)).toMatchObject({ differs: [{ field: '日期', paper: chain.today, house: sellAt }] });
  expect((await chain.app.del('/biz-sell', { ids: [saleId] })).status).toBe(200);
  expect(await asked(text)).toMatchObject({ signature: 'good', state: 'withdrawn' });
});
test('a label says what the piece is and nothing of a sale, before and after it (S1§2.14/2)', async () => {
  const barcode = await chain.stock();
  const { list } = (await chain.app.get(`/biz-goods-in?barcode=${barcode}`)).body.data as { list: { id: number }[] };
  const id = list[0]?.id ?? 0;
  const one = (await chain.app.get(`/biz-goods-in/print/${id}`)).body.data as { warranty: string };
  const many = (await chain.app.put('/biz-goods-in/batch-print', { ids: [id] })).body.data as { warranty: string }[];
  const paper = (await chain.app.get(`/base-print-template/print-data/label/${id}`)).body.data as Printed;
  const texts = [one.warranty, many[0]?.warranty ?? '', paper.tables.goods[0]?.warranty ?? ''];
  for (const text of texts) {
    expect(checkWarranty(text, await keys())).toMatchObject({
      is: 'good',
      facts: { kind: 'piece', barcode, orderId: 0 },
    });
    expect(await asked(text)).toMatchObject({ state: 'label', differs: [] });
  }
  await audited(await sold(barcode));
  expect(await asked(texts[0] ?? '')).toMatchObject({ state: 'label', differs: [] });
});
describe('a text that the house did not sign', () => {
  test('is told apart: cut, altered, of another house (S1§2.14/2)', async () => {
    const text = payloadIn((await printed(await sold(await chain.stock()))).tables.goods[0]?.warranty ?? '');
    expect(await asked(text.slice(0, 80))).toMatchObject({ signature: 'cut', state: 'none' });
    expect(await asked(`${text.slice(0, 20)}${text[20] === 'A' ? 'B' : 'A'}${text.slice(21)}`)).toMatchObject({
      signature: 'altered',
    });
    expect((await chain.app.get(`/warranty?text=${'x'.repeat(400)}`, { token: null })).status).toBe(422);
  });
});
test('whoever asks all day is told to wait, each way of asking counted together (S1§2.14/3)', async () => {
  const headers = { cookie: `jewel_wx=${'w'.repeat(43)}` };
  const paths = ['/api/v1/warranty?text=x', '/api/v1/warranty-checker', '/.well-known/jewel-warranty.json'];
  const statuses: number[] = [];
  for (let call = 0; call < 121; call += 1)
    statuses.push((await fetch(`${chain.app.url}${paths[call % 2] ?? ''}`, { headers })).status);
  expect(statuses.slice(0, 120)).not.toContain(429);
  for (const path of paths) {
    const reply = await fetch(`${chain.app.url}${path}`, { headers });
    expect(reply.status, path).toBe(429);
    expect(((await reply.json()) as { msg: string }).msg).toMatch(/^操作过于频繁，请\d+秒后再试$/);
  }
});
test('a new key signs from now on; what the old one signed stays good, its private half is told to nobody (S1§2.14/2)', async () => {
  const saleId = await sold(await chain.stock());
  const before = (await printed(saleId)).tables.goods[0]?.warranty ?? '';
  const reply = await chain.app.post('/warranty-key/renew', {});
  expect(reply.status, reply.text).toBe(200);
  const told = await keys();
  expect(told.map(({ to }) => to)).toEqual(['', chain.today]);
  expect(Object.keys(told[0] ?? {})).toEqual(['id', 'key', 'from', 'to']);
  const after = (await printed(saleId)).tables.goods[0]?.warranty ?? '';
  expect(after).not.toBe(before);
  for (const text of [before, after]) expect(checkWarranty(text, told).is).toBe('good');
  expect((await chain.app.get('/warranty-key')).body.data).toEqual(told);
  const what = `质保单改用新的签名密钥 ${told[0]?.id}，此前打印的仍可验证`;
  await chain.app.house.caughtUp();
  const { list: exceptions } = (await chain.app.get('/report-exception')).body.data as { list: object[] };
  expect(exceptions).toContainEqual(expect.objectContaining({ kind: 'warranty-key', what }));
  const { list: log } = (await chain.app.get('/sys-opera-log?title=更换签名密钥')).body.data as { list: object[] };
  expect(log).toMatchObject([{ title: '更换签名密钥' }]);

  // Old keys stay among those that are told: nobody pushes them out by renewing all day.
  const again = await Promise.all([1, 2, 3, 4, 5].map(() => chain.app.post('/warranty-key/renew', {})));
  expect(again.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(again.find(({ status }) => status === 409)?.body.msg).toBe('30天内已启用5个签名密钥，过些天再更换');
});
