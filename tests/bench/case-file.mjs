/** Case files: a shop of 5,000 pieces, and a bill of that log, from the click to the signed archive. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { copyEvents } from '../../services/platform/event-store/postgres/bulk.ts';
import golden from '../../services/goods/golden/GoodsReceived.v1.json' with { type: 'json' };
import { withHouse } from './house.mjs';
import { META, atMost, withPostgres } from './support.mjs';

const PIECES = Number(process.env['BENCH_PIECES'] ?? 5_000);
const ROUNDS = 3;
const LOOK_MS = 50;
const FIRST_ID = 1_000_000;

/** Pieces of one shop, received and audited. */
function* stock(shopId) {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const event = (type, data) => ({ id: randomUUID(), type, data, meta: { ...META, at, shopId } });
  for (let n = 0; n < PIECES; n += 1) {
    const [barcode, receiptId] = [`2026${String(n).padStart(8, '0')}`, FIRST_ID + n];
    const received = { ...golden.data, barcode, receiptId, shopId, quantity: 1 };
    const { unitCostFen } = received.attributes;
    const { receivedOn } = received;
    const audited = { barcode, receiptId, shopId, quantity: 1, receivedOn, unitCostFen, auditor: '李店长' };
    yield { stream: `goods-${barcode}`, event: event('GoodsReceived', received) };
    yield { stream: `goods-${barcode}`, event: event('GoodsReceiptAudited', audited) };
  }
}

const shopOf = async ({ call }) =>
  (await call('POST', '/base-shop', { body: { name: '大店', status: '2', remark: '' } })).data;
/** Seconds from the click to the archive. */
const made = async ({ call }, body) => {
  const started = performance.now();
  const { data: id } = await call('POST', '/case-file', { body });
  for (;;) {
    const { data } = await call('GET', '/case-file?pageIndex=1&pageSize=20');
    const row = data.list.find((one) => one.id === id);
    if (row.state === 'failed') throw new Error(row.result);
    if (row.state === 'ready') return (performance.now() - started) / 1000;
    await pause(LOOK_MS);
  }
};

await withPostgres(async (url, folder) => {
  const shopId = await withHouse(url, folder, shopOf);
  await copyEvents(url, stock(shopId));
  await withHouse(url, folder, async (house) => {
    const { data } = await house.call('GET', '/biz-goods-in?pageIndex=1&pageSize=1&barcode=202600000000');
    const no = `RK${data.list[0].id}`;
    const times = { shop: [], bill: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.shop.push(await made(house, { kind: 'shop', shopId }));
      times.bill.push(await made(house, { kind: 'bill', no }));
    }
    atMost({ figure: `case file of a shop with ${PIECES} pieces`, values: times.shop, limit: 60, unit: 's' });
    atMost({ figure: 'case file of a bill', values: times.bill, limit: 10, unit: 's' });
  });
});
