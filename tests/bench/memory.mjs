/**
 * Resident memory of the house as `npm start` runs it: fresh, and after load by eight tills and a reader of lists, reports
 * and exports for BENCH_MINUTES (an hour unless told). Its Postgres is not counted. As fast as the house answers, or at
 * BENCH_SAVES_A_SECOND with a read for every tenth save, so that an hour of it can go on beside other work.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { memoryOf, tillOf, withHouse } from './house.mjs';
import { receiptOf } from './receipt.mjs';
import { TODAY, atMost, withPostgres } from './support.mjs';

const TILLS = 8;
const MINUTES = Number(process.env.BENCH_MINUTES ?? 60);
const PACE = Number(process.env.BENCH_SAVES_A_SECOND ?? Infinity);
const SAVES_A_READ = 10;
const SETTLE_MS = 5_000;
const nextIn = (shopId, n) => receiptOf({ shopId, barcode: '', name: `足金戒指${n % 50}` });
const READS = [
  '/biz-goods-in?pageSize=100',
  '/biz-goods-in?name=戒指1&pageSize=50',
  '/biz-goods-in?pageIndex=40&pageSize=100',
  `/report-goods-flow?beginTime=${TODAY}&endTime=${TODAY}&pageSize=100`,
  '/report-goods-turnover?pageSize=100',
  '/biz-sell?pageSize=50',
  '/sys-opera-log?pageSize=50',
];

/** Waits until the `n`th of its kind is due, at `perSecond` since `started`. */
const due = async (started, n, perSecond) => {
  const wait = started + (n * 1000) / perSecond - Date.now();
  if (wait > 0) await pause(wait);
};

await withPostgres((url, folder) =>
  withHouse(
    url,
    folder,
    async () => undefined, // The first start fills Node's compile cache, as any start before today's did.
  ).then(() =>
    withHouse(url, folder, async ({ call, base, token, pid }) => {
      await pause(SETTLE_MS);
      const fresh = memoryOf(pid);
      const shop = (await call('POST', '/base-shop', { body: { name: '罗湖店', status: '2', remark: '' } })).data;
      const started = Date.now();
      const until = started + MINUTES * 60_000;
      let saves = 0;
      const saving = Array.from({ length: TILLS }, async () => {
        const till = await tillOf(base, token);
        while (Date.now() < until) {
          saves += 1;
          await due(started, saves, PACE);
          await till.call('POST', '/biz-goods-in', nextIn(shop, saves));
        }
        till.close();
      });
      let peak = 0;
      const reading = (async () => {
        for (let n = 0; Date.now() < until; n += 1) {
          await call('GET', READS[n % READS.length]);
          if (n % 100 === 99) await call('GET', '/biz-goods-in/export?batchNo=ALL', { onData: () => undefined });
          peak = Math.max(peak, memoryOf(pid));
          await due(started, n, PACE / SAVES_A_READ);
        }
      })();
      await Promise.all([...saving, reading]);
      await pause(SETTLE_MS);
      console.log(`${saves} saves in ${MINUTES} minutes, most ever ${peak.toFixed(0)} MB`);
      atMost({ figure: 'memory of the house, fresh', values: [fresh], limit: 160, unit: 'MB' });
      atMost({ figure: `the same after ${MINUTES} minutes of load`, values: [memoryOf(pid)], limit: 280, unit: 'MB' });
    }),
  ),
);
