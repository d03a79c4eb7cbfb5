/** Documents of every kind as a shop saves them on a day; each takes something of its own. */
import { expect } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import type { Chain } from './shops.ts';

type Body = Record<string, unknown>;
type DatedBody = (shopId: number, day: string) => Promise<Body>;
type Row = Readonly<Record<string, unknown>>;

const OLD = {
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  weight: 1,
  cost: 600,
  lossRatio: 100,
  workFee: 0,
  remark: '旧',
};
const recycled = (chain: Chain, shopId: number, day: string): Body => ({
  customerId: chain.customerId,
  shopId,
  recycleAt: day,
  seller: 'admin',
  recycleList: [OLD],
});
const lotIn = async (chain: Chain, shopId: number): Promise<number> => {
  const made = await chain.app.post('/biz-alone-recycle', recycled(chain, shopId, chain.today));
  expect(made.status, made.text).toBe(200);
  const id = Number(made.body.data);
  expect(await chain.audit('/biz-alone-recycle', [id])).toMatchObject({ status: 200 });
  const { list } = (await chain.app.get('/report-recycle?pageSize=200')).body.data as { list: { list: Row[] } };
  return Number(list.list.find(({ documentNo }) => documentNo === `HS${id}`)?.['lotId']);
};

/** By address. */
export const datedBodies = (chain: Chain, supplierId: number): Readonly<Record<string, DatedBody>> => ({
  '/biz-sell': async (shopId, day) => chain.sale([{ barcode: await chain.stock({ shopId }) }], { shopId, sellAt: day }),
  '/biz-goods-in': async (shopId, day) => sampleBody({ shopId, supplierId: null, inStorageAt: day }),
  '/biz-alone-recycle': async (shopId, day) => recycled(chain, shopId, day),
  '/biz-deposit': async (shopId, day) => ({
    customerId: chain.customerId,
    shopId,
    depositAt: day,
    account: '定金',
    kind: '1',
    amount: 100,
    seller: 'admin',
    balanceList: [{ balance: '现金', amount: 100 }],
  }),
  '/biz-gift-in': async (shopId, day) => ({
    shopId,
    inGiftAt: day,
    barcode: '',
    styleNo: 'HS-18',
    goodsName: '红绳手链',
    measure: '条',
    spec: '18cm',
    num: 10,
    cost: 3.5,
    rebateInte: 0,
    price: 29,
    remark: '',
  }),
  '/biz-allocate': async (shopId, day) =>
    chain.transfer([{ barcode: await chain.stock({ shopId }) }], {
      outShopId: shopId,
      inShopId: chain.away,
      allocateAt: day,
    }),
  '/biz-goods-return': async (shopId, day) => ({
    supplierId,
    shopId,
    returnAt: day,
    remark: '',
    bizGoodsList: [{ barcode: await chain.stock({ shopId, supplierId }), returnPrice: 1 }],
  }),
  '/biz-stock-adjust': async (shopId, day) => ({
    kind: '1',
    shopId,
    adjustAt: day,
    reason: '柜台清点后确认',
    bizGoodsList: [{ barcode: await chain.stock({ shopId }), reason: '戒圈断裂' }],
  }),
  '/biz-recycle-out': async (shopId, day) => ({
    shopId,
    outAt: day,
    kind: '1',
    party: '大金工厂',
    lotList: [{ lotId: await lotIn(chain, shopId), weightOut: 1 }],
    remark: '',
  }),
  '/biz-goods-inspection': async (shopId, day) => ({
    shopId,
    inspectAt: day,
    inspector: '周敏',
    remark: '',
    bizGoodsList: [{ barcode: await chain.stock({ shopId }), result: '1', note: '' }],
  }),
  '/biz-check': async (shopId, day) => ({
    shopId,
    checkAt: day,
    type: '戒指',
    style: '',
    remark: '',
    bizGoodsList: [{ barcode: await chain.stock({ shopId }), factNum: 1 }],
  }),
});
/** What each calls its day. */
export const DAY_FIELDS: Readonly<Record<string, string>> = {
  '/biz-sell': 'sellAt',
  '/biz-goods-in': 'inStorageAt',
  '/biz-alone-recycle': 'recycleAt',
  '/biz-deposit': 'depositAt',
  '/biz-gift-in': 'inGiftAt',
  '/biz-allocate': 'allocateAt',
  '/biz-goods-return': 'returnAt',
  '/biz-stock-adjust': 'adjustAt',
  '/biz-recycle-out': 'outAt',
  '/biz-goods-inspection': 'inspectAt',
  '/biz-check': 'checkAt',
};
