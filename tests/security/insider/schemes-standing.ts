/** Schemes with words that stand (R132), and with tags that are received too low (R148). */
import { addDays } from 'services/contracts/dates';
import { sampleBody } from '../../../services/goods/sample.ts';
import type { Reply } from '../../support/app.ts';
import type { Fields, Insiders, Person } from './house.ts';
import { AT_BOARD, cash, sell } from './orders.ts';
import { asks, refused, row, type Scheme } from './schemes.ts';

const PATH = '/biz-sell-approval/standing';
const REASON = { reason: '店庆清仓' };
const wordFor = ({ chain: { home, today } }: Insiders, barcodes: readonly string[], change: Fields = {}): Fields => ({
  shopId: home,
  barcodes,
  percent: 50,
  until: addDays(today, 6),
  ...REASON,
  ...change,
});
/** A piece of 1,993.30, and a word of the manager's that it may go at half of that. */
const cleared = async (house: Insiders): Promise<string> => {
  const barcode = await house.chain.stock({ goldCost: 400 });
  await house.done('boss', 'POST', PATH, wordFor(house, [barcode]));
  return barcode;
};
/** At so many per cent of the gold; its fees of 64.30 are not rebated. */
const soldAt = (
  house: Insiders,
  barcode: string,
  rebate: number,
  people: readonly [by: Person, seller: Person],
): Promise<Reply> => {
  const [who, seller] = people;
  const line = { barcode, ...AT_BOARD, rebate };
  const amount = Math.round(1929 * rebate + 6430) / 100;
  return sell(house, { sellGoodsList: [line], ...cash(amount), seller }, who);
};

export const STANDING_SCHEMES: readonly Scheme[] = [
  {
    name: 'a manager gives a word that stands and sells under it himself',
    rule: 'R132',
    comes: asks('rebate', 'floor'),
    play: async (house) => soldAt(house, await cleared(house), 50, ['boss', 'boss']),
  },
  {
    name: 'a clerk enters a sale of the manager’s under that manager’s own word',
    rule: 'R132',
    comes: asks('rebate', 'floor'),
    play: async (house) => soldAt(house, await cleared(house), 50, ['clerk', 'boss']),
  },
  {
    name: 'a clerk sells under a word that stands: it bears who gave it, and is counted',
    rule: 'R132',
    comes: row('standing-word', 'boss'),
    play: async (house) => soldAt(house, await cleared(house), 50, ['clerk', 'clerk']),
  },
  {
    name: 'a clerk sells for less than the word says',
    rule: 'R132',
    comes: asks('rebate', 'floor'),
    play: async (house) => soldAt(house, await cleared(house), 40, ['clerk', 'clerk']),
  },
  {
    name: 'a clerk sells under a word that somebody ended',
    rule: 'R132',
    comes: asks('rebate', 'floor'),
    play: async (house) => {
      const barcode = await house.chain.stock({ goldCost: 400 });
      const id = Number(await house.done('boss', 'POST', PATH, wordFor(house, [barcode])));
      await house.done('keeper', 'PUT', `${PATH}/end/${id}`, { reason: '活动取消' });
      return soldAt(house, barcode, 50, ['clerk', 'clerk']);
    },
  },
  {
    name: 'a clerk gives a word that stands',
    rule: 'R132',
    comes: refused(403, '权限'),
    play: async (house) => house.call('clerk', 'POST', PATH, wordFor(house, [await house.chain.stock()])),
  },
  {
    name: 'a manager of another shop gives one for this',
    rule: 'R132',
    comes: refused(403, '你没有该分店的权限'),
    play: async (house) => house.call('stranger', 'POST', PATH, wordFor(house, [await house.chain.stock()])),
  },
  {
    name: 'a manager gives one for half a year',
    rule: 'R132',
    comes: refused(422, '最长31天'),
    play: async (house) => {
      const until = addDays(house.chain.today, 180);
      return house.call('boss', 'POST', PATH, wordFor(house, [await house.chain.stock()], { until }));
    },
  },
  {
    name: 'a piece is received with a tag below its gold',
    rule: 'R148',
    comes: row('low-tag', 'owner'),
    play: async (house) => {
      const { home: shopId, today: inStorageAt } = house.chain;
      const body = sampleBody({ shopId, supplierId: null, inStorageAt, priceMode: '1', sellPrice: 500 });
      const id = Number(await house.done('owner', 'POST', '/biz-goods-in', body));
      return house.call('owner', 'PUT', `/biz-goods-in/audit/${id}`, { ids: [id] });
    },
  },
];
