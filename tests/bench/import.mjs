/** Import of 20,000 rows from a workbook over HTTP, with its progress asked for meanwhile. */
import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileBody, withHouse } from './house.mjs';
import { atMost, seconds, withPostgres } from './support.mjs';

const XLSX = createRequire(new URL('../../services/package.json', import.meta.url))('xlsx');
const ROWS = 20_000;
const HEADERS = {
  名称: 'name',
  款式: 'style',
  成色: 'fineness',
  金重: 'goldWeight',
  金价: 'goldCost',
  工费: 'workFee',
  倍率: 'sellRaito',
  证书号: 'cerif',
  备注: 'remark',
};

const workbook = () => {
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `足金戒指${n}`,
    '光圈',
    '足金',
    3 + (n % 100) / 100,
    560,
    20,
    1.2,
    `GTC${n}`,
    '柜台陈列',
  ]);
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([Object.keys(HEADERS), ...rows], { dense: true }), '入库');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true });
};

await withPostgres((url, folder) =>
  withHouse(url, folder, async ({ call }) => {
    const file = workbook();
    const shopId = (await call('POST', '/base-shop', { body: { name: '罗湖店', status: '2', remark: '' } })).data;
    const took = [];
    let seen = 0;
    for (let round = 0; round < 3; round += 1) {
      const key = randomUUID();
      let busy = true;
      let fileId = 'none';
      const watching = (async () => {
        while (busy) {
          const progress = await call('GET', `/biz-goods-in/import/${fileId}`).catch(() => undefined);
          if (progress !== undefined && progress.data.done < progress.data.total) seen += 1;
          await new Promise((resolve) => setTimeout(resolve, 300));
        }
      })();
      took.push(
        await seconds(async () => {
          const { data } = await call('POST', '/biz-goods-in/import-file', fileBody('入库.xlsx', file));
          fileId = data.fileId;
          if (data.count !== ROWS) throw new Error(`read ${data.count} rows`);
          const body = {
            shopId,
            supplierId: null,
            type: '戒指',
            batchNo: `P${round}`,
            fileId: data.fileId,
            mapping: HEADERS,
          };
          await call('POST', '/biz-goods-in/import', { body, headers: { 'idempotency-key': key } });
        }),
      );
      busy = false;
      await watching;
      const list = await call('GET', `/biz-goods-in?batchNo=P${round}&pageSize=1`);
      if (list.data.count !== 10_000 || list.data.more !== true) throw new Error(`the list shows ${list.data.count}`);
    }
    atMost({ figure: 'import of 20,000 rows, file to list', values: took, limit: 15, unit: 's' });
    atMost({ figure: 'answers without progress', values: [seen > 0 ? 0 : 1], limit: 0.5, unit: '' });
  }),
);
