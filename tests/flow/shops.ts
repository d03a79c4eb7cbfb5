/** A house with two shops, stock on its shelves, a customer and a seller, for flows of documents. */
import { vi } from 'vitest';
import { dayOf } from 'services/contracts/dates';
import { sampleBody } from '../../services/goods/sample.ts';
import { startApp, type App, type AppOptions, type Reply, type RequestOptions } from '../support/app.ts';

export type Chain = {
  readonly app: App;
  readonly home: number;
  readonly away: number;
  readonly customerId: number;
  readonly today: string;
  /** Receives and audits a piece in the home shop; answers its barcode. */
  readonly stock: (change?: Record<string, unknown>) => Promise<string>;
  readonly lookup: (barcode: string, shop?: number) => Promise<Reply>;
  /** What a shop has free of a piece; null when the look-up says no. */
  readonly free: (barcode: string, shop?: number) => Promise<number | null>;
  readonly transfer: (lines: readonly Line[], change?: Record<string, unknown>) => Record<string, unknown>;
  readonly sale: (lines: readonly Line[], change?: Record<string, unknown>) => Record<string, unknown>;
  readonly audit: (path: string, ids: readonly number[], options?: RequestOptions) => Promise<Reply>;
  readonly unaudit: (path: string, ids: readonly number[], options?: RequestOptions) => Promise<Reply>;
  readonly record: (path: string, id: number) => Promise<Record<string, unknown>>;
};
export type Line = { readonly barcode: string } & Readonly<Record<string, unknown>>;

export const TAG_PRICE = 2238;

export const startChain = async (options: AppOptions = {}): Promise<Chain> => chainIn(await startApp(options));
/** Two shops and a customer in a house that stands. */
export const chainIn = async (app: App, today = dayOf(new Date())): Promise<Chain> => {
  const id = async (path: string, body: unknown): Promise<number> => {
    const reply = await app.post(path, body);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text}`);
    return Number(reply.body.data);
  };
  const home = await id('/base-shop', { name: '罗湖店', status: '2', remark: '' });
  const away = await id('/base-shop', { name: '南山店', status: '2', remark: '' });
  const customerId = await id('/base-customer', { name: '王女士', mobile: '13800000001', status: '2' });
  const lookup = (barcode: string, shop = home): Promise<Reply> =>
    app.get(`/biz-goods-in/lookup?shopId=${shop}&barcode=${encodeURIComponent(barcode)}`);
  const record = async (path: string, wanted: number): Promise<Record<string, unknown>> =>
    (await app.get(`${path}/${wanted}`)).body.data as Record<string, unknown>;
  const audit = (path: string, ids: readonly number[], request?: RequestOptions): Promise<Reply> =>
    app.put(`${path}/audit/${ids[0]}`, { ids }, request);
  return {
    app,
    home,
    away,
    customerId,
    today,
    lookup,
    record,
    audit,
    unaudit: (path, ids, request) => app.put(`${path}/unaudit/${ids[0]}`, { ids, reason: '录入错误' }, request),
    stock: async (change = {}) => {
      const body = sampleBody({ shopId: home, supplierId: null, inStorageAt: today, ...change });
      const receipt = await id('/biz-goods-in', body);
      const audited = await audit('/biz-goods-in', [receipt]);
      if (audited.status !== 200) throw new Error(audited.text);
      return String((await record('/biz-goods-in', receipt))['barcode']);
    },
    free: async (barcode, shop) => {
      const reply = await lookup(barcode, shop);
      return reply.status === 200 ? Number((reply.body.data as { num: number }).num) : null;
    },
    transfer: (lines, change = {}) => ({
      outShopId: home,
      inShopId: away,
      allocateAt: today,
      remark: '',
      bizGoodsList: lines.map((line) => ({ inNum: 1, ...line })),
      ...change,
    }),
    sale: (lines, change = {}) => ({
      customerId,
      shopId: home,
      sellAt: today,
      seller: 'admin',
      printTemplate: '销售单',
      sellGoodsList: lines.map((line) => ({ num: 1, ...line })),
      sellBalanceList: [{ balance: '现金', amount: TAG_PRICE * lines.length }],
      ...change,
    }),
  };
};

/** This moment, once it is past: what is entered from now on is later, also within the same millisecond. */
export const momentPast = async (): Promise<Date> => {
  const moment = new Date();
  await vi.waitUntil(() => Date.now() > moment.getTime(), { interval: 1, timeout: 1_000 });
  return moment;
};
