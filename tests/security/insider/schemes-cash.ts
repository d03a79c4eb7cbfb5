/** Schemes with large cash (R139): spread over days, paid as 散客, reported with somebody else's name. */
import { addDays } from 'services/contracts/dates';
import { expect } from 'vitest';
import type { Insiders } from './house.ts';
import { AT_BOARD, cash, fillReport, payIn, sell } from './orders.ts';
import { refused, row, type Scheme } from './schemes.ts';

const PART = 99_999;
/** A customer whose cash was entered at once and dated over three days. */
const spread = async (house: Insiders): Promise<number> => {
  const customerId = await house.customer('现金');
  const replies = [];
  for (const back of [0, -1, -2]) {
    replies.push(await payIn(house, customerId, PART, { depositAt: addDays(house.chain.today, back) }));
  }
  expect(replies.at(-1)?.body.msg).toContain('录入的收现金合计299997.00元，达到大额现金限额');
  return customerId;
};
/** 159 g at the board with its fees. */
const HEAVY = { weight: 159, amount: 159 * 620 };

export const CASH_SCHEMES: readonly Scheme[] = [
  {
    name: 'three times 99,999 over three days, papers of an invented person, checked by the clerk himself',
    rule: 'R139',
    comes: refused(422, '须由登记人以外的人核对'),
    play: async (house) => fillReport(house, await spread(house), 'clerk'),
  },
  {
    name: 'papers of an invented person, with the name of a manager who is not there',
    rule: 'R139',
    comes: refused(422, '密码'),
    play: async (house) => fillReport(house, await spread(house), 'keeper', 'a guess 2026'),
  },
  {
    name: 'papers checked by an accomplice of another shop',
    rule: 'R139',
    comes: refused(422, '在该分店没有登记大额现金的权限'),
    play: async (house) => fillReport(house, await spread(house), 'stranger'),
  },
  {
    name: 'two times 98,580 in cash as 散客 at one till',
    rule: 'R139',
    comes: row('walk-in-cash', 'clerk'),
    play: async (house) => {
      const found = await house.done('clerk', 'GET', `/base-customer?name=${encodeURIComponent('散客')}`);
      const customerId = (found as { list: readonly { id: number }[] }).list[0]?.id;
      const sold = async () => {
        const barcode = await house.chain.stock({ goldCost: 400, goldWeight: HEAVY.weight });
        return sell(house, { customerId, sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(HEAVY.amount) });
      };
      expect((await sold()).status).toBe(200);
      return sold();
    },
  },
];
