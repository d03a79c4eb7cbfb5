/** What people do besides the trade: a manager's word, a till handed over, old gold weighed again, books closed and prices told. */
import { addDays } from 'services/contracts/dates';
import { sampleBody } from '../../../services/goods/sample.ts';
import { USER_PASSWORD } from '../../support/app.ts';
import { TAG_PRICE } from '../shops.ts';
import { OLD, came, newShop, saved, tokenOf, type Row, type Story } from './script.ts';

/** An order below what the clerk may give, with his manager's word; refused without it, and with a wrong password. */
export const words: Story = async (chain) => {
  const token = await tokenOf(chain, 'clerk', 4, [chain.home]);
  await tokenOf(chain, 'boss', 3, [chain.home]);
  const half = chain.sale([{ barcode: await chain.stock(), rebate: 50 }], {
    seller: 'clerk',
    sellBalanceList: [{ balance: '现金', amount: TAG_PRICE / 2 }],
  });
  const refused = await chain.app.post('/biz-sell', half, { token });
  const marks = (refused.body.data as readonly { mark: string }[]).map(({ mark }) => mark);
  const approval = { username: 'boss', password: USER_PASSWORD, reason: '老客户', marks };
  await chain.app.post('/biz-sell', { ...half, approval: { ...approval, password: 'Wrong-1' } }, { token });
  const id = await saved(chain.app.post('/biz-sell', { ...half, approval }, { token }));
  await came(200, chain.audit('/biz-sell', [id]));
};

/** A till that takes money and is handed over. */
export const tills: Story = async (chain) => {
  const token = await tokenOf(chain, 'early', 4, [chain.home]);
  await tokenOf(chain, 'late', 4, [chain.home]);
  const name = '一号收银台';
  await came(200, chain.app.post('/biz-till', { shopId: chain.home, name, status: '2' }));
  const headers = { 'x-till': encodeURIComponent(name) };
  const order = chain.sale([{ barcode: await chain.stock() }]);
  const id = await saved(chain.app.post('/biz-sell', order, { headers }));
  await came(200, chain.audit('/biz-sell', [id]));
  const asked = await chain.app.get(`/biz-shift/expected?shopId=${chain.home}&till=${encodeURIComponent(name)}`, {
    token,
  });
  const { list } = asked.body.data as { list: { balance: string; expected: number }[] };
  const body = (short: number) => ({
    shopId: chain.home,
    till: name,
    list: list.map(({ balance, expected }) => ({ balance, expected, counted: expected - short, reason: '' })),
    takenBy: { username: 'late', password: USER_PASSWORD },
  });
  await came(422, chain.app.post('/biz-shift', body(10), { token }));
  const shift = await saved(chain.app.post('/biz-shift', body(0), { token }));
  await chain.unaudit('/biz-shift', [shift]);
};

/** Old gold weighed again: the difference is lost with the audit by a second person, and comes back with it. */
export const weighed: Story = async (chain) => {
  const [keeper, second] = [await tokenOf(chain, 'keeper', 3), await tokenOf(chain, 'second', 2)];
  const shopId = await newShop(chain);
  const bought = {
    customerId: chain.customerId,
    shopId,
    recycleAt: chain.today,
    seller: 'keeper',
    recycleList: [OLD, { ...OLD, weight: 4 }],
  };
  const receipt = await saved(chain.app.post('/biz-alone-recycle', bought));
  await came(200, chain.audit('/biz-alone-recycle', [receipt]));
  const { list } = (await chain.app.get('/report-recycle?pageSize=200&stock=all')).body.data as {
    list: { list: Row[] };
  };
  const lots = list.list.filter(({ documentNo }) => documentNo === `HS${receipt}`).map(({ lotId }) => Number(lotId));
  const lotList = lots.toSorted((a, b) => a - b).map((lotId, index) => ({ lotId, weighed: index === 0 ? 0.99 : 4.02 }));
  const body = { shopId, checkAt: chain.today, lotList };
  const id = await saved(chain.app.post('/biz-material-check', body, { token: keeper }));
  await came(200, chain.app.put(`/biz-material-check/${id}`, { ...body, remark: '复称' }, { token: keeper }));
  await came(409, chain.audit('/biz-material-check', [id], { token: keeper }));
  await came(200, chain.audit('/biz-material-check', [id], { token: second }));
  await came(200, chain.unaudit('/biz-material-check', [id], { token: second }));
  await came(200, chain.audit('/biz-material-check', [id], { token: second }));
};

/** The books of a shop are closed and opened again; gold prices are told. */
export const offices: Story = async (chain) => {
  const shopId = await newShop(chain);
  const yesterday = addDays(chain.today, -1);
  await saved(chain.app.post('/biz-close', { shopId, closedUntil: yesterday }));
  await came(409, chain.app.post('/biz-goods-in', sampleBody({ shopId, supplierId: null, inStorageAt: yesterday })));
  const { list } = (await chain.app.get(`/biz-close?shopId=${shopId}`)).body.data as { list: { id: number }[] };
  await came(
    200,
    chain.app.put(`/biz-close/reopen/${list[0]!.id}`, { closedUntil: addDays(yesterday, -1), reason: '补单' }),
  );
  await came(200, chain.app.post('/biz-goods-in', sampleBody({ shopId, supplierId: null, inStorageAt: yesterday })));
  const board = {
    adPicture: '',
    backgroudPicture: '',
    remark: '',
    details: [{ name: '足金', goldContent: '999', cost: 750, price: 780 }],
  };
  await came(200, chain.app.post('/base-quoted-price', board));
};
