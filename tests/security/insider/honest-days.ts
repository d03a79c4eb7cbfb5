/** Days of honest work: nobody is asked for a word, nothing is refused. Each answers its replies. */
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../../support/app.ts';
import { oldNumber } from '../../support/old-number.ts';
import type { Insiders } from './house.ts';
import {
  AT_BOARD,
  audited,
  back,
  cash,
  fillReport,
  FULL,
  gift,
  handOver,
  OLD,
  order,
  payIn,
  recycle,
  sell,
  sold,
  till,
} from './orders.ts';
import { honestCount } from './schemes-counts.ts';
import { rich } from './schemes-people.ts';
import { codeFor, refund } from './schemes-proof.ts';
import { honestCorrection } from './schemes-seen.ts';
import { honestCheck, honestReceipt } from './schemes-stock.ts';

export type HonestDay = {
  readonly name: string;
  readonly play: (house: Insiders) => Promise<readonly Reply[]>;
};
const one = async (house: Insiders, change: object = {}, amount = FULL): Promise<readonly Reply[]> => {
  const barcode = await house.chain.stock({ goldCost: 400, ...change });
  return [await sell(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(amount) })];
};
const rebated = async (house: Insiders, rebate: number, amount: number): Promise<readonly Reply[]> => {
  const barcode = await house.chain.stock({ goldCost: 400 });
  return [await sell(house, { sellGoodsList: [{ barcode, ...AT_BOARD, rebate }], ...cash(amount) })];
};

export const HONEST_DAYS: readonly HonestDay[] = [
  {
    name: 'a customer takes 3,000 of her stored value back and reads out the code of her telephone',
    play: async (house) => {
      const customerId = await oldNumber(house.chain, await rich(house, 5000));
      return [await refund(house, customerId, 3000, { proof: await codeFor(house, customerId, 3000) })];
    },
  },
  { name: 'a piece at the board', play: (house) => one(house) },
  { name: 'a piece whose cost nobody entered, of the opening stock', play: (house) => one(house, { goldCost: 0 }) },
  { name: 'five per cent off for a regular', play: (house) => rebated(house, 95, 1896.85) },
  { name: 'a clearance at 85 %', play: (house) => rebated(house, 85, 1703.95) },
  {
    name: 'the yuan is rounded off',
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      const goods = { sellGoodsList: [{ barcode, ...AT_BOARD }] };
      return [await sell(house, { ...goods, factFee: 1993, ...cash(1993) })];
    },
  },
  {
    name: 'a customer pays half by phone and half in cash',
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      const sellBalanceList = [
        { balance: '现金', amount: 1000 },
        { balance: '微信', amount: 993.3 },
      ];
      return [await sell(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], sellBalanceList })];
    },
  },
  { name: 'old gold at the board’s price', play: async (house) => [await recycle(house, { cost: 546 })] },
  { name: 'old gold is counted by one and audited by another', play: honestCount },
  { name: 'a shelf is counted and audited by one, and all is there', play: honestCheck },
  { name: 'a piece is received as the scale and its certificate have it', play: honestReceipt },
  { name: 'old gold where nobody types a price', play: async (house) => [await recycle(house, {})] },
  {
    name: '以旧换新 at equal weight, at the price of what is sold',
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      const goods = [{ barcode, ...AT_BOARD }];
      const old = [{ ...OLD, weight: 3.215, cost: 600 }];
      return [await sell(house, { sellGoodsList: goods, sellRecycleList: old, ...cash(64.3) })];
    },
  },
  {
    name: 'one gift with a piece',
    play: async (house) => {
      const [customerId, barcode, given] = [
        await house.customer(),
        await house.chain.stock({ goldCost: 400 }),
        await gift(house),
      ];
      const goods = { sellGoodsList: [{ barcode, ...AT_BOARD }], customerId };
      return [await sell(house, { ...goods, sellGiftList: [{ barcode: given, num: 1, price: 0 }], ...cash(FULL) })];
    },
  },
  {
    name: 'two pieces of a clearance at 60 %, the last day entered under its word',
    play: async (house) => {
      const { home: shopId, today: until } = house.chain;
      const barcodes = [await house.chain.stock({ goldCost: 400 }), await house.chain.stock({ goldCost: 400 })];
      const word = { shopId, barcodes, percent: 55, until, reason: '店庆清仓' };
      await house.done('boss', 'POST', '/biz-sell-approval/standing', word);
      const sellGoodsList = barcodes.map((barcode) => ({ barcode, ...AT_BOARD, rebate: 60 }));
      return [await sell(house, { sellGoodsList, ...cash(2 * 1221.7) })];
    },
  },
  {
    name: 'a gift is sold at its price',
    play: async (house) => [
      await sell(house, { sellGiftList: [{ barcode: await gift(house), num: 2, price: 29 }], ...cash(58) }),
    ],
  },
  {
    name: 'a ring is cleaned for nothing, another made wider for fifty',
    play: async (house) => {
      const ring = { type: '戒指', style: '光圈', fineness: '足金', weight: 3.2, remark: '改圈' };
      const customerId = await house.customer();
      return [
        await sell(house, { sellCleanList: [{ ...ring, price: 0 }], customerId, ...cash(0) }),
        await sell(house, { sellCleanList: [{ ...ring, price: 50 }], customerId, ...cash(50) }),
      ];
    },
  },
  {
    name: 'a piece is exchanged for another one of the same price',
    play: async (house) => {
      const line = back(await audited(house));
      const barcode = await house.chain.stock({ goldCost: 400 });
      return [await sell(house, { sellChangeList: [line], sellGoodsList: [{ barcode, ...AT_BOARD }], ...cash(0) })];
    },
  },
  {
    name: 'a light ring comes back for its money, less the gift that came with it and stays',
    play: async (house) => {
      const customerId = await house.customer();
      const barcode = await house.chain.stock({ goldCost: 400, goldWeight: 1 });
      const given = { sellGiftList: [{ barcode: await gift(house), num: 1, price: 0 }], customerId };
      const bought = { sellGoodsList: [{ barcode, ...AT_BOARD }], ...given, ...cash(620) };
      const one = await audited(house, bought);
      const line = back({ ...one, barcode }, { returnPrice: 591 });
      return [await sell(house, { sellChangeList: [line], customerId, ...cash(-591) })];
    },
  },
  {
    name: 'whoever paid a deposit for a ring fetches it, and of a lot of two the other one is sold meanwhile',
    play: async (house) => {
      const customerId = await house.customer();
      const barcode = await house.chain.stock({ goldCost: 400, num: 2 });
      const goods = { sellGoodsList: [{ barcode, ...AT_BOARD }] };
      const sellBalanceList = [
        { balance: '定金', amount: 200 },
        { balance: '现金', amount: FULL - 200 },
      ];
      return [
        await payIn(house, customerId, 200, { account: '定金', goodsBarcode: barcode }),
        await sell(house, { ...goods, ...cash(FULL) }),
        await sell(house, { ...goods, customerId, sellBalanceList }),
      ];
    },
  },
  {
    name: 'a remark is added to an order that was printed',
    play: async (house) => {
      const { id, body } = await sold(house);
      return [
        await house.call('clerk', 'POST', '/biz-sell/printed', { ids: [id], kind: 'browser' }),
        await house.call('clerk', 'PUT', `/biz-sell/${id}`, { ...body, remark: '送盒' }),
      ];
    },
  },
  {
    name: 'a clerk corrects seller and way of paying of the order that he just printed',
    play: honestCorrection,
  },
  {
    name: 'a wrong order is mended before anybody saw it',
    play: async (house) => {
      const { id, body } = await sold(house);
      const less = { ...body, factFee: FULL - 3.3, ...cash(FULL - 3.3) };
      return [await house.call('clerk', 'PUT', `/biz-sell/${id}`, less)];
    },
  },
  {
    name: 'an order of yesterday is entered this morning',
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      const sellAt = addDays(house.chain.today, -1);
      return [await sell(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], sellAt, ...cash(FULL) })];
    },
  },
  {
    name: 'a customer pays 600 in and 600 of an order with it',
    play: async (house) => {
      const customerId = await house.customer();
      const barcode = await house.chain.stock({ goldCost: 400 });
      const sellBalanceList = [
        { balance: '储值卡', amount: 600 },
        { balance: '现金', amount: FULL - 600 },
      ];
      return [
        await payIn(house, customerId, 600),
        await sell(house, { sellGoodsList: [{ barcode, ...AT_BOARD }], customerId, sellBalanceList }),
      ];
    },
  },
  {
    name: 'a till is handed over to the fen',
    play: async (house) => [await handOver(house, await till(house), 0)],
  },
  {
    name: 'a till is short of ten yuan once, with its reason',
    play: async (house) => [await handOver(house, await till(house), -10)],
  },
  {
    name: 'a gift is collected by its code',
    play: async (house) => {
      const body = { name: '李女士', mobile: '13800138111', writeOffCode: 'HX-HONEST' };
      const id = String(await house.done('owner', 'POST', '/mall-write-off', body));
      return [await house.call('clerk', 'PUT', `/mall-write-off/user/${id}`, { writeOffCode: 'HX-HONEST' })];
    },
  },
  {
    name: 'pieces go to the other shop and are taken in there',
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      const sent = await house.call('boss', 'POST', '/biz-allocate', house.chain.transfer([{ barcode }]));
      const id = Number(sent.body.data);
      return [sent, await house.call('stranger', 'PUT', `/biz-allocate/audit/${id}`, { ids: [id] })];
    },
  },
  {
    name: 'a clerk changes the order that he just wrote to another customer',
    play: async (house) => {
      const { id, body } = await sold(house);
      const customerId = await house.customer();
      return [await house.call('clerk', 'PUT', `/biz-sell/${id}`, { ...order(house, body), customerId })];
    },
  },
  {
    name: 'what a customer left yesterday is entered this morning, and he leaves more today',
    play: async (house) => {
      const customerId = await house.customer();
      const depositAt = addDays(house.chain.today, -1);
      return [await payIn(house, customerId, 40_000, { depositAt }), await payIn(house, customerId, 40_000)];
    },
  },
  {
    name: 'a customer leaves 120,000 in cash: the clerk fills in his papers, the manager looks at them and signs',
    play: async (house) => {
      const customerId = await house.customer();
      return [await payIn(house, customerId, 120_000), await fillReport(house, customerId, 'keeper')];
    },
  },
];
