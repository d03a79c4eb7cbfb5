/** Schemes with prices, gifts, returns and what others saw of an order (R131 to R133, R142 to R144). */
import { addDays } from 'services/contracts/dates';
import { USER_PASSWORD, type Reply } from '../../support/app.ts';
import { rulesOf, wordOf, type Insiders } from './house.ts';
import {
  AT_BOARD,
  back,
  audited,
  cash,
  FULL,
  gift,
  order,
  payIn,
  printed,
  recycle,
  sell,
  sold,
  walkIn,
} from './orders.ts';
import { asks, refused, row, type Scheme } from './schemes.ts';

const piece = (house: Insiders) => house.chain.stock({ goldCost: 400 });
const priced = async (house: Insiders, change: object, amount: number): Promise<Reply> => {
  const line = { barcode: await piece(house), ...AT_BOARD, ...change };
  return sell(house, { sellGoodsList: [line], ...cash(amount) });
};
/** What the piece comes to at so many per cent: its fees are not rebated. */
const at = (rebate: number): number => Math.round(1929 * rebate + 6430) / 100;
const HALF = { rebate: 50 };
const HALF_PRICE = at(50);

export const PRICE_SCHEMES: readonly Scheme[] = [
  {
    name: 'rebate, gold price, fees and cut, each within what a seller may',
    rule: 'R132',
    comes: asks('floor'),
    play: (house) => priced(house, { todayGoldCost: 570, workFee: 0, rebate: 80, cutDown: -0.643 }, 1172.83),
  },
  {
    name: 'two small allowances on one line: a little off the board and no fees, then 83 %',
    rule: 'R132',
    comes: asks('floor'),
    play: (house) => priced(house, { todayGoldCost: 570, workFee: 0, rebate: 83 }, 1521.02),
  },
  {
    name: 'a cut is written and the piece handed over whole',
    rule: 'R132',
    comes: asks('cut-down'),
    play: (house) => priced(house, { cutDown: -3.2 }, 9.3),
  },
  {
    name: 'five pieces in a week, each a hair above the floor',
    rule: 'R148',
    comes: row('near-floor'),
    play: async (house) => {
      const replies: Reply[] = [];
      for (let sold = 0; sold < 5; sold += 1) replies.push(await priced(house, { rebate: 80 }, at(80)));
      return replies.at(-1) as Reply;
    },
  },
  {
    name: 'five pieces in a week that the clerk buys himself at the floor, as 散客',
    rule: 'R148',
    comes: row('near-floor'),
    play: async (house) => {
      const customerId = await walkIn(house);
      const replies: Reply[] = [];
      for (let bought = 0; bought < 5; bought += 1) {
        const line = { barcode: await piece(house), ...AT_BOARD, rebate: 80 };
        replies.push(await sell(house, { customerId, sellGoodsList: [line], ...cash(at(80)) }));
      }
      return replies.at(-1) as Reply;
    },
  },
  {
    name: 'a piece that a customer paid a deposit for is sold to another',
    rule: 'R136',
    comes: asks('bound-piece'),
    play: async (house) => {
      const goodsBarcode = await piece(house);
      await payIn(house, await house.customer(), 200, { account: '定金', goodsBarcode });
      return sell(house, { sellGoodsList: [{ barcode: goodsBarcode, ...AT_BOARD }], ...cash(FULL) });
    },
  },
  {
    name: 'a piece at its full price, and nearly all of it rounded off by whoever may round',
    rule: 'R132',
    comes: row('word', 'boss'),
    play: async (house) => {
      const goods = [{ barcode: await piece(house), ...AT_BOARD }];
      return sell(house, { sellGoodsList: goods, seller: 'boss', factFee: 1, ...cash(1) }, 'boss');
    },
  },
  {
    name: 'a price is lowered five times until it passes',
    rule: 'R132',
    comes: row('trial-price'),
    play: async (house) => {
      const barcode = await piece(house);
      const tried = (rebate: number) => {
        return sell(house, { sellGoodsList: [{ barcode, ...AT_BOARD, rebate }], ...cash(at(rebate)) });
      };
      for (const rebate of [30, 40, 50, 60, 70]) await tried(rebate);
      return sell(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(FULL) });
    },
  },
  {
    name: 'old gold with a work fee of 5,000',
    rule: 'R133',
    comes: asks('old-gold'),
    play: (house) => recycle(house, { workFee: 5000 }),
  },
  {
    name: 'a fineness that the board does not quote at 9,999 a gram',
    rule: 'R133',
    comes: asks('old-gold'),
    play: (house) => recycle(house, { fineness: '18K金', cost: 9999 }),
  },
  {
    name: 'no metal at 9,999 a gram',
    rule: 'R133',
    comes: asks('old-gold-unquoted'),
    play: (house) => recycle(house, { fineness: '非贵金属', cost: 9999 }),
  },
  {
    name: 'a purchase dated twenty days back, for a price of that day',
    rule: 'R133',
    comes: asks('old-gold-unquoted'),
    play: (house) => recycle(house, { cost: 580 }, { recycleAt: addDays(house.chain.today, -20) }),
  },
  {
    name: 'old gold at the price of a piece that is taken out of the order again',
    rule: 'R133',
    comes: asks('old-gold'),
    play: async (house) => {
      const old = { type: '戒指', style: '光圈', fineness: '足金', weight: 3.21, cost: 600, remark: '旧' };
      const goods = [{ barcode: await piece(house), ...AT_BOARD }];
      const both = { sellGoodsList: goods, sellRecycleList: [old], ...cash(67.3) };
      const id = Number(await house.done('clerk', 'POST', '/biz-sell', order(house, both)));
      const stored = (await house.chain.record('/biz-sell', id))['sellRecycleList'] as readonly { id: number }[];
      const alone = order(house, { sellRecycleList: [{ ...old, id: stored[0]?.id }], ...cash(-1926) });
      return house.call('clerk', 'PUT', `/biz-sell/${id}`, alone);
    },
  },
  {
    name: 'a stored line of old gold is kept while its weight grows',
    rule: 'R133',
    comes: asks('old-gold'),
    play: async (house) => {
      const id = Number((await recycle(house, { cost: 546 })).body.data);
      const stored = (await house.chain.record('/biz-alone-recycle', id))['recycleList'] as readonly { id: number }[];
      return recycle(house, { id: stored[0]?.id, cost: 600, weight: 20 }, { edited: id });
    },
  },
];

export const WORD_SCHEMES: readonly Scheme[] = [
  {
    name: 'his own name as the one who allows it',
    rule: 'R131',
    comes: refused(422, '没有优惠授权的权限'),
    play: async (house) => {
      const body = order(house, {
        sellGoodsList: [{ barcode: await piece(house), ...AT_BOARD, ...HALF }],
        ...cash(HALF_PRICE),
      });
      const asked = await house.call('clerk', 'POST', '/biz-sell', body);
      return house.call('clerk', 'POST', '/biz-sell', { ...body, ...wordOf(asked, 'clerk') });
    },
  },
  {
    name: 'the manager of another shop, who is an accomplice',
    rule: 'R131',
    comes: refused(422, '不能为这家分店授权'),
    play: async (house) => {
      const body = order(house, {
        sellGoodsList: [{ barcode: await piece(house), ...AT_BOARD, ...HALF }],
        ...cash(HALF_PRICE),
      });
      const asked = await house.call('clerk', 'POST', '/biz-sell', body);
      return house.call('clerk', 'POST', '/biz-sell', { ...body, ...wordOf(asked, 'stranger') });
    },
  },
  {
    name: 'a word for half the price used for a tenth',
    rule: 'R131',
    comes: asks('rebate', 'floor'),
    play: async (house) => {
      const barcode = await piece(house);
      const sale = (rebate: number) =>
        order(house, { sellGoodsList: [{ barcode, ...AT_BOARD, rebate }], ...cash(at(rebate)) });
      const word = wordOf(await house.call('clerk', 'POST', '/biz-sell', sale(50)), 'boss');
      return house.call('clerk', 'POST', '/biz-sell', { ...sale(10), ...word });
    },
  },
  {
    name: 'a known password typed as a word: whoever is named hears of it and says that it was not he',
    rule: 'R131',
    comes: row('word-disowned', 'boss'),
    play: async (house) => {
      const body = order(house, {
        sellGoodsList: [{ barcode: await piece(house), ...AT_BOARD, ...HALF }],
        ...cash(HALF_PRICE),
      });
      const asked = await house.call('clerk', 'POST', '/biz-sell', body);
      await house.done('clerk', 'POST', '/biz-sell', { ...body, ...wordOf(asked, 'boss') });
      const { list } = (await house.done('boss', 'GET', '/word')) as { list: readonly { id: string }[] };
      const disowns = list.map(({ id }) => id).slice(0, 1);
      const own = { oldPassword: USER_PASSWORD, newPassword: USER_PASSWORD, disowns };
      return house.call('boss', 'PUT', '/user/pwd/set', { ...own, newPassword: 'Pearl-9041' });
    },
  },
];

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
