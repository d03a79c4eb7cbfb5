/** Schemes with prices, and with the word of somebody else for one (R131 to R133). */
import { addDays } from 'services/contracts/dates';
import { USER_PASSWORD, type Reply } from '../../support/app.ts';
import { wordOf, type Insiders } from './house.ts';
import { AT_BOARD, cash, FULL, order, payIn, piece, recycle, sell, walkIn } from './orders.ts';
import { asks, refused, row, type Scheme } from './schemes.ts';

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
