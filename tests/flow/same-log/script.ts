/** What the chapters of the day are written with: steps that must come to what they say, and whom and what they need. */
import type { Chain } from '../shops.ts';
import type { Reply } from '../../support/app.ts';
import type { Way } from './scripted-house.ts';

export type Body = Record<string, unknown>;
export type Row = Readonly<Record<string, unknown>>;
export type Story = (chain: Chain, way: Way) => Promise<void>;

/** The script goes on only where it came to what it says. */
export const came = async (status: number, reply: Promise<Reply>): Promise<Reply> => {
  const answer = await reply;
  if (answer.status !== status) throw new Error(`${status} was expected, not ${answer.status} ${answer.text}`);
  return answer;
};
export const saved = async (reply: Promise<Reply>): Promise<number> => Number((await came(200, reply)).body.data);
export const cash = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });
export const supplier = (chain: Chain): Promise<number> =>
  saved(chain.app.post('/base-supplier', { name: '金源首饰', contract: '李经理', mobile: '13900000001', status: '2' }));
let shops = 0;
/** Names of shops begin anew with each day. */
export const forgetShops = (): void => void (shops = 0);
export const newShop = (chain: Chain): Promise<number> =>
  saved(chain.app.post('/base-shop', { name: `第${(shops += 1)}分店`, status: '2', remark: '' }));
export const customer = (chain: Chain, name: string, mobile: string): Promise<number> =>
  saved(chain.app.post('/base-customer', { name, mobile, status: '2' }));
export const tokenOf = async ({ app }: Chain, username: string, roleId: number, shops: readonly number[] = []) => {
  await app.addUser({ username, roleIds: [roleId], lockShops: shops });
  return app.signIn(username);
};

export const depositOf = (chain: Chain, customerId: number, amount: number, change: Body = {}): Body => ({
  customerId,
  shopId: chain.home,
  depositAt: chain.today,
  account: '定金',
  kind: '1',
  amount,
  seller: 'admin',
  ...change,
});
/** Old gold as it is bought. */
export const OLD = {
  type: '戒指',
  style: '光圈',
  fineness: '足金',
  weight: 1,
  cost: 600,
  lossRatio: 100,
  workFee: 0,
  remark: '旧',
};
