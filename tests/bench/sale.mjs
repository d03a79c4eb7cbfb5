/** A sale of ten pieces over HTTP at eight tills: held piece by piece, durable and visible when the answer comes. */
import { withHouse } from './house.mjs';
import { receiptOf } from './receipt.mjs';
import { TODAY, atMost, quantile, rounded, withPostgres } from './support.mjs';

const CLIENTS = 8;
const PIECES = 10;
/** Of each till: 400 answers are counted, so that the 99th percentile is not the slowest of all. */
const SALES = 60;
/** Sales of each till that only warm the house up. */
const WARM = 10;
const ROUNDS = 3;
const TAG_PRICE = 2238;

await withPostgres((url, folder) =>
  withHouse(url, folder, async ({ call }) => {
    const created = async (path, body) => (await call('POST', path, { body })).data;
    const shopId = await created('/base-shop', { name: '罗湖店', status: '2', remark: '' });
    const customerId = await created('/base-customer', { name: '王女士', mobile: '13800000001', status: '2' });
    const supplierId = await created('/base-supplier', {
      name: '金源',
      contract: '李四',
      mobile: '13800000000',
      status: '2',
    });
    const receipt = receiptOf({ shopId, supplierId, sellPrice: TAG_PRICE });
    let given = 0;
    const stock = async (count) => {
      const ids = [];
      const barcodes = [];
      const one = async () => {
        const barcode = `S${String((given += 1)).padStart(9, '0')}`;
        barcodes.push(barcode);
        ids.push(await created('/biz-goods-in', { ...receipt, barcode }));
      };
      for (let left = count; left > 0; left -= 32) await Promise.all(Array.from({ length: Math.min(32, left) }, one));
      for (let from = 0; from < ids.length; from += 100) {
        const some = ids.slice(from, from + 100);
        await call('PUT', `/biz-goods-in/audit/${some[0]}`, { body: { ids: some } });
      }
      return barcodes;
    };
    const sale = (barcodes) =>
      call('POST', '/biz-sell', {
        body: {
          customerId,
          shopId,
          sellAt: TODAY,
          seller: 'admin',
          printTemplate: '销售单',
          sellGoodsList: barcodes.map((barcode) => ({ barcode, num: 1 })),
          sellBalanceList: [{ balance: '现金', amount: TAG_PRICE * PIECES }],
        },
      });
    const p99s = [];
    const medians = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const barcodes = await stock(CLIENTS * SALES * PIECES);
      const times = [];
      const till = async () => {
        for (let n = 0; n < SALES; n += 1) {
          const mine = barcodes.splice(0, PIECES);
          const from = performance.now();
          await sale(mine);
          if (n >= WARM) times.push(performance.now() - from);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, till));
      p99s.push(quantile(times, 0.99));
      medians.push(quantile(times, 0.5));
    }
    const because = `median ${rounded(Math.min(...medians))}–${rounded(Math.max(...medians))}`;
    atMost({ figure: 'sale of ten pieces, 8 clients, p99', values: p99s, limit: 50, unit: 'ms', because });
  }),
);
