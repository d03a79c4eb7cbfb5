/** Schemes with what somebody has on paper, or a shift has counted (R142): orders and deposits. */
import { expect } from 'vitest';
import type { Reply } from '../../support/app.ts';
import type { Fields, Insiders, Person } from './house.ts';
import { AT_BOARD, FULL, cash, gift, handOver, order, payIn, printed, sold, type Sold } from './orders.ts';
import { asks, row, type Scheme } from './schemes.ts';

let tills = 0;
const newTill = async (house: Insiders): Promise<string> => {
  tills += 1;
  const name = `见证台${tills}`;
  await house.done('owner', 'POST', '/biz-till', { shopId: house.chain.home, name, status: '2' });
  return name;
};
const at = (till: string) => ({ headers: { 'x-till': encodeURIComponent(till) } });
const idOf = (reply: Reply): number => {
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
const counted = async (house: Insiders, till: string): Promise<void> => {
  const handed = await handOver(house, till, 0);
  expect(handed.status, handed.text).toBe(200);
  await house.chain.app.house.caughtUp();
};
/** A piece, and gifts for 638.20 beside it, counted by a shift. */
const countedOrder = async (house: Insiders): Promise<Pick<Sold, 'id' | 'body'> & { readonly goods: Fields }> => {
  const till = await newTill(house);
  const goods = { sellGoodsList: [{ barcode: await house.chain.stock({ goldCost: 400 }), ...AT_BOARD }] };
  const given = { sellGiftList: [{ barcode: await gift(house), num: 2, price: 319.1 }] };
  const body = order(house, { ...goods, ...given, ...cash(FULL + 638.2) });
  const id = idOf(await house.chain.app.post('/biz-sell', body, { ...house.as('clerk'), ...at(till) }));
  await counted(house, till);
  return { id, body, goods: order(house, { ...goods, ...cash(FULL) }) };
};
const countedDeposit = async (house: Insiders): Promise<readonly [id: number, body: Fields]> => {
  const till = await newTill(house);
  const { home: shopId, today: depositAt } = house.chain;
  const customerId = await house.customer();
  const body = { customerId, shopId, depositAt, account: '储值卡', kind: '1', amount: 600, seller: 'clerk' };
  const id = idOf(await house.chain.app.post('/biz-deposit', body, { ...house.as('clerk'), ...at(till) }));
  await counted(house, till);
  return [id, body];
};
const reversed = (house: Insiders, id: number, who: Person = 'owner'): Promise<Reply> =>
  house.call(who, 'PUT', `/biz-deposit/unaudit/${id}`, { ids: [id], reason: '录入错误' });
const changed = (house: Insiders, { id, body }: Pick<Sold, 'id' | 'body'>, change: Fields, who: Person = 'clerk') =>
  house.call(who, 'PUT', `/biz-sell/${id}`, { ...body, ...change });

export const SEEN_SCHEMES: readonly Scheme[] = [
  {
    name: 'an order that a shift counted is lowered by 638.20, and the gifts kept',
    rule: 'R142',
    comes: asks('witnessed', 'witnessed'),
    play: async (house) => {
      const { id, goods } = await countedOrder(house);
      return house.call('clerk', 'PUT', `/biz-sell/${id}`, goods);
    },
  },
  {
    name: 'its maker gives an order that a shift counted to another seller',
    rule: 'R142',
    comes: asks('witnessed'),
    play: async (house) => changed(house, await countedOrder(house), { seller: 'second' }),
  },
  {
    name: 'a clerk makes the printed order of another one his own',
    rule: 'R142',
    comes: asks('witnessed'),
    play: async (house) => changed(house, await printed(house), { seller: 'second' }, 'second'),
  },
  {
    name: 'the data of a bill are drawn and printed elsewhere, then the order is lowered',
    rule: 'R142',
    comes: asks('witnessed'),
    play: async (house) => {
      const one = await sold(house);
      for (const who of ['clerk', 'second', 'clerk'] as const)
        await house.done(who, 'GET', `/biz-sell/print/${one.id}`);
      return changed(house, one, { factFee: FULL - 3.3, ...cash(FULL - 3.3) });
    },
  },
  {
    name: 'a deposit that a shift counted is taken back by whoever may: it is told',
    rule: 'R142',
    comes: row('edit-after-print', 'owner'),
    play: async (house) => reversed(house, (await countedDeposit(house))[0]),
  },
  {
    name: 'a deposit that a shift counted is lowered by 100',
    rule: 'R142',
    comes: asks('witnessed'),
    play: async (house) => {
      const [id, body] = await countedDeposit(house);
      idOf(await reversed(house, id));
      return house.call('clerk', 'PUT', `/biz-deposit/${id}`, { ...body, amount: 500 });
    },
  },
  {
    name: 'the paper of a deposit is drawn, then the deposit deleted',
    rule: 'R142',
    comes: row('delete-after-print', 'boss'),
    play: async (house) => {
      const id = idOf(await payIn(house, await house.customer(), 600));
      await house.done('clerk', 'GET', `/base-print-template/print-data/deposit/${id}`);
      idOf(await reversed(house, id));
      return house.call('boss', 'DELETE', '/biz-deposit', { ids: [id] });
    },
  },
];

/** Right after printing a clerk sees a slip of his own. */
export const honestCorrection = async (house: Insiders): Promise<readonly Reply[]> => {
  const one = await printed(house);
  const byPhone = [
    { balance: '微信', amount: 1000 },
    { balance: '现金', amount: 993.3 },
  ];
  return [
    await changed(house, one, { seller: 'second' }),
    await changed(house, one, { seller: 'second', sellBalanceList: byPhone }),
  ];
};
