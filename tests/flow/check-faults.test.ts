/** Several hands on one check or one piece within the same millisecond: one wins, the others are told, nothing is half. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const open = async (type: string): Promise<number> => {
  const reply = await chain.app.post('/biz-check/open', { shopId: chain.home, checkAt: chain.today, type });
  return Number(reply.body.data);
};

test('a piece sold a millisecond before: the transfer is told who has it, in whatever order they come', async () => {
  for (let round = 0; round < 8; round += 1) {
    const barcode = await chain.stock();
    const sale = chain.app.post('/biz-sell', chain.sale([{ barcode }]));
    const [sold, moved] = await Promise.all([sale, chain.app.post('/biz-allocate', chain.transfer([{ barcode }]))]);
    expect([sold.status, moved.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    const loser = sold.status === 409 ? sold : moved;
    expect(loser.body.msg).toMatch(new RegExp(`${barcode}：此首饰已被(XS|DB)\\d+占用`));
  }
  const barcode = await chain.stock();
  const id = Number((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).body.data);
  const [audited, moved] = await Promise.all([
    chain.audit('/biz-sell', [id]),
    chain.app.post('/biz-allocate', chain.transfer([{ barcode }])),
  ]);
  expect(audited.status).toBe(200);
  expect(moved.status).toBe(409);
  expect(moved.body.msg).toMatch(/已售出|已被XS\d+占用/);
});

test('a scan of a piece that is sold at the same moment counts, and the difference explains itself', async () => {
  const type = '项链';
  const barcode = await chain.stock({ type });
  const sale = Number((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).body.data);
  const id = await open(type);
  const [scanned, audited] = await Promise.all([
    chain.app.post(`/biz-check/${id}/scan`, { barcode }),
    chain.audit('/biz-sell', [sale]),
  ]);
  expect(audited.status).toBe(200);
  expect(scanned).toMatchObject({ status: 200, body: { data: [{ barcode, found: true, bookNum: 1 }] } });
});

test('ten audit one check at once, while it is scanned: one wins, nine are told, the totals are what was counted', async () => {
  const type = '吊坠';
  const pieces: string[] = [];
  for (let index = 0; index < 8; index += 1) pieces.push(await chain.stock({ type }));
  const id = await open(type);
  const scans = pieces.map((barcode) => chain.app.post(`/biz-check/${id}/scan`, { barcode }));
  const audits = Array.from({ length: 10 }, () => chain.audit('/biz-check', [id]));
  const [scanned, audited] = await Promise.all([Promise.all(scans), Promise.all(audits)]);
  expect(audited.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of audited.filter((reply) => reply.status !== 200)) {
    expect([status, body.msg]).toEqual([409, expect.stringContaining('单据已审核，不能重复审核')]);
  }
  const taken = scanned.filter(({ status }) => status === 200).length;
  for (const { status, body } of scanned.filter((reply) => reply.status !== 200)) {
    expect([status, body.msg]).toEqual([409, '已审核的单据不能盘点']);
  }
  expect(await chain.record('/biz-check', id)).toMatchObject({ auditFlag: 2, bookNum: 8, factNum: taken });
});
