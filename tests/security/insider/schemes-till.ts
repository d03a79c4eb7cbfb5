/** Schemes with gifts, returns and what others saw of an order (R142 to R144). */
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../../support/app.ts';
import { rulesOf, wordOf } from './house.ts';
import { AT_BOARD, back, audited, cash, FULL, gift, order, piece, printed, sell, sold } from './orders.ts';
import { asks, refused, row, type Scheme } from './schemes.ts';

export const GIFT_SCHEMES: readonly Scheme[] = [
  {
    name: 'five gifts for nothing beside a piece',
    rule: 'R143',
    comes: asks('free-gift'),
    play: async (house) => {
      const given = [{ barcode: await gift(house), num: 5, price: 0 }];
      const goods = [{ barcode: await piece(house), ...AT_BOARD }];
      const customerId = await house.customer();
      return sell(house, { sellGoodsList: goods, sellGiftList: given, customerId, ...cash(FULL) });
    },
  },
  {
    name: 'a gift at a fen, and nothing bought',
    rule: 'R143',
    comes: asks('free-gift'),
    play: async (house) =>
      sell(house, { sellGiftList: [{ barcode: await gift(house), num: 1, price: 0.01 }], ...cash(0.01) }),
  },
  {
    name: 'one gift an order, twice that day for the same customer',
    rule: 'R143',
    comes: asks('free-gift'),
    play: async (house) => {
      const barcode = await gift(house);
      const customerId = await house.customer();
      const given = { sellGiftList: [{ barcode, num: 1, price: 0 }], customerId };
      await sold(house, given);
      const goods = [{ barcode: await piece(house), ...AT_BOARD }];
      return sell(house, { sellGoodsList: goods, ...given, ...cash(FULL) });
    },
  },
  {
    name: 'one gift below its worth, though above its cost, and another one on the next order',
    rule: 'R143',
    comes: asks('free-gift'),
    play: async (house) => {
      const barcode = await gift(house);
      const customerId = await house.customer();
      const at = (price: number) => ({ sellGiftList: [{ barcode, num: 1, price }], customerId, ...cash(FULL + price) });
      await sold(house, at(11));
      const goods = [{ barcode: await piece(house), ...AT_BOARD }];
      return sell(house, { sellGoodsList: goods, ...at(0) });
    },
  },
  {
    name: 'one gift an order, the second order dated yesterday',
    rule: 'R143',
    comes: asks('free-gift'),
    play: async (house) => {
      const given = {
        sellGiftList: [{ barcode: await gift(house), num: 1, price: 0 }],
        customerId: await house.customer(),
      };
      await sold(house, given);
      const goods = [{ barcode: await piece(house), ...AT_BOARD }];
      return sell(house, { sellGoodsList: goods, ...given, sellAt: addDays(house.chain.today, -1), ...cash(FULL) });
    },
  },
  {
    name: 'the piece that a gift came with is brought back, and the gift kept',
    rule: 'R143',
    comes: row('gift-kept', 'boss'),
    play: async (house) => {
      const customerId = await house.customer();
      const given = { sellGiftList: [{ barcode: await gift(house), num: 1, price: 0 }], customerId };
      const line = back(await audited(house, given));
      return sell(house, { sellChangeList: [line], customerId, seller: 'boss', ...cash(-FULL) }, 'boss');
    },
  },
];

export const RETURN_SCHEMES: readonly Scheme[] = [
  {
    name: 'cash for a return beyond the limit',
    rule: 'R144',
    comes: asks('refund'),
    play: async (house) => sell(house, { sellChangeList: [back(await audited(house))], ...cash(-FULL) }),
  },
  {
    name: 'a returned piece straight to the old material, cash at the save',
    rule: 'R144',
    comes: asks('to-old-material', 'refund'),
    play: async (house) =>
      sell(house, { sellChangeList: [back(await audited(house), { returnTo: '2' })], ...cash(-FULL) }),
  },
  {
    name: 'another, lighter piece comes back for the one that was sold',
    rule: 'R144',
    comes: row('return-weight', 'boss'),
    play: async (house) => {
      const line = back(await audited(house), { returnWeight: 3.1 });
      return sell(house, { sellChangeList: [line], seller: 'boss', ...cash(-FULL) }, 'boss');
    },
  },
  {
    name: 'a sale to oneself comes back at a higher price',
    rule: 'R144',
    comes: refused(422, '不能高于'),
    play: async (house) =>
      sell(house, {
        sellChangeList: [back(await audited(house), { returnPrice: FULL + 100 })],
        ...cash(-FULL - 100),
      }),
  },
  {
    name: 'a manager takes a piece back at twice its price and gives two for it: no money moves',
    rule: 'R144',
    comes: row('return-price', 'boss'),
    play: async (house) => {
      const line = back(await audited(house), { returnPrice: 2 * FULL });
      const goods = [await piece(house), await piece(house)].map((barcode) => ({ barcode, ...AT_BOARD }));
      return sell(house, { sellChangeList: [line], sellGoodsList: goods, seller: 'boss', ...cash(0) }, 'boss');
    },
  },
  {
    name: 'a sale to oneself is brought back at the higher board of later, for another piece',
    rule: 'R144',
    comes: row('return-price', 'boss'),
    play: async (house) => {
      const { app } = house.chain;
      const quoted = (price: number) =>
        app.post('/base-quoted-price', { details: [{ name: '足金', cost: 546, price }] });
      const line = back(await audited(house, { seller: 'boss' }), { returnPrice: 2186.2 });
      await quoted(660);
      const goods = [{ barcode: await piece(house), ...AT_BOARD, todayGoldCost: 660 }];
      const reply = await sell(
        house,
        { sellChangeList: [line], sellGoodsList: goods, seller: 'boss', ...cash(0) },
        'boss',
      );
      await quoted(600);
      return reply;
    },
  },
  {
    name: 'a word for a ring that weighed 3.215 g used for one of a gram',
    rule: 'R144',
    comes: asks('to-old-material', 'refund'),
    play: async (house) => {
      const one = await audited(house);
      const bringing = (returnWeight: number) =>
        order(house, { sellChangeList: [back(one, { returnTo: '2', returnWeight })], ...cash(-FULL) });
      const word = wordOf(await house.call('clerk', 'POST', '/biz-sell', bringing(3.215)), 'boss');
      return house.call('clerk', 'POST', '/biz-sell', { ...bringing(1), ...word });
    },
  },
];

export const WITNESS_SCHEMES: readonly Scheme[] = [
  {
    name: 'a printed order is lowered, and the rest kept',
    rule: 'R142',
    comes: asks('witnessed'),
    play: async (house) => {
      const { id, body } = await printed(house);
      const less = { ...body, factFee: FULL - 5, ...cash(FULL - 5) };
      return house.call('clerk', 'PUT', `/biz-sell/${id}`, less);
    },
  },
  {
    name: 'a printed order is deleted by a manager: he may, and it is told',
    rule: 'R142',
    comes: row('delete-after-print', 'boss'),
    play: async (house) => {
      const { id } = await printed(house);
      return house.call('boss', 'DELETE', '/biz-sell', { ids: [id] });
    },
  },
  {
    name: 'a pending order is moved forty days back',
    rule: 'R141',
    comes: refused(403, '日期'),
    play: async (house) => {
      const { id, body } = await sold(house);
      return house.call('clerk', 'PUT', `/biz-sell/${id}`, { ...body, sellAt: addDays(house.chain.today, -40) });
    },
  },
  {
    name: 'an entry for a day that is over',
    rule: 'R148',
    comes: row('back-dated'),
    play: async (house) => {
      const barcode = await piece(house);
      const sellAt = addDays(house.chain.today, -3);
      return sell(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], sellAt, ...cash(FULL) });
    },
  },
];
/** Nothing that asks for a word says what a piece cost. */
export const tellsCost = (reply: Reply): boolean =>
  rulesOf(reply).length > 0 && /成本|400\.00|1286/.test(JSON.stringify(reply.body));
