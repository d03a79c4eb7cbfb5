/** Schemes with points, stored value, records of customers and closed days (R136, R141). */
import { addDays } from 'services/contracts/dates';
import { expect } from 'vitest';
import type { Reply } from '../../support/app.ts';
import type { Insiders, Person } from './house.ts';
import { AT_BOARD, FULL, order, sold } from './orders.ts';
import { asks, refused, row, type Scheme } from './schemes.ts';

const points = (house: Insiders, customerId: number, amount: number, who: Person = 'boss'): Promise<Reply> =>
  house.call(who, 'POST', '/base-customer/points', { customerId, points: amount, reason: '补录' });
/** A customer who has paid in. */
export const rich = async (house: Insiders, amount: number): Promise<number> => {
  const customerId = await house.customer('富');
  const { home: shopId, today: depositAt } = house.chain;
  const body = { customerId, shopId, depositAt, account: '储值卡', kind: '1', amount, seller: 'admin' };
  const reply = await house.chain.app.post('/biz-deposit', body);
  expect(reply.status, reply.text).toBe(200);
  return customerId;
};

export const PEOPLE_SCHEMES: readonly Scheme[] = [
  {
    name: '99,999 points by hand',
    rule: 'R136',
    comes: asks('points-of-record', 'points-of-maker'),
    play: async (house) => points(house, await house.customer(), 99_999),
  },
  {
    name: 'a few points by hand: allowed, and told',
    rule: 'R136',
    comes: row('points-by-hand', 'keeper'),
    play: async (house) => points(house, await house.customer(), 100, 'keeper'),
  },
  {
    name: 'a piece of 1,993.30 paid from a rich customer’s stored value',
    rule: 'R136',
    comes: asks('balance-proof'),
    play: async (house) => {
      const customerId = await rich(house, 3000);
      const sellGoodsList = [{ barcode: await house.chain.stock({ goldCost: 400 }), ...AT_BOARD }];
      const paid = { sellBalanceList: [{ balance: '储值卡', amount: FULL }] };
      return house.call('clerk', 'POST', '/biz-sell', order(house, { customerId, sellGoodsList, ...paid }));
    },
  },
  {
    name: 'a rich record is merged into an accomplice',
    rule: 'R136',
    comes: asks('merge'),
    play: async (house) => {
      const [mergeId, keepId] = [await rich(house, 8000), await house.customer()];
      return house.call('boss', 'POST', '/base-customer/merge', { keepId, mergeId, reason: '同一人' });
    },
  },
  {
    name: 'the number of a rich record is made one’s own',
    rule: 'R136',
    comes: asks('changed-number'),
    play: async (house) => {
      const id = await rich(house, 8000);
      const record = await house.chain.record('/base-customer', id);
      return house.call('boss', 'PUT', `/base-customer/${id}`, { ...record, mobile: '13912345678' });
    },
  },
];

export const CLOSED_SCHEMES: readonly Scheme[] = [
  {
    name: 'an order is entered for a day that is closed',
    rule: 'R141',
    comes: refused(409, '已结账至'),
    play: async (house) => {
      const { home, today } = house.chain;
      await house.done('owner', 'POST', '/biz-close', { shopId: home, closedUntil: addDays(today, -30) });
      const barcode = await house.chain.stock({ goldCost: 400 });
      const old = { sellAt: addDays(today, -40), sellBalanceList: [{ balance: '现金', amount: FULL }] };
      return house.call(
        'boss',
        'POST',
        '/biz-sell',
        order(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], ...old }),
      );
    },
  },
  {
    name: 'an order of today is moved into the closed days',
    rule: 'R141',
    comes: refused(409, '已结账至'),
    play: async (house) => {
      const { id, body } = await sold(house);
      const moved = { ...body, sellAt: addDays(house.chain.today, -35) };
      return house.call('owner', 'PUT', `/biz-sell/${id}`, moved);
    },
  },
  {
    name: 'closed days are opened again by a manager of the shop',
    rule: 'R141',
    comes: refused(403, '权限'),
    play: async (house) => {
      const { list } = (await house.done('owner', 'GET', '/biz-close')) as { list: readonly { id: number }[] };
      return house.call('boss', 'PUT', `/biz-close/reopen/${list[0]?.id}`, { reason: '补录' });
    },
  },
  {
    name: 'closed days are opened again by the owner: he may, and it is told',
    rule: 'R141',
    comes: row('closed-day', 'owner'),
    play: async (house) => {
      const { list } = (await house.done('owner', 'GET', '/biz-close')) as { list: readonly { id: number }[] };
      return house.call('owner', 'PUT', `/biz-close/reopen/${list[0]?.id}`, { reason: '补录' });
    },
  },
];
