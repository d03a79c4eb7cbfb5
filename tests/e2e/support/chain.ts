/** What a small chain has before a test begins; made over HTTP. */
import { dayOf } from 'services/contracts/dates';
import { sampleBody } from '../../../services/goods/sample.ts';
import type { App } from '../../support/app.ts';

export type SmallChain = {
  readonly home: number;
  readonly away: number;
  readonly today: string;
  /** Audited pieces in 罗湖店. */
  readonly barcodes: readonly string[];
};

const idOf = async (app: App, path: string, body: unknown): Promise<number> => {
  const reply = await app.post(path, body);
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
  return Number(reply.body.data);
};

/** Two shops, a supplier, a customer, and `pieces` audited rings of ¥2,238 in the first shop. */
export const plantChain = async (app: App, pieces: number): Promise<SmallChain> => {
  const today = dayOf(new Date());
  const home = await idOf(app, '/base-shop', { name: '罗湖店', status: '2', remark: '' });
  const away = await idOf(app, '/base-shop', { name: '南山店', status: '2', remark: '' });
  const supplierId = await idOf(app, '/base-supplier', {
    name: '水贝金行',
    contract: '陈先生',
    mobile: '13900000001',
    status: '2',
  });
  await idOf(app, '/base-customer', { name: '王女士', mobile: '13800000001', status: '2' });
  const ids: number[] = [];
  for (let index = 0; index < pieces; index++)
    ids.push(await idOf(app, '/biz-goods-in', sampleBody({ shopId: home, supplierId, inStorageAt: today })));
  if (ids.length > 0) await app.put(`/biz-goods-in/audit/${ids[0]}`, { ids });
  const barcodes: string[] = [];
  for (const id of ids)
    barcodes.push(String(((await app.get(`/biz-goods-in/${id}`)).body.data as { barcode: string }).barcode));
  return { home, away, today, barcodes };
};

type ListPage = { readonly list: readonly Record<string, unknown>[]; readonly count: number };
/** The rows of a list as the server has them. */
export const rowsOf = async (app: App, path: string): Promise<ListPage> =>
  (await app.get(`${path}${path.includes('?') ? '&' : '?'}pageIndex=1&pageSize=50`)).body.data as ListPage;
