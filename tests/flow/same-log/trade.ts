/** The day's trade: every kind of document from its first save to its end, orders with all six lists, ledgers, several at once. */
import { fullOrder } from '../../support/full-order.ts';
import { DAY_FIELDS, datedBodies } from '../dated-bodies.ts';
import { TAG_PRICE, type Chain } from '../shops.ts';
import { came, cash, customer, depositOf, newShop, saved, supplier, type Story } from './script.ts';

/** Nobody audits them: they are posted when they are saved. */
const POSTED_AT_ONCE = '/biz-deposit';
/** Saved, edited, audited, taken back, deleted; another one stays audited; and what is refused on the way. */
export const livesOfKinds: Story = async (chain) => {
  const bodies = datedBodies(chain, await supplier(chain));
  for (const path of Object.keys(DAY_FIELDS).filter((one) => one !== POSTED_AT_ONCE)) {
    const shop = await newShop(chain);
    const body = await bodies[path]!(shop, chain.today);
    const id = await saved(chain.app.post(path, body));
    const edited = {
      ...body,
      remark: '改',
      ...(path === '/biz-goods-in' ? { barcode: await barcodeOf(chain, id) } : {}),
    };
    await came(200, chain.app.put(`${path}/${id}`, edited));
    await came(200, chain.audit(path, [id]));
    await chain.audit(path, [id]);
    await chain.app.put(`${path}/${id}`, edited);
    await chain.app.del(path, { ids: [id] });
    await came(200, chain.unaudit(path, [id]));
    await came(200, chain.audit(path, [id]));
    await came(200, chain.unaudit(path, [id]));
    await came(200, chain.app.del(path, { ids: [id] }));
    await chain.audit(path, [id]);
    if (path === '/biz-check') continue;
    const second = await saved(chain.app.post(path, await bodies[path]!(shop, chain.today)));
    await came(200, chain.audit(path, [second]));
  }
};
const barcodeOf = async (chain: Chain, receipt: number): Promise<string> =>
  String((await chain.record('/biz-goods-in', receipt))['barcode']);

/** With all six lists: saved, refused, edited, audited, taken back and audited again; then a piece of it comes back. */
export const orders: Story = async (chain) => {
  for (const configKey of ['refund_limit', 'deposit_proof_limit'])
    await came(200, chain.app.put('/set-config', [{ configKey, configValue: '99999' }]));
  const [piece, sold, more] = [await chain.stock(), await chain.stock(), await chain.stock()];
  const order = await fullOrder(chain, [piece, sold]);
  await came(422, chain.app.post('/biz-sell', { ...order, payableFee: 1 }));
  await came(422, chain.app.post('/biz-sell', { ...order, sellBalanceList: [{ balance: '现金', amount: 1 }] }));
  const id = await saved(chain.app.post('/biz-sell', order));
  await came(409, chain.app.post('/biz-sell', chain.sale([{ barcode: more }, { barcode: piece }])));
  await came(200, chain.app.put(`/biz-sell/${id}`, { ...order, remark: '客人改了主意' }));
  const pieces = [
    { barcode: piece, num: 1 },
    { barcode: more, num: 1 },
  ];
  const paid = [{ balance: '现金', amount: TAG_PRICE - 1421 }];
  await came(200, chain.app.put(`/biz-sell/${id}`, { ...order, sellGoodsList: pieces, sellBalanceList: paid }));
  await came(412, chain.app.put(`/biz-sell/${id}`, order, { headers: { 'if-match': '"0"' } }));
  await came(200, chain.app.put(`/biz-sell/${id}`, order));
  await came(200, chain.audit('/biz-sell', [id]));
  await came(200, chain.unaudit('/biz-sell', [id]));
  await came(200, chain.audit('/biz-sell', [id]));
  const back = chain.sale([], { sellChangeList: [{ rawSellId: id, barcode: piece }], ...cash(-TAG_PRICE) });
  const returned = await saved(chain.app.post('/biz-sell', back));
  await came(409, chain.unaudit('/biz-sell', [id]));
  await came(200, chain.audit('/biz-sell', [returned]));
  await chain.app.post('/biz-sell', back);
  await came(200, chain.unaudit('/biz-sell', [returned]));
  await came(200, chain.app.del('/biz-sell', { ids: [returned] }));
};

/** A piece that the rule of points is about. */
const POINTED = { type: '戒指', style: '四爪', fineness: '足金' };
/** Deposits and what is paid with them; points given by hand; two records of one person become one, and apart again. */
export const ledgers: Story = async (chain) => {
  const one = await customer(chain, '张女士', '13800200001');
  const first = await saved(chain.app.post('/biz-deposit', depositOf(chain, one, 500)));
  await came(200, chain.unaudit('/biz-deposit', [first]));
  await came(200, chain.app.put(`/biz-deposit/${first}`, depositOf(chain, one, 3_000)));
  await chain.app.del('/biz-deposit', { ids: [first] });
  const paidBy = (amount: number) => ({
    customerId: one,
    sellBalanceList: [
      { balance: '定金', amount },
      { balance: '现金', amount: TAG_PRICE - amount },
    ],
  });
  const order = await saved(chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], paidBy(2_000))));
  await came(409, chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], paidBy(2_000))));
  await came(200, chain.audit('/biz-sell', [order]));
  await came(409, chain.unaudit('/biz-deposit', [first]));
  const rule = {
    type: '戒指',
    style: '四爪',
    fineness: '',
    amount: 100,
    customerPoint: 1,
    sellerPoint: 1,
    status: '2',
  };
  await came(200, chain.app.post('/base-points', rule));
  await came(200, chain.app.post('/base-customer/points', { customerId: one, points: 30, reason: '补录' }));
  const [ring, second] = [await chain.stock(POINTED), await chain.stock(POINTED)];
  const earning = await saved(chain.app.post('/biz-sell', chain.sale([{ barcode: ring }], { customerId: one })));
  await came(200, chain.audit('/biz-sell', [earning]));
  await came(200, chain.unaudit('/biz-sell', [earning]));
  await came(200, chain.audit('/biz-sell', [earning]));
  const pending = await saved(chain.app.post('/biz-sell', chain.sale([{ barcode: second }], { customerId: one })));
  await came(200, chain.app.del('/biz-sell', { ids: [pending] }));
  const other = await customer(chain, '张小姐', '13800200002');
  await came(200, chain.app.post('/base-customer/points', { customerId: other, points: 12, reason: '补录' }));
  const join = { keepId: one, mergeId: other, reason: '同一人' };
  await came(200, chain.app.post('/base-customer/merge', join));
  await came(409, chain.app.post('/base-customer/merge', join));
  const later = await saved(
    chain.app.post('/biz-sell', chain.sale([{ barcode: await chain.stock() }], { customerId: other })),
  );
  await came(200, chain.audit('/biz-sell', [later]));
  await came(200, chain.app.post('/base-customer/unmerge', join));
};

const RING = {
  name: '足金光圈',
  style: '光圈',
  fineness: '足金',
  goldWeight: 3.215,
  goldCost: 560,
  workFee: 20,
  sellRaito: 1.2,
};
/** Several at once: a tray of goods, audits of which one is refused, deletions; the same key twice, and with another body. */
export const batches: Story = async (chain) => {
  const tray = {
    shopId: chain.home,
    type: '戒指',
    printTemplate: '标准标签',
    inStorageAt: chain.today,
    list: [RING, RING, { ...RING, num: 3 }],
  };
  const goods = (await came(200, chain.app.post('/biz-goods-in/goods-batch', tray))).body.data as {
    id: number;
    barcode: string;
  }[];
  await came(
    200,
    chain.audit(
      '/biz-goods-in',
      goods.map(({ id }) => id),
    ),
  );
  const sale = await saved(chain.app.post('/biz-sell', chain.sale([{ barcode: goods[0]!.barcode }])));
  await came(
    409,
    chain.unaudit(
      '/biz-goods-in',
      goods.map(({ id }) => id),
    ),
  );
  const transfers: number[] = [];
  for (const { barcode } of goods.slice(1))
    transfers.push(await saved(chain.app.post('/biz-allocate', chain.transfer([{ barcode }]))));
  await came(200, chain.audit('/biz-allocate', transfers));
  await chain.audit('/biz-allocate', transfers);
  await chain.app.del('/biz-sell', { ids: [sale, transfers[0]] });
  const key = 'batches-twice';
  const order = chain.sale([{ barcode: await chain.stock() }]);
  await came(200, chain.app.post('/biz-sell', order, { key }));
  await came(200, chain.app.post('/biz-sell', order, { key }));
  await came(409, chain.app.post('/biz-sell', { ...order, remark: '别的' }, { key }));
};
