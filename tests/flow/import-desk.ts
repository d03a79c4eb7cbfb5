/** A house that takes sheets of pieces in, and what every test of imports asks of it. */
import { afterAll, beforeAll, expect } from 'vitest';
import { utils, write } from 'xlsx';
import { startApp, type App, type Reply } from '../support/app.ts';

export const HEADERS = ['编码', '品名', '类别', '款式', '成色', '克重', '进价', '件数'];
export const MAPPING = {
  编码: 'barcode',
  品名: 'name',
  类别: 'type',
  款式: 'style',
  成色: 'fineness',
  克重: 'goldWeight',
  进价: 'goldCost',
  件数: 'num',
};
type Cells = readonly (readonly unknown[])[];
export const xlsx = (rows: Cells, headers: readonly string[] = HEADERS): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([[...headers], ...rows.map((row) => [...row])]), '首饰');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
};

/** `at` holds the house and its shop while the tests of a file run. */
export const importDesk = () => {
  const at = {} as { app: App; shopId: number };
  beforeAll(async () => {
    at.app = await startApp();
    at.shopId = Number((await at.app.post('/base-shop', { name: '罗湖店', status: '2', remark: '' })).body.data);
  });
  afterAll(() => at.app.stop());
  const upload = (bytes: Buffer, name = '首饰.xlsx', token?: string): Promise<Reply> => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    return at.app.call('POST', '/biz-goods-in/import-file', { body: form, ...(token === undefined ? {} : { token }) });
  };
  const send = (change: Record<string, unknown>, key?: string): Promise<Reply> =>
    at.app.post(
      '/biz-goods-in/import',
      { supplierId: null, shopId: at.shopId, type: '戒指', batchNo: '', ...change },
      key === undefined ? {} : { key },
    );
  const importFile = async (rows: Cells, change: Record<string, unknown> = {}): Promise<Reply> => {
    const file = await upload(xlsx(rows));
    expect(file.status).toBe(200);
    const { fileId } = file.body.data as { fileId: string };
    return send({ fileId, mapping: MAPPING, ...change });
  };
  const countOf = async (query: string): Promise<number> =>
    ((await at.app.get(`/biz-goods-in?${query}`)).body.data as { count: number }).count;
  return { at, upload, send, importFile, countOf };
};
