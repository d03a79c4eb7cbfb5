/** What an order with all six lists is made of; made over HTTP. */
type Api = {
  readonly post: (
    path: string,
    body: unknown,
  ) => Promise<{ readonly status: number; readonly text: string; readonly body: { readonly data?: unknown } }>;
  readonly put: Api['post'];
};
export type OrderPlace = {
  readonly app: Api;
  readonly home: number;
  readonly customerId: number;
  readonly today: string;
};

const done = async (reply: ReturnType<Api['post']>): Promise<number> => {
  const { status, text, body } = await reply;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return Number(body.data);
};
/** Stocks a gift, sells `sold` so that it can come back, and answers the body of an order: ¥2,238 + 29 + 50 − 2,238 − 1,500. */
export const fullOrder = async (
  { app, home, customerId, today }: OrderPlace,
  [piece, sold]: readonly [string, string],
): Promise<Record<string, unknown>> => {
  const audited = async (path: string, body: object): Promise<number> => {
    const id = await done(app.post(path, body));
    await done(app.put(`${path}/audit/${id}`, { ids: [id] }));
    return id;
  };
  const head = { customerId, shopId: home, sellAt: today, seller: 'admin', printTemplate: '销售单' };
  const gift = { barcode: 'GIFT-0001', styleNo: 'L-88', goodsName: '红绳手链', measure: '件', spec: '均码' };
  await audited('/biz-gift-in', {
    ...gift,
    shopId: home,
    inGiftAt: today,
    num: 5,
    cost: 5,
    rebateInte: 0,
    price: 29,
    remark: '',
  });
  const rawSellId = await audited('/biz-sell', {
    ...head,
    sellGoodsList: [{ barcode: sold, num: 1 }],
    sellBalanceList: [{ balance: '现金', amount: 2238 }],
  });
  return {
    ...head,
    remark: '客人赶飞机',
    sellGoodsList: [{ barcode: piece, num: 1 }],
    sellChangeList: [{ rawSellId, barcode: sold }],
    sellRecycleList: [
      {
        type: '戒指',
        style: '光圈',
        fineness: '足金',
        weight: 2.5,
        lossRatio: 100,
        workFee: 0,
        cost: 600,
        remark: '旧戒指',
      },
    ],
    sellGiftList: [{ barcode: gift.barcode, num: 1 }],
    sellCleanList: [
      { type: '项链', style: '机织链', fineness: '足金', weight: 8.2, price: 50, remark: '抛光，焊接断开处' },
    ],
    sellBalanceList: [
      { balance: '现金', amount: -1400 },
      { balance: '微信', amount: -21 },
    ],
  };
};
