/** A chain that reports large cash from 5,000 yuan on, the people of its shops, and what they pay with. */
import { afterAll, beforeAll, expect } from 'vitest';
import { lookForCash } from '../../services/cash-report/watch.ts';
import { dueDepsOf } from '../../services/cash-report/slice.ts';
import { USER_PASSWORD, type Reply, type RequestOptions } from '../support/app.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

export const PATH = '/biz-cash-report';
export const SALE = '/biz-sell';
export const LIMIT = 5_000;
export const PAPERS = {
  name: '赵大额',
  contact: '13800138000',
  idType: '居民身份证',
  idNo: '11010519491231002X',
  idExpiry: '长期',
  purpose: '购买黄金首饰',
  checker: { username: 'boss', password: USER_PASSWORD },
};
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** A house for the tests of a file; clerk and manager of its first shop, and the manager of the other one. */
export const cashReportsPerFile = () => {
  const at = { seller: '', manager: '', elsewhere: '' } as {
    chain: Chain;
    seller: string;
    manager: string;
    elsewhere: string;
  };
  const setting = (configKey: string, configValue: unknown): Promise<Reply> =>
    at.chain.app.put('/set-config', [{ configKey, configValue }]);
  beforeAll(async () => {
    at.chain = await startChain();
    const tokenOf = async (username: string, roleId: number, shop: number): Promise<string> => {
      await at.chain.app.addUser({ username, roleIds: [roleId], lockShops: [shop] });
      return at.chain.app.signIn(username);
    };
    at.seller = await tokenOf('clerk', 4, at.chain.home);
    at.manager = await tokenOf('boss', 3, at.chain.home);
    at.elsewhere = await tokenOf('away', 3, at.chain.away);
    expect((await setting('cash_report_limit', LIMIT.toFixed(2))).status).toBe(200);
  });
  afterAll(() => at.chain.app.stop());

  let last = 13_800_300_000;
  const customer = async (name: string): Promise<number> => {
    const reply = await at.chain.app.post('/base-customer', { name, mobile: String((last += 1)), status: '2' });
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };
  const saved = (reply: Reply): number => {
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };
  /** Pays what is over in another way. */
  const order = async (customerId: number, cash: number, change: object = {}): Promise<Reply> => {
    const pieces = [await at.chain.stock(), await at.chain.stock(), await at.chain.stock()];
    const rest = pieces.length * TAG_PRICE - cash;
    return at.chain.app.post(
      SALE,
      at.chain.sale(
        pieces.map((barcode) => ({ barcode })),
        {
          customerId,
          sellBalanceList: [
            { balance: '现金', amount: cash },
            ...(rest === 0 ? [] : [{ balance: '微信', amount: rest }]),
          ],
          ...change,
        },
      ),
    );
  };
  const deposit = (customerId: number, amount: number, change: object = {}): Promise<Reply> =>
    at.chain.app.post('/biz-deposit', {
      customerId,
      shopId: at.chain.away,
      depositAt: at.chain.today,
      account: '定金',
      kind: '1',
      amount,
      seller: 'admin',
      ...change,
    });
  const reportsOf = async (customerId: number, options: RequestOptions = {}): Promise<readonly Row[]> => {
    const reply = await at.chain.app.get(`${PATH}?customerId=${customerId}`, options);
    expect(reply.status, reply.text).toBe(200);
    return (reply.body.data as { list: readonly Row[] }).list;
  };
  const look = (): Promise<void> => {
    const { deps } = at.chain.app.house;
    const { store, exceptions, clock, log } = deps;
    return lookForCash({ ...dueDepsOf(deps), store, exceptions, clock, log });
  };
  return { at, setting, customer, saved, order, deposit, reportsOf, look };
};
