/** Export of 100,000 flow rows × 30 columns over HTTP: time, and memory of the house above idle. */
import { barcodeOf, LAST_DAY, loadHistory } from './events.mjs';
import { memoryOf, withHouse } from './house.mjs';
import { atMost, seconds, withPostgres } from './support.mjs';

const ROWS = 100_000;

await withPostgres(async (url, folder) => {
  // Received and audited: one movement of a piece; every fourth is not audited yet.
  await loadHistory(url, Math.ceil((ROWS * 4) / 3), 2);
  await withHouse(url, folder, async ({ call, pid }) => {
    const where = `/report-goods-flow/export?beginTime=2020-01-01&endTime=${LAST_DAY}`;
    const found = await call(
      'GET',
      `/report-goods-flow?barcode=${barcodeOf(1)}&beginTime=2020-01-01&endTime=${LAST_DAY}`,
    );
    if (found.data.count === 0) throw new Error('the flow is empty');
    const took = [];
    const above = [];
    for (let round = 0; round < 3; round += 1) {
      // The warm-up of the first round and what the rebuild left are not the export's.
      await call('GET', `/report-goods-flow?barcode=${barcodeOf(1 + 4 * round)}`);
      const idle = memoryOf(pid);
      let peak = idle;
      let bytes = 0;
      const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 50);
      took.push(await seconds(() => call('GET', where, { onData: (chunk) => (bytes += chunk.length) })));
      clearInterval(timer);
      above.push(Math.max(0.1, peak - idle));
      if (bytes < 1_000_000) throw new Error(`only ${bytes} bytes`);
    }
    atMost({ figure: 'export of 100,000 flow rows', values: took, limit: 4, unit: 's' });
    atMost({
      figure: 'memory of the export above idle',
      values: above,
      limit: 200,
      unit: 'MB',
      reduce: (all) => Math.max(...all),
    });
  });
});
