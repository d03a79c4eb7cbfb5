/** Schemes with what comes into stock, what is counted, and what stands on paper (R134, R148). */
import { expect } from 'vitest';
import { sampleBody } from '../../../services/goods/sample.ts';
import type { Reply } from '../../support/app.ts';
import type { Fields, Insiders, Person } from './house.ts';
import { back, audited, cash, FULL, printed, sell } from './orders.ts';
import { refused, row, type Scheme } from './schemes.ts';

/** Received and audited by one person. */
const received = async (house: Insiders, change: Fields, who: Person = 'keeper'): Promise<Reply> => {
  const { home: shopId, today: inStorageAt } = house.chain;
  const body = sampleBody({ shopId, supplierId: null, inStorageAt, ...change });
  const id = Number(await house.done(who, 'POST', '/biz-goods-in', body));
  return house.call(who, 'PUT', `/biz-goods-in/audit/${id}`, { ids: [id] });
};

const CHECK = '/biz-check';
const open = async (house: Insiders, type: string, who: Person): Promise<number> => {
  const { home: shopId, today: checkAt } = house.chain;
  const header = { shopId, checkAt, type, style: '', remark: '' };
  return Number(await house.done(who, 'POST', `${CHECK}/open`, header));
};
const scan = (house: Insiders, id: number, barcode: string, who: Person) =>
  house.done(who, 'POST', `${CHECK}/${id}/scan`, { barcodes: [barcode] });
const ended = (house: Insiders, id: number, who: Person): Promise<Reply> =>
  house.call(who, 'PUT', `${CHECK}/audit/${id}`, { ids: [id] });
/** Two pieces of a kind that nothing else in the house has; the second is in a pocket. */
const two = async (house: Insiders, type: string): Promise<readonly [there: string, taken: string]> => [
  await house.chain.stock({ type, goldCost: 400 }),
  await house.chain.stock({ type, goldCost: 400 }),
];

export const STOCK_SCHEMES: readonly Scheme[] = [
  {
    name: 'a piece is received with two grams less than it weighs',
    rule: 'R148',
    comes: row('receipt-figures', 'keeper'),
    play: (house) => received(house, { givenWeight: 5.215, goldWeight: 3.215 }),
  },
  {
    name: '18K is received as 足金',
    rule: 'R148',
    comes: row('receipt-figures', 'keeper'),
    play: (house) => received(house, { fineness: '足金', goldContent: '750' }),
  },
  {
    name: 'whoever took a piece counts the shelf alone and ends the count',
    rule: 'R134',
    comes: row('own-audit', 'keeper'),
    play: async (house) => {
      const [there] = await two(house, '胸针');
      const id = await open(house, '胸针', 'keeper');
      await scan(house, id, there, 'keeper');
      return ended(house, id, 'keeper');
    },
  },
  {
    name: 'another counts; whoever took a piece types it and ends the count',
    rule: 'R148',
    comes: row('own-audit', 'boss'),
    play: async (house) => {
      const [there, taken] = await two(house, '套装');
      const id = await open(house, '套装', 'keeper');
      await scan(house, id, there, 'keeper');
      const { home: shopId, today: checkAt } = house.chain;
      const header = { shopId, checkAt, type: '套装', style: '', remark: '' };
      const bizGoodsList = [{ barcode: taken, factNum: 1 }];
      await house.done('boss', 'PUT', `${CHECK}/${id}`, { ...header, bizGoodsList });
      return ended(house, id, 'boss');
    },
  },
  {
    name: 'a slip without its amounts, to write others on it by hand',
    rule: 'R148',
    comes: row('paper-without-amounts', 'owner'),
    play: (house) => {
      const template = JSON.stringify({ version: 2, page: { width: 210, height: 140 }, elements: [] });
      const slip = { kind: 'invoice', labelType: '', name: '空白单', fileName: '空白单', remark: '', template };
      return house.call('owner', 'POST', '/base-print-template', slip);
    },
  },
];

const RING = { type: '戒指', style: '光圈', fineness: '足金', weight: 3.2, remark: '清洗', price: 0 };
let made = 0;
export const ROW_SCHEMES: readonly Scheme[] = [
  {
    name: 'eleven pieces are cleaned for nothing in a day',
    rule: 'R143',
    comes: row('free-cleaning', 'second'),
    play: async (house) => {
      const sellCleanList = Array.from({ length: 11 }, () => RING);
      return sell(house, { sellCleanList, customerId: await house.customer(), ...cash(0) }, 'second');
    },
  },
  {
    name: 'a code is guessed five times: the last one is told',
    rule: 'R137',
    comes: row('gift-code', 'second'),
    play: async (house) => {
      made += 1;
      const body = { name: '何女士', mobile: '13800138222', writeOffCode: `HX-ROW-${made}` };
      const id = String(await house.done('owner', 'POST', '/mall-write-off', body));
      for (let tries = 0; tries < 5; tries += 1)
        await house.call('second', 'PUT', `/mall-write-off/user/${id}`, { writeOffCode: `HX-NOT-${tries}` });
      return house.call('second', 'GET', `/mall-write-off/user/${id}`);
    },
  },
  {
    name: 'a printed order is lowered by a manager: he may, and it is told',
    rule: 'R142',
    comes: row('edit-after-print', 'boss'),
    play: async (house) => {
      const { id, body } = await printed(house);
      return house.call('boss', 'PUT', `/biz-sell/${id}`, { ...body, factFee: FULL - 5, ...cash(FULL - 5) });
    },
  },
  {
    name: 'a manager pays for a piece that goes straight to the old material',
    rule: 'R144',
    comes: row('refund-without-piece', 'boss'),
    play: async (house) => {
      const line = back(await audited(house), { returnTo: '2' });
      return sell(house, { sellChangeList: [line], seller: 'boss', ...cash(-FULL) }, 'boss');
    },
  },
  {
    name: 'two records are merged, what came over is spent, and they are parted again',
    rule: 'R136',
    comes: refused(409, '已被使用，不能撤销合并'),
    play: async (house) => {
      const [keepId, mergeId] = [await house.customer(), await house.customer()];
      const points = (customerId: number, amount: number) =>
        house.done('keeper', 'POST', '/base-customer/points', { customerId, points: amount, reason: '补录' });
      await points(mergeId, 90);
      const pair = { keepId, mergeId, reason: '同一人' };
      await house.done('boss', 'POST', '/base-customer/merge', pair);
      await points(keepId, -80);
      return house.call('boss', 'POST', '/base-customer/unmerge', pair);
    },
  },
];

/** Two people; all is found, or what lacks is told by whoever did not count. */
export const honestCheck = async (house: Insiders): Promise<readonly Reply[]> => {
  const [one, other] = await two(house, '脚链');
  const id = await open(house, '脚链', 'keeper');
  for (const barcode of [one, other]) await scan(house, id, barcode, 'keeper');
  const before = await house.noted('own-audit', 'keeper');
  const reply = await ended(house, id, 'keeper');
  await house.chain.app.house.caughtUp();
  expect(await house.noted('own-audit', 'keeper')).toBe(before);
  return [reply];
};
/** A piece with its whole weight and content, as it is. */
export const honestReceipt = async (house: Insiders): Promise<readonly Reply[]> => {
  const before = await house.noted('receipt-figures', 'keeper');
  const reply = await received(house, { givenWeight: 3.22, goldContent: '999' });
  await house.chain.app.house.caughtUp();
  expect(await house.noted('receipt-figures', 'keeper')).toBe(before);
  return [reply];
};
