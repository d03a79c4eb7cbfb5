/**
 * An order with all its lists over HTTP at eight tills: five pieces, one brought back, old gold, a gift, a repair, two payments;
 * each order has a customer of its own. Once with two tills in each of four shops, once with all eight in one shop, where they
 * want the same gift and the same stream of old material.
 */
import { withHouse } from './house.mjs';
import { TODAY, atMost, quantile, rounded, withPostgres } from './support.mjs';

const CLIENTS = 8;
const SHOPS = 4;
const PIECES = 5;
/** Of each till: 400 answers are counted, so that the 99th percentile is not the slowest of all. */
const ORDERS = 60;
/** Orders of each till that only warm the house up. */
const WARM = 10;
const ROUNDS = 3;
const TAG_PRICE = 2238;
const OLD_GOLD = { type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, cost: 600, remark: '旧戒指' };
const REPAIR = { type: '项链', style: '机织链', fineness: '足金', weight: 8.2, price: 50, remark: '抛光' };

await withPostgres((url, folder) =>
  withHouse(url, folder, async ({ call }) => {
    const created = async (path, body) => (await call('POST', path, { body })).data;
    const audit = (path, ids) => call('PUT', `${path}/audit/${ids[0]}`, { body: { ids } });
    /** `work` for 0 to `count` − 1, thirty-two at a time. */
    const many = async (count, work) => {
      const made = [];
      for (let from = 0; from < count; from += 32) {
        const some = Array.from({ length: Math.min(32, count - from) }, (_, n) => work(from + n));
        made.push(...(await Promise.all(some)));
      }
      return made;
    };
    const auditAll = async (path, ids) => {
      for (let from = 0; from < ids.length; from += 100) await audit(path, ids.slice(from, from + 100));
    };
    const shops = await many(SHOPS, (n) => created('/base-shop', { name: `分店${n}`, status: '2', remark: '' }));
    const contact = { contract: '李四', mobile: '13800000000', status: '2' };
    const supplierId = await created('/base-supplier', { name: '金源', ...contact });
    const gift = { inGiftAt: TODAY, barcode: 'ZP-BENCH', goodsName: '红绳手链', cost: 2, price: 29, rebateInte: 0 };
    for (const shopId of shops) {
      await audit('/biz-gift-in', [await created('/biz-gift-in', { ...gift, shopId, num: 10_000 })]);
    }
    const receipt = {
      supplierId,
      inStorageAt: TODAY,
      num: 1,
      printTemplate: '标准标签',
      type: '戒指',
      name: '足金戒指',
      style: '光圈',
      fineness: '足金',
      goldWeight: 3.215,
      goldCost: 560,
      workFee: 20,
      sellPrice: TAG_PRICE,
    };
    let given = 0;
    const stock = async (shopId, count) => {
      const barcodes = Array.from({ length: count }, () => `S${String((given += 1)).padStart(9, '0')}`);
      const ids = await many(count, (n) => created('/biz-goods-in', { ...receipt, shopId, barcode: barcodes[n] }));
      await auditAll('/biz-goods-in', ids);
      return barcodes;
    };
    const order = (shopId, customerId, barcodes, change) => ({
      customerId,
      shopId,
      sellAt: TODAY,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: barcodes.map((barcode) => ({ barcode, num: 1 })),
      sellBalanceList: [{ balance: '现金', amount: TAG_PRICE * barcodes.length }],
      ...change,
    });
    let mobiles = 13_800_000_000;
    /** Orders as they will be sent: each customer has bought the piece that comes back. */
    const prepared = async (shopId, count) => {
      const barcodes = await stock(shopId, count * (PIECES + 1));
      const customers = await many(count, (n) =>
        created('/base-customer', { name: `客户${n}`, mobile: String((mobiles += 1)), status: '2' }),
      );
      const bought = barcodes.splice(0, count);
      const sales = await many(count, (n) => created('/biz-sell', order(shopId, customers[n], [bought[n]])));
      await auditAll('/biz-sell', sales);
      const due = TAG_PRICE * (PIECES - 1) - 1500 + 29 + 50;
      return customers.map((customerId, n) =>
        order(shopId, customerId, barcodes.splice(0, PIECES), {
          sellChangeList: [{ rawSellId: sales[n], barcode: bought[n] }],
          sellRecycleList: [OLD_GOLD],
          sellGiftList: [{ barcode: 'ZP-BENCH', num: 1 }],
          sellCleanList: [REPAIR],
          sellBalanceList: [
            { balance: '现金', amount: 1000 },
            { balance: '微信', amount: due - 1000 },
          ],
        }),
      );
    };
    const measured = async (figure, tills) => {
      const p99s = [];
      const medians = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const times = [];
        const orders = [];
        const saved = [];
        for (const shopId of tills) orders.push(await prepared(shopId, ORDERS));
        const till = async (bodies) => {
          for (const [n, body] of bodies.entries()) {
            const from = performance.now();
            saved.push(await created('/biz-sell', body));
            if (n >= WARM) times.push(performance.now() - from);
          }
        };
        await Promise.all(orders.map(till));
        // As at the end of a day: what waits is audited before the next round.
        await auditAll('/biz-sell', saved);
        p99s.push(quantile(times, 0.99));
        medians.push(quantile(times, 0.5));
      }
      const because = `median ${rounded(Math.min(...medians))}–${rounded(Math.max(...medians))}`;
      atMost({ figure, values: p99s, limit: 60, unit: 'ms', because });
    };
    const tillsIn = (count) => Array.from({ length: CLIENTS }, (_, n) => shops[n % count]);
    await measured('order with all its lists, 8 tills in 4 shops, p99', tillsIn(SHOPS));
    await measured('order with all its lists, 8 tills in one shop, p99', tillsIn(1));
  }),
);
