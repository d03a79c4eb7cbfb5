/** Schemes with counts of old material (R134, R135), and the day on which one is honest. */
import type { Reply } from '../../support/app.ts';
import type { Insiders, Person } from './house.ts';
import { recycle } from './orders.ts';
import { refused, row, type Scheme } from './schemes.ts';

const PATH = '/biz-material-check';
/** A fineness that only these lots have: a count is of all of it that the shop has. */
const FINENESS = '18K金';
type Lot = { readonly lotId: number; readonly book: number };
const bought = async (house: Insiders): Promise<void> => {
  const made = await recycle(house, { fineness: FINENESS, cost: 300, weight: 8 });
  await house.done('owner', 'PUT', '/biz-alone-recycle/audit/1', { ids: [Number(made.body.data)] });
};
/** A count of what there is and one lot more; `weights`: grams that lots differ by, the newest first. */
const count = async (house: Insiders, weights: readonly number[], leftOut = 0): Promise<number> => {
  for (const _of of weights) await bought(house);
  const { home: shopId, today: checkAt } = house.chain;
  const query = `shopId=${shopId}&fineness=${encodeURIComponent(FINENESS)}`;
  const lots = (await house.done('owner', 'GET', `${PATH}/lots?${query}`)) as readonly Lot[];
  const newest = lots.toSorted((one, other) => other.lotId - one.lotId).slice(leftOut);
  const lotList = newest.map(({ lotId, book }, index) => ({
    lotId,
    weighed: Math.round((book + (weights[index] ?? 0)) * 1000) / 1000,
  }));
  return Number(await house.done('keeper', 'POST', PATH, { shopId, checkAt, fineness: FINENESS, lotList }));
};
const audit = (house: Insiders, id: number, who: Person): Promise<Reply> =>
  house.call(who, 'PUT', `${PATH}/audit/${id}`, { ids: [id] });
/** What stays open would stand in the way of the next count. */
const thenRemoved = async (house: Insiders, id: number, reply: Reply): Promise<Reply> => {
  await house.done('owner', 'DELETE', PATH, { ids: [id] });
  return reply;
};

export const COUNT_SCHEMES: readonly Scheme[] = [
  {
    name: 'whoever took of a lot weighs it, and audits that it lacks',
    rule: 'R134',
    comes: refused(409, '制单人不能审核自己的单据'),
    play: async (house) => {
      const id = await count(house, [-2]);
      return thenRemoved(house, id, await audit(house, id, 'keeper'));
    },
  },
  {
    name: 'a lot that lacks is left out of the count',
    rule: 'R135',
    comes: refused(409, '还有旧料没有称重'),
    play: async (house) => {
      await bought(house);
      const id = await count(house, [0], 1);
      return thenRemoved(house, id, await audit(house, id, 'boss'));
    },
  },
  {
    name: 'a milligram or two are missing at every count',
    rule: 'R148',
    comes: row('material-loss', 'keeper'),
    play: async (house) => audit(house, await count(house, [-0.002]), 'boss'),
  },
  {
    name: 'what one lot lacks is written to another',
    rule: 'R135',
    comes: row('word', 'boss'),
    play: async (house) => audit(house, await count(house, [-2, 2]), 'boss'),
  },
  {
    name: 'a count that found a loss is deleted',
    rule: 'R148',
    comes: row('material-loss', 'keeper'),
    play: async (house) => {
      const id = await count(house, [-1]);
      return house.call('keeper', 'DELETE', PATH, { ids: [id] });
    },
  },
];
/** Two people, and every lot weighs what the books have, or a milligram more. */
export const honestCount = async (house: Insiders): Promise<readonly Reply[]> => [
  await audit(house, await count(house, [0, 0.001]), 'boss'),
];
