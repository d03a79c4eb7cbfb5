/** Orders, old gold, gifts and shifts as a till sends them, for those who try something with them. */
import { expect } from 'vitest';
import { USER_PASSWORD, type Reply } from '../../support/app.ts';
import type { Fields, Insiders, Person } from './house.ts';

/** 3.215 g at 600 with the piece's own fee of 20 a gram. */
export const FULL = 1993.3;
export const AT_BOARD = { num: 1, todayGoldCost: 600, workFee: 20 };
export const cash = (amount: number) => ({ sellBalanceList: amount === 0 ? [] : [{ balance: '现金', amount }] });

export const order = ({ chain }: Insiders, change: Fields): Fields => chain.sale([], { seller: 'clerk', ...change });
export const sell = (house: Insiders, change: Fields, who: Person = 'clerk'): Promise<Reply> =>
  house.call(who, 'POST', '/biz-sell', order(house, change));
export type Sold = { readonly id: number; readonly barcode: string; readonly body: Fields };
/** A piece whose cost lies well below the board. */
export const piece = ({ chain }: Insiders): Promise<string> => chain.stock({ goldCost: 400 });
/** An honest order: one piece at the board, paid in cash. */
export const sold = async (house: Insiders, change: Fields = {}): Promise<Sold> => {
  const barcode = await piece(house);
  const body = order(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(FULL), ...change });
  return { id: Number(await house.done('clerk', 'POST', '/biz-sell', body)), barcode, body };
};
export const audited = async (house: Insiders, change: Fields = {}): Promise<Sold> => {
  const one = await sold(house, change);
  expect((await house.chain.audit('/biz-sell', [one.id])).status).toBe(200);
  return one;
};
export const printed = async (house: Insiders): Promise<Sold> => {
  const one = await sold(house);
  await house.done('clerk', 'POST', '/biz-sell/printed', { ids: [one.id], kind: 'browser' });
  await house.chain.app.house.caughtUp();
  return one;
};
/** 散客: whoever gives no name. */
export const walkIn = async ({ chain }: Insiders): Promise<number> => {
  const { list } = (await chain.app.get('/base-customer?pageSize=100')).body.data as {
    list: readonly { id: number; walkIn: boolean }[];
  };
  return list.find((one) => one.walkIn)?.id ?? 0;
};
/** A line that brings a sold piece back. */
export const back = ({ id, barcode }: Sold, change: Fields = {}): Fields => ({
  rawSellId: id,
  barcode,
  returnNum: 1,
  ...change,
});

export const OLD = { type: '戒指', style: '光圈', fineness: '足金', weight: 10, remark: '旧' };
/** A purchase of old gold; `edited`: in place of the one that stands. */
export const recycle = (
  house: Insiders,
  line: Fields,
  { edited, ...change }: Fields & { readonly edited?: number } = {},
): Promise<Reply> => {
  const { home, customerId, today } = house.chain;
  const recycleList = [{ ...OLD, ...line }];
  const body = { customerId, shopId: home, recycleAt: today, seller: 'clerk', ...change, recycleList };
  return edited === undefined
    ? house.call('clerk', 'POST', '/biz-alone-recycle', body)
    : house.call('clerk', 'PUT', `/biz-alone-recycle/${edited}`, body);
};

let gifts = 0;
/** A gift in stock that is worth 29 yuan. */
export const gift = async (house: Insiders, num = 10): Promise<string> => {
  gifts += 1;
  const barcode = `GIFT-${gifts}`;
  const { home: shopId, today: inGiftAt } = house.chain;
  const body = { shopId, inGiftAt, barcode, goodsName: '红绳手链', num, cost: 10, price: 29 };
  const id = Number(await house.done('owner', 'POST', '/biz-gift-in', body));
  expect((await house.chain.audit('/biz-gift-in', [id])).status).toBe(200);
  return barcode;
};

let tills = 0;
/** A registered till with an order paid there. */
export const till = async (house: Insiders): Promise<string> => {
  tills += 1;
  const name = `台${tills}`;
  const { chain } = house;
  await house.done('owner', 'POST', '/biz-till', { shopId: chain.home, name, status: '2' });
  const barcode = await chain.stock({ goldCost: 400 });
  const body = order(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(FULL) });
  const headers = { 'x-till': encodeURIComponent(name) };
  const reply = await chain.app.post('/biz-sell', body, { ...house.as('clerk'), headers });
  expect(reply.status, reply.text).toBe(200);
  return name;
};
/** The clerk hands a till over to the other one, who signs. */
export const handOver = async (house: Insiders, name: string, differs: number): Promise<Reply> => {
  const { chain } = house;
  const path = `/biz-shift/expected?shopId=${chain.home}&till=${encodeURIComponent(name)}`;
  const { list } = (await house.done('clerk', 'GET', path)) as {
    list: readonly { balance: string; expected: number }[];
  };
  return house.call('clerk', 'POST', '/biz-shift', {
    shopId: chain.home,
    till: name,
    list: list.map(({ balance, expected }) => ({
      balance,
      expected,
      counted: balance === '现金' ? expected + differs : expected,
      reason: differs === 0 ? '' : 'x',
    })),
    takenBy: { username: 'second', password: USER_PASSWORD },
  });
};

/** Cash that a customer leaves with the house, today where nothing is said. */
export const payIn = (house: Insiders, customerId: number, amount: number, change: Fields = {}): Promise<Reply> => {
  const { home: shopId, today: depositAt } = house.chain;
  const body = { customerId, shopId, depositAt, account: '储值卡', kind: '1', amount, seller: 'clerk', ...change };
  return house.call('clerk', 'POST', '/biz-deposit', body);
};
/** The report of a customer's large cash, filled in by the clerk; whoever signs for the papers gives his password. */
export const fillReport = async (
  house: Insiders,
  customerId: number,
  checker: Person,
  password = USER_PASSWORD,
): Promise<Reply> => {
  const { list } = (await house.done('clerk', 'GET', `/biz-cash-report?customerId=${customerId}`)) as {
    list: readonly { id: number }[];
  };
  const papers = { name: '张三', contact: '13800138000', idType: '护照', idNo: 'E12345678', idExpiry: '长期' };
  const body = { ...papers, purpose: '首饰', checker: { username: checker, password } };
  return house.call('clerk', 'PUT', `/biz-cash-report/${list[0]?.id}`, body);
};
