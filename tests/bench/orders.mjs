/**
 * Orders with all their lists as tills send them: five pieces, one brought back that the same customer has bought, old gold, a
 * gift, a repair, two payments; each order has a customer of its own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { receiptOf } from './receipt.mjs';
import { TODAY } from './support.mjs';

const PIECES = 5;
const TAG_PRICE = 2238;
const OLD_GOLD = { type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, cost: 600, remark: '旧戒指' };
const REPAIR = { type: '项链', style: '机织链', fineness: '足金', weight: 8.2, price: 50, remark: '抛光' };
const GIFT = { inGiftAt: TODAY, barcode: 'ZP-BENCH', goodsName: '红绳手链', cost: 2, price: 29, rebateInte: 0 };
const RECEIPT = receiptOf({ sellPrice: TAG_PRICE });
/** What is to be paid: one piece less, the old gold off, the gift and the repair on top. */
const DUE = TAG_PRICE * (PIECES - 1) - 1500 + 29 + 50;

/** Where a database is kept, what a run of before made has its names and numbers: each has its own thousands. */
const RUN = Math.floor(Date.now() / 1_000) % 900_000;

/** `work` for 0 to `count` − 1, thirty-two at a time. */
const many = async (count, work) => {
  const made = [];
  for (let from = 0; from < count; from += 32) {
    const some = Array.from({ length: Math.min(32, count - from) }, (_, n) => work(from + n));
    made.push(...(await Promise.all(some)));
  }
  return made;
};

/** Shops with a gift of 10,000 in each, and `prepared`, which answers so many orders of one shop as they will be sent. */
export const counterOf = async (call, shopCount) => {
  const created = async (path, body) => (await call('POST', path, { body })).data;
  const audit = (path, ids) => call('PUT', `${path}/audit/${ids[0]}`, { body: { ids } });
  const auditAll = async (path, ids) => {
    for (let from = 0; from < ids.length; from += 100) await audit(path, ids.slice(from, from + 100));
  };
  const shops = await many(shopCount, (n) =>
    created('/base-shop', { name: `分店${RUN}-${n}`, status: '2', remark: '' }),
  );
  const supplier = { name: `金源${RUN}`, contract: '李四', mobile: '13800000000', status: '2' };
  const supplierId = await created('/base-supplier', supplier);
  for (const shopId of shops) {
    await audit('/biz-gift-in', [await created('/biz-gift-in', { ...GIFT, shopId, num: 10_000 })]);
  }
  let given = RUN * 1_000;
  const stock = async (shopId, count) => {
    const barcodes = Array.from({ length: count }, () => `S${String((given += 1)).padStart(9, '0')}`);
    const receipt = { ...RECEIPT, supplierId, shopId };
    const ids = await many(count, (n) => created('/biz-goods-in', { ...receipt, barcode: barcodes[n] }));
    await auditAll('/biz-goods-in', ids);
    return barcodes;
  };
  const order = (shopId, customerId, barcodes) => ({
    customerId,
    shopId,
    sellAt: TODAY,
    seller: 'admin',
    printTemplate: '销售单',
    sellGoodsList: barcodes.map((barcode) => ({ barcode, num: 1 })),
    sellBalanceList: [{ balance: '现金', amount: TAG_PRICE * barcodes.length }],
  });
  let mobiles = 13_000_000_000 + RUN * 1_000;
  const prepared = async (shopId, count) => {
    const barcodes = await stock(shopId, count * (PIECES + 1));
    const customers = await many(count, (n) =>
      created('/base-customer', { name: `客户${n}`, mobile: String((mobiles += 1)), status: '2' }),
    );
    const bought = barcodes.splice(0, count);
    const sales = await many(count, (n) => created('/biz-sell', order(shopId, customers[n], [bought[n]])));
    await auditAll('/biz-sell', sales);
    return customers.map((customerId, n) => ({
      ...order(shopId, customerId, barcodes.splice(0, PIECES)),
      sellChangeList: [{ rawSellId: sales[n], barcode: bought[n] }],
      sellRecycleList: [OLD_GOLD],
      sellGiftList: [{ barcode: GIFT.barcode, num: 1 }],
      sellCleanList: [REPAIR],
      sellBalanceList: [
        { balance: '现金', amount: 1000 },
        { balance: '微信', amount: DUE - 1000 },
      ],
    }));
  };
  return { shops, prepared, auditAll };
};

/** Saves all of `bodies` at one till, each after the answer of the one before; with `everyMs` one at most in that time. */
export const selling = async (till, bodies, { everyMs = 0, startMs = 0, told = () => undefined }) => {
  const ids = [];
  let next = performance.now() + startMs;
  for (const [n, body] of bodies.entries()) {
    await pause(Math.max(0, next - performance.now()));
    const from = performance.now();
    next = Math.max(next + everyMs, from);
    ids.push((await till.call('POST', '/biz-sell', body)).data);
    told(n, performance.now() - from);
  }
  return ids;
};
